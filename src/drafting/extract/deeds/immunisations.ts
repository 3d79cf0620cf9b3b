/** Vaccines that the patient has had, as the patient tells them. An offer, a plan or a refusal is none. D146. */
import { readAnswer } from '../../dialogue/answers.ts'
import { questionKind } from '../../dialogue/questions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { answers, type Candidate, claim, type Quote, says } from '../candidates.ts'
import { familyAsked } from '../family-history.ts'
import { findWhen } from './stated-when.ts'
import { isUndergone } from './undergone.ts'

const asksGiven =
  /\b(?:have you (?:ever |already )?(?:had|got|received)|did you (?:ever )?(?:have|get|receive)|you(?: have)? (?:already )?had|has (?:he|she) (?:already )?had|are you vaccinated|have you been (?:vaccinated|immunised))\b/

/** "Which vaccines have you had?", "when was your last tetanus shot?" */
const asksWhich = /\b(?:which|what|when|any)\b.*\b(?:vaccin\w*|immunis\w*|jabs?|boosters?|shots?)\b/

export function immunisationCandidate(term: Term, when: string | undefined, quotes: readonly Quote[]): Candidate {
  return {
    text: `Had ${term.display}${when === undefined ? '' : ` ${when}`}.`,
    claims: [claim('immunisation', term, { time: 'past', ...(when === undefined ? {} : { when }) })],
    quotes,
    weight: 79,
    at: quotes.at(-1)?.sentence.at ?? 0,
  }
}

/** "The flu and covid jabs": the first name takes its vaccine from the word that both share. */
export function listVaccines({ terms, words }: Sentence): readonly Term[] {
  const named = terms.filter(({ kind }) => kind === 'vaccine')
  const [first] = named
  const before = terms.filter((term) => term.kind === 'condition' && first !== undefined && isJoined(wordsBetween({ words }, term, first))) // biome-ignore format: short
  const shared = before.flatMap((term) => {
    const said = words.slice(term.from, term.to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
    const [meant] = findTerms(readWords(`${said} vaccine`))
    return meant?.kind === 'vaccine' ? [{ ...meant, from: term.from, to: term.to }] : []
  })
  return [...shared, ...named]
}

const wordsBetween = ({ words }: Pick<Sentence, 'words'>, first: Term | undefined, second: Term): readonly string[] =>
  words.slice((first?.to ?? 0) + 1, second.from).map(({ text }) => text)

const isJoined = (between: readonly string[]): boolean =>
  between.some((word) => word === 'and' || word === ',') && between.every((word) => /^(?:and|,|the|a|my|both|also)$/.test(word)) // biome-ignore format: short

function ownImmunisations(sentence: Sentence): readonly Candidate[] {
  if (sentence.asked.some(({ said }) => familyAsked.test(said))) return []
  const terms = listVaccines(sentence)
  const isAnswer = sentence.asked.some(({ said }) => asksWhich.test(said) && !/\b(?:would|want|like|need|due|allerg\w*|react\w*)\b/.test(said)) // biome-ignore format: short
  const isOneDate = terms.every((term, at) => at === 0 || isJoined(wordsBetween(sentence, terms[at - 1], term)))
  const when = isOneDate ? findWhen(sentence.said) : undefined
  return terms
    .filter((term) => isUndergone(sentence, { ...term, kind: 'vaccine' }, isAnswer))
    .map((term) => immunisationCandidate(term, when, says(sentence)))
}

/** "Have you had your flu jab this year?", answered with yes or no. */
function askedImmunisation(question: Sentence): readonly Candidate[] {
  const [term, other] = listVaccines(question)
  if (term === undefined || other !== undefined || questionKind(question) !== 'yes-no') return []
  if (!asksGiven.test(question.said) || familyAsked.test(question.said) || /\b(?:not|n't|never|would|want)\b/.test(question.said)) return [] // biome-ignore format: short
  const answer = readAnswer(question)
  if (answer === undefined || !answer.isPlain || answer.says === 'unknown') return []
  if (question.answers.some(({ terms }) => terms.some(({ key }) => key === term.key))) return []
  const quotes = answers(question, answer.sentence)
  if (answer.says === 'yes') return [immunisationCandidate(term, findWhen(answer.sentence.said), quotes)]
  return [{ text: `Has not had ${term.display}.`, claims: [claim('immunisation', term, { polarity: 'absent', time: 'past' })], quotes, weight: 43, at: answer.sentence.at }] // biome-ignore format: short
}

const asksWhen = /\bwhen (?:was|were|did you (?:last )?(?:have|get))\b/

/** "When was your last tetanus shot?" - "It was in 2015.": the question presupposes it, and the answer dates it. */
function datedImmunisation(question: Sentence): readonly Candidate[] {
  const [term, other] = listVaccines(question)
  if (term === undefined || other !== undefined || !asksWhen.test(question.said)) return []
  const [reply] = question.answers
  const when = reply === undefined ? undefined : findWhen(reply.said)
  const isOpen =
    reply === undefined || /\b(?:no|not|never|think|maybe|probably|might|about|sure|guess)\b/.test(reply.said)
  return isOpen || when === undefined || reply.terms.some(({ kind }) => kind === 'vaccine')
    ? []
    : [immunisationCandidate(term, when, answers(question, reply))]
}

export function draftImmunisations(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician')
      return sentence.isQuestion ? [...askedImmunisation(sentence), ...datedImmunisation(sentence)] : []
    return sentence.segment.speaker === 'patient' && !sentence.isQuestion ? ownImmunisations(sentence) : []
  })
}
