/** Immunisations: the Agency's guides, Administered Immunisation; R4 immunization.html. */
import type { Immunization } from '@medplum/fhirtypes'
import { attributeOf, childrenOf, findNode } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { type Fact, happened, isVoid, type Kind } from './kind.ts'
import { readStated, readTimes } from './stated.ts'

export const immunisationKind: Kind = {
  name: 'substanceAdministration',
  matches: () => true,
  allowed: happened,
  read: readImmunisation,
}

const statuses = { '': true, completed: true }

function readImmunisation(entry: Entry): Fact | string {
  const { statement, patient } = entry
  if (readStatus(statement, statuses) === undefined) return isVoid
  const product = findNode(statement, 'consumable', 'manufacturedProduct', 'manufacturedMaterial', 'code')
  const vaccineCode = readStated(product)
  if (vaccineCode === undefined) return 'it names no vaccine'
  const { at } = readTimes(entry, findNode(statement, 'effectiveTime'))
  if (at === undefined) return 'it has no time'
  entry.use(product)
  entry.use(findNode(statement, 'statusCode'))
  const dose = readDoseNumber(entry)
  const resource: Immunization = {
    resourceType: 'Immunization',
    status: 'completed',
    vaccineCode,
    patient,
    occurrenceDateTime: at,
    ...(dose === undefined ? {} : { protocolApplied: [{ doseNumberPositiveInt: dose }] }),
  }
  return { resource }
}

/** R4 positiveInt has 31 bits. */
function readDoseNumber(entry: Entry): number | undefined {
  const relation = childrenOf(entry.statement, 'entryRelationship').find(
    (one) => findNode(one, 'sequenceNumber') !== undefined,
  )
  const sequence = findNode(relation, 'sequenceNumber')
  const value = attributeOf(sequence, 'value')?.trim() ?? ''
  if (!/^[1-9]\d{0,8}$/.test(value)) return undefined
  entry.use(sequence)
  // The schema wants a supply beside the number; it says nothing.
  entry.use(findNode(relation, 'supply'))
  return Number(value)
}
