/** The words of a symptom's attributes: character, side, time, frequency. */

import { readContext } from '../dialogue/context.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { findDuration } from '../vocabulary/amounts.ts'
import { month, weekday, withCalendarNames } from '../vocabulary/calendar.ts'
import { qualities } from '../vocabulary/qualities.ts'
import type { Term } from '../vocabulary/terms.ts'
import { readFlow, readWords, wordTable } from '../vocabulary/words.ts'
import { tellsOtherLength } from './described/other-lengths.ts'

const phrases = qualities.flatMap(([kind, display, says], order) =>
  says
    .split('|')
    .map((phrase) => ({ kind, display, order, words: readFlow(readWords(phrase)).map(({ text }) => text) })),
)

/** Words, and the symptoms that they can describe. */
export const fits: readonly (readonly [quality: RegExp, symptom: RegExp])[] = [
  [/^dry$/, /cough/],
  [/^watery$/, /diarr|stool/],
  [/^(?:itchy|red|painful)$/, /rash|skin|spots|lump/],
  [/^(?:green|yellow|clear)$/, /phlegm|nose|discharge/],
  [/^spreading$/, /rash|skin|pain/],
  [/^(?:severe|mild|unbearable|excruciating|worst ever|horrible|terrible)$/, /pain|ache|throat|cramp/],
  [
    /^(?:throbbing|sharp|dull|aching|burning|stinging|cramping|stabbing|tight|pressure|heavy)$/,
    /pain|ache|sore throat|painful/,
  ],
  [/worse lying|bending|breathing/, /pain|ache|breath|cough|dizz/],
]

export const canHave = (term: Term, quality: string): boolean =>
  fits.every(([pattern, symptom]) => !pattern.test(quality) || symptom.test(term.display)) &&
  !term.display.includes(quality)

type Found = { readonly display: string; readonly order: number; readonly from: number; readonly to: number }

export function findQualities(sentence: Sentence): readonly Found[] {
  const flow = readFlow(sentence.words)
  const found: Found[] = []
  for (let at = 0; at < flow.length; at++)
    for (const { display, order, words } of phrases)
      if (words.every((word, index) => flow[at + index]?.text === word))
        found.push({ display, order, from: flow[at]?.at ?? 0, to: flow[at + words.length - 1]?.at ?? 0 })
  return found.filter(({ from, to, display }) => {
    const pseudo: Term = { kind: 'symptom', key: '', display, from, to }
    return readContext(sentence, pseudo).status === 'present'
  })
}

const sidePattern =
  /\b(?:on|in|at|my|the) (?:the |my |that )?(left|right)(?: hand)?(?: side)?\b(?! now)|\b(left|right)(?: hand)? side\b|\b(left|right) (?:(?:big|great|little|lower|upper|middle|inner|outer|index|ring|front|back|sore|red|bad) )*(?:ear|eye|knee|hip|leg|arm|foot|ankle|hand|wrist|shoulder|elbow|breast|testicle|side|calf|thigh|flank|heel|thumb|toe|toes|finger|fingers|temple|groin|ribs?|jaw|cheek|buttock|nostril|loin|shin|armpit|collarbone|eyelid|eyebrow|one)\b/

/** Not that side, or one of the two. */
const isOpen = /\b(?:not|nor|than|neither) (?:(?:on|in|the|my|that) )*(?:left|right)\b|\b(?:left|right)(?: \w+)? or (?:the |my |on )*(?:left|right)\b/ // biome-ignore format: short

/** The side of an earlier trouble, or of the part that is well: "my left is the one you looked at last year", "the right is fine". */
const ofOtherEvent =
  /\b(?:left|right)(?: \w+)? (?:is|was) (?:(?:the )?one(?: that)? (?:you|they|i|we|he|she|the)|(?:fine|ok|okay|all right|good|normal|the good one))\b|\b(?:you|they|he|she|the doctor|a doctor) (?:looked at|saw|treated|fixed|examined|checked|scanned|operated on|did|replaced|injected) (?:my |the )?(?:left|right)\b|\b(?:left|right)\b[^,.]*\b(?:operated|replaced|last (?:year|time))\b/

const bothPattern =
  /\bboth (?:\w+ )?(?:ears|eyes|knees|hips|legs|arms|feet|ankles|hands|wrists|shoulders|elbows|sides|of them)\b|\bboth\.?$/

/** Troubles of the whole body, of its middle or of the mind: they have no side. */
const sideless =
  /miserable|teary|anxious|cough|fever|chill|shiver|sweat|breath|wheez|phlegm|\bcold\b|tired|fatigue|letharg|unwell|feeling|nausea|vomit|diarr|constipat|stool|bowel|bloat|\bwind\b|indigestion|heartburn|appetite|weight|thirst|hunger|urin|bladder|period|pregnan|libido|erect|sleep|insomnia|snor|mood|anxi|panic|stress|anger|irritab|memory|confus|concentrat|hallucinat|dizz|vertigo|lighthead|faint|blackout|seizure|balance|\bfalls?\b|palpitat|heart|sore throat|throat pain|swallow|voice|hot flush|jaundice|word-finding|zigzag|flashing lights|aura|to (?:bright )?(?:light|noise|sound|smells?)|crying|tearful|craving|loss of interest|energy/
export const canHaveSide = ({ display }: Pick<Term, 'display'>): boolean => !sideless.test(display.toLowerCase())

/** A posture: "lying on my left side". */
const posture = /\b(?:lie|lies|lying|lay|sleep|sleeps|sleeping|slept|roll|rolled|turn|turned|turning|lean|leaning) (?:\w+ )?(?:on|onto|over|to) (?:the |my )?(?:left|right)(?: hand)?(?: side)?\b/g // biome-ignore format: short

