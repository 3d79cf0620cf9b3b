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

const contentOf = (said: string): readonly string[] => (said.match(/[a-z]{4,}/g) ?? []).map((word) => word.slice(0, 5)) // biome-ignore format: short
const shares = (one: string, other: string): boolean => contentOf(one).some((word) => contentOf(other).includes(word))

/** "No rubbing." - "No rubbing. That's the hard one.": the patient says the order over. */
const isEcho = (reply: string, turn: string): boolean => {
  const [, ...words] =
    /^(?:(?:um|uh|oh|okay|ok|right),? )*(?:no|not) ([a-z]+)\b(?! (?:thanks?|you|way))/.exec(reply) ?? []
  return words[0] !== undefined && new RegExp(`\\b(?:no|not|never|without) ${words[0]}\\b`).test(turn)
}

/** What a remedy may do besides: who shrinks from it has not declined the remedy. */
const effect = /\b(?:you|he|she|they|it|that) (?:will|may|might|can|could)(?: \w+)? (?:get|feel|have|notice|make|cause|give|bring)\b|\bside effects?\b/ // biome-ignore format: one row

/** Of several things that one turn proposes, a plain no declines the last one: those before it stand, unless the reply names them. */
function isOfLater(utterance: Utterance, rest: readonly Sentence[], reply: Sentence): boolean {
  if (shares(reply.said, utterance.said)) return false
  const own = new Set(utterance.sentences.flatMap(({ terms }) => terms.map(({ key }) => key)))
  const isNamed = rest.some(({ terms }) => terms.some(({ kind, key }) => kind === 'medicine' && !own.has(key)))
  // "Not the Voltaren."
  const isOther = own.size > 0 && /^(?:[a-z ]+[.,] )?not (?:the|any|my) /.test(reply.said) && reply.terms.some(({ kind, key }) => kind === 'medicine' && !own.has(key)) // biome-ignore format: short
  const last = rest.at(-1)
  return isNamed || isOther || (last !== undefined && effect.test(last.said) && /^[a-z ]{2,24}\?/.test(reply.segment.text.toLowerCase())) // biome-ignore format: short
}

/** If the patient declines something in the next turn, it is no plan. */
export function isDeclined(following: (last: Sentence) => readonly Sentence[], utterance: Utterance): boolean {
  const last = utterance.sentences.at(-1)
  if (last === undefined) return false
  const next = following(last)
  const turn = next.filter(({ at }) => at === last.at)
  if (turn.some(({ isQuestion, said }) => isQuestion && !offers.test(said))) return false
  const later = next.slice(turn.length)
  const upTo = later.findIndex((sentence) => sentence.segment.speaker === 'clinician' && !isShort(sentence))
  const said = plainTurn(last)
  return (upTo < 0 ? later : later.slice(0, upTo))
    .filter(({ segment, text }) => segment.speaker === 'patient' && !text.trimEnd().endsWith('?'))
    .slice(0, 3)
    .some((reply) => declines.test(reply.said) && !(forbids.test(utterance.said) && agrees.test(reply.said)) && !isEcho(reply.said, said) && !isOfLater(utterance, turn, reply)) // biome-ignore format: short
}

const plainTurn = ({ segment }: Sentence): string => segment.text.toLowerCase()
