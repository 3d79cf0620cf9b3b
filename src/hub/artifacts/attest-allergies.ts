/** A clinician attests an allergy by its name and with a reason of its own, one allergen at a time. D71. */

import { invalidField } from '../../core/problems.ts'
import { type Heard, listAllergyDoubts, listToldAllergies, namesAllergen } from '../../drafting/verify/allergies.ts'

const leftOut = ['patient_corrected', 'testing_negative', 'not_an_allergy', 'recorded_in_error'] as const

/** Reasons why a note states an allergy that nobody said aloud, and why it does not state one that somebody said. */
const reasonsOf = {
  'allergy-invented': ['patient_confirmed', 'reaction_observed', 'recorded_elsewhere'],
  'allergy-dropped': leftOut,
  'allergy-contradicted': leftOut,
} as const satisfies Readonly<Record<string, readonly string[]>>
type AllergyRule = keyof typeof reasonsOf

export const allergyReasons = [...reasonsOf['allergy-invented'], ...leftOut] as const

export const isAllergyRule = (rule: string | undefined): rule is AllergyRule => rule !== undefined && rule in reasonsOf

type Named = {
  readonly statementId?: string | undefined
  readonly rule?: string | undefined
  readonly reasonCode: string
  readonly allergen?: string | undefined
}

/** Throws `validation` with the field if the allergen or the reason does not fit the finding. `heard` is absent if no allergy is attested. */
export function checkAllergen(row: Named, at: number, heard: Heard | undefined): void {
  const { rule, reasonCode, allergen } = row
  const refuse = (field: string, message: string) => invalidField(`attestations[${at}].${field}`, message)
  const isOwnReason = allergyReasons.some((own) => own === reasonCode)
  if (!isAllergyRule(rule)) {
    if (allergen !== undefined) throw refuse('allergen', 'goes with a finding about an allergy alone')
    if (isOwnReason) throw refuse('reasonCode', 'is a reason for a finding about an allergy')
    return
  }
  if (allergen === undefined) throw refuse('allergen', 'is required for a finding about an allergy')
  if (!reasonsOf[rule].some((own) => own === reasonCode))
    throw refuse('reasonCode', `must be one of ${reasonsOf[rule].join(', ')} for this finding`)
  const isOfFinding = heard !== undefined && listAllergens(row, rule, heard).some((own) => namesAllergen(allergen, own))
  if (!isOfFinding) throw refuse('allergen', 'names no allergen of this finding')
}

function listAllergens({ statementId }: Named, rule: AllergyRule, heard: Heard) {
  if (rule !== 'allergy-invented')
    return listAllergyDoubts(heard).flatMap((doubt) => (doubt.rule === rule ? [doubt.allergen] : []))
  const statements = heard.note.sections.flatMap((section) => section.statements)
  return statements.filter(({ id }) => id === statementId).flatMap(listToldAllergies)
}
