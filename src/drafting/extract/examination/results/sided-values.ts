/**
 * Values that a test has for each side: "none out of ten on the left, and on the right it's three out of ten", "six over nine with the right eye and six over
 * twelve with the left". Sides and values stand in the same order, whichever is said first. D494.
 */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { quoteKey } from '../../../dialogue/wording.ts'
import { readAmount } from '../../../vocabulary/amounts.ts'
import type { Word } from '../../../vocabulary/words.ts'
import { type Candidate, claim, type Quote } from '../../candidates.ts'

type Value = { readonly text: string; readonly from: number; readonly to: number }
type Test = {
  readonly name: string
  readonly says: RegExp
  readonly valueAt: (words: readonly Word[], at: number) => Value | undefined
}

const textAt = (words: readonly Word[], at: number): string => words[at]?.text ?? ''

/** "Seven out of ten", "none out of ten", "all ten". */
function countAt(words: readonly Word[], at: number): Value | undefined {
  const first = textAt(words, at)
  if (first === 'all') {
    const all = readAmount(words, textAt(words, at + 1) === 'of' ? at + 2 : at + 1)
    return all === undefined ? undefined : { text: `${all.value}/${all.value}`, from: at, to: all.to }
  }
  const count = /^(?:none|nil|nought)$/.test(first) ? { value: 0, to: at } : readAmount(words, at)
  if (count === undefined) return undefined
  const of = textAt(words, count.to + 1) === 'out' ? count.to + 2 : count.to + 1
  const most = textAt(words, of) === 'of' ? readAmount(words, of + 1) : undefined
  return most === undefined || most.value < count.value ? undefined : { text: `${count.value}/${most.value}`, from: at, to: most.to } // biome-ignore format: short
}

const lines = new Set([4, 5, 6, 7.5, 9, 12, 15, 18, 24, 36, 60])
/** "Six over nine", "six twelve". */
function acuityAt(words: readonly Word[], at: number): Value | undefined {
  const six = readAmount(words, at)
  if (six?.value !== 6 || six.to !== at) return undefined
  const line = readAmount(words, textAt(words, at + 1) === 'over' ? at + 2 : at + 1)
  return line === undefined || !lines.has(line.value) ? undefined : { text: `6/${line.value}`, from: at, to: line.to }
}

const inUnit =
  (unit: string, says: RegExp) =>
  (words: readonly Word[], at: number): Value | undefined => {
    const amount = readAmount(words, at)
    if (amount === undefined) return undefined
    const isUnit = says.test(textAt(words, amount.to + 1))
    return { text: `${amount.value} ${unit}`, from: at, to: isUnit ? amount.to + 1 : amount.to }
  }

// biome-ignore format: one row a line
const tests: readonly Test[] = [
  { name: 'Monofilament',       says: /\bmono ?filament\b/,                                                    valueAt: countAt },
  { name: 'Visual acuity',      says: /\b(?:visual acuity|acuity|vision|eye chart|snellen|read(?:ing)? the (?:chart|letters)|(?:right|left) eye)\b/, valueAt: acuityAt },
  { name: 'Grip strength',      says: /\bgrip(?: strength)?\b/,                                                 valueAt: inUnit('kg', /^(?:kilos?|kilograms?|kgs?)$/) },
  { name: 'Straight leg raise', says: /\b(?:straight leg (?:rais\w+|test|lift)|slr|leg (?:straight )?up)\b/,    valueAt: inUnit('degrees', /^degrees$/) },
  { name: 'Calf',               says: /\b(?:calf|calves)\b/,                                                    valueAt: inUnit('cm', /^(?:centimetres?|centimeters?|cms?)$/) },
]

const besides = /\b(?:if|should|would|last (?:time|year|visit)|normal(?:ly)?|usual\w*|was|were|people)\b/
const ofUnit = /\b(?:kilos?|kilograms?|kgs?|centimet(?:re|er)s?|cms?|degrees)\b/

type Side = { readonly name: string; readonly at: number }

/** "Right" is a side beside an article, a part or the other side; elsewhere it is a word of talk. */
function listSides(words: readonly Word[]): readonly Side[] {
  const isPaired = words.some(({ text }) => text === 'left')
  return words.flatMap(({ text }, at): readonly Side[] => {
    const [before, next] = [textAt(words, at - 1), textAt(words, at + 1)]
    if (text === 'both') return [{ name: 'both sides', at }]
    if (text === 'left' && (/^(?:the|your|his|her)$/.test(before) || !/^(?:over|with|of|it|him|her)$/.test(next)))
      return [{ name: 'left', at }]
    const isSide = /^(?:the|your|his|her|on)$/.test(before) || (isPaired && at > 0 && !/^(?:,|so|okay|now)$/.test(next)) || /^(?:foot|eye|hand|side|calf|leg|one)$/.test(next) // biome-ignore format: short
    return text === 'right' && isSide ? [{ name: 'right', at }] : []
  })
}

function listValues(words: readonly Word[], { valueAt }: Test): readonly Value[] {
  const out: Value[] = []
  for (let at = 0; at < words.length; at += 1) {
    const value = valueAt(words, at)
    if (value === undefined) continue
    out.push(value)
    at = value.to
  }
  return out
}

const mostBack = 4

function readSided(sentence: Sentence, before: readonly Sentence[]): readonly Candidate[] {
  if (sentence.isQuestion || besides.test(sentence.said)) return []
  const near = before
    .filter(({ segment, at }) => segment === sentence.segment || sentence.at - at <= 2)
    .slice(-mostBack)
  const test = tests.find(({ says }) => says.test(sentence.said)) ?? tests.find(({ says }) => near.some(({ said }) => says.test(said))) // biome-ignore format: short
  if (test === undefined || (/Calf|Grip|leg/.test(test.name) && !ofUnit.test(sentence.said))) return []
  const values = listValues(sentence.words, test)
  const sides = listSides(sentence.words).filter(({ at }) => !values.some(({ from, to }) => at >= from && at <= to))
  if (values.length === 0 || values.length > 2 || values.length !== sides.length) return []
  const named = test.says.test(sentence.said) ? undefined : near.findLast(({ said }) => test.says.test(said))
  const sentences = [...(named === undefined ? [] : [named]), sentence]
  const display = `${test.name} ${values.map(({ text }, at) => `${text} on ${sides[at]?.name === 'both sides' ? '' : 'the '}${sides[at]?.name ?? ''}`).join(' and ')}` // biome-ignore format: short
  return [{ text: `${display}.`, claims: [claim('finding', { key: `${quoteKey(sentences)}-sided`, display })], quotes: sentences.map((one): Quote => ({ sentence: one, role: 'statement' })), weight: 89, at: sentence.at }] // biome-ignore format: short
}

/** The values of both sides, or of one, that the clinician reads out. */
export function draftSidedValues(dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  return own.flatMap((sentence, at) => readSided(sentence, own.slice(0, at)))
}
