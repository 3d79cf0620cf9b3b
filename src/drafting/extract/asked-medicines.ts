/** Answers to questions about medicines: none, this one, or the dose. */

import { readAnswer } from '../dialogue/answers.ts'
import { isConfirming } from '../dialogue/questions.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { answers, type Candidate, claim } from './candidates.ts'
import { findDose, findFrequency, medicineCandidate, saidName } from './medication.ts'

const doseAsked = /\b(?:what dose|how much|how often|how many|which (?:dose|strength))\b/

/** "What dose of X are you on?" - "A hundred micrograms.": the last value counts, and the question presupposes X. */
function doseAnswer(question: Sentence): readonly Candidate[] {
  const said = question.said
  const terms = question.terms.filter(({ kind }) => kind === 'medicine')
  const [term] = terms
  if (term === undefined || terms.length !== 1 || !doseAsked.test(said) || !/\b(?:you|your)\b/.test(said)) return []
  const values = question.answers.slice(0, 3).flatMap((sentence) => {
    const dose = findDose(sentence.words)
    const frequency = findFrequency(sentence.words.map(({ text }) => text).join(' ')) // biome-ignore format: short
    const slots = { ...(dose === undefined ? {} : { dose }), ...(frequency === undefined ? {} : { frequency }) }
    return Object.keys(slots).length === 0 || sentence.segment.id !== question.answers[0]?.segment.id
      ? []
      : [{ sentence, slots }]
  })
  const last = values.at(-1)
  if (last === undefined) return []
  return [
    medicineCandidate({ verb: 'Takes', name: saidName(question, term), effect: '' }, last.slots, {
      term,
      quotes: answers(question, last.sentence),
    }),
  ]
}

/** "Do you take any medications?" - "No." */
function noMedicines(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (
    !/\b(?:medication|medicine|tablets)s?\b/.test(said) ||
    (/\bfor (?:that|it|this)\b|\bever\b|\ballerg|\bapart from|\bfamily|\bname\b|\btried\b|\breact/.test(said) &&
      !/\bapart from\b/.test(said)) ||
    isConfirming(question)
  )
    return []
  if (!/\b(?:take|taking|on|use|using|any)\b/.test(said)) return []
  const answer = readAnswer(question)
  if (
    answer?.says !== 'no' ||
    !answer.isPlain ||
    question.answers.some(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))
  )
    return []
  const word = /\bregular/.test(said) ? 'regular ' : ''
  const other = /\bother\b|\belse\b|\bapart\b/.test(said) ? 'other ' : ''
  return [
    {
      text: `No ${other}${word}medicines.`,
      claims: [claim('medication', { key: 'medicines', display: 'medicines' }, { polarity: 'absent' })],
      quotes: answers(question, answer.sentence),
      weight: 62,
      at: answer.sentence.at,
    },
  ]
}

/** "Are you on the pill?", "have you taken any paracetamol?", answered with yes or no. */
function askedMedicine(question: Sentence): readonly Candidate[] {
  const said = question.said
  const terms = question.terms.filter(({ kind }) => kind === 'medicine')
  const [term] = terms
  const frame = /\b(?:are you (?:still )?(?:on|taking|using)|do you (?:take|use)|you(?:'re| are) (?:on|taking))\b/.test(
    said,
  )
    ? 'now'
    : /\b(?:have you|did you) (?:\w+ )?(?:tried|try|taken|take|used|use|had)\b/.test(said)
      ? 'tried'
      : undefined
  const answer = readAnswer(question)
  if (term === undefined || terms.length !== 1 || frame === undefined || answer === undefined || !answer.isPlain)
    return []
  if (answer.says === 'unknown' || answer.sentence.terms.some(({ kind }) => kind === 'medicine')) return []
  const isYes = answer.says === 'yes'
  const name = saidName(question, term)
  const text =
    frame === 'now'
      ? isYes
        ? `Takes ${name}.`
        : `Does not take ${name}.`
      : isYes
        ? `Has tried ${name}.`
        : `Has not taken ${name}.`
  return [
    {
      text,
      claims: [
        claim(
          'medication',
          { ...term, display: name },
          { polarity: isYes ? 'present' : 'absent', time: frame === 'now' ? 'current' : 'past' },
        ),
      ],
      quotes: answers(question, answer.sentence),
      weight: isYes ? 70 : 42,
      at: answer.sentence.at,
    },
  ]
}

export function draftAskedMedicines(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue
    .filter(({ segment, isQuestion }) => segment.speaker === 'clinician' && isQuestion)
    .flatMap((question) => [...noMedicines(question), ...askedMedicine(question), ...doseAnswer(question)])
}
