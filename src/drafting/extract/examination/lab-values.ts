/** Results of the laboratory that the clinician reads out: "potassium four point four", "the HbA1c is eight point four percent". D405. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Word } from '../../vocabulary/words.ts'
import { type Candidate, claim, says } from '../candidates.ts'

type Row = { readonly name: string; readonly says: RegExp; readonly range: readonly [number, number] }

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: 'HbA1c',            says: /\b(?:hb ?a ?1 ?c|h b a ?1 ?c)\b/,                          range: [4, 160] },
  { name: 'eGFR',             says: /\b(?:egfr|e gfr|e g f r|gfr|filtration rate)\b/,                 range: [5, 130] },
  { name: 'ACR',              says: /\b(?:acr|a c r|albumin creatinine ratio)\b/,                     range: [0.1, 400] },
  { name: 'Creatinine',       says: /\bcreatinine\b/,                                                range: [20, 900] },
  { name: 'Potassium',        says: /\bpotassium\b/,                                                 range: [2, 8] },
  { name: 'Sodium',           says: /\b(?:sodium)\b/,                                                range: [110, 170] },
  { name: 'Total cholesterol', says: /\b(?:total cholesterol|cholesterol total)\b/,                  range: [1, 15] },
  { name: 'LDL',              says: /\b(?:ldl|l d l)\b/,                                             range: [0.3, 12] },
  { name: 'HDL',              says: /\b(?:hdl|h d l)\b/,                                             range: [0.3, 5] },
  { name: 'Cholesterol ratio', says: /(?<=\bcholesterol\b.*)\bratio\b/,                               range: [1, 12] },
  { name: 'Cholesterol',      says: /\bcholesterol\b(?! (?:ratio|tablets?|total))(?<!\btotal cholesterol)/, range: [1, 15] },
  { name: 'Triglycerides',    says: /\btriglycerides?\b/,                                            range: [0.2, 30] },
  { name: 'Haemoglobin',      says: /\b(?:haemoglobin|hemoglobin|blood count)\b(?! a ?1 ?c)/,         range: [3, 220] },
  { name: 'Ferritin',         says: /\b(?:ferritin)\b/,                                              range: [1, 3000] },
  { name: 'TSH',              says: /\b(?:tsh|t s h)\b/,                                             range: [0.01, 150] },
  { name: 'CRP',              says: /\b(?:crp|c r p)\b/,                                             range: [0.5, 500] },
  { name: 'PSA',              says: /\b(?:psa|p s a)\b/,                                             range: [0.1, 500] },
  { name: 'Vitamin D',        says: /\bvitamin d(?: level)?\b/,                                      range: [5, 300] },
  { name: 'INR',              says: /\b(?:inr|i n r)\b/,                                             range: [0.8, 12] },
  { name: 'Uric acid',        says: /\b(?:uric acid|urate)\b/,                                       range: [0.05, 1000] },
]

/** A target, a plan, a rule, an amount of a medicine, or a value of another person or day. */
const notResult =
  /\b(?:if|would|should|could|like (?:it|you|that|your)|want|aim\w*|target|goal|need|until|unless|when(?:ever)?|repeat|check|recheck|again|take|tablets?|capsules?|drops|units|supplements?|milligrams?|micrograms?|in (?:the )?(?:next|coming)|weeks?|months? time|normal (?:is|range)|usually|people|they|your (?:mum|dad|mother|father|brother|sister|wife|husband)|last (?:time|year|month|week)|before that|previously|used to|points?(?! (?:one|two|three|four|five|six|seven|eight|nine|zero|nought|oh|\d))|percent (?:of|chance|risk))\b/ // biome-ignore format: one pattern
/** Words between the name and its number. */
const between = /^(?:is|was|at|of|it|that|came|come|comes|back|as|out|in|level|today|now|,|the|a|total|result|reading|number|which|has|gone|um|uh|er|well|so|nice|steady|up|down|to|about|around|just|still|only|count|score|stands|sits|sitting|your)$/ // biome-ignore format: a list
const mostBetween = 7
/** Words directly before a number that make it a bound or a change. */
const bound = /^(?:under|over|below|above|than|from|by|least|most|between|and|or)$/
/** A number before one of these counts something, so it is no result. */
const counted = /^(?:days?|weeks?|months?|years?|times?|hours?|minutes?|points?|per|in|out|over|of)$/

type Value = { readonly text: string; readonly to: number }

/** The number from word `at` on, over light words only. */
function valueFrom(words: readonly Word[], at: number): Value | undefined {
  for (let next = at; next < Math.min(words.length, at + mostBetween); next += 1) {
    const amount = readAmount(words, next)
    if (amount !== undefined) {
      const after = words[amount.to + 1]?.text ?? ''
      if (bound.test(words[next - 1]?.text ?? '') || counted.test(after) || readAmount(words, amount.to + 1) !== undefined) return undefined // biome-ignore format: short
      const isPercent = /^(?:percent|%)$/.test(after) || (after === 'per' && words[amount.to + 2]?.text === 'cent')
      return { text: `${amount.value}${isPercent ? '%' : ''}`, to: amount.to }
    }
    if (!between.test(words[next]?.text ?? '')) return undefined
  }
  return undefined
}

function readRow(sentence: Sentence, row: Row): string | undefined {
  const joined = sentence.words.map(({ text }) => text).join(' ')
  const match = row.says.exec(joined)
  if (match === null) return undefined
  const end = joined.slice(0, match.index + match[0].length).split(' ').length
  const value = valueFrom(sentence.words, end)
  const number = Number.parseFloat(value?.text ?? '')
  return value === undefined || number < row.range[0] || number > row.range[1] ? undefined : `${row.name} ${value.text}`
}

/** Each result in the clinician's sentence as a line. */
export function draftLabValues(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue
    .filter(({ segment, isQuestion, said }) => segment.speaker === 'clinician' && !isQuestion && !notResult.test(said) && !said.includes('[')) // biome-ignore format: short
    .flatMap((sentence) => {
      const values = rows.flatMap((row) => readRow(sentence, row) ?? [])
      if (values.length === 0) return []
      return [{ text: `${values.join(', ')}.`, claims: values.map((display, at) => claim('finding', { key: `${quoteKey([sentence])}-lab-${at}`, display })), quotes: says(sentence), weight: 88, at: sentence.at }] // biome-ignore format: short
    })
}
