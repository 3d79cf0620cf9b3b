/** Decides whether the clinician takes an order back: right after it ("Arrange a scan. On second thoughts, wait.", D301), or after what the patient says ("Oh, then we can't.", D524). */
import type { Sentence } from '../../dialogue/sentence.ts'

const lead =
  "(?:(?:oh|hmm|um|uh|er|well|actually|sorry|wait|no|ok|okay|right|so|then|but|or|and|hang on|in fact|in that case|that's fine)[,. ]+)*"

/** Sentences that say nothing but that the words before them no longer hold. */
const takesBack = new RegExp(
  `^${lead}(?:(?:scrap|forget|ignore|cancel|strike|disregard|skip) (?:that|it|this|what i (?:just )?said)\\b|on second thoughts?\\b|i (?:will |would like to )?take (?:that|it) back\\b|(?:actually|hmm|wait|well|sorry|oh)[, ]+no\\b|no[, ]+(?:wait|actually|hang on|sorry)\\b|let us (?:not|leave (?:it|that))\\b|(?:maybe|perhaps|better|probably) not\\b|there is no (?:point|need)\\b|(?:i|we) will (?:not(?! (?:be|know|have|get|hear|need)\\b)|leave (?:it|that)(?: (?:then|for now|there|be|out))?[.!]?$))`,
)

/** An order of its own ends the search: what follows takes that one back. */
const orders = /\b(?:start|take|use|give|stop|prescribe|increase|arrange|book|order|refer|send|come back)\b/

/** Sentences of the clinician after an order in which it is taken back. */
const mostSentences = 2

/** `next`: the sentences after the order. */
export function isTakenBack(next: readonly Sentence[]): boolean {
  const own = next.filter(({ segment }) => segment.speaker === 'clinician').slice(0, mostSentences)
  for (const { said } of own) {
    if (takesBack.test(said)) return true
    if (orders.test(said)) return false
  }
  return false
}

/** The patient has told a reason against the order: "then that won't do", "ah, then we can't". */
const givesUp = /^(?:(?:oh|ah|hmm|right|okay|ok|no|well|sorry|then|so|in that case),? )*(?:(?:then|so|in that case),? (?:that (?:will|would|can) ?not (?:do|work|be)|we (?:can ?not|could not|will not|had better not|should not|must not)\b|it can ?not be|not that\b)|(?:that|it) (?:will|would) not (?:do|work)\b|(?:we|i) can ?not (?:use|give|have|start|do) (?:you )?(?:that|it|those)\b)/ // biome-ignore format: one pattern
/** The patient pleads for what was to be stopped: "okay, keep it". */
const keepsOn = /^(?:(?:oh|ah|all right|alright|okay|ok|fine|well|right|then|so),? )+(?:(?:we|you|i) (?:(?:will|can|could) )?)?(?:leave|keep|continue|stay on|carry on with) (?:it|that|them|those)\b/ // biome-ignore format: one pattern

/** `said`: what the clinician answers to the patient; `order`: the line of the order before. */
export const withdraws = (said: string, order: string): boolean =>
  (/^stop\b/i.test(order) ? keepsOn : givesUp).test(said)
