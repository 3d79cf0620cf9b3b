/** A diagnosis that the patient puts to the clinician, as sure as the answer: "So it's appendicitis?" - "I think so." D400. */
import type { Certainty } from '../../dialogue/certainty.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Quote, says } from '../candidates.ts'

/** The patient asks for a verdict of today: the name is all of the question. */
const asks =
  /^(?:(?:so|oh|and|then|right|ok|okay|well|god|but|um|uh|er|wait|sorry|no|yeah),? )*(?:(?:you (?:think|reckon|mean|are saying|are telling me)|are you (?:saying|telling me)|do you (?:think|reckon)|does (?:that|it|this) mean|that means) )?(?:that )?(?:(?:is|was|could|can|might|would) (?:it|this|that|there)(?: be)?|(?:it|this|that) (?:is|might be|could be|must be|will be)|(?:have i|i have|do i have)(?: got)?)\b/
const asksMore = /\b(?:because|from|like|not|never|definitely not|why|what|how|when|serious|dangerous|catching|contagious|cancer|genetic|my (?:mum|dad|brother|sister|friend|mate)\w*)\b/ // biome-ignore format: a list

/** What the clinician's first words say of it, surest last. */
// biome-ignore format: one row a line
const verdicts: readonly (readonly [said: RegExp, certainty: Certainty])[] = [
  [/^(?:i think (?:so|it is|that is (?:right|it))|i (?:would )?(?:reckon|suspect|believe|imagine|say) so|i (?:think|suspect|reckon|believe) (?:it|that) (?:is|probably is)|(?:very |most |quite |more than )?(?:likely|probably)|almost certainly|in all likelihood|it (?:looks|sounds|seems) (?:like it|that way)|(?:looks|sounds) like it)(?=,|$)/, 'likely'],
  [/^(?:(?:it|that) (?:may|might|could)(?: well| very well| possibly)?(?: be)?|(?:quite |very )?possibly|perhaps|maybe|i (?:am|do) (?:worried|concerned|afraid) (?:that )?it (?:is|might be|could be)|i (?:worry|fear) (?:that )?it (?:is|might be)|i think it (?:may|might|could)(?: well)? be)(?=,|$)/, 'possible'],
  [/^(?:(?:yes|yeah|yep|yup|aye|correct|exactly|indeed|absolutely)(?: indeed)?(?:$|,? (?:it is|that is (?:right|it|what it is|exactly it|correct)|you (?:have|do|are right)|i am (?:afraid|sorry to say)|afraid so|spot on|exactly|indeed|without (?:a )?doubt|no doubt)\b)|it is(?:$| indeed\b|,)|i am afraid (?:so|it is)|afraid so|that is (?:right|correct|exactly (?:it|what it is)|what it is)|spot on|you are (?:quite )?right|it certainly is|no doubt about it)/, 'stated'],
]
const openers = /^(?:(?:um|uh|er|well|so|oh|ah|hm|mm|ok|okay|right|now|look|yes|yeah|sadly|unfortunately),? )+(?=(?:i|it|that|this|very|most|quite|probably|possibly|almost|perhaps|maybe|afraid|in)\b)/ // biome-ignore format: one pattern
/** Words of the answer that turn it round, or hold for something else. */
const turns = /\b(?:but|not|no|never|unless|although|though|if|part of|partly|in a way|sort of|kind of|rather than|instead|old|used to)\b/ // biome-ignore format: a list

/** True if the patient's words put a diagnosis to the clinician. */
export const isAskedFor = ({ said }: Sentence): boolean => /^so,? /.test(said) && asks.test(said)

export type Asked = { readonly sentence: Sentence; readonly certainty: Certainty; readonly quotes: readonly Quote[] }

/** The question that this sentence of the clinician answers, and how surely. */
export function readVerdict(reply: Sentence, before: Sentence | undefined): Asked | undefined {
  // "Could there be a disc bulge? Possibly.": the clinician answers the own question.
  const isOwn = before?.segment === reply.segment && before.isQuestion
  if ((before?.segment.speaker !== 'patient' && !isOwn) || reply.segment.speaker !== 'clinician' || reply.isQuestion)
    return undefined
  if (before === undefined || reply.at - before.at > 2 || !asks.test(before.said) || asksMore.test(before.said))
    return undefined
  const said = reply.said.replace(openers, '').replace(/[.!]+$/, '')
  const whole = reply.said.replace(/[.!]+$/, '')
  const verdict = verdicts.find(([form]) => form.test(said) || form.test(whole))
  if (verdict === undefined || turns.test(said)) return undefined
  return {
    sentence: before,
    certainty: verdict[1],
    quotes: isOwn ? [before, reply].flatMap((each) => says(each)) : [{ sentence: before, role: 'question' }, { sentence: reply, role: 'answer' }], // biome-ignore format: short
  }
}
