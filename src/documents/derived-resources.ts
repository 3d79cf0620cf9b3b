/** Builds the resources of the facts that a note states: AU Core 2.0.0. */
import type { CodeableConcept, Condition } from '@medplum/fhirtypes'
import { buildClaimCode, termOf, uncodedTag } from './claim-code.ts'
import { auCore, codeSystems } from './code-systems.ts'
import { displayOfCode } from './displays.ts'
import { buildAllergyIntolerance } from './facts/allergies.ts'
import { buildImmunization, buildProcedure } from './facts/deeds.ts'
import { buildMedicationStatement, buildMedicineList } from './facts/medicines.ts'
import { buildObservations } from './facts/observations.ts'
import { buildCarePlan, buildServiceRequest } from './facts/orders.ts'
import { type FactGroup, listFactGroups, type StatedFact } from './facts/stated-facts.ts'
import { listStatements } from './facts/statement-texts.ts'
import { type DerivedResource, type ReleaseInput, referenceTo } from './release-input.ts'

export type SectionEntry = { readonly sectionKey: string; readonly resource: DerivedResource }

/** One resource for each fact, with the section that states it first; before them the list of the medicines that change. */
export function buildDerivedResources(input: ReleaseInput): readonly SectionEntry[] {
  const groups = listFactGroups(input.artifact.note)
  const facts = groups.flatMap((group) =>
    builders[group.type](group, input).map((resource) => ({ sectionKey: group.facts[0].section.key, resource })),
  )
  return [...buildMedicineList(groups, input), ...facts]
}

const builders: Readonly<
  Record<FactGroup['type'], (group: FactGroup, input: ReleaseInput) => readonly DerivedResource[]>
> = {
  AllergyIntolerance: (group, input) => [buildAllergyIntolerance(group, input)],
  CarePlan: (group, input) => [buildCarePlan(group, input)],
  Condition: (group, input) => [buildCondition(group, input)],
  Immunization: (group, input) => [buildImmunization(group, input)],
  MedicationStatement: (group, input) => [buildMedicationStatement(group, input)],
  Observation: buildObservations,
  Procedure: (group, input) => [buildProcedure(group, input)],
  ServiceRequest: (group, input) => [buildServiceRequest(group, input)],
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
