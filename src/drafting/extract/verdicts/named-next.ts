/** A diagnosis that a sentence only names, as sure as the sentence before it: "It's the bone behind the ear. Mastoiditis." D401. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** The sentence before says what is wrong, of the patient and of now. */
const tells =
  /^(?:(?:so|well|ok|okay|right|now|and|yeah|look|um|uh|then|i am (?:in )?(?:no doubt|sure|certain)|no doubt),? )*(?:it|this|that|what (?:you have|this is|it is)) is (?!(?:what|why|how|when|where|if|not|like|only|just|the (?:trouble|thing|best|worst))\b)/
const turns =
  /\b(?:if|could|might|may|probably|possibly|perhaps|maybe|think|suspect|not|no|never|rather|unlikely|people|some|usually|or|called)\b|n't\b/
/** Words beside the bare name. */
const light = /^(?:[,.!]|a|an|the|your|some|so|basically|in|other|words|then|proper|good|old|simple|plain|um|uh|er)$/

/** True if the sentence is the name alone, and the sentence of the same breath before it tells what is wrong. */
export function isNamedNext(sentence: Sentence, before: Sentence | undefined, { from, to }: Term): boolean {
  const isAlone = sentence.words.every(({ text }, at) => (at >= from && at <= to) || light.test(text))
  if (!isAlone || sentence.isQuestion || before?.segment !== sentence.segment || before.isQuestion) return false
  return tells.test(before.said) && !turns.test(before.said)
}

const calls =
  /^(?:(?:and|so|now|well),? )*(?:(?:we|doctors|they|people) call (?:it|that|this)|(?:that|it|this) is (?:called|known as|what (?:we|doctors) call)|(?:the|its) (?:\w+ )?(?:name|term|word) (?:for (?:it|that|this) )?is)\b/
const thought = /\b(?:i (?:think|suspect|reckon|believe)|probably|likely|looks? like|sounds? like|seems?)\b/

/** True if the sentence gives a thing its name that the speaker has only thought: "I think there's a clot on the lung. We call that ...". */
export const isNameOfThought = (sentence: Sentence, before: Sentence | undefined): boolean =>
  calls.test(sentence.said) && before?.segment === sentence.segment && thought.test(before.said)
