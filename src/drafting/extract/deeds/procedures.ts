/** Operations and other procedures that the patient has had, as the patient tells them. D146. */
import { readAnswer } from '../../dialogue/answers.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import { questionKind } from '../../dialogue/questions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { answers, type Candidate, claim, type Quote, says } from '../candidates.ts'
import { familyAsked } from '../family-history.ts'
import { partsDone } from './parts-done.ts'
import { findWhen } from './stated-when.ts'
import { isUndergone } from './undergone.ts'

const proceduresAsked =
  /\b(?:operations?|operated|surger(?:y|ies)|procedures?|past medical|medical history|anything (?:removed|taken out)|in hospital|opened up|scars?|under the knife|an(?:a)?esthetics?|surgeons?|in theatre)\b/

const asksUndergone = /\b(?:have you (?:ever )?(?:had|got|undergone)|did you (?:ever )?(?:have|get)|you(?: have)? had|has (?:he|she) had|when did you have|when was (?:your|the))\b/ // biome-ignore format: one row

const isTold = (sentence: Sentence, term: Term): boolean =>
  !sentence.asked.some(({ said }) => familyAsked.test(said)) &&
  isUndergone(sentence, term, sentence.asked.some(({ said }) => proceduresAsked.test(said) && !/\b(?:planned|waiting|booked)\b/.test(said))) // biome-ignore format: short

function procedureCandidate(term: Term, when: string | undefined, quotes: readonly Quote[]): Candidate {
  return {
    text: `History of ${term.display}${when === undefined ? '' : ` ${when}`}.`,
    claims: [claim('procedure', term, { time: 'past', ...(when === undefined ? {} : { when }) })],
    quotes,
    weight: 86,
    at: quotes.at(-1)?.sentence.at ?? 0,
  }
}

function ownProcedures(sentence: Sentence): readonly Candidate[] {
  const terms = sentence.terms.filter(({ kind }) => kind === 'procedure')
  const when = terms.length === 1 ? findWhen(sentence.said) : undefined
  return terms.filter((term) => isTold(sentence, term)).map((term) => procedureCandidate(term, when, says(sentence)))
}

/** "Tonsils out?": the question has the name alone. */
const isBareName = ({ words }: Sentence, term: Term): boolean =>
  words.every(({ text }, at) => (at >= term.from && at <= term.to) || /^(?:and|so|your|the|any|ever|still|,|\?)$/.test(text)) // biome-ignore format: short

/** "Have you had your gallbladder out?", answered with yes or no. */
function askedProcedure(question: Sentence): readonly Candidate[] {
  const [term, other] = question.terms.filter(({ kind }) => kind === 'procedure')
  if (term === undefined || other !== undefined || questionKind(question) !== 'yes-no') return []
  if (!(asksUndergone.test(question.said) || isBareName(question, term)) || familyAsked.test(question.said) || /\b(?:not|n't|never)\b/.test(question.said)) return [] // biome-ignore format: short
  const answer = readAnswer(question)
  if (answer === undefined || !answer.isPlain || answer.says === 'unknown') return []
  if (question.answers.some(({ terms }) => terms.some(({ key }) => key === term.key))) return []
  if (answer.says === 'yes')
    return [procedureCandidate(term, findWhen(answer.sentence.said), answers(question, answer.sentence))]
  const quotes = answers(question, answer.sentence)
  return [{ text: `No ${term.display}.`, claims: [claim('procedure', term, { polarity: 'absent', time: 'past' })], quotes, weight: 44, at: answer.sentence.at }] // biome-ignore format: short
}

/** "You said you had your appendix out": the clinician repeats it. */
function playedBack(sentence: Sentence): readonly Candidate[] {
  return sentence.terms
    .filter(({ kind }) => kind === 'procedure')
    .flatMap((term) => {
      const lead = plainText(sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start)) // biome-ignore format: short
      const isRepeated = /\byou (?:mentioned|said|told me)(?: that)? (?:you|they) (?:have )?(?:had|took|removed)(?: an?| your| the| some)?$/.test(lead) // biome-ignore format: one row
      return isRepeated && !sentence.isQuestion ? [procedureCandidate(term, undefined, says(sentence))] : []
    })
}

export function draftProcedures(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician')
      return sentence.isQuestion ? askedProcedure(sentence) : playedBack(sentence)
    return sentence.segment.speaker === 'patient' && !sentence.isQuestion
      ? [...ownProcedures(sentence), ...partsDone(sentence)]
      : []
  })
}
