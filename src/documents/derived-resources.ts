/** Builds the resources of the facts that a note states: AU Core 2.0.0 Condition, MedicationStatement. */
import type { CodeableConcept, Condition, Dosage, MedicationStatement } from '@medplum/fhirtypes'
import { buildClaimCode, termOf, uncodedTag } from './claim-code.ts'
import { auCore, codeSystems } from './code-systems.ts'
import { displayOfCode } from './displays.ts'
import { buildAllergyIntolerance } from './facts/allergies.ts'
import { buildObservations } from './facts/observations.ts'
import { type FactGroup, listFactGroups, type StatedFact } from './facts/stated-facts.ts'
import { listStatements } from './facts/statement-texts.ts'
import { plainLine } from './plain-text.ts'
import { type DerivedResource, type ReleaseInput, referenceTo } from './release-input.ts'

export type SectionEntry = { readonly sectionKey: string; readonly resource: DerivedResource }

/** One resource for each fact, with the section that states it first. */
export const buildDerivedResources = (input: ReleaseInput): readonly SectionEntry[] =>
  listFactGroups(input.artifact.note).flatMap((group) =>
    builders[group.type](group, input).map((resource) => ({ sectionKey: group.facts[0].section.key, resource })),
  )

const builders: Readonly<
  Record<FactGroup['type'], (group: FactGroup, input: ReleaseInput) => readonly DerivedResource[]>
> = {
  AllergyIntolerance: (group, input) => [buildAllergyIntolerance(group, input)],
  Condition: (group, input) => [buildCondition(group, input)],
  MedicationStatement: (group, input) => [buildMedicationStatement(group, input)],
  Observation: buildObservations,
}

const concept = (system: string, code: string): CodeableConcept => ({
  coding: [{ system, code, ...displayOfCode(code) }],
})

function buildCondition({ key, facts }: FactGroup, input: ReleaseInput): Condition {
  const [fact] = facts
  const { claim } = fact
  const category = claim.kind === 'impression' ? 'encounter-diagnosis' : 'problem-list-item'
  const code = buildClaimCode(claim, input.codings?.(termOf('Condition', claim)))
  return {
    resourceType: 'Condition',
    id: input.ids(key),
    meta: { profile: [auCore('condition')], ...uncodedTag(code) },
    clinicalStatus: concept(codeSystems.conditionClinical, claim.time === 'current' ? 'active' : 'inactive'),
    verificationStatus: concept(codeSystems.conditionVerification, verificationOf(fact)),
    category: [concept(codeSystems.conditionCategory, category)],
    code,
    subject: { reference: referenceTo(input.patient) },
    encounter: { reference: referenceTo(input.encounter) },
    recordedDate: input.artifact.approvedAt,
    recorder: { reference: input.author },
    note: listStatements(facts).map((text) => ({ text })),
  }
}

/** Alternatives, or a diagnosis to exclude. */
const weighs = /\b(?:or|versus|vs|either|differentials?|exclude|rule out|less likely)\b/i
const joins = / (?:and|with) /

/** R4 condition-ver-status: a stated diagnosis is confirmed, a single hedged one is provisional, alternatives are a differential. D72. */
function verificationOf({ claim, statement }: StatedFact): 'confirmed' | 'provisional' | 'differential' {
  if (claim.certainty === 'certain') return 'confirmed'
  const candidates = statement.claims.filter(
    ({ kind, certainty }) => kind === 'impression' && certainty === 'uncertain',
  )
  const isWeighed = weighs.test(statement.text) || (candidates.length > 1 && !joins.test(statement.text))
  return isWeighed ? 'differential' : 'provisional'
}

function buildMedicationStatement({ key, facts }: FactGroup, input: ReleaseInput): MedicationStatement {
  const dosage = listDosage(facts)
  const { claim } = facts[0]
  const medicine = buildClaimCode(claim, input.codings?.(termOf('MedicationStatement', claim)))
  return {
    resourceType: 'MedicationStatement',
    id: input.ids(key),
    meta: { profile: [auCore('medicationstatement')], ...uncodedTag(medicine) },
    status: 'active',
    medicationCodeableConcept: medicine,
    subject: { reference: referenceTo(input.patient) },
    context: { reference: referenceTo(input.encounter) },
    dateAsserted: input.encounter.period?.start ?? input.artifact.createdAt,
    ...(isSaid(facts) ? { informationSource: { reference: referenceTo(input.patient) } } : {}),
    note: listStatements(facts).map((text) => ({ text })),
    ...(dosage.length === 0 ? {} : { dosage }),
  }
}

/** True if the patient said it in this consultation; the record and a clinician's word are other sources. */
const isSaid = (facts: FactGroup['facts']): boolean =>
  facts.some(({ statement }) => statement.evidence.some(({ kind }) => kind === 'segment'))

/** As said: amount, frequency, duration. Structured dosage would need more than a conversation says. */
function listDosage(facts: FactGroup['facts']): Dosage[] {
  const texts = facts.map(({ claim: { value, unit, frequency, duration } }) =>
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
