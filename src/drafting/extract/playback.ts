/** A later turn about a symptom: the clinician repeats it, or the patient says that it has gone. */

import { readAnswer } from '../dialogue/answers.ts'
import { readContext } from '../dialogue/context.ts'
import { plainText } from '../dialogue/dialogue.ts'
import { isOfThen } from '../dialogue/replies/open-replies.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { answers, says } from './candidates.ts'
import type { Mention } from './mention.ts'

const stillAsked = /\bstill (?:have|got|there|get|getting|having|going|feel)\b|\b(?:is|are) (?:it|that|they) still\b/
const goneAsked =
  /\b(?:has|have|is|did) (?:it|that|they) (?:all )?(?:gone(?=[?.!,]|$| (?:now|away|completely|altogether|since|again|yet|already|for good)\b)|(?:settled|stopped|cleared|better now|go away)\b)/

/** "Do you still have it?" - "No": the last symptom has gone. */
export function resolve(mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Mention[] {
  const out = [...mentions]
  for (const question of dialogue) {
    const said = question.said
    const answer = question.isQuestion && question.segment.speaker === 'clinician' ? readAnswer(question) : undefined
    const isGone =
      (stillAsked.test(said) && answer?.says === 'no' && answer.isPlain) ||
      (goneAsked.test(said) && answer?.says === 'yes')
    if (!isGone || answer === undefined) continue
    const at = out.findLastIndex((mention) => mention.polarity === 'present' && mention.at < question.at)
    const last = out[at]
    if (last === undefined || question.at - last.at > 6) continue
    out.splice(at, 1, {
      ...last,
      time: 'past',
      isResolved: true,
      quotes: [...last.quotes, ...answers(question, answer.sentence)],
    })
  }
  const places = new Map(dialogue.map((sentence, place) => [sentence, place]))
  return out.map((mention) => goneLater(mention, dialogue, places))
}

const itWent =
  /^(?:(?:um|uh|er|but|and|so|then|well|yeah|anyway),? )*(?:it|that|they|all that)(?: is| has| are| have)? (?:all |just |kind of |sort of |completely )?(?:went away|gone(?: away|(?! (?!now|again|today|since|and|so|but|thank)[a-z]))|(?:stopped|settled(?: down)?|cleared(?: up)?|passed|disappeared)(?! (?:my|the|his|her|our|their|your|me|him|us|giving|all|that|this|it|[a-z]+(?:'s|s') ))|better now|fine now)\b|^(?:all )?gone(?: now| away)?[.!]?$|^not (?:since|any ?more)[.!]?$|^it has not (?:been|come) back\b/

/** "...", and in the patient's next breath: "but it went away yesterday". */
function goneLater(mention: Mention, dialogue: readonly Sentence[], places: ReadonlyMap<Sentence, number>): Mention {
  const last = mention.quotes.at(-1)?.sentence
  if (
    last === undefined ||
    mention.polarity !== 'present' ||
    mention.time === 'past' ||
    last.segment.speaker !== 'patient'
  )
    return mention
  let place = (places.get(last) ?? 0) + 1
  while (isLaterBy(dialogue[place], last) && dialogue[place]?.segment.speaker !== 'patient') place += 1
  const next = dialogue[place]
  if (
    next === undefined ||
    !isLaterBy(next, last) ||
    !itWent.test(next.said) ||
    isOfMedicine(next) ||
    isOfOther(next, last)
  )
    return mention
  return { ...mention, time: 'past', isResolved: true, quotes: [...mention.quotes, ...says(next)] }
}

/** "And your appetite?" - "Gone.": the answer is about what was asked since. */
const isOfOther = (next: Sentence, last: Sentence): boolean => {
  const question = next.asked.at(-1)
  return (
    question !== undefined && question.at > last.at && !/\b(?:it|that|they|those|still|now|gone)\b/.test(question.said)
  )
}

/** "They stopped Mum's clopidogrel." */
const isOfMedicine = ({ terms }: Sentence): boolean => terms.some(({ kind }) => kind === 'medicine')

const isLaterBy = (next: Sentence | undefined, last: Sentence): boolean => next !== undefined && next.at - last.at <= 2

const playsBack =
  /\b(?:you (?:said|mentioned|told me|have been|have had|were saying|are having|noticed|felt|have got|described)|so you have|(?:recap|summari[sz]e)\b.*\byou)\b/
/** "So you also have some swelling.": a summary only if the patient agrees. */
const sumsUp =
  /^(?:(?:ok|okay|right|and|well|alright),? )*so,? you (?:(?:do|also|still) )*(?:have|get|feel|notice|are getting|are having)\b/
/** "I did" agrees to these: the patient said so, or has had it. */
const tellsOfThen = /\byou (?:said|mentioned|told|were|have (?:been|had)|had|felt|noticed|described)\b/
const agrees =
  /^(?:(?:um|uh|oh|well|mm),? )*(?:yes|yeah|yep|yup|aye|correct|exactly|indeed|that is (?:right|correct|it))\b(?!,? (?:but|no|and))/
const notPlayedBack =
  /\b(?:if|should|could|would|might|may|will|wonder|think|probably|diagnosed|look out|can|seems?|sounds?|called|tell me|whether|do you|did you|have you|are you)\b/

/** "So you've had a cough for three days": counts if the patient does not object next. */
export function readPlayback(sentence: Sentence, next: Sentence | undefined): readonly Mention[] {
  const said = sentence.said
  const reply = plainText(next?.text ?? '')
  const isAgreed = next !== undefined && next.at - sentence.at <= 2 && agrees.test(reply)
  if (!(playsBack.test(said) || (isAgreed && sumsUp.test(said))) || notPlayedBack.test(said)) return []
  if (/^(?:um,? |uh,? |well,? )*(?:no|nope|not|actually|sorry|only|just|did i|who|when|have i|really)\b/.test(reply))
    return []
  if (isOfThen(reply) && !tellsOfThen.test(said)) return []
  return sentence.terms.flatMap((term): Mention[] => {
    if (term.kind !== 'symptom') return []
    const { status, relative, ...rest } = readContext({ ...sentence, isQuestion: false }, term)
    if (relative !== undefined || status !== 'present' || rest.time === 'past') return []
    return [
      {
        term,
        polarity: status,
        ...rest,
        // What the patient said before is repeated; a summary has only the answer to rest on.
        quotes: isAgreed && !playsBack.test(said) ? answers(sentence, next) : says(sentence),
        at: sentence.at,
        isExplicit: false,
      },
    ]
  })
}
