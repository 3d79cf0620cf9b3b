/** Past medical history and family history: conditions that the patient has or had, or a relative. */

import { readAnswer } from '../dialogue/answers.ts'
import { isHedged } from '../dialogue/certainty.ts'
import { isExceptedIn, readContext } from '../dialogue/context.ts'
import { questionKind } from '../dialogue/questions.ts'
import { isReaction } from '../dialogue/reactions.ts'
import { asksAbsence } from '../dialogue/reply-forms.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'
import { isToldInReply, readFamilyReply } from './background/family-replies.ts'
import { answers, type Candidate, claim, type Quote, says, sentenceCase } from './candidates.ts'
import { readWhen, type StatedWhen } from './deeds/stated-when.ts'
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
import { asksPast } from './past/asks-past.ts'
import { confirmedConditions } from './past/confirmed-list.ts'
import { impliedConditions, withType } from './past/implied.ts'
import { localTrouble } from './past/local-troubles.ts'
import { isAcute, isAllergy } from './past/passing.ts'
import { readPastReply } from './past/past-replies.ts'
import { echoedCondition, playedBack, recordedCondition } from './past/recorded.ts'

const hasFrame = /\b(?:have|had|got|diagnosed|suffer\w*|with|am|history of|told|my|been|is|for|gets?|getting)\b/

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
    ({ said: asked, terms }) => asksPast(asked) || terms.some(({ key }) => key === term.key),
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
    return asksItself(sentence) ? [] : [supposed(sentence, term)]
  if (isHedged(sentence, term) || /\bmy friend\b|\blike\b.{0,12}$/.test(lead)) return []
  if ((isAcute(term) && !isPast) || term.key === 'pregnancy') return []
  // "I had pneumonia in 2019": nobody says that it is still there.
  const inPast = context.time === 'past' || (context.isHad && !/\b(?:still|since|ever since)\b/.test(said))
  return [
    (inPast || isAnswer ? undefined : localTrouble(sentence, term)) ??
      hadCondition(term, { inPast, said }, says(sentence), 88),
  ]
}

/** "When I was thirty" is no time of a record. */
const tellWhen = ({ words, lead }: StatedWhen): string | undefined => (/^w/.test(words) ? undefined : `${lead}${words}`)

type Had = { readonly inPast: boolean; readonly said: string; readonly isNow?: boolean }

/** A condition of the patient's, with the year or the time ago of one that is over. */
function hadCondition(term: Term, { inPast, said, isNow }: Had, quotes: readonly Quote[], weight: number): Candidate {
  const when = inPast ? readWhen(said) : undefined
  const told = when === undefined ? undefined : tellWhen(when)
  return {
    text: inPast ? `${sentenceCase(term.display)} in the past${told === undefined ? '' : `, ${told}`}.` : `${isNow === true ? sentenceCase(term.display) : `History of ${term.display}`}.`,
    claims: [claim('history', term, { time: inPast ? 'past' : 'current' })],
    quotes,
    weight,
    at: quotes.at(-1)?.sentence.at ?? 0,
  }
} // biome-ignore format: short

const beforeTerm = (sentence: Sentence, term: Term): string =>
  sentence.words
    .slice(Math.max(0, term.from - 12), term.from)
    .map(({ text }) => text)
    .join(' ')

/** "I think I've been having, like, heart attacks?": the tone asks. */
const asksItself = ({ segment, start, end }: Sentence): boolean => segment.text.slice(start, end + 1).includes('?')

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

/** "Like the pain you had with the heart attack?": a no denies the likeness. D434. */
const compares =
  /\b(?:like|similar to|same as|same (?:sort|kind) (?:of \w+ )?as|as bad as|different (?:from|to)|compared (?:to|with)|worse than|remind\w* you of) (?:the|your|that|those|when|what|it was)\b/

