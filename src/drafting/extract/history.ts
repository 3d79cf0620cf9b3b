/** Past medical history and family history: conditions that the patient has or had, or a relative. */

import { readAnswer } from '../dialogue/answers.ts'
import { isHedged } from '../dialogue/certainty.ts'
import { isExceptedIn, nameOthers, readContext } from '../dialogue/context.ts'
import { plainText } from '../dialogue/dialogue.ts'
import { questionKind } from '../dialogue/questions.ts'
import { isReaction } from '../dialogue/reactions.ts'
import { asksAbsence } from '../dialogue/reply-forms.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'
import { answers, type Candidate, claim, says, sentenceCase } from './candidates.ts'
import { listVaccines } from './deeds/vaccine-names.ts'
import {
  befallenRelative,
  familyAsked,
  familyCondition,
  isOfFamily,
  pronounCondition,
  relativeAnswer,
  relativeCondition,
} from './family-history.ts'

const hasFrame = /\b(?:have|had|got|diagnosed|suffer\w*|with|am|history of|told|my|been|is|for|gets?|getting)\b/

const historyAsked =
  /\b(?:medical (?:problem|history|condition|issue)|past medical|other (?:medical |health )?(?:problem|condition|illness|issue)|health (?:problem|condition|issue)|fit and well|long term|conditions?|history)/

/** These pass; a present one belongs to the impression, not the history. */
const acute =
  /infection|influenza|cold|gastroenteritis|poisoning|pneumonia|bronchitis|itis$|COVID|pregnancy|sprain|strain|fracture|reaction|dehydration|sepsis|flare-up|concussion|conjunctivitis|blood clot|problems$/

const chronicItis = /arthritis|colitis|dermatitis|rhinitis|hepatitis|diverticulitis/

const isAcute = (term: Term): boolean => acute.test(term.display) && !chronicItis.test(term.display)

const isFamilyAnswer = (sentence: Sentence): boolean => sentence.asked.some(({ said }) => familyAsked.test(said))

/** "Had the covid and the flu one." */
const isVaccineAnswer = (sentence: Sentence): boolean =>
  sentence.asked.some(({ text }) => /\bvaccin|\bimmunis|\bjabs?\b|\bshots?\b|\bboosters?\b/i.test(text))

/** Words after the name of a disease by which it names a vaccine: "the hepatitis B course". */
const vaccineNoun = /^(?:course|series|booster|shots?|jabs?|vaccin\w*|immunis\w*|injections?|needles?|one)$/

/** "The flu and covid jabs": a disease that the vaccine is against. */
const isOfVaccine = (sentence: Sentence, term: Term): boolean =>
  listVaccines(sentence).some(({ from }) => from === term.from) ||
  vaccineNoun.test(sentence.words[term.to + 1]?.text ?? '') ||
  (/^[a-c]$/.test(sentence.words[term.to + 1]?.text ?? '') && vaccineNoun.test(sentence.words[term.to + 2]?.text ?? ''))

/** Illnesses that an allergen or a medicine gives: "not Ceclor, please, I end up with hives". */
const ofAllergen = /^(?:hives|urticaria|anaphylaxis|angioedema|jaundice|thrush|gastritis|dermatitis)/

/** Belongs to the allergies. */
const isAllergy = ({ display }: Term): boolean => /allergy$|intolerance$/.test(display)

