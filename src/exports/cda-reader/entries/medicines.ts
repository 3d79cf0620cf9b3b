/** Medicines as MedicationStatement: the Agency's guides, MEDICATION INSTRUCTION and Therapeutic Good; R4 medicationstatement.html. */
import type { CodeableConcept, Coding, MedicationStatement } from '@medplum/fhirtypes'
import { codeSystems } from '../../../documents/code-systems.ts'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { oids } from '../../cda/codes.ts'
import { changeTypes, changeWords, recommended } from '../../cda/medicine-changes.ts'
import { systemOf } from '../values.ts'
import { attributeOf, childrenOf, findNode, textOf } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { type Fact, isVoid, type Kind } from './kind.ts'
import { codeIn, listRelated, listRemarks, readStated, readTimes, readWords } from './stated.ts'

export const medicineKind: Kind = {
  name: 'substanceAdministration',
  matches: () => true,
  // Specialist Letter 1.3, 7.1.3.1: a ceased medicine is one that is not given.
  allowed: { moods: ['EVN'], mayBeNegated: (statement) => isCeased(findChange(statement)) },
  read: readMedicine,
}

type Change = {
  readonly type: readonly [code: string, display: string]
  /** Absent: the document does not say whether it was made. */
  readonly isMade?: boolean
  readonly nodes: readonly (XmlNode | undefined)[]
}

/** NCTIS Change Type with Recommendation or Change. Undefined where nobody stated one, or two were. */
function findChange(statement: XmlNode): Change | undefined {
  const [change, ...others] = listRelated(statement, '103.16593')
  const code = codeIn(findNode(change, 'value'), oids.changeType)
  const type = Object.values(changeTypes).find(([known]) => known === code)
  if (change === undefined || others.length > 0 || type === undefined) return undefined
  const [status] = listRelated(change, '103.16595')
  const made = codeIn(findNode(status, 'value'), oids.changeStatus)
  const nodes = [change, status].flatMap((node) => [findNode(node, 'code'), findNode(node, 'value')])
  return { type, nodes, ...(made === '01' || made === '02' ? { isMade: made === '02' } : {}) }
}

/** What a discharge summary has in words: the status of the item (SUBJ), and what was changed (SPRT). */
function findWordedChange(statement: XmlNode): (Change & { readonly text?: string }) | undefined {
  const [status, said] = ['SUBJ', 'SPRT'].map((typeCode) => {
    const relation = childrenOf(statement, 'entryRelationship').find((one) => attributeOf(one, 'typeCode') === typeCode)
    return findNode(relation, 'observation', 'code')
  })
  const words = textOf(findNode(status, 'originalText')) ?? ''
  const text = textOf(findNode(said, 'originalText'))
  const known = changeWords.get(text ?? '')
  if (known !== undefined) return { ...known, nodes: [status, said] }
  const type = Object.values(changeTypes).find(([, display]) => display.toLowerCase() === words.toLowerCase())
  if (type === undefined) return undefined
  const isMade = text?.endsWith(recommended[1]) !== true
  const bare = isMade ? text : text?.slice(0, -recommended[1].length).replace(/\. $/, '')
  return { type, isMade, nodes: [status, said], ...(bare === undefined ? {} : { text: bare }) }
}

function flagOf({ type: [code, display], isMade, text }: Change & { readonly text?: string }): CodeableConcept {
  const nctis: Coding = { system: systemOf(oids.changeType), code, display }
  const listed = code === changeTypes.unchanged[0] ? 'nochange' : isMade === false ? 'recommended' : 'changed'
  const known = isMade === undefined ? [] : [{ system: codeSystems.medicineItemChange, code: listed }]
  return { coding: [...known, nctis], ...(text === undefined ? {} : { text }) }
}

const isCeased = (change: Change | undefined): boolean => change?.type === changeTypes.ceased && change.isMade === true

type Status = MedicationStatement['status']

/** `''`: CDA says that the medicine is in the list, and no more. */
const statuses: Readonly<Record<string, Status>> = {
  '': 'unknown',
  active: 'active',
  completed: 'completed',
  cancelled: 'stopped',
  aborted: 'stopped',
  suspended: 'on-hold',
  held: 'on-hold',
}

const ceasedSection = '101.16146.4.1.2'

/** The status of the entry; one that has none has ended if its change or its section says so. */
function statusOf({ statement, section }: Entry, change: Change | undefined): Status | undefined {
  const status = readStatus(statement, statuses)
  if (status !== undefined && attributeOf(statement, 'negationInd') === 'true') return 'stopped'
  if (status !== 'unknown') return status
  if (change?.isMade === true) {
    if (isCeased(change) || change.type === changeTypes.cancelled) return 'stopped'
    if (change.type === changeTypes.suspended) return 'on-hold'
  }
  return section === ceasedSection ? 'stopped' : status
}

function readMedicine(entry: Entry): Fact | string {
  const { statement, patient } = entry
  const change = findChange(statement) ?? findWordedChange(statement)
  const status = statusOf(entry, change)
  if (status === undefined) return isVoid
  const product = findNode(statement, 'consumable', 'manufacturedProduct', 'manufacturedMaterial', 'code')
  const medicine = readStated(product)
  if (medicine === undefined) return 'it names no medicine'
  const text = findNode(statement, 'text')
  const dose = readWords(text)
  for (const node of [product, findNode(statement, 'statusCode'), ...(change?.nodes ?? [])]) entry.use(node)
  if (dose !== undefined) entry.use(text)
  const reasons = listRemarks(entry, '103.10141')
  const notes = listRemarks(entry, '103.16044')
  const { at, period } = readTimes(entry, findNode(statement, 'effectiveTime'))
  const resource: MedicationStatement = {
    resourceType: 'MedicationStatement',
    status,
    medicationCodeableConcept: medicine,
    subject: patient,
    ...(at === undefined ? {} : { effectiveDateTime: at }),
    ...(period === undefined ? {} : { effectivePeriod: period }),
    ...(reasons.length === 0 ? {} : { reasonCode: reasons.map((reason) => ({ text: reason.replaceAll('\n', ' ') })) }),
    ...(notes.length === 0 ? {} : { note: notes.map((note) => ({ text: note })) }),
    ...(dose === undefined ? {} : { dosage: [{ text: dose }] }),
  }
  return { resource, ...(change === undefined ? {} : { flag: flagOf(change) }) }
}
