/** The symptoms of the tables that a question asks after, without those that it takes for granted, leaves out, or calls a near thing. */
import { isExceptedIn } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { isTurnOfSpeech } from '../../dialogue/turns-of-speech.ts'
import { tagWords } from '../../grammar/tagger.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { generalKeys } from '../mention.ts'
import { asksClause } from './asked-clauses.ts'

/** "Have you nearly fallen?": an event that almost came about did not. */
const isNear = ({ words }: Sentence, { from }: Pick<Term, 'from'>): boolean =>
  /\b(?:nearly|almost|about to|close to)(?: (?:had|have|having|got|a|an))*$/.test(words.slice(Math.max(0, from - 4), from).map(({ text }) => text).join(' ')) // biome-ignore format: short

/** "In between periods, pain with it?": a name that goes from the noun of one item into the next one. */
const pause = /^(?:um+|uh+|er+m?|erm|like)$/
const isNounAt = ({ words }: Sentence, at: number): boolean => tagWords(words[at]?.text ?? '')[0]?.tag === 'NOUN'
const isOverComma = (question: Sentence, { from, to }: Pick<Term, 'from' | 'to'>): boolean => {
  const { words } = question
  const comma = words.findIndex(({ text }, at) => at > from && at < to && text === ',')
  const isPause = pause.test(words[comma - 1]?.text ?? '') || pause.test(words[comma + 1]?.text ?? '')
  // "Foot sore, eyes red": the quality belongs to the noun before it.
  return comma > 0 && !isPause && (isNounAt(question, comma - 1) || bodyWord.test(words[from - 1]?.text ?? ''))
}

/** "Someone at home who itches?", "anyone else with a cough?": the trouble of a contact. */
const ofSomebody = /\b(?:someone|somebody|anyone|anybody|no ?one|people|person|colleagues?|classmates?)\b(?: (?:else|in|at|around|near|the|your|his|her|home|house|household|family|work|school|daycare|childcare|kindy|class|you|sick))* (?:who|with|that|has|have|had|is|been|got|getting|having)(?: (?:a|an|the|bad|any|has|have|had|is|got|been|getting))*$/ // biome-ignore format: short

/** "Any leaking when you cough or sneeze?": the occasion of what is asked after. */
const ofOccasion =
  /[a-z]{3,} (?:when|while|whenever|after) (?:you|he|she|they) (?:(?!(?:any|do|does|did|is|are|have|has|get|getting|feel|feeling|with)\b)[a-z']+ ){0,5}$/
export const isOccasion = ({ words }: Sentence, { from }: Pick<Term, 'from'>): boolean => ofOccasion.test(words.slice(0, from).map(({ text }) => `${text} `).join('')) // biome-ignore format: short

/** "Is the stream weak?" asks of no weakness of the body. */
const notOfThePatient = /\b(?:stream|flow|pulse|signal|connection|reception|tea|coffee)\b/

const wordsOf = ({ words }: Sentence, { from, to }: Pick<Term, 'from' | 'to'>): string => words.slice(from, to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short

/** The symptoms in question: "any headache?", not "with those headaches, any...?". */
export const knownTerms = (question: Sentence): readonly Term[] =>
  question.terms.filter(
    (term) =>
      term.kind === 'symptom' &&
      !generalKeys.has(term.key) &&
      !isExceptedIn(question, term) &&
      !isNear(question, term) &&
      !isOccasion(question, term) &&
      !isOverComma(question, term) &&
      !ofSomebody.test(
        question.words
          .slice(0, term.from)
          .map(({ text }) => text)
          .join(' '),
      ) && // biome-ignore format: short
      !isTurnOfSpeech(
        question.words.map(({ text }) => text),
        term,
      ) &&
      !/\b(?:worse|better)\b/.test(wordsOf(question, term)) &&
      !(term.key === 'weakness' && notOfThePatient.test(question.said)) &&
      (asksClause(question, term) || !isPresupposed(question, term.from)),
  )

/** "With those headaches, ...", "when the cough came": taken for granted. "Do you suffer from", "any trouble with" ask for it. */
const asksWith =
  /\b(?:suffer\w*|spared|free|rid|troubled?|troubling|problems?|issues?|bothered|struggl\w+|difficulty|plagued|wak(?:e|es|ing|en|ed)|woken)\b/
const isPresupposed = (question: Sentence, from: number): boolean => {
  const before = question.words[from - 1]?.text ?? ''
  return /^(?:those|these|the|that|this|your|when)$/.test(before) || (/^(?:with|from)$/.test(before) && !asksWith.test(question.said)) // biome-ignore format: short
}