/** "I have asthma", "other than asthma I'm fine", "I had eczema in the past". */
function ownCondition(sentence: Sentence, term: Term): readonly Candidate[] {
  const context = readContext(sentence, term)
  const said = sentence.said
  if (
    isAllergy(term) ||
    context.relative !== undefined ||
    isOfFamily(sentence) ||
    isFamilyAnswer(sentence) ||
    isVaccineAnswer(sentence) ||
    (ofAllergen.test(term.display) && isReaction(sentence))
  )
    // biome-ignore format: short
    return []
  if (/\bdied\b|\bpassed away\b/.test(said) || isOfVaccine(sentence, term)) return []
  const isExcepted =
    /\b(?:other than|apart from|except|aside from|besides)\b/.test(said) && context.status === 'present'
  const isAnswer = sentence.asked.some(
    ({ said: asked, terms }) => historyAsked.test(asked) || terms.some(({ key }) => key === term.key),
  )
  const isPast = context.time === 'past' || /\bhad\b/.test(beforeTerm(sentence, term))
  if (context.status === 'absent') return isAnswer && !isAcute(term) ? [absentCondition(sentence, term)] : []
  if (context.status !== 'present' || (!hasFrame.test(beforeTerm(sentence, term)) && !isAnswer && !isExcepted))
    return []
  const lead = beforeTerm(sentence, term)
  if (
    /\bi think\b/.test(lead) &&
    /\bi think (?:i|that i) (?:have|might have)\b/.test(lead.replaceAll(/(?:\bum\b|\buh\b|,) ?/g, '')) &&
    !isAcute(term)
  )
    return [supposed(sentence, term)]
  if (isHedged(sentence, term) || /\bmy friend\b|\blike\b.{0,12}$/.test(lead)) return []
  if (isAcute(term) && !isPast) return []
  // "I had pneumonia in 2019": nobody says that it is still there.
  const inPast = context.time === 'past' || (context.isHad && !/\b(?:still|since|ever since)\b/.test(said))
  return [
    {
      text: inPast ? `${sentenceCase(term.display)} in the past.` : `History of ${term.display}.`,
      claims: [claim('history', term, { time: inPast ? 'past' : 'current' })],
      quotes: says(sentence),
      weight: 88,
      at: sentence.at,
    },
  ]
}

const beforeTerm = (sentence: Sentence, term: Term): string =>
  sentence.words
    .slice(Math.max(0, term.from - 12), term.from)
    .map(({ text }) => text)
    .join(' ')

/** "I think I have IBS": stated as the patient's belief. */
const supposed = (sentence: Sentence, term: Term): Candidate => ({
  text: `Possible ${term.display}.`,
  claims: [claim('history', term, { certainty: 'uncertain' })],
  quotes: says(sentence),
  weight: 80,
  at: sentence.at,
})

const absentCondition = (sentence: Sentence, term: Term): Candidate => ({
  text: `No ${term.display}.`,
  claims: [claim('history', term, { polarity: 'absent' })],
  quotes: says(sentence),
  weight: 45,
  at: sentence.at,
})

