/** Results of investigations as DiagnosticReport with Observations: the Agency's guides, Pathology Test Result and Imaging Examination Result. */
import type { DiagnosticReport, Observation, ObservationReferenceRange, Reference } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { oids } from '../../cda/codes.ts'
import { attributeOf, childrenOf, findNode } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { type Fact, happened, isVoid, type Kind } from './kind.ts'
import { isNctis, readLines, readStated, readTimes } from './stated.ts'

export const resultKind: Kind = {
  name: 'observation',
  matches: () => true,
  allowed: happened,
  read: readResult,
}

const known = { '': true, active: true, completed: true }

type Status = 'registered' | 'preliminary' | 'final' | 'amended' | 'cancelled' | 'unknown'

/** NCTIS Result Status Values, and HL7 table 0123. */
// biome-ignore format: one row a line
const statuses: Readonly<Record<string, Status>> = {
  '1.2.36.1.2001.1001.101.104.16501 1': 'registered',
  '1.2.36.1.2001.1001.101.104.16501 2': 'preliminary',
  '1.2.36.1.2001.1001.101.104.16501 3': 'final',
  '1.2.36.1.2001.1001.101.104.16501 4': 'amended',
  '1.2.36.1.2001.1001.101.104.16501 5': 'cancelled',
  '2.16.840.1.113883.12.123 O': 'registered',
  '2.16.840.1.113883.12.123 S': 'registered',
  '2.16.840.1.113883.12.123 I': 'registered',
  '2.16.840.1.113883.12.123 P': 'preliminary',
  '2.16.840.1.113883.12.123 R': 'preliminary',
  '2.16.840.1.113883.12.123 F': 'final',
  '2.16.840.1.113883.12.123 C': 'amended',
  '2.16.840.1.113883.12.123 X': 'cancelled',
}

const isSnomed = (node: XmlNode | undefined, code: string): boolean =>
  attributeOf(node, 'code') === code && attributeOf(node, 'codeSystem') === oids.snomed

const listParts = (node: XmlNode, name: string): readonly XmlNode[] =>
  childrenOf(node, 'entryRelationship').flatMap((relation) => childrenOf(relation, name))

/** Undefined where the document does not say it, or says what no table has. */
function readResultStatus(entry: Entry, node: XmlNode): Status | undefined {
  const part = listParts(node, 'observation').find((one) => isSnomed(findNode(one, 'code'), '308552006'))
  const value = findNode(part, 'value')
  if (value === undefined || attributeOf(value, 'nullFlavor') !== undefined) return undefined
  const status = statuses[`${attributeOf(value, 'codeSystem')} ${attributeOf(value, 'code')}`]
  if (status !== undefined) for (const name of ['code', 'value']) entry.use(findNode(part, name))
  return status
}

function readResult(entry: Entry): Fact | string {
  const { statement, patient, reading } = entry
  if (readStatus(statement, known) === undefined) return isVoid
  const code = readStated(findNode(statement, 'code'))
  if (code === undefined) return 'it names no investigation'
  entry.use(findNode(statement, 'code'))
  const status = readResultStatus(entry, statement) ?? 'unknown'
  const { at } = readReportTime(entry)
  const result = listMeasured(entry).map((node): Reference<Observation> => {
    const observation = readMeasured(entry, node, status)
    return reading.add(observation, node)
  })
  const resource: DiagnosticReport = {
    resourceType: 'DiagnosticReport',
    status,
    code,
    subject: patient,
    ...(at === undefined ? {} : { effectiveDateTime: at }),
    ...(result.length === 0 ? {} : { result }),
  }
  return { resource }
}

/** Of the result; the statement's own where that is not told. */
function readReportTime(entry: Entry): { readonly at?: string } {
  const part = listParts(entry.statement, 'observation').find((one) =>
    ['103.16605', '103.16589'].some((code) => isNctis(findNode(one, 'code'), code)),
  )
  const found = readTimes(entry, findNode(part, 'effectiveTime'))
  if (found.at === undefined) return readTimes(entry, findNode(entry.statement, 'effectiveTime'))
  entry.use(findNode(part, 'code'))
  return found
}

