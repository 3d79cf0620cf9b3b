/** Medicines that the patient takes or has tried, with dose and frequency. */
import { readAmount } from './amounts.ts'
import { answers, type Candidate, claim, joinWords, says } from './candidates.ts'
import { readContext } from './context.ts'
import { isConfirming, plainText, readAnswer, type Sentence } from './dialogue.ts'
import { findTerms, type Term } from './terms.ts'
import type { Word } from './words.ts'

const takes = /\b(?:take|taking|takes|using|use|on|have been on|am on|been taking|been using|prescribed|put on)\b/
const tried = /\b(?:tried|try|trying|took|bought|used|had|been having|given|gave)\b/
const stopped =
  /\b(?:used to take|stopped|came off|ran out|no longer|years ago|in the past|previously|before that|used to be on|last time|was on)\b/

const unitNames: Readonly<Record<string, string>> = {
  milligram: 'mg', milligrams: 'mg', mg: 'mg', mgs: 'mg', mil: 'mg', microgram: 'micrograms', micrograms: 'micrograms', mcg: 'micrograms',
  gram: 'g', grams: 'g', g: 'g', ml: 'mL', mls: 'mL', millilitre: 'mL', millilitres: 'mL', milliliters: 'mL', tablet: 'tablet', tablets: 'tablets', pill: 'tablet', pills: 'tablets',
  puff: 'puff', puffs: 'puffs', capsule: 'capsule', capsules: 'capsules', unit: 'units', units: 'units', drop: 'drop', drops: 'drops', spray: 'spray', sprays: 'sprays',
} // biome-ignore format: a table

export type Dose = { readonly value: number; readonly unit: string; readonly at: number }

/** "seventy five milligrams", "two tablets". */
export function findDose(words: readonly Word[], start = 0): Dose | undefined {
  for (let at = start; at < words.length; at++) {
    const amount = readAmount(words, at)
    if (amount === undefined) continue
    const unit = unitNames[words[amount.to + 1]?.text ?? '']
    const next = words[amount.to + 1]?.text ?? ''
    if (unit !== undefined && !/^(?:or|to)$/.test(words[at - 1]?.text ?? '') && !/^(?:or|to)$/.test(next))
      return {
        value: amount.value,
        unit: amount.value === 1 ? unit.replace(/(?<=tablet|puff|capsule|drop|spray|unit)s$/, '') : unit,
        at,
      }
    at = amount.to
  }
  return undefined
}

const countWords: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  eight: '8',
}
const frequencies: readonly (readonly [pattern: RegExp, render: (match: RegExpExecArray) => string | undefined])[] = [
  [/\b(once|twice)(?: or (once|twice))? (?:a|per|every) (day|week|month)\b|\b(once|twice) daily\b/, (match) => match[2] !== undefined ? undefined : match[4] !== undefined ? `${match[4]} a day` : `${match[1]} a ${match[3]}`],
  [/\b(up to )?(two|three|four|five|six|\d) times (?:a|per|every|each) (day|week|month)\b/, (match) => `${match[1] ?? ''}${countWords[match[2] ?? ''] ?? match[2]} times a ${match[3]}`],
  [/\b(?:every|each) (day|morning|night|evening|week)\b/, (match) => `every ${match[1]}`],
  [/\bone a day\b/, () => 'once a day'],
  [/\bevery (four|six|eight|twelve) hours\b/, (match) => `every ${{ four: '4', six: '6', eight: '8', twelve: '12' }[match[1] ?? ''] ?? ''} hours`],
  [/\b(?:at night|at bedtime|before bed)\b/, () => 'at night'],
  [/\bin the morning\b/, () => 'in the morning'],
  [/\b(?:as (?:and when|needed|required)|when (?:i need|needed|required)|when i need it|as and when)\b/, () => 'as needed'],
  [/\bdaily\b/, () => 'daily'],
] // biome-ignore format: one row a line

export function findFrequency(text: string): string | undefined {
  for (const [pattern, render] of frequencies) {
    const match = pattern.exec(text)
    if (match !== null) return render(match)
  }
  return undefined
}

/** The name as it was said, so that the reader finds it again: a brand stays a brand. */
export const saidName = (sentence: Sentence, term: Term): string => {
  const first = sentence.words[term.from]
  const last = sentence.words[term.to]
  const said =
    first === undefined || last === undefined ? term.display : sentence.segment.text.slice(first.start, last.end)
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(said) && said.length <= 30
  const isOwnName = said.toLowerCase().replace(/s$/, '') === term.display.toLowerCase().replace(/s$/, '')
  return !isPlain || said === said.toLowerCase() || isOwnName ? term.display : said
}

