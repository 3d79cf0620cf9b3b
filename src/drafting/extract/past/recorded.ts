/** Illnesses that the clinician says over, reads out of the record, or repeats after the patient. */
import { readAnswer } from '../../dialogue/answers.ts'
import { nameOthers } from '../../dialogue/context.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { answers, type Candidate, claim, says } from '../candidates.ts'
import { isAcute, isAllergy } from './passing.ts'

/** "You mentioned you have diabetes": the clinician repeats the patient's history. */
export function playedBack(sentence: Sentence): readonly Candidate[] {
  return sentence.terms
    .filter((term) => term.kind === 'condition' && !isAcute(term))
    .flatMap((term) => {
      const lead = plainText(
        sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start),
      )
      if (
        !/\byou (?:mentioned|said|told me)(?: that)? you (?:have|had|have got|suffer from|have had)(?: a| some| got)?$/.test(
          lead,
        )
      )
        return []
      return [
        {
          text: `History of ${term.display}.`,
          claims: [claim('history', term)],
          quotes: says(sentence),
          weight: 72,
          at: sentence.at,
        },
      ]
    })
}

/** A name and no more: "Right, asthma, yes." */
const isBareName = ({ words, terms }: Sentence): boolean =>
  words.every(({ text }, at) => terms.some(({ from, to }) => at >= from && at <= to) || bareWord.test(text))
const bareWord = /^(?:um|uh|er|oh|ohh|ah|ok|okay|right|so|yes|yeah|yep|and|the|a|an|fine|good|sure|[,.!])$/
const agrees =
  /^(?:(?:um|uh|er|oh|mm|well|so),? )*(?:yes|yeah|yep|yup|aye|correct|that is right|exactly)\b(?!,? (?:but|no))/

/** "My mum has hay fever." - "Hay fever, okay.": what is repeated is another person's. D372. */
const isOfOther = (key: string, earlier: readonly Sentence[]): boolean =>
  earlier.some(
    ({ segment, terms, words }) =>
      segment.speaker !== 'clinician' &&
      terms.some((term) => term.key === key) &&
      nameOthers(words.map(({ text }) => text)),
  )

/** "Underactive thyroid, yes." - "Yeah.": the clinician repeats the patient's words, and the patient agrees. */
export function echoedCondition(
  sentence: Sentence,
  next: Sentence | undefined,
  earlier: readonly Sentence[],
): readonly Candidate[] {
  const [term, other] = sentence.terms
  if (term?.kind !== 'condition' || other !== undefined || isAcute(term) || !isBareName(sentence)) return []
  if (isOfOther(term.key, earlier)) return []
  if (
    next?.segment.speaker !== 'patient' ||
    next.at - sentence.at > 2 ||
    !agrees.test(next.said) ||
    nameOthers(next.words.map(({ text }) => text))
  )
    return []
  return [{ text: `History of ${term.display}.`, claims: [claim('history', term)], quotes: answers(sentence, next), weight: 70, at: sentence.at }] // biome-ignore format: short
}

/** The clinician reads an illness out of the record. */
const ofRecord =
  /\b(?:listed|recorded|on (?:your|the|my|our|his|her) (?:record|records|list|notes|file|system|screen|problem list)|on (?:file|record|here|screen|paper)|(?:notes|record|records|file|letter|list) (?:mentions?|shows?|has|have|lists?)|under (?:active |past )?(?:problems?|conditions?|history)|down as having|(?:have|got|put) you down (?:as|for|with))\b/
const notRecorded =
  /\b(?:no|not|never|without|family|mother|father|mum|dad|brother|sister|partner|husband|wife|son|daughter|(?:letter|leaflet|referral|appointment|request|form|note|invitation) (?:about|on|for|from|re)|test\w*|screen\w*|allerg\w*|suspected|query|possible|possibly)\b/

/** "I have gout listed." - "That is right." */
export function recordedCondition(sentence: Sentence, next: Sentence | undefined): readonly Candidate[] {
  const [term, other] = sentence.terms
  if (term?.kind !== 'condition' || other !== undefined || isAcute(term) || isAllergy(term)) return []
  if (!ofRecord.test(sentence.said) || notRecorded.test(sentence.said)) return []
  const reply = next?.segment.speaker === 'patient' ? next : undefined
  const question = sentence.isQuestion || reply === undefined ? sentence : { ...sentence, answers: [reply] }
  const answer = readAnswer(question)
  if (answer?.says !== 'yes' || !answer.isPlain) return []
  return [{ text: `History of ${term.display}.`, claims: [claim('history', term)], quotes: answers(sentence, answer.sentence), weight: 80, at: sentence.at }] // biome-ignore format: short
}
