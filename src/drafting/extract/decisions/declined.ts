/** Whether the patient declines what the clinician proposes. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { isShort, type Utterance } from '../../dialogue/utterances.ts'

const declines =
  /^(?:(?:um|uh|er|oh|well|ah|thanks|look|hmm),? )*(?:not (?:the|that|for|another)\b|(?:no|nah|nope)\b(?!,? (?:worr(?:y|ies)|problems?|dramas?|sweat|bother|trouble|fuss|hassle|stress|biggie|objections?|issues?|excuses|arguments?|complaints?|pressure|rush|hurry|choice|doubt|need to (?:tell|ask|say|remind)|questions|yeah|yes|of course|i will(?! not)|i am happy|that is (?:fine|great|good|ok|clear|all)|that sounds|sure|it is (?:fine|ok)|further|i (?:understand|think that))|, no, no questions))|\b(?:rather (?:not|leave|wait|do without|(?:keep|stay on) (?:it|them|mine))|do not (?:really )?want|would not want|not for me|not keen|no thanks?|prefer (?:not|to (?:wait|leave))|not fancy|not interested|leave (?:it|that)|(?:count|leave) me out|(?:i will|i would|let us|can i) (?:pass|skip|leave)\b(?! (?:you|me))|no way|not on your life|over my dead body|steer clear of (?:it|that)|(?:sooner|would prefer) not|give (?:\w+ ){1,4}an? (?:miss|pass|skip|wide berth)|hold off|do without)\b/

/** A question about the offer itself; the answer to any other question declines nothing. */
const offers =
  /\b(?:would you|do you want|what do you think|is that|how does that|how do you feel|what do you reckon|how about|happy (?:with|to)|ok with|which)\b/

/** An order to leave something. Who says no to it, or leaves it, agrees. */
const forbids =
  /\b(?:do not|never|avoid|no [a-z]+ing|stay (?:off|away)|keep (?:off|away|out)|steer clear|(?:hold|lay|knock|ease) off|leave|skip|stop|give up|give (?:\w+ ){1,4}a (?:miss|rest|break)|cut (?:out|back|down)|go (?:without|easy)|(?:you|he|she) (?:must|should|can) not|limit|less)\b/
const agrees =
  /^(?:(?:oh|well|um|uh|okay|ok|right|yeah|yes),? )*(?:no(?: [a-z]+ing| more)?\b(?!,? (?:thanks?|thank you|way|chance|i (?:can|could|would|do) not|i want|i need|i would|but))|(?:i will|i can|i would|we will)(?: (?:just|try to|certainly|definitely))* (?:leave|skip|give|steer|hold|do without|go without|lay|cut|stay|keep|avoid|stop)\b|not a (?:problem|worry|drama|chance in))/

/** If the patient declines something in the next turn, it is no plan. */
export function isDeclined(following: (last: Sentence) => readonly Sentence[], utterance: Utterance): boolean {
  const last = utterance.sentences.at(-1)
  if (last === undefined) return false
  const next = following(last)
  const turn = next.filter(({ at }) => at === last.at)
  if (turn.some(({ isQuestion, said }) => isQuestion && !offers.test(said))) return false
  const later = next.slice(turn.length)
  const upTo = later.findIndex((sentence) => sentence.segment.speaker === 'clinician' && !isShort(sentence))
  return (upTo < 0 ? later : later.slice(0, upTo))
    .filter(({ segment }) => segment.speaker === 'patient')
    .slice(0, 3)
    .some(({ said }) => declines.test(said) && !(forbids.test(utterance.said) && agrees.test(said)))
}
