/**
 * Judges a statement in other words than were said: all exact parts must hold, and the quotes must entail each content word.
 * docs/design/drafting.md#verification; D258.
 */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { checkAmounts } from '../amounts.ts'
import { bare } from '../claims.ts'
import type { QuoteRead, Resolved } from '../evidence.ts'
import type { Polarity } from '../polarity.ts'
import { type Rule, softWords } from '../tables.ts'
import { isWorded } from '../wording.ts'
import { plainOf, quantitiesIn } from '../words.ts'
import { decidedWords, decides, findFrame, gone, openWords, stillNow, unasserted, undecided } from './frames.ts'
import { answersTo, listPlaces, type Place, personAt, polaritiesAt, sentenceAt } from './places.ts'
import { readUnits, type Unit } from './units.ts'

const planKinds = new Set<Claim['kind']>(['plan', 'safety-net', 'request', 'follow-up'])

type Reading = {
  readonly text: string
  readonly quotes: readonly QuoteRead[]
  readonly isPlan: boolean
  readonly isAssessment: boolean
}

/** The rules that the statement breaks as a whole sentence in other words; empty if its meaning holds. */
export function readMeaning(statement: Statement, { quotes }: Pick<Resolved, 'quotes'>): readonly Rule[] {
  const text = bare(statement.text)
  if (isWorded(text) || quotes.length === 0) return ['words-unsupported']
  const reading = openReading(statement, text, quotes)
  const units = readUnits(text)
  const rules = units.flatMap((unit) => checkUnit(unit, reading))
  return [...new Set([...rules, ...checkAmounts(text, quotes), ...checkDates(reading), ...checkGeneral(reading)])]
}

export function openReading({ claims }: Statement, text: string, quotes: readonly QuoteRead[]): Reading {
  const kinds = claims.map(({ kind }) => kind)
  return {
    text,
    quotes,
    isPlan: kinds.length > 0 && kinds.every((kind) => planKinds.has(kind)),
    isAssessment: kinds.some((kind) => kind === 'impression'),
  }
}

export function checkUnit(unit: Unit, reading: Reading): readonly Rule[] {
  const places = listPlaces(unit, reading.quotes)
  if (places.length === 0) return reading.isPlan && unit.isPurpose ? [] : ['words-unsupported']
  if (reading.isPlan) return checkPlanned(unit, places, reading)
  const standing = listStanding(places, reading.quotes)
  const own = standing.filter((place) => isOfPerson(unit, place, reading.quotes))
  if (own.length === 0 || (unit.persons.length === 0 && isOfAnother(standing, reading.quotes)))
    return ['person-mismatch']
  const agreed = own.filter((place) => polaritiesAt(place, reading.quotes).has(unit.told))
  if (agreed.length === 0) return ['polarity-mismatch']
  if (unit.told === 'absent') return []
  const asserted = agreed.filter((place) => isAsserted(place, reading))
  if (asserted.length === 0) return ['not-asserted']
  if (!unit.isOver && asserted.every((place) => isGone(place))) return ['time-mismatch']
  return []
}

/** Leaves out a question whose answer names the thing itself: the answer says more. */
function listStanding(places: readonly Place[], quotes: readonly QuoteRead[]): readonly Place[] {
  const isNamedIn = (quote: QuoteRead) => places.some((place) => place.quote === quote)
  return places.filter(({ quote, index }) => quote.role !== 'question' || !answersTo(quotes, index).some(isNamedIn))
}

/** True if every speaker gives the thing to another person. The clinician's words do not count: a question or an echo does not say whose it is. */
function isOfAnother(places: readonly Place[], quotes: readonly QuoteRead[]): boolean {
  const own = places.filter(({ quote }) => quote.speaker !== 'clinician')
  return own.length > 0 && own.every((place) => personAt(place, quotes) !== undefined)
}

function isOfPerson(unit: Unit, place: Place, quotes: readonly QuoteRead[]): boolean {
  const said = personAt(place, quotes)
  if (unit.persons.includes('family')) return said !== undefined
  if (unit.persons.length === 0) return said === undefined
  return unit.persons.some((person) => person === said || (person === 'relative' && said !== undefined) || (said === 'family' && person !== 'patient')) // biome-ignore format: short
}

