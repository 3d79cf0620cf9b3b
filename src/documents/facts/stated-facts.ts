/** The claims of a note that become resources, and the claims that state the same fact. docs/design/hub.md#release. */
import {
  type Claim,
  type ClaimKind,
  isWordsAlone,
  type Note,
  type Section,
  type Statement,
} from '../../core/clinical-note.ts'
import { bloodPressure, isNamed, normaliseTerm, type Vital, vitals } from './vitals.ts'

export type StatedFact = { readonly claim: Claim; readonly statement: Statement; readonly section: Section }

/** One fact with every claim that states it; `key` names it within the encounter. */
export type FactGroup = {
  readonly key: string
  readonly type:
    | 'AllergyIntolerance'
    | 'CarePlan'
    | 'Condition'
    | 'Immunization'
    | 'MedicationStatement'
    | 'Observation'
    | 'Procedure'
    | 'ServiceRequest'
  readonly facts: readonly [StatedFact, ...StatedFact[]]
}

/** Other kinds are in the narrative only. Diagnoses come before history, so that the stronger statement leads its group. */
const resourceTypes = [
  { kind: 'impression', type: 'Condition' },
  { kind: 'history', type: 'Condition' },
  { kind: 'medication', type: 'MedicationStatement' },
  { kind: 'allergy', type: 'AllergyIntolerance' },
  { kind: 'vital', type: 'Observation' },
  { kind: 'finding', type: 'Observation' },
  { kind: 'procedure', type: 'Procedure' },
  { kind: 'immunisation', type: 'Immunization' },
  { kind: 'request', type: 'ServiceRequest' },
  { kind: 'follow-up', type: 'CarePlan' },
] as const satisfies readonly { readonly kind: ClaimKind; readonly type: FactGroup['type'] }[]

/** Words that hedge a text that the transcriber was unsure of: enough to read, too little for a record. */
const unclear = /\brecording (?:is |was )?unclear\b/i

export const isUnclear = ({ text }: Statement): boolean => unclear.test(text)

/** Present, about the patient, and certain; a clinician's tentative diagnosis stays tentative, and a doubtful allergy unconfirmed. D134. */
function isReleasable({ claim, statement }: StatedFact): boolean {
  if (isUnclear(statement)) return false
  if (claim.polarity !== 'present' || claim.person !== 'patient') return false
  // An allergy of the past, or a supposed one, is in the narrative only.
  if (claim.kind === 'allergy') return claim.time === 'current'
  if (claim.certainty !== 'certain') return claim.kind === 'impression'
  // "Codeine makes me feel sick": a quote is no name of a medicine.
  if (claim.kind === 'medication')
    return !isWordsAlone(claim) && (claim.time === 'current' || claim.change === 'stopped')
  return true
}

export const findVital = (claim: Claim): Vital | undefined =>
  vitals.find((vital) => isNamed(vital, claim.concept) || isNamed(vital, claim.display))

export const isBloodPressure = (claim: Claim): boolean =>
  Object.values(bloodPressure).some((vital) => isNamed(vital, claim.concept) || isNamed(vital, claim.display))

function observationKey(claim: Claim): string | undefined {
  if (isBloodPressure(claim)) return bloodPressure.panel.loinc
  // A finding without a measured value stays in the narrative.
  return claim.value === undefined ? undefined : findVital(claim)?.loinc
}

function factKey(claim: Claim, type: FactGroup['type']): string | undefined {
  const term = [claim.code ?? normaliseTerm(claim.concept), claim.side].filter((part) => part !== undefined).join('/')
  // A vaccine is given many times, and an operation once.
  if (type === 'Immunization') return [type, term, claim.when].filter((part) => part !== undefined).join('/')
  if (type !== 'Observation') return `${type}/${term}`
  const key = observationKey(claim) ?? (claim.value === undefined ? undefined : term)
  return key === undefined ? undefined : `${type}/${key}`
}

/** A sentence of several facts becomes one statement for each, so that a stored fact does not carry the others. */
const takeApart = (statement: Statement): readonly Statement[] =>
  statement.parts?.map(({ text, claims }) => ({
    ...statement,
    text,
    claims: claims.flatMap((at) => statement.claims[at] ?? []),
  })) ?? [statement]

const listFacts = (note: Note, kind: ClaimKind): StatedFact[] =>
  note.sections
    .flatMap((section) =>
      section.statements
        .flatMap(takeApart)
        .flatMap((statement) => statement.claims.map((claim) => ({ claim, statement, section }))),
    )
    .filter((fact) => fact.claim.kind === kind && isReleasable(fact))
    .sort((a, b) => Number(a.claim.certainty === 'uncertain') - Number(b.claim.certainty === 'uncertain'))

export function listFactGroups(note: Note): readonly FactGroup[] {
  const groups = new Map<string, FactGroup>()
  for (const { kind, type } of resourceTypes) {
    for (const fact of listFacts(note, kind)) {
      const key = factKey(fact.claim, type)
      if (key === undefined) continue
      const facts = groups.get(key)?.facts
      groups.set(key, { key, type, facts: facts === undefined ? [fact] : [...facts, fact] })
    }
  }
  return [...groups.values()]
}
