/** A no to allergies that holds for medicines alone, or that the clinician reads out: "But medicines no.", "Allergies, none, I've got." - "That's right." D473. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { asksAllergy } from '../../allergy-answers.ts'
import { answers, type Quote } from '../../candidates.ts'
import { isAgreed } from '../../regimens/checked/agreement.ts'

const kinds = '(?:medicines?|medications?|drugs|tablets|antibiotics)'
const deniesMedicines = new RegExp(`^(?:(?:and|but|oh|well|so|just|only|not|nothing|no),? )*(?:${kinds},? (?:no|none|nothing|not that i know of)|(?:not|nothing|none|no allergies) (?:to|for|with) (?:any )?${kinds}|no ${kinds})(?: (?:though|no|at all|that i know of))*[.,! ]*$`) // biome-ignore format: one row

/** The quotes of a sentence that denies an allergy to medicines in reply to a question after allergies. */
export function readMedicinesDenied(sentence: Sentence): readonly Quote[] | undefined {
  const question = sentence.asked.findLast(asksAllergy)
  return question === undefined || sentence.isQuestion || !deniesMedicines.test(sentence.said) ? undefined : answers(question, sentence) // biome-ignore format: short
}

const readsNone = /^(?:(?:and|so|ok|okay|right|now|your|known),? )*(?:drug )?allerg(?:y|ies),? (?:i have |we have |it says |you have )?(?:got )?(?:no|none|nil)\b|\b(?:no|nil) (?:known )?(?:drug )?allerg\w+,? (?:i have|we have|listed|down|recorded|on (?:here|file|the system|record))/ // biome-ignore format: one row

/** The quotes by which the patient agrees that there are none. `next`: the sentence after the clinician's. */
export function readNoneReadOut(sentence: Sentence, next: Sentence | undefined): readonly Quote[] | undefined {
  const isRead = !sentence.isQuestion && readsNone.test(sentence.said) && !/\bfoods?\b|\bother\b|\bexcept\b/.test(sentence.said) // biome-ignore format: short
  return isRead && next?.segment.speaker === 'patient' && isAgreed(next) ? answers(sentence, next) : undefined
}
