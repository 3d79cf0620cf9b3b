/**
 * A time that tells since when an old trouble is worse: "I've had them since I was a kid. But the last two months they've been worse." The trouble is no
 * younger than it was said to be. A companion who names another length leaves the time open. D550.
 */
import { isToldFor, type Sentence } from '../../dialogue/sentence.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import type { Attribute } from '../attribute.ts'

/** The trouble is an old one. */
const old = /\b(?:for|been|over|on and off(?: for)?|about|like) (?:(?:the )?(?:many|some|several|donkeys?) )?(?:years|ages|donkey's)\b|\bsince (?:i|he|she) (?:was|were)\b|\ball (?:my|his|her) life\b|\b(?:i have|i've|there has) always\b|\bas long as i can remember\b|\bsince (?:childhood|school|my (?:teens|twenties|thirties))\b|\bever since i can remember\b/ // biome-ignore format: one row
const isYears = /\b(?:for|been|on and off(?: for)?) (?:(?:many|some|several) )?years\b/
/** What has changed. */
// biome-ignore format: one row a line
const turns: readonly (readonly [said: RegExp, told: string])[] = [
  [/\bworse\b/, 'worse'],
  [/\b(?:bad|terrible|awful|shocking|really bad)\b/, 'bad'],
  [/\bheavier\b/, 'heavier'],
  [/\bmore often\b/, 'more often'],
  [/\bmore frequent\b/, 'more frequent'],
  [/\bchang(?:ed|ing)\b/, 'changing'],
  [/\b(?:bigger|grown|growing)\b/, 'growing'],
]

const lengthOf = (text: string): string => text.replace(/^started (.*) ago$/, 'for $1').replace(/^for (?!the )/, 'for ')

/** The sentences of the same turn before it, and the question before the turn. */
const before = (sentence: Sentence, dialogue: readonly Sentence[]): readonly Sentence[] => dialogue.filter((one) => one.segment === sentence.segment && one.start < sentence.start) // biome-ignore format: one row

function tellChange(attribute: Attribute, sentence: Sentence, dialogue: readonly Sentence[]): readonly Attribute[] {
  const first = before(sentence, dialogue).findLast(({ said }) => old.test(said))
  const isOldItself = first === undefined && old.test(sentence.said) && /\bbut\b/.test(sentence.said)
  if (first === undefined && !isOldItself) return [attribute]
  const turn = turns.find(([said]) => said.test(sentence.said))
  const changed: readonly Attribute[] = turn === undefined ? [] : [{ ...attribute, kind: 'quality', order: 2, text: `${turn[1]} ${lengthOf(attribute.text)}` }] // biome-ignore format: one row
  const years: readonly Attribute[] = first !== undefined && isYears.test(first.said) ? [{ ...attribute, text: 'for years', quotes: [...attribute.quotes.filter(({ role }) => role === 'question'), { sentence: first, role: attribute.quotes.some(({ role }) => role === 'question') ? 'answer' : 'statement' }] }] : [] // biome-ignore format: one row
  return [...years, ...changed]
}

const isOthers = (next: Sentence | undefined): boolean => next !== undefined && (next.segment.speaker === 'other' || isToldFor(next.segment)) // biome-ignore format: one row

/** "Two weeks." - "Nearly three, Dad.": a companion knows it otherwise. */
function isDisputed(sentence: Sentence, dialogue: readonly Sentence[]): boolean {
  const own = findDuration(sentence.words)?.text
  const next = dialogue
    .slice(dialogue.findIndex((one) => one.segment === sentence.segment && one.start === sentence.start) + 1)
    .find(({ segment }) => segment !== sentence.segment)
  const other = isOthers(next) ? findDuration(next?.words ?? [])?.text : undefined
  const corrects = isOthers(next) && /^(?:(?:oh|well|um),? )*(?:no|nearly|almost|more like|closer to|over|it is been (?:longer|more)|longer|more)\b/.test(next?.said ?? '') // biome-ignore format: one row
  return own !== undefined && (corrects || (other !== undefined && other !== own))
}

/** The times of a complaint, those of a change as a change. */
export const settleChanges = (attributes: readonly Attribute[], dialogue: readonly Sentence[]): readonly Attribute[] =>
  attributes.flatMap((attribute) => {
    const sentence = attribute.kind === 'duration' ? attribute.quotes.findLast(({ role }) => role !== 'question')?.sentence : undefined // biome-ignore format: one row
    if (sentence === undefined || sentence.segment.speaker !== 'patient') return [attribute]
    return isDisputed(sentence, dialogue) ? [] : tellChange(attribute, sentence, dialogue)
  })
