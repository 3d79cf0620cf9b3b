/** A diagnosis that the clinician weighs and does not hold: "I don't think it's a stroke" is "Stroke unlikely." D402. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

const article = '(?: (?:a|an|any|the|your|another|some|anything like(?: a| an)?|actually|really|ever))*'
const isIt =
  '(?: (?:that|there))?(?: (?:it|this|that|there|you|he|she))?(?: (?:is|are|has|have|had|has had|have had|has been|have got|got|will be))?'
/** What stands directly before the name. */
const doubted = new RegExp(
  `\\b(?:i|we) (?:(?:really|honestly|certainly|actually) )*(?:do not|would not) (?:(?:really|honestly|actually|for a (?:minute|moment|second)) )*(?:think|believe|reckon|suspect|feel)(?: for a (?:minute|moment|second))?${isIt}${article}$`,
)
/** "It's unlikely to be gout", "gout is very unlikely". */
const unlikelyBefore = /\bunlikely (?:to be|that (?:it|this|that|you) (?:is|have))(?: (?:a|an|any|the))*$/
const unlikelyAfter =
  /^ ?(?:,? ?(?:i think|to my mind|though|here) ?,?)? ?(?:is|are|seems?|looks?|would be) (?:(?:very|really|most|highly|pretty|extremely|so|rather|quite) )*(?:unlikely|improbable)\b(?! (?:to (?!be\b)|that|but|,? ?(?:if|unless|but)))/
/** Another person's, another day's or an unsure matter. */
const elsewhere =
  /\b(?:if|unless|when|your (?:mum|mom|mother|dad|father|brother|sister|son|daughter|wife|husband|partner)|need|want|will|would (?:be|have)|go(?:ing)? away|caused?|risk|yet|until|just|only|all)\b/
const most = 14

/** True if the clinician calls the diagnosis of this name unlikely. */
export function isCalledUnlikely({ words, isQuestion }: Sentence, { from, to }: Term): boolean {
  if (isQuestion) return false
  const before = words.slice(Math.max(0, from - most), from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const after = words.slice(to + 1, to + most).map(({ text }) => text).join(' ') // biome-ignore format: short
  const clause = before.split(/ (?:but|,) /).at(-1) ?? before
  if (elsewhere.test(clause)) return false
  if (doubted.test(clause) || unlikelyBefore.test(clause)) return !/^(?:is|are|was|has|will|does|needs|can|clinic|test|alone|on its own|any ?more|from|because|that needs)\b/.test(after) // biome-ignore format: short
  return unlikelyAfter.test(` ${after}`)
}