export function findSide(sentence: Pick<Sentence, 'words'>): 'left' | 'right' | 'both' | undefined {
  const { words } = sentence
  const said = words.map(({ text }) => text).join(' ').replaceAll(' ,', ',').replaceAll(' .', '.').replaceAll(posture, '') // biome-ignore format: short
  if (isOpen.test(said) || ofOtherEvent.test(said)) return undefined
  const corrected =
    /\b(?:left|right)\b[^.]*\b(?:no|wait|sorry|i mean|actually|rather),? (?:(?:no|wait|sorry|i mean|actually|it is),? )*(?:on )?(?:the |my )?(left|right)\b/.exec(
      said,
    )?.[1]
  if (corrected === 'left' || corrected === 'right') return corrected
  const bare =
    /^(?:(?:um|uh|er|oh|no|just|only),? )*(?:it is |on )?(?:the |my )(left|right)(?: one| side| hand side)?[.,]?$/.exec(
      said,
    )?.[1]
  const side = sidePattern.exec(said)
  const one = bare ?? side?.[1] ?? side?.[2] ?? side?.[3]
  if (one === 'left' || one === 'right')
    return new RegExp(`\\b${one === 'left' ? 'right (?:side|hand|ear|eye|knee|leg|arm)' : 'left'}\\b`).test(said)
      ? undefined
      : one
  return bothPattern.test(said) ? 'both' : undefined
}

export const startedAt = (time: { readonly text: string; readonly sense: string }): string =>
  time.sense === 'since' ? `since ${time.text}` : time.sense === 'for' ? `for ${time.text}` : `started ${time.text} ago`

const sincePattern = new RegExp(
  `\\bsince (?:(?:like|about|around|roughly|maybe|probably|um|uh|oh),? )*(?:(?:the )?(last (?:night|week|month|year|weekend)|(?<=the )weekend|easter|yesterday(?: \\w+ing)?|this morning|midday|mid-day|${weekday}|birth|childhood|christmas|${month}))\\b`,
)

/** "He's six months.": an age. */
export const isAge =
  /^(?:(?:so|and|yeah|yes|um|uh|oh|well|sorry),? )*(?!(?:it|that|this|there|which|what|pain|cough|rash)\b)[a-z]+ (?:is|am) (?:(?:only|just|nearly|almost|about) )?[a-z0-9]+(?: and a half)? (?:days?|weeks?|months?|years?)(?: old)?(?: (?:today|tomorrow|now|next [a-z]+))?[.,!]*$/

/** "Eighteen months, but since Christmas it's a lot worse": the second time is that of the change. */
export function withoutChange(sentence: Sentence): Sentence {
  const at = sentence.words.findIndex(({ text }) => text === 'but')
  const rest = sentence.words.slice(at + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  if (at < 2 || !/^(?:it |its |and |then |is |has |been |, )*(?:a lot worse|much worse|worse|since|over|in|for|the last|these last|now|it|got|is|has)\b/.test(rest) || !/\bworse\b/.test(rest)) return sentence // biome-ignore format: short
  const words = sentence.words.slice(0, at)
  return { ...sentence, words, said: words.map(({ text }) => text).join(' ').replaceAll(' ,', ',').replace(/[ ,]+$/, '.'), terms: sentence.terms.filter(({ to }) => to < at) } // biome-ignore format: short
}

export function readTime(
  whole: Sentence,
): { readonly text: string; readonly sense: 'for' | 'ago' | 'bare' | 'since' } | undefined {
  const sentence = withoutChange(whole)
  const said = sentence.said
  if (
    tellsOtherLength(sentence) ||
    isAge.test(said) ||
    /\b(?:not know|not sure|not remember|no idea|used to|before that|hospital|surgery|operation|(?:my|the) (?:last|previous|other) (?:one|time|bout|episode)|(?:days?|weeks?|months?|years?) (?:off(?! and on)|old|pregnant|married|away))\b/.test(
      said,
    )
  )
    return undefined
  const { words } = sentence
  const since = sincePattern.exec(said)?.[1]
  if (since !== undefined)
    return {
      text: withCalendarNames(since.replace('mid-day', 'midday').replace(/^weekend/, 'the weekend')),
      sense: 'since',
    }
  const first = findDuration(words)
  if (first === undefined) return undefined
  const second = findDuration(words, first.to + 1)
  const isOfWorse =
    second !== undefined && words.slice(first.to, second.from).some(({ text }) => /^(?:worse|bad|better)$/.test(text))
  if (isOfWorse) return first
  return second !== undefined && second.text !== first.text ? undefined : first
}

const frequencyPattern =
  /\b(?:(once|twice)|(?:(\w+)(?: or |, | to )?(\w+)?) times) (?:a|per|every) (day|night|week|hour)\b/

const numbers: Readonly<Record<string, string>> = wordTable({ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12' }) // biome-ignore format: a table

export function readFrequency(sentence: Sentence): string | undefined {
  const match = frequencyPattern.exec(sentence.said)
  if (match === null) return undefined
  const [, word, low, high, unit] = match
  if (word !== undefined) return `${word} a ${unit}`
  const first = numbers[low ?? '']
  const second = numbers[high ?? '']
  if (first === undefined && second === undefined) return undefined
  return `${[first, second].filter((part) => part !== undefined).join(' to ')} times a ${unit}`
}

/** "Diarrhoea since Tuesday, and he keeps vomiting": the day belongs to the last symptom before it, or to the first one after it. */
export function isNearSince({ words }: Sentence, term: Term, terms: readonly Term[]): boolean {
  if (terms.length <= 1) return terms.length === 1
  const at = words.findIndex(({ text }) => text === 'since')
  const own = terms.findLast(({ to }) => to < at) ?? terms[0]
  return own?.key === term.key
}
