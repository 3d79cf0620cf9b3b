/** Whether the clinician gives an order, and to the patient. D147, D260. */
import { findRelative, isOtherPerson } from '../../dialogue/context.ts'

/** Somebody else gave the order, it was given in other times, or the clinician does not stand by it. */
const notMeant =
  /\b(?:refus\w*|reluctant\w*|mistakes?|wrong|doubt\w*|nobody|hardly|told|said|says|thinks|wants|used to|ago|yesterday|last (?:week|month|year|time|patient|doctor)|regret\w*|rather than)\b/

export const isMeant = (said: string): boolean => !notMeant.test(said)

/** "Your husband should take it". "He" is the patient where a parent speaks for a child. */
export function isToPatient(said: string, isChilds: boolean): boolean {
  const words = said.split(/[^a-z0-9']+/)
  return isChilds || !(words.some(isOtherPerson) || findRelative(words, 0, words.length) !== undefined)
}
