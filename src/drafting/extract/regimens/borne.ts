/** A medicine that was had without harm: "I've had Amoxil since, and nothing happened.", "He's had Nurofen, no dramas." D556. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Quote, says } from '../candidates.ts'

export type Borne = { readonly told: string; readonly quotes: readonly Quote[] }

const subject = '(?:i|he|she|it|that|we)'
const well = new RegExp(
  `\\b${subject} (?:was|is|has been|have been|am) (?:all |perfectly |absolutely |totally |completely |always )?(fine|okay|ok|alright|all right)\\b|\\b(no (?:dramas?|problems?|worries|trouble|issues?|reactions?|side effects|rash))\\b|\\b(nothing (?:happened|came of it|went wrong))\\b|\\b(without (?:any )?(?:problems?|trouble|a problem|a reaction))\\b`,
)
/** What it was taken for may be fine too: "it was fine after that". */
const ofTrouble =
  /\bfine (?:after|since|until|till|for|then|again|by|when)\b|\bbut\b.*\b(?:rash|hives|sick|itch\w*|swell\w*)\b/

const find = ({ said }: Sentence): string | undefined =>
  ofTrouble.test(said)
    ? undefined
    : well
        .exec(said)
        ?.slice(1)
        .find((group) => group !== undefined)

/** In its own sentence, or the next one of the turn. */
export function borneOf(sentence: Sentence, own: readonly Sentence[]): Borne | undefined {
  const told = find(sentence)
  if (told !== undefined) return { told, quotes: says(sentence) }
  const next = own[own.indexOf(sentence) + 1]
  const later =
    next !== undefined && next.segment === sentence.segment && next.said.split(' ').length <= 9 ? find(next) : undefined
  return next === undefined || later === undefined
    ? undefined
    : { told: later, quotes: [...says(sentence), ...says(next)] }
}
