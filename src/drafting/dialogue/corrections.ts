/** Blanks words that a speaker takes back: "the left, no, sorry, the right leg". No statement uses them. */
import type { Segment } from '../../core/clinical-note.ts'

/** `text` stands in the place of the words, with blanks behind it. */
type Span = { readonly start: number; readonly end: number; readonly text?: string }
type Value = {
  readonly start: number
  readonly end: number
  readonly type: string
  readonly text: string
  readonly unit: string
}

const numberWord =
  '(?:a hundred|half|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|\\d+(?:\\.\\d+)?)'
const measure =
  'milligrams?|micrograms?|mgs?|grams?|mls?|tablets?|puffs?|units?|minutes?|hours?|days?|nights?|weeks?|months?|years?|times|pints?|cigarettes?|glasses|degrees|percent'

/** Slots in which one word replaces another of its type. */
// biome-ignore format: one row a line
const slots: readonly (readonly [type: string, pattern: string])[] = [
  ['clock',    `(?:half past|quarter (?:past|to)) ${numberWord}`],
  ['number',   `(?:${numberWord}(?:(?:[ -]| and | point )${numberWord})*(?: (?:${measure}))?|once|twice|a couple of (?:${measure})|a (?:week|fortnight|month|year|day))`],
  ['side',     '(?:left|right|both)'],
  ['weekday',  '(?:last night|this (?:morning|afternoon|evening)|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday|today)'],
  ['month',    '(?:january|february|march|april|june|july|august|september|october|november|december)'],
  ['relative', '(?:mum|mom|mother|dad|father|sister|brother|aunt|auntie|uncle|cousin|son|daughter|nan|gran|grandma|grandad|grandmother|grandfather|wife|husband)'],
  ['daytime',  '(?:mornings?|afternoons?|evenings?|nights?)'],
]
const valuePattern = new RegExp(slots.map(([type, pattern]) => `\\b(?<${type}>${pattern})\\b`).join('|'), 'gi')
const unitPattern = new RegExp(`(${measure})$`, 'i')

function listValues(text: string): readonly Value[] {
  return [...text.matchAll(valuePattern)].flatMap((match): Value[] => {
    const [type, word] = Object.entries(match.groups ?? {}).find(([, said]) => said !== undefined) ?? []
    if (type === undefined || word === undefined) return []
    if (isOtherSense(text, match.index, word)) return []
    const unit = unitPattern.exec(word)?.[1]?.toLowerCase().replace(/s$/, '') ?? (/ce$/i.test(word) ? 'time' : '')
    return [{ type, text: word.toLowerCase(), unit, start: match.index, end: match.index + word.length }]
  })
}

