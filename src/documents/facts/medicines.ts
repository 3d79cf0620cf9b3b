/** Builds MedicationStatement from the statements of a note (AU Core 2.0.0), and the List of what changed. D147. */
import type { Dosage, List, MedicationStatement } from '@medplum/fhirtypes'
import type { Claim, MedicineChange } from '../../core/clinical-note.ts'
import { buildClaimCode, termOf, uncodedTag } from '../claim-code.ts'
import { auCore, codeSystems } from '../code-systems.ts'
import { plainLine } from '../plain-text.ts'
import { type ReleaseInput, referenceTo } from '../release-input.ts'
import type { FactGroup, StatedFact } from './stated-facts.ts'
import { listStatements } from './statement-texts.ts'

/** What the note says about a medicine as a whole. */
type MedicineReading = {
  readonly change?: MedicineChange
  readonly reason?: string
  /** The claims whose dose holds from now on. */
  readonly dosed: readonly Claim[]
}

/** A change replaces the dose of before. Two different changes of one medicine stay in the words, and so does its dose. */
function readMedicine(facts: FactGroup['facts']): MedicineReading {
  const claims = facts.map(({ claim }) => claim)
  const changed = claims.filter(({ change }) => change !== undefined)
  const [first] = changed
  if (first?.change === undefined) return { dosed: claims }
  if (changed.some(({ change }) => change !== first.change)) return { dosed: [] }
  const { change, reason } = first
  const dosed = change === 'continued' ? claims : change === 'stopped' ? [] : changed
  return { change, dosed, ...(reason === undefined ? {} : { reason: plainLine(reason) }) }
}

/** R4 medication-statement-status; the reason of a medicine that was stopped is that of its status. */
export function buildMedicationStatement({ key, facts }: FactGroup, input: ReleaseInput): MedicationStatement {
  const { change, reason, dosed } = readMedicine(facts)
  const dosage = listDosage(dosed)
  const { claim } = facts[0]
  const medicine = buildClaimCode(claim, input.codings?.(termOf('MedicationStatement', claim)))
  const isStopped = change === 'stopped'
  return {
    resourceType: 'MedicationStatement',
    id: input.ids(key),
    meta: { profile: [auCore('medicationstatement')], ...uncodedTag(medicine) },
    status: isStopped ? 'stopped' : 'active',
    ...(isStopped && reason !== undefined ? { statusReason: [{ text: reason }] } : {}),
    medicationCodeableConcept: medicine,
    subject: { reference: referenceTo(input.patient) },
    context: { reference: referenceTo(input.encounter) },
    dateAsserted: input.encounter.period?.start ?? input.artifact.createdAt,
    ...(isSaid(facts) ? { informationSource: { reference: referenceTo(input.patient) } } : {}),
    ...(change === 'started' && reason !== undefined ? { reasonCode: [{ text: reason }] } : {}),
    note: listStatements(facts).map((text) => ({ text })),
    ...(dosage.length === 0 ? {} : { dosage }),
  }
}

/** True if the patient said it in this consultation; the record and a clinician's word are other sources. */
const isSaid = (facts: FactGroup['facts']): boolean => facts.some((fact) => isPatients(fact))

/** A change that the clinician makes is one claim of an order, beside the order itself. */
const isPatients = ({ claim, statement }: StatedFact): boolean =>
  (claim.change === undefined || statement.claims.every(({ kind }) => kind !== 'plan')) &&
  statement.evidence.some(({ kind }) => kind === 'segment')

/** As said: amount, frequency, duration. Structured dosage would need more than a conversation says. */
function listDosage(claims: readonly Claim[]): Dosage[] {
  const texts = claims.map(
    ({ value, unit, frequency, duration, dose }) =>
      dose ??
      [
        [value, unit].filter((part) => part !== undefined).join(' '),
        frequency ?? '',
        duration === undefined ? '' : `for ${duration.replace(/^for /, '')}`,
      ]
        .filter((part) => part !== '')
        .join(', '),
  )
  return [...new Set(texts)].filter((text) => text !== '').map((text) => ({ text: plainLine(text) }))
}

/** AU Base CodeSystem medicine-item-change. */
const itemChanges: Readonly<Record<MedicineChange, string>> = {
  started: 'new',
  stopped: 'ceased',
  changed: 'changed',
  continued: 'nochange',
}

type ListEntry = { readonly sectionKey: string; readonly resource: List }

/** R4 list.html: the flag of an item says what changed; MedicationStatement has no element for it. */
export function buildMedicineList(groups: readonly FactGroup[], input: ReleaseInput): readonly ListEntry[] {
  const medicines = groups.filter(({ type }) => type === 'MedicationStatement')
  const changes = medicines.flatMap(({ key, facts }) => {
    const { change } = readMedicine(facts)
    return change === undefined ? [] : [{ change, key, facts }]
  })
  const [first] = changes
  if (first === undefined) return []
  const resource: List = {
    resourceType: 'List',
    id: input.ids(`List/${input.artifact.id}`),
    status: 'current',
    mode: 'changes',
    title: 'Changes of medicines',
    code: { coding: [{ system: codeSystems.listUse, code: 'medications' }] },
    subject: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    date: input.artifact.approvedAt,
    source: { reference: input.author },
    entry: changes.map(({ change, key }) => ({
      flag: { coding: [{ system: codeSystems.medicineItemChange, code: itemChanges[change] }] },
      item: { reference: `MedicationStatement/${input.ids(key)}` },
    })),
  }
  return [{ sectionKey: first.facts[0].section.key, resource }]
}