function ownMedicine(sentence: Sentence, term: Term, terms: readonly Term[]): readonly Candidate[] {
  const context = readContext(sentence, term)
  const said = plainText(sentence.text)
  if (context.status !== 'present' || context.relative !== undefined || /\ballerg|\bintoleran|\breact/.test(said))
    return []
  const before = sentence.words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const isAsked = sentence.asked.some(
    ({ text }) =>
      /\b(?:take|taking|on any|medications?|medicines?|contracepti\w*|tablets)\b/.test(plainText(text)) &&
      !/\ballerg/.test(plainText(text)),
  )
  if (stopped.test(said) || context.time === 'past') return []
  const isTried = tried.test(before) && !/\b(?:have been taking|am taking|i take)\b/.test(before)
  const isTaken = takes.test(before) && !isTried
  if (!isTried && !isTaken && !isAsked) return []
  if (
    /\b(?:would|will|can i|should|could|going to|want|wants|supposed|told me to|need|buy|get)\b/.test(before) &&
    !isTried
  )
    return []
  const name = saidName(sentence, term)
  const own = terms.length === 1
  const dose = own ? (findDose(sentence.words, term.from) ?? findDose(sentence.words)) : undefined
  const frequency = own ? findFrequency(said) : undefined
  const verb = isTried
    ? 'Has tried'
    : /\b(?:use|using)\b/.test(before)
      ? 'Uses'
      : /\btaking\b/.test(before)
        ? 'Taking'
        : 'Takes'
  const noHelp =
    isTried &&
    /\bnot (?:really |actually |seem to |quite )?(?:help|work|do (?:anything|much))|\bno (?:help|effect)\b/.test(said)
  const helped = isTried && !noHelp && /\b(?:helps|helped|help)\b/.test(said)
  const doseText = dose === undefined ? '' : ` ${dose.value} ${dose.unit}`
  return [
    {
      text: `${verb} ${name}${doseText}${frequency === undefined ? '' : ` ${frequency}`}${noHelp ? ', which did not help' : helped ? ', which helped' : ''}.`,
      claims: [
        claim(
          'medication',
          { ...term, display: name },
          {
            ...(dose === undefined ? {} : { value: dose.value, unit: dose.unit }),
            ...(frequency === undefined ? {} : { frequency }),
            time: isTried ? 'past' : 'current',
          },
        ),
      ],
      quotes: says(sentence),
      weight: isTried ? 66 : 84,
      at: sentence.at,
    },
  ]
}

/** "Do you take any medications?" - "No." */
function noMedicines(question: Sentence): readonly Candidate[] {
  const said = plainText(question.text)
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
    question.answers.some(({ words }) => findTerms(words).some(({ kind }) => kind === 'medicine'))
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
  const said = plainText(question.text)
  const terms = findTerms(question.words).filter(({ kind }) => kind === 'medicine')
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
  if (answer.says === 'unknown' || findTerms(answer.sentence.words).some(({ kind }) => kind === 'medicine')) return []
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

/** "Taking paracetamol and ibuprofen.": those of one sentence under one verb. */
function mergeMedicines(candidates: readonly Candidate[]): readonly Candidate[] {
  const [first, ...rest] = candidates
  if (first === undefined || rest.length === 0) return candidates
  const lead = (candidate: Candidate) => candidate.text.replace(candidate.claims[0]?.display ?? '', '*')
  if (rest.some((candidate) => lead(candidate) !== lead(first))) return candidates
  const claims = [
    ...new Map(candidates.flatMap((candidate) => candidate.claims).map((item) => [item.concept, item])).values(),
  ]
  return [
    {
      ...first,
      text: lead(first).replace(
        '*',
        joinWords(
          claims.map(({ display }) => display),
          'and',
        ),
      ),
      claims,
    },
  ]
}

export function draftMedicines(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician')
      return sentence.isQuestion ? [...noMedicines(sentence), ...askedMedicine(sentence)] : []
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) return []
    const terms = findTerms(sentence.words).filter(({ kind }) => kind === 'medicine')
    return mergeMedicines(terms.flatMap((term) => ownMedicine(sentence, term, terms)))
  })
}
