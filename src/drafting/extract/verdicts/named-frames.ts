/** Frames that name a diagnosis where no verb of thinking or stating does: "that'd be a hernia", "he's got croup", "the flushes are perimenopause". D466. */
import type { Certainty } from '../../dialogue/certainty.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** "That'd be a Baker's cyst", "that'll be your hernia". */
const willBe = /^(?:(?:so|and|well|right|yes|yeah|ok|okay|ah),? )*(?:that|this|it) (?:would|will) be(?: (?:a|an|the|your|his|her|just|some|probably))*$/ // biome-ignore format: one pattern
/** "That would be a sign of a stroke." */
const wouldShow = /\bwould be (?:a |an |the )?(?:\w+ )?(?:sign|symptom|warning|clue)s?\b/
/** The words before the name as they were said: in the table of words "shoulder's" is "shoulder". */
const spokenBefore = (sentence: Sentence, term: Term): string => plainText(sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start)).trim() // biome-ignore format: short

/** "The shoulder's a frozen shoulder", "the flushes are perimenopause": the trouble is the subject. */
const isOfTrouble = /^(?:(?:so|and|well|right|yes|yeah|ok|okay|now|but),? )*(?:i think )?(?!.*\b(?:mum|mom|dad|mother|father|brother|sister|wife|husband|son|daughter|risk|worry|chance|question|idea|thing|test|scan|name|fear|concern|danger|cause|complication)(?:s|'s)?\b)(?:the|your|his|her|that|this) (?:[a-z-]+ ){0,2}[a-z-]+(?: is| are|'s(?= (?:a|an|just|all|only|called|most|more|probably|likely)\b))(?: (?:a|an|the|just|some|all|only|simply|clearly|plain|simple|bit|of|mild|moderate|severe|early|textbook|classic|called|what|is|we|call))*$/ // biome-ignore format: one row
/** "He's got croup." */
const childHas = /^(?:(?:so|and|well|right|yes|yeah|ok|okay|now),? )*(?:i think )?(?:he|she) (?:has|have|is(?= got))(?: (?:got|a|an|some|just|really|bit|of|nasty|bad|mild|moderate|severe|acute|early|left|right|sided|touch|case|bout|simple))*$/ // biome-ignore format: one pattern

/** "That would be a sign of a stroke" supposes it. */
export const showsSign = ({ said }: Sentence): boolean => wouldShow.test(said)

const unsure = /\b(?:if|not|no|never|unlikely|better|gone|under control)\b/

/** How sure the frame before the name is; undefined if it is none of them. */
export function readFrame(sentence: Sentence, term: Term, isChilds: boolean): Certainty | undefined {
  const before = sentence.words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const spoken = spokenBefore(sentence, term)
  if (willBe.test(before) && !/\bif\b/.test(sentence.said)) return 'likely'
  if (isChilds && (childHas.test(before) || childHas.test(spoken))) return 'stated'
  return isOfTrouble.test(spoken) && !unsure.test(sentence.said) ? 'stated' : undefined
}