/** "You mentioned you have diabetes": the clinician repeats the patient's history. */
function playedBack(sentence: Sentence): readonly Candidate[] {
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

/** "Underactive thyroid, yes." - "Yeah.": the clinician repeats the patient's words, and the patient agrees. */
function echoedCondition(sentence: Sentence, next: Sentence | undefined): readonly Candidate[] {
  const [term, other] = sentence.terms
  if (term?.kind !== 'condition' || other !== undefined || isAcute(term) || !isBareName(sentence)) return []
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
function recordedCondition(sentence: Sentence, next: Sentence | undefined): readonly Candidate[] {
  const [term, other] = sentence.terms
  if (term?.kind !== 'condition' || other !== undefined || isAcute(term) || isAllergy(term)) return []
  if (!ofRecord.test(sentence.said) || notRecorded.test(sentence.said)) return []
  const reply = next?.segment.speaker === 'patient' ? next : undefined
  const question = sentence.isQuestion || reply === undefined ? sentence : { ...sentence, answers: [reply] }
  const answer = readAnswer(question)
  if (answer?.says !== 'yes' || !answer.isPlain) return []
  return [{ text: `History of ${term.display}.`, claims: [claim('history', term)], quotes: answers(sentence, answer.sentence), weight: 80, at: sentence.at }] // biome-ignore format: short
}

/** Illnesses and operations of a relative. */
const isInherited = ({ kind }: Term): boolean => kind === 'condition' || kind === 'procedure'

const rejects = /^(?:(?:um|uh|oh|well),? )*(?:no|nope|not|only|just|actually|sorry|did i)\b/
/** "So you mentioned your mother and sister both have migraines." */
const playedBackFamily = (sentence: Sentence): readonly Candidate[] =>
  /\byou (?:mentioned|said|told me)\b/.test(sentence.said) && !sentence.isQuestion
    ? sentence.terms.filter(isInherited).flatMap((term) => relativeCondition(sentence, term))
    : []

/** "Any other medical problems?" - "No." */
function noHistory(question: Sentence): readonly Candidate[] {
  const said = question.said
  const isAsked =
    /\b(?:medical (?:problem|history|condition|issue)|(?:problem|condition|illness)s? (?:that )?(?:i should|we should|you))/.test(
      said,
    )
  if (!isAsked || familyAsked.test(said) || questionKind(question) === 'choice') return []
  const answer = readAnswer(question)
  if (answer?.says !== 'no' || !answer.isPlain) return []
  const terms = question.terms.filter(({ kind }) => kind === 'condition')
  const isNamed = terms.length > 0
  const isOther = /\bother\b|\belse\b|\bapart\b/.test(said)
  if (isNamed) return []
  return [
    {
      text: isOther ? 'No other medical problems.' : 'No medical problems.',
      claims: [claim('history', { key: 'medical-problems', display: 'medical problems' }, { polarity: 'absent' })],
      quotes: answers(question, answer.sentence),
      weight: 58,
      at: answer.sentence.at,
    },
  ]
}

/** "Do you have diabetes?", answered with yes or no. */
function askedCondition(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (familyAsked.test(said) || questionKind(question) !== 'yes-no' || asksAbsence.test(said)) return []
  if (
    !/\b(?:do you have|have you (?:ever )?(?:had|got)|are you|you have|suffer|history of|any history|any)\b/.test(said)
  )
    return []
  if (
    /\b(?:chance|could be|worried|test\w*|screen\w*|check\w*|think|if you|vaccin\w*|anyone|told|looking|seems|treat\w*|infection|partner|mentioned|said|using|look\w* after|scared|afraid|frightened|fear\w*|nervous|prone)\b/.test(
      said,
    )
  )
    return []
  const terms = question.terms.filter((term) => term.kind === 'condition' && !isExceptedIn(question, term))
  const answer = readAnswer(question)
  if (terms.length === 0 || answer === undefined || !answer.isPlain || answer.says === 'unknown') return []
  const isYes = answer.says === 'yes'
  if ((isYes && (terms.length > 1 || /\b(?:no|not|n't)\b/.test(said))) || terms.some(isAcute)) return []
  const inAnswer = new Set(question.answers.flatMap(({ terms }) => terms.map(({ key }) => key)))
  if (terms.some(({ key, to }) => inAnswer.has(key) || question.words[to + 1]?.text === 'with')) return []
  const text = isYes
    ? `History of ${terms[0]?.display ?? ''}.`
    : `No ${terms.map(({ display }) => display).join(' or ')}.`
  return [
    {
      text,
      claims: terms.map((term) => claim('history', term, { polarity: isYes ? 'present' : 'absent' })),
      quotes: answers(question, answer.sentence),
      weight: isYes ? 80 : 48,
      at: answer.sentence.at,
    },
  ]
}

export function draftHistory(dialogue: readonly Sentence[]): readonly Candidate[] {
  const patients = dialogue.filter(({ segment }) => segment.speaker === 'patient')
  const places = new Map(patients.map((sentence, place) => [sentence, place]))
  return dialogue.flatMap((sentence, at) => {
    if (sentence.segment.speaker === 'clinician')
      return [
        ...playedBack(sentence),
        ...echoedCondition(
          sentence,
          dialogue.slice(at + 1, at + 4).find(({ segment }) => segment.speaker === 'patient'),
        ),
        ...(rejects.test(dialogue[at + 1]?.said ?? '') ? [] : playedBackFamily(sentence)),
        ...recordedCondition(sentence, dialogue[at + 1]),
        ...(sentence.isQuestion
          ? [...relativeAnswer(sentence), ...noHistory(sentence), ...askedCondition(sentence)]
          : []),
      ]
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) return []
    const place = places.get(sentence) ?? 0
    const earlier = patients.slice(Math.max(0, place - 4), place)
    return sentence.terms
      .filter(isInherited)
      .flatMap((term) => [
        ...(term.kind === 'condition' ? ownCondition(sentence, term) : []),
        ...relativeCondition(sentence, term),
        ...befallenRelative(sentence, term),
        ...familyCondition(sentence, term),
        ...pronounCondition(sentence, term, earlier),
      ])
  })
}