/** Whether the words state the thing. A hedged sentence may state a possibility, but never the patient's own fear. */
function isAsserted(place: Place, { text, isAssessment }: Reading): boolean {
  const { before } = sentenceAt(place)
  const frame = findFrame(unasserted, before)
  // A patient who says "usually" speaks of their own illness.
  if (frame === undefined || (frame.name === 'explanation' && place.quote.speaker === 'patient')) return true
  if (/\bworr|\bfear|\bconcern|\banxi/.test(text.toLowerCase())) return true
  return isAssessment && place.quote.speaker === 'clinician' && softWords.test(text.toLowerCase()) && !/^(?:fear|warning|condition)$/.test(frame.name) // biome-ignore format: short
}

function isGone(place: Place): boolean {
  const { own, next } = sentenceAt(place)
  const isEnded = findFrame(gone.slice(0, 1), next) !== undefined
  return (isEnded || findFrame(gone, own) !== undefined) && !stillNow.test(own)
}

/** "Paracetamol would not be helpful": the negation follows its noun. */
function plannedPolarity(place: Place, quotes: readonly QuoteRead[]): ReadonlySet<Polarity> {
  const { tokens } = place.quote
  const rest = tokens.slice(place.at + 1, place.at + 10)
  const stop = rest.findIndex((token) => /^[.?!]$/.test(token))
  const after = (stop < 0 ? rest : rest.slice(0, stop)).join(' ')
  const isRefused =
    /\bnot (?:be |really |going to )*(?:help\w*|need\w*|recommend\w*|necessary|work|useful|required|indicated|appropriate)/.test(
      after,
    )
  return isRefused ? new Set<Polarity>(['absent']) : polaritiesAt(place, quotes)
}

function checkPlanned(unit: Unit, places: readonly Place[], { text, quotes }: Reading): readonly Rule[] {
  const told = places.filter(({ quote }) => quote.speaker === 'clinician')
  if (unit.isPurpose) return []
  if (told.length === 0) return ['speaker-mismatch']
  if (!unit.isConditional && !told.some((place) => place.quote.role === 'question' || plannedPolarity(place, quotes).has(unit.told))) return ['polarity-mismatch'] // biome-ignore format: short
  const isOpen = !unit.isConditional && told.every((place) => findFrame(undecided, sentenceAt(place).own) !== undefined)
  if (unit.named !== undefined && decidedWords.test(text.toLowerCase()) && !told.some((place) => decides.test(sentenceAt(place).own))) return ['plan-undecided'] // biome-ignore format: short
  return isOpen && !openWords.test(text.toLowerCase()) ? ['plan-undecided'] : []
}

/** Days and parts of a day are exact: a note has one only if it was said. */
const dates =
  /\b(?:today|tomorrow|tonight|yesterday|weekend|next week|last week|next month|last month|last year|this year|this week|overnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/g

function checkDates({ text, quotes }: Reading): readonly Rule[] {
  const said = quotes.map(({ plain }) => plain).join(' ')
  const told = [...plainOf(text).matchAll(dates)].map(([date]) => date)
  return told.every((date) => said.includes(date)) ? [] : ['time-mismatch']
}

/** "It usually lasts three to five days" is true of everybody: its numbers are not the patient's. */
const general =
  /\b(?:normally|usually|typically|generally|often|on average) (?:\w+ ){0,3}(?:last|take|settle|clear|go|get)\w*|\b(?:last|take)s? (?:about|around|up to|between)\b/

function checkGeneral({ text, quotes, isPlan }: Reading): readonly Rule[] {
  if (isPlan) return []
  const sentences = quotes.flatMap(({ plain }) => plain.split(/(?<=[.?!]) /))
  const own = sentences.filter((sentence) => !general.test(sentence)).flatMap(quantitiesIn)
  const isOwn = quantitiesIn(text).every(({ value, unit }) => own.some((said) => said.value === value && (said.unit === unit || unit === '' || said.unit === ''))) // biome-ignore format: short
  return isOwn ? [] : ['number-mismatch']
}
