/** Vaccines that the patient has had, as the patient tells them. An offer, a plan or a refusal is none. D146, D359. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { answers, type Candidate, claim, type Quote, says } from '../candidates.ts'
import { familyAsked } from '../family-history.ts'
import { scheduleAsked, scheduleTold } from './schedules.ts'
import { readWhen, type StatedWhen } from './stated-when.ts'
import { isUndergone } from './undergone.ts'
import { isAboutVaccines, isJoined, listAbout, listVaccines, wordsBetween } from './vaccine-names.ts'
import { readVaccineReply } from './vaccine-replies.ts'

/** "Which vaccines have you had?", "when was your last tetanus shot?" */
const asksWhich = /\b(?:which|what|when|any)\b.*\b(?:vaccin\w*|immunis\w*|jabs?|boosters?|shots?)\b/

export function immunisationCandidate(term: Term, when: StatedWhen | undefined, quotes: readonly Quote[]): Candidate {
  return {
    text: `Had ${term.display}${when === undefined ? '' : ` ${when.lead}${when.words}`}.`,
    claims: [claim('immunisation', term, { time: 'past', ...(when === undefined ? {} : { when: when.words }) })],
    quotes,
    weight: 79,
    at: quotes.at(-1)?.sentence.at ?? 0,
  }
}

function ownImmunisations(sentence: Sentence): readonly Candidate[] {
  if (sentence.asked.some(({ said }) => familyAsked.test(said))) return []
  const terms = listVaccines(sentence)
  const isAnswer = sentence.asked.some(({ said }) => asksWhich.test(said) && !/\b(?:would|want|like|need|due|allerg\w*|react\w*)\b/.test(said)) // biome-ignore format: short
  const when = isOneDate(sentence, terms) ? readWhen(sentence.said) : undefined
  return terms
    .filter((term) => isUndergone(sentence, { ...term, kind: 'vaccine' }, isAnswer))
    .map((term) => immunisationCandidate(term, when, says(sentence)))
}

/** "Have you had your flu jab this year?", "tetanus?": the reply says whether, and when. */
function askedImmunisation(question: Sentence, before: Sentence | undefined): readonly Candidate[] {
  const isShort = question.words.length <= 6
  if (!isAboutVaccines(question) && !(isShort && before !== undefined && isAboutVaccines(before))) return []
  const terms = listAbout(question)
  const [term] = terms
  if (term === undefined || familyAsked.test(question.said) || isOffer.test(question.said)) return []
  const reply = readVaccineReply(question)
  if (reply === undefined || question.answers.some((answer) => answer.at === reply.sentence.at && listAbout(answer).length > 0)) return [] // biome-ignore format: short
  const quotes = answers(question, reply.sentence)
  if (reply.isHad)
    return terms.length === 1 || reply.when === undefined ? terms.map((each) => immunisationCandidate(each, reply.when, quotes)) : [] // biome-ignore format: short
  return terms.map((each) => ({ text: `Has not had ${each.display}.`, claims: [claim('immunisation', each, { polarity: 'absent', time: 'past' })], quotes, weight: 43, at: reply.sentence.at })) // biome-ignore format: short
}

/** It is offered, planned or a matter of wishes. */
const isOffer =
  /\b(?:would|want|like|shall|could|can|should|due|offer\w*|interested|happy to|need|give you|book|today)\b/

/** The names in a reply about vaccines: "Typhoid and hep A, in March", "I had the flu one". */
function namedInReply(sentence: Sentence): readonly Candidate[] {
  const question = sentence.asked.findLast((one) => isAboutVaccines(one))
  if (question === undefined || familyAsked.test(question.said) || isOffer.test(question.said)) return []
  const terms = listAbout(sentence)
  const [, second] = terms
  if (terms.length === 0 || openReply.test(sentence.said)) return []
  const when = second === undefined || isOneDate(sentence, terms) ? readWhen(sentence.said) : undefined
  const quotes = terms.some(({ kind }) => kind !== 'vaccine') || !done.test(sentence.said) ? answers(question, sentence) : says(sentence) // biome-ignore format: short
  return terms.map((term) => immunisationCandidate(term, when, quotes))
}
const done = /\b(?:had|got|given|did)\b/
const openReply =
  /\b(?:no|not|never|nah|nope|without|except|apart|but|due|will|going to|book\w*|next|want\w*|need\w*|should|if|think|maybe|probably|might|sure|missed|skipped|my (?:wife|husband|son|daughter|mum|dad|partner)|allerg\w*|react\w*|\?)/

const isOneDate = (sentence: Sentence, terms: readonly Term[]): boolean =>
  terms.every((term, at) => at === 0 || isJoined(wordsBetween(sentence, terms[at - 1], term)))

export function draftImmunisations(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence, at) => {
    if (sentence.segment.speaker === 'clinician') {
      const before = dialogue.slice(Math.max(0, at - 4), at).findLast((one) => one.segment.speaker === 'clinician' && one.isQuestion) // biome-ignore format: short
      return sentence.isQuestion ? [...askedImmunisation(sentence, before), ...scheduleAsked(sentence)] : []
    }
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) return []
    const own = ownImmunisations(sentence)
    return [...(own.length > 0 ? own : namedInReply(sentence)), ...scheduleTold(sentence)]
  })
}