/** "Any burning, any thrush?" - "No burning.": the no has a thing of its own. */
function deniesOtherThing(said: string, terms: readonly Term[]): boolean {
  const [, noun = ''] = /^(?:(?:um|oh|well|no),? )*no ([a-z]{4,})[ .]*$/.exec(said) ?? []
  return noun !== '' && !/^(?:never|nope|sorry|thanks|idea|doctor|none|nothing|problems?|trouble|history)$/.test(noun) && !terms.some(({ display, key }) => `${display} ${key}`.includes(noun.replace(/s$/, ''))) // biome-ignore format: short
}

/** "Do you have diabetes?", answered with yes or no. */
function askedCondition(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (compares.test(said) || familyAsked.test(said) || questionKind(question) !== 'yes-no' || asksAbsence.test(said)) return [] // biome-ignore format: short
  if (
    !/\b(?:do you (?:have|get)|have you (?:ever )?(?:had|got)|did you (?:ever )?(?:have|get)|were you (?:ever )?|has (?:he|she) (?:ever )?had|are you|you have|suffer|history of|any history|any)\b/.test(
      said,
    )
  )
    return []
  if (
    /\b(?:chance|could be|worried|test\w*|screen\w*|check\w*|think|if you|vaccin\w*|anyone|told|looking|seems|treat\w*|infection|partner|mentioned|said|using|look\w* after|scared|afraid|frightened|fear\w*|nervous|prone)\b(?! you had\b)/.test(
      said,
    )
  )
    return []
  const terms = question.terms.filter((term) => term.kind === 'condition' && !isExceptedIn(question, term))
  const told = terms.length === 1 ? readPastReply(question) : undefined
  const [only] = terms
  if (
    told !== undefined &&
    only !== undefined &&
    !(isAcute(only) && !told.isOver) &&
    !told.sentence.terms.some(({ key }) => key === only.key)
  )
    return [hadCondition(only, { inPast: told.isOver, said: told.sentence.said, isNow: told.isNow === true }, answers(question, told.sentence), 80)] // biome-ignore format: short
  const answer = readAnswer(question)
  if (terms.length === 0 || answer === undefined || !answer.isPlain || answer.says === 'unknown' || (answer.says === 'no' && deniesOtherThing(answer.sentence.said, terms))) return [] // biome-ignore format: short
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
  const replies = dialogue.flatMap((sentence) =>
    sentence.segment.speaker === 'clinician' ? readFamilyReply(sentence) : [],
  )
  return [...replies, ...readHistory(dialogue).filter((candidate) => !isToldInReply(candidate, replies))]
}

function readHistory(dialogue: readonly Sentence[]): readonly Candidate[] {
  const patients = dialogue.filter(({ segment }) => segment.speaker === 'patient')
  const places = new Map(patients.map((sentence, place) => [sentence, place]))
  return dialogue.flatMap((sentence, at) => {
    if (sentence.segment.speaker === 'clinician')
      return [
        ...playedBack(sentence),
        ...echoedCondition(
          sentence,
          dialogue.slice(at + 1, at + 4).find(({ segment }) => segment.speaker === 'patient'),
          dialogue.slice(Math.max(0, at - 4), at),
        ),
        ...(rejects.test(dialogue[at + 1]?.said ?? '') ? [] : playedBackFamily(sentence)),
        ...recordedCondition(sentence, dialogue[at + 1]),
        ...confirmedConditions(sentence, dialogue.slice(at + 1, at + 3)),
        ...(sentence.isQuestion
          ? [...relativeAnswer(sentence), ...noHistory(sentence), ...askedCondition(sentence)]
          : []),
      ]
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) return []
    const place = places.get(sentence) ?? 0
    const earlier = patients.slice(Math.max(0, place - 4), place)
    const listed = sentence.terms.filter(isInherited).map((term) => withType(sentence, term))
    const told = listed.flatMap((term) => [
      ...(term.kind === 'condition' ? ownCondition(sentence, term) : []),
      ...relativeCondition(sentence, term),
      ...befallenRelative(sentence, term),
      ...familyCondition(sentence, term),
      ...pronounCondition(sentence, term, earlier),
    ])
    return [...told, ...impliedConditions(sentence)]
  })
}
