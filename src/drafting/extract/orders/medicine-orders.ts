/**
 * A clinician's order of one medicine with its dose: "Start doxycycline 100 mg once a day for 5 days."
 * The dose stands beside the name, or in the next sentence; nothing else qualifies the order.
 */
import type { Claim, MedicineChange } from '../../../core/clinical-note.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim, type Quote, sentenceCase } from '../candidates.ts'
import { findDose, saidName } from '../medication.ts'
import { findFrequency } from '../regimens/frequencies.ts'
import { medicineChange } from './medicine-changes.ts'

const hasGuard =
  /\b(?:if|unless|in case|not|no|never|or|but|might|may|could|can|otherwise|until|avoid|stop|maybe|possibly|think|when|because|since|rather|either|as soon as|after|before|once (?!(?:an?|per|every|each|daily|in)\b)|in (?:about |around |another )?(?:a|two|three|four|six|eight|\d+) (?:days?|weeks?|months?)|next (?:week|month)|tomorrow|tonight)\b/

/** The most segments between two sentences of one order. */
export const mostApart = 3

const orders: Readonly<Record<string, string>> = { start: 'Start', starting: 'Start', prescribe: 'Prescribe', give: 'Give', take: 'Take', taking: 'Take', use: 'Use', continue: 'Continue', increase: 'Increase', stop: 'Stop' } // biome-ignore format: a table
const orderPattern = /\b(start(?:ing)?|prescribe|give|tak(?:e|ing)|use|continue|increase|stop)\b/g
const reasonLead =
  /^.*\b(?:because|since|as|due)\b.*?(?=\b(?:i will|i am going to|i would like|let us|let's|we will)\b)/

/** The slots of an order: dose, frequency, duration. */
// biome-ignore format: one row a line
const held: readonly RegExp[] = [
  /\bfor (?:the next )?(?:a |\w+ ){1,2}(?:days?|weeks?|months?)\b/g,
  /\b(?:once|twice|(?:up to )?\w+ times) (?:a|per|every|each) (?:day|week|month)\b|\bevery \w+ hours\b|\b(?:every|each) (?:day|morning|night|evening)\b|\bat (?:night|bedtime)\b|\bin the morning\b|\b(?:once |twice )?daily\b|\bas needed\b/g,
  /^(?:(?:an?|hundred|thousand|and|point|half|\w+teen|\w+ty|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+(?:\.\d+)?)\b[ -]?)+(?:\w+)?/g,
  /\b(?:of it|instead|please|then)\b/g,
]
const leftOver = (rest: string): string => held.reduce((text, pattern) => text.replaceAll(pattern, ''), rest).replaceAll(/[^a-z0-9]+/g, '') // biome-ignore format: short

/** "Start doxycycline 100 mg once a day for 5 days.": a sentence with one medicine, one order and a dose, and without words that qualify the order. */
export function plainOrder(utterance: Utterance): Candidate | undefined {
  const [sentence, other] = utterance.sentences
  if (sentence === undefined || other !== undefined) return undefined
  const terms = sentence.terms.filter(({ kind }) => kind === 'medicine')
  const order = utterance.said.replace(reasonLead, '')
  const term = terms.at(-1)
  const verb = [...order.matchAll(orderPattern)].at(0)?.[1]
  if (term === undefined || verb === undefined || hasGuard.test(order)) return undefined
  if (terms.some(({ key, from }) => key !== term.key && from > term.from - 1)) return undefined
  if (terms.length > 1 && order === utterance.said) return undefined
  const slots = readRegimen(sentence, term.to)
  if (slots === undefined || /\band\b/.test(order.replaceAll('hundred and', ''))) return undefined
  return orderCandidate(
    verb,
    { term, name: saidName(sentence, term) },
    { slots, quotes: quotesOf(utterance), at: sentence.at },
  )
}

type Regimen = {
  readonly value: number
  readonly unit: string
  readonly frequency?: string
  readonly duration?: string
}

/** Reads dose, frequency and duration from that word on; undefined if there is no dose, or if other words stand beside them. */
function readRegimen(sentence: Sentence, from: number): Regimen | undefined {
  const dose = findDose(sentence.words, from)
  if (dose === undefined) return undefined
  const rest = plainText(cleanWords(sentence.segment.text.slice(sentence.words[dose.at]?.start ?? 0, sentence.end)))
  if (leftOver(rest) !== '') return undefined
  const frequency = findFrequency(rest)
  const course = findDuration(sentence.words, dose.at)
  const isCourse = course !== undefined && sentence.words[course.from - 1]?.text === 'for'
  return {
    value: dose.value,
    unit: dose.unit,
    ...(frequency === undefined ? {} : { frequency }),
    ...(isCourse ? { duration: course.text } : {}),
  }
}

type Ordered = { readonly slots: Regimen; readonly quotes: readonly Quote[]; readonly at: number }

function orderCandidate(
  verb: string,
  of: { readonly term: Term; readonly name: string },
  { slots, quotes, at }: Ordered,
): Candidate {
  const { value, unit, frequency, duration } = slots
  const tail = [frequency, duration === undefined ? undefined : `for ${duration}`].filter((part) => part !== undefined)
  return {
    text: `${[`${orders[verb] ?? sentenceCase(verb)} ${of.name} ${value} ${unit}`, ...tail].join(' ')}.`,
    claims: [claim('plan', { ...of.term, display: of.name }, slots), ...listOrdered(verb, of, slots)],
    quotes,
    weight: 84,
    at,
  }
}

/** The change that the verb of an order makes. "Take" and "use" are absent: they may start or continue a medicine. */
const changeOf: Readonly<Record<string, MedicineChange>> = { start: 'started', starting: 'started', prescribe: 'started', give: 'started', continue: 'continued', increase: 'changed', stop: 'stopped' } // biome-ignore format: a table

function listOrdered(
  verb: string,
  of: { readonly term: Term; readonly name: string },
  slots: Partial<Claim>,
): readonly Claim[] {
  const change = changeOf[verb]
  return change === undefined ? [] : [medicineChange({ change, ...of }, slots)]
}

/** "I'm going to give you famotidine." - "Forty milligrams at night for two weeks.": the dose is that of the medicine just named. */
export function followedOrder(named: Utterance, next: Utterance | undefined): Candidate | undefined {
  const [sentence, other] = named.sentences
  const [dosed, more] = next?.sentences ?? []
  const [term, second] = sentence?.terms.filter(({ kind }) => kind === 'medicine') ?? []
  const verb = [...named.said.matchAll(orderPattern)].at(0)?.[1]
  if (sentence === undefined || other !== undefined || dosed === undefined || more !== undefined) return undefined
  if (
    term === undefined ||
    second !== undefined ||
    verb === undefined ||
    next === undefined ||
    dosed.at - sentence.at > mostApart
  )
    return undefined
  if (
    hasGuard.test(named.said) ||
    hasGuard.test(next.said) ||
    dosed.terms.some(({ kind }) => kind === 'medicine') ||
    findDose(sentence.words) !== undefined
  )
    return undefined
  const slots = readRegimen(dosed, 0)
  return slots === undefined
    ? undefined
    : orderCandidate(
        verb,
        { term, name: saidName(sentence, term) },
        { slots, quotes: [...quotesOf(named), ...quotesOf(next)], at: sentence.at },
      )
}

export const quotesOf = ({ sentences }: Utterance): readonly Quote[] => sentences.map((sentence) => ({ sentence, role: 'statement' as const })) // biome-ignore format: short