/** "Right, so...", "that's right": no side. */
const isAgreement = (text: string, at: number): boolean =>
  (/(?:^|[.?!,] ?|that's |all |is )$/i.test(text.slice(0, at)) || /^(?:now|away|there)\b/i.test(text.slice(at + 6))) &&
  !/^ ?(?:one|side|leg|arm|ear|eye|knee|hip|foot|ankle|shoulder|hand|wrist|elbow)\b/i.test(text.slice(at + 5))
/** "The left one", "one of them". */
const isPronoun = (text: string, at: number): boolean =>
  /\b(?:the|left|right|that|this|other|which)\s+$/i.test(text.slice(0, at)) || /^one of\b/i.test(text.slice(at))
/** "The left, no wait, right.": after a side that is taken back, the word is a side. */
const replacesSide = (text: string, at: number): boolean =>
  /\b(?:left|right)\b[,.]* (?:(?:no|wait|sorry|hang on|hang about|i mean|i meant|actually|rather|or|make that|i tell a lie),? ?)+$/i.test(text.slice(0, at)) && /^right\b(?! (?:now|away|there|then|so|oh)\b)/i.test(text.slice(at)) // biome-ignore format: short
const isOtherSense = (text: string, at: number, word: string): boolean =>
  (word.toLowerCase() === 'right' && isAgreement(text, at) && !replacesSide(text, at)) ||
  (word.toLowerCase() === 'one' && isPronoun(text, at))

/** Words that take something back; weak ones count only if a value of the same slot follows at once. */
const cue =
  /(?:\bhang on\b|\bno,? (?:wait|sorry|hang on|hold on|actually|i mean|i tell a lie|i lie|i(?:'m| am) (?:wrong|lying)|what am i (?:saying|talking about)|that(?:'s| is) (?:wrong|not right)|not (?:the|my)\b|make that)|\bwhat am i (?:saying|talking about)\b|\bscratch that\b|\bi stand corrected\b|\bsorry,? (?:no|not|i mean)\b|\bi tell a lie\b|\bwait,? no\b|\bactually,? no\b|\bwell,? no\b|\bno,|\bor rather\b|\bmake that\b|\bi meant?\b|\bsorry,|\bactually\b|\bwell,? more like\b)/gi
const strong =
  /hang|hold|wait|sorry|l(?:ie|ying)|wrong|right|what am|scratch|correct|actually,? no|well,? no|not|make|rather/i

/** Weeks may be replaced by days, a dose by another dose. */
const unitGroups = [/^(?:minute|hour|day|night|week|month|year)$/, /^(?:milligram|microgram|mg|gram|ml)$/, /^(?:time)$/]
const sameUnit = (a: string, b: string): boolean =>
  a === b || a === '' || b === '' || unitGroups.some((group) => group.test(a) && group.test(b))
/** "three" and "three days" are one value. */
const isSame = (a: Value, b: Value): boolean =>
  a.text === b.text || a.text.startsWith(`${b.text} `) || b.text.startsWith(`${a.text} `)
/** "One hundred and, hang on, one hundred and four": the same number, said to its end. */
const isFuller = (a: Value, b: Value): boolean => a.type === 'number' && b.type === 'number' && b.text.startsWith(`${a.text} and `) // biome-ignore format: short
const sameSlot = (a: Value, b: Value): boolean => a.type === b.type && !isSame(a, b) && sameUnit(a.unit, b.unit)

/** Words between the end of one and the start of the other. */
const gap = (text: string, from: number, to: number): number =>
  (text.slice(from, to).match(/[A-Za-z0-9']+/g) ?? []).length

/** "I vomited... well no, I didn't vomit": the clause that is denied at once. */
const deniedClause =
  /(?:^ *|[,.?!] )((?:so |and |well |um,? )*(?:i|it|he|she|they)(?:'ve|'d| have| had)? (?:\w+ ){0,2}?(\w{3,}?)(?:ed|ing|s)?(?:\.\.\.|,| ) ?(?:um,? )?(?:well,? )?no,? (?:sorry,? |wait,? |actually,? )*)(?=(?:i|it|he|she|they) (?:didn't|haven't|hasn't|wasn't|don't|doesn't|did not|never) (?:\w+ )?(\w+))/gi

/** "I've had a cough, well actually it's my husband who's had it": the words before are not about the patient. */
const givenAway =
  /(?:^ {0,3}|[.?!] {1,3})([^.?!]{0,300}?)(?:well,? |no,? ){0,4}actually,? (?:no,? )?(?:it|that)(?:'s| is| was) (?:my|the) (?:wife|husband|partner|mum|mom|mother|dad|father|sister|brother|son|daughter|kids?|friend)/gi

function listGivenAway(text: string): readonly Span[] {
  if (!/actually/i.test(text)) return []
  return [...text.matchAll(givenAway)].flatMap((match) => {
    const start = match.index + match[0].indexOf(match[1] ?? '')
    return match[1] === undefined || match[1] === '' ? [] : [{ start, end: start + match[1].length }]
  })
}

/** "Two tablets, uh, one tablet twice a day": the amount that is said again in another number. */
const restated = new RegExp(`\\b(${numberWord}) (tablet|capsule|puff|drop|spray|milligram|mil|day|week|time)s?,? (?:u[hm]+|er+m?),? (?=(${numberWord}) \\2s?\\b)`, 'gi') // biome-ignore format: one row
const listRestated = (text: string): readonly Span[] =>
  [...text.matchAll(restated)].flatMap((match) => (match[1]?.toLowerCase() === match[3]?.toLowerCase() ? [] : [{ start: match.index, end: match.index + match[0].length }])) // biome-ignore format: short

function listDenied(text: string): readonly Span[] {
  return [...text.matchAll(deniedClause)].flatMap((match) => {
    const [whole, clause, stem, again] = match
    if (clause === undefined || stem === undefined || again === undefined) return []
    if (!again.toLowerCase().startsWith(stem.toLowerCase().slice(0, 4))) return []
    const start = match.index + whole.indexOf(clause)
    return [{ start, end: start + clause.length }]
  })
}

/** The value that takes the place of another one stands alone: "No, the right.", "No, five." */
const standsAlone = /^ ?(?:one|side|actually|i think|i mean)?(?=[ ]*(?:[.,?!;]|$))/
const mostKept = 5
/** The words beside the old value hold for the new one: "In my left calf at night. No, the right." D525. */
function keptWith(text: string, old: Value, next: Value, cueAt: number): string | undefined {
  const unit = next.unit === '' && old.unit !== '' && /[a-z]$/.test(old.text) ? (/ [a-z]+$/.exec(old.text)?.[0] ?? '') : '' // biome-ignore format: short
  const rest = /^[^.,?!;]*/.exec(text.slice(old.end, cueAt))?.[0].trimEnd() ?? ''
  const isShort = (rest.match(/[A-Za-z0-9']+/g) ?? []).length <= mostKept
  if (!standsAlone.test(text.slice(next.end)) || !isShort || `${unit}${rest}` === '') return undefined
  const own = next.type === 'number' && /^[a-z]/.test(next.text) ? text.slice(next.start, next.end) : next.text
  return `${own}${unit}${rest}`
}

/** "Two weeks. Or was it three? Three.": the speaker asks, and settles it or leaves both open. D525. */
const wonders = /^[.,]* (?:or )?(?:was|is|were) it (?:more like |maybe |only |about )?$/i
function listWondered(text: string, values: readonly Value[]): readonly Span[] {
  return values.flatMap((old, at): readonly Span[] => {
    const next = values[at + 1]
    if (next === undefined || !sameSlot(old, next) || !wonders.test(text.slice(old.end, next.start))) return []
    const unit = next.unit === '' ? (/ [a-z]+$/.exec(old.text)?.[0] ?? '') : ''
    const again = values[at + 2]
    const between = again === undefined ? '' : text.slice(next.end, again.start)
    const isAgain = again !== undefined && again.type === old.type && /^[?.,]* (?:(?:um|uh|no|yes|yeah|i think|it was|probably|must be|must have been|definitely),? )*$/i.test(between) // biome-ignore format: short
    if (isAgain) return [{ start: old.start, end: again.end, text: `${again.text}${again.unit === '' ? unit : ''}` }] // biome-ignore format: short
    const agrees = /^\? (?:yes|yeah|yep)\b/i.test(text.slice(next.end))
    if (agrees) return [{ start: old.start, end: next.end + 1, text: `${next.text}${unit}.` }]
    return old.type === 'number' ? [{ start: old.start, end: next.end + 1, text: `${old.text.replace(/ [a-z]+$/, '')} or ${next.text}${unit}.` }] : [] // biome-ignore format: short
  })
}

/** Within one speaker's words: from the withdrawn value to its replacement. Across the other's words, at `seam`, a bare "no" is an answer. */
function listOwn(text: string, seam: number): readonly Span[] {
  const values = listValues(text)
  const spans: Span[] = [...listDenied(text), ...listGivenAway(text), ...listRestated(text), ...listWondered(text, values)] // biome-ignore format: short
  for (const match of text.matchAll(cue)) {
    const isStrong = strong.test(match[0])
    const end = match.index + match[0].length
    const after = values.filter(
      (value) => value.start >= match.index && gap(text, end, value.start) <= (isStrong ? 10 : 4),
    )
    const [near] = after
    const isWide = isStrong || (near !== undefined && /^no,/i.test(match[0]) && /[.?!] $/.test(text.slice(0, match.index)) && /^ (?:(?:it(?:'s| is| was)|the|my) )*$/i.test(text.slice(end, near.start)) && standsAlone.test(text.slice(near.end))) // biome-ignore format: short
    const before = values.filter((value) => value.end <= match.index && (isStrong || value.start >= seam || match.index < seam) && gap(text, value.end, match.index) <= (isWide ? 6 : 2)) // biome-ignore format: short
    const pair = before
      .toReversed()
      .flatMap((old) => after.filter((next) => (sameSlot(old, next) || isFuller(old, next)) && !isNegated(text, next)).slice(0, 1).map((next) => ({ old, next }))) // biome-ignore format: short
      .at(0)
    if (pair === undefined) continue
    const start = values.find((value) => value.type === pair.old.type && value.end <= pair.old.start && gap(text, value.end, pair.old.start) < 2 && value.text === pair.next.text)?.start ?? pair.old.start // biome-ignore format: short
    const kept = start >= seam || pair.next.end < seam ? keptWith(text, pair.old, pair.next, match.index) : undefined
    spans.push(kept === undefined ? { start, end: pair.next.start } : { start, end: pair.next.end, text: kept })
  }
  return spans
}
const isNegated = (text: string, value: Value): boolean =>
  /\bnot (?:the |my |a )?$/i.test(text.slice(Math.max(0, value.start - 8), value.start))

const blank = (text: string, spans: readonly Span[]): string =>
  spans.reduce((out, { start, end, text: own = '' }) => out.slice(0, start) + fill(own, end - start) + out.slice(end), text) // biome-ignore format: short
/** The blanks stand before the last word, so that a quote of the words holds all that was said. */
const fill = (own: string, length: number): string => {
  const last = /\S*$/.exec(own)?.[0] ?? ''
  return own.slice(0, own.length - last.length).padEnd(length - last.length) + last
}

/** "So that's the left ear?" - "No, no, the right.": the clinician's word is blanked. */
function listAnswered(echo: string, reply: string): readonly Span[] {
  const lead = /^(?:(?:um|uh|er|oh|well),? )*no\b[,. ](?!.{0,12}\bbut\b)/i.exec(reply)
  if (lead === null) return []
  const [next] = listValues(reply)
  if (next === undefined || gap(reply, lead[0].length, next.start) > 5 || isNegated(reply, next)) return []
  const values = listValues(echo).filter(({ type }) => type === next.type)
  if (values.some((value) => isSame(value, next))) return []
  return values.filter((value) => sameSlot(value, next))
}

const mostApart = 3

/** Index of this speaker's last words before a segment, within that distance; -1 for none. */
function findBefore(segments: readonly Segment[], index: number, most: number, speaker: Segment['speaker']): number {
  for (let at = index - 1; at >= Math.max(0, index - most); at--)
    if (segments[at]?.speaker === speaker && segments[at]?.text.trim() !== '') return at
  return -1
}

/** The segments with withdrawn words blanked; every offset stays. */
export function blankCorrections(segments: readonly Segment[]): readonly Segment[] {
  const texts = segments.map(({ text }) => text)
  for (const [index, segment] of segments.entries()) {
    const earlier = findBefore(segments, index, mostApart, segment.speaker)
    const before = texts[earlier] ?? ''
    const own = texts[index] ?? ''
    const shift = before.length + 1
    const joined = listOwn(`${before} ${own}`, shift)
    texts[index] = blank(own, joined.filter(({ end }) => end > shift).map(({ start, end, text = '' }) => ({ start: Math.max(0, start - shift), end: end - shift, text }))) // biome-ignore format: short
    if (earlier >= 0)
      texts[earlier] = blank(before, joined.filter(({ start, end }) => start < before.length && end > shift).map(({ start }) => ({ start, end: before.length }))) // biome-ignore format: short
    const other = findBefore(segments, index, 2, 'clinician')
    if (segment.speaker === 'patient' && other >= 0) texts[other] = blank(texts[other] ?? '', listAnswered(texts[other] ?? '', own).map(({ start, end }) => ({ start, end }))) // biome-ignore format: short
  }
  return segments.map((segment, index) => ({ ...segment, text: texts[index] ?? segment.text }))
}