/** The results of batteries, without what is said of specimens. */
const listMeasured = (entry: Entry): readonly XmlNode[] =>
  listParts(entry.statement, 'organizer')
    .filter((organizer) => readStatus(organizer, known) !== undefined)
    .flatMap((organizer) => {
      for (const name of ['code', 'statusCode']) entry.use(findNode(organizer, name))
      return childrenOf(organizer, 'component').flatMap((component) => childrenOf(component, 'observation'))
    })
    .filter((node) => {
      const code = findNode(node, 'code')
      return attributeOf(code, 'codeSystem') !== oids.nctis && readStated(code) !== undefined
    })

function readMeasured(entry: Entry, node: XmlNode, status: Status): Observation {
  const code = findNode(node, 'code')
  const interpretation = readStated(findNode(node, 'interpretationCode'))
  for (const part of [code, ...(interpretation === undefined ? [] : [findNode(node, 'interpretationCode')])])
    entry.use(part)
  const comments = listParts(node, 'act').flatMap((act) => {
    const text = readLines(findNode(act, 'text'))
    if (text === undefined || !isSnomed(findNode(act, 'code'), '281296001')) return []
    for (const name of ['code', 'text']) entry.use(findNode(act, name))
    return [{ text }]
  })
  const range = readRange(entry, node)
  return {
    resourceType: 'Observation',
    status: readResultStatus(entry, node) ?? status,
    code: readStated(code) ?? {},
    subject: entry.patient,
    ...readValue(entry, findNode(node, 'value')),
    ...(interpretation === undefined ? {} : { interpretation: [interpretation] }),
    ...(comments.length === 0 ? {} : { note: comments }),
    ...(range === undefined ? {} : { referenceRange: [range] }),
  }
}

type Value = Pick<Observation, 'valueQuantity' | 'valueCodeableConcept' | 'valueString'>

/** PQ, CD or text. A number that JSON would write otherwise (`1.50`) stays in words. */
function readValue(entry: Entry, node: XmlNode | undefined): Value {
  const type = attributeOf(node, 'type')?.replace(/^.*:/, '')
  if (node === undefined || !['PQ', 'CD', 'CE', 'ST'].includes(type ?? '')) return {}
  const value = readTyped(node, type)
  if (Object.keys(value).length > 0) entry.use(node)
  return value
}

function readTyped(node: XmlNode, type: string | undefined): Value {
  if (type === 'PQ') {
    const quantity = attributeOf(node, 'nullFlavor') === undefined ? readQuantity(node) : undefined
    if (quantity === undefined) return {}
    return typeof quantity === 'string' ? { valueString: quantity } : { valueQuantity: quantity }
  }
  const words = type === 'ST' ? readLines(node) : undefined
  if (words !== undefined) return { valueString: words }
  const concept = type === 'ST' ? undefined : readStated(node)
  return concept === undefined ? {} : { valueCodeableConcept: concept }
}

type Measure = { readonly value: number; readonly unit?: string }

function readQuantity(node: XmlNode | undefined): Measure | string | undefined {
  const value = attributeOf(node, 'value')?.trim() ?? ''
  if (!/^-?\d{1,17}(?:\.\d{1,17})?$/.test(value)) return undefined
  const unit = attributeOf(node, 'unit')?.trim() ?? ''
  if (String(Number(value)) !== value) return `${value} ${unit}`.trim()
  return { value: Number(value), ...(unit === '' || unit === '1' ? {} : { unit }) }
}

function readRange(entry: Entry, node: XmlNode): ObservationReferenceRange | undefined {
  const range = findNode(node, 'referenceRange')
  const value = findNode(range, 'observationRange', 'value')
  const [low, high] = ['low', 'high'].map((name) => readQuantity(findNode(value, name)))
  if ((low === undefined && high === undefined) || childrenOf(node, 'referenceRange').length > 1) return undefined
  // Half of a range says something else.
  if (typeof low === 'string' || typeof high === 'string') return undefined
  entry.use(range)
  return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
}
