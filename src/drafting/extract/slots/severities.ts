/** How bad a trouble is, out of ten: each number with its time or occasion ("8/10 at worst, 4/10 now"). D419. */
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { withoutOwner } from './stretch-words.ts'

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const word = `(?:${numbers.join('|')}|nought|10|[0-9])(?![a-z0-9])`
const value = (said: string): number => (said === 'nought' ? 0 : numbers.includes(said) ? numbers.indexOf(said) : Number(said)) // biome-ignore format: one row

/** A number that counts other things. */
const counting =
  new RegExp(`\\b${word}(?:,| and a half)? (?:times?|days?|nights?|weeks?|months?|years?|hours?|minutes?|seconds?|o'clock|tablets?|kids|of them|or so|one|ones)\\b|\\b(?:number|no|the|which|any|each|this|that|last|first) one\\b|\\bone (?:of|or the|that|side|day|night)\\b`, 'g') // biome-ignore format: one row
const light = /\b(?:it is|it was|i would say|i would give it|i would call it|about|around|maybe|probably|perhaps|say|like|call it|up to|sort of|kind of|just|only|a good|a solid|a bad|a|an|i do not know|i should say|then|at least|easily|really|out of (?:ten|10)|well|oh|um|uh|and|but|so|more like|of course|god|yeah|it|is|gets|goes|sits at|sitting at|down to|back to)\b,? ?/g // biome-ignore format: one row

const times: readonly (readonly [RegExp, string])[] = [
  [/\b(?:at )?(?:its |the )?worst\b|\bwhen it is (?:really )?bad\b|\bon a bad day\b/, 'at worst'],
  [
    /\b(?:right )?now\b|\bat the moment\b|\btoday\b|\bsitting (?:here|like this|like that)\b|\blike this\b|\bstanding here\b/,
    'now',
  ],
  [/\bat (?:its )?best\b|\bon a good day\b/, 'at best'],
  [
    /\bat rest\b|\bresting\b|\bsitting(?: still)?\b|\bif i (?:sit|stay|keep) still\b|\bwhen i (?:sit|do not move)\b/,
    'at rest',
  ],
  [/\blast night\b/, 'last night'],
  [/\b(?:at|in the|during the) night\b/, 'at night'],
  [/\bthis morning\b/, 'this morning'],
  [/\bin the mornings?\b/, 'in the morning'],
  [/\byesterday\b/, 'yesterday'],
  [/\bwhen it catches\b/, 'when it catches'],
  [/\bwith (?:the )?(?:tablets?|painkillers?|medicine)\b/, 'with medicine'],
]

const when = /\b(?:when|if) i (?:am )?([a-z]+)((?: [a-z]+){0,3})\b/

/** "Getting out of the car, nine": the deed stands before its number. D528. */
const deed = new RegExp(`^(?:(?:and|but|then|just),? )*((?!nothing|something|anything|everything|morning|evening|during)[a-z]{2,}ing(?: [a-z]+){0,6}?),? (?:it is |that is )?(?:(?:about|maybe|more like|probably|say|an?|only|up to) )*${word}[.!]*$`) // biome-ignore format: one row

function timeOf(stretch: string): string | undefined {
  const found = times.find(([pattern]) => pattern.test(stretch))
  if (found !== undefined) return found[1]
  const told = deed.exec(stretch.trim())?.[1]
  if (told !== undefined && !/\b(?:i|it|you|not|or)\b/.test(told)) return withoutOwner(told)
  const [, verb, rest = ''] = when.exec(stretch) ?? []
  return verb === undefined || /(?:ed|s)$|^(?:got|was|did|had|do|have|am)$/.test(verb) || /\b(?:not|it)\b/.test(rest) ? undefined : `when ${/ing$/.test(verb) ? verb : gerundOf(verb)}${rest.replaceAll(/\bmy\b/g, 'the')}` // biome-ignore format: one row
}

const ownTime = new RegExp(`(?<=\\b${word})(?<!\\b(?:or|to|between) [a-z]+), (?=(?:(?:about|maybe|more like|an?) )*${word} (?:at night|in the (?:morning|evening|night)|last night|this morning|at (?:its )?worst|when i|if i|with movement|on movement|walking|lying))`, 'g') // biome-ignore format: one row

type Told = { readonly text: string; readonly time: string | undefined; readonly isAlone: boolean }

/** The clauses of a reply that hold a number, each with the words that say when. */
function listTold(sentences: readonly string[]): readonly Told[] {
  const told: Told[] = []
  let pending = ''
  for (const said of sentences) {
    const bare = said.toLowerCase().replaceAll(counting, ' ').replaceAll(/\bout of (?:ten|10)\b/g, ' ').replace(/[.?!]+$/, '') // biome-ignore format: one row
    // "A seven, eight at night": the second number has a time of its own.
    const parted = bare.replace(ownTime, '; ')
    for (const clause of parted.split(/, (?:but|and) |\b(?:but|and then|and now|whereas) (?=[a-z])|; /)) {
      const found = [...clause.matchAll(new RegExp(`\\b${word}`, 'g'))].map(([each]) => value(each))
      const time = timeOf(clause) ?? (/\bnow\b/.test(said) && told.length > 0 && said.indexOf('now') < said.indexOf(clause) + 4 && found.length > 0 && sentences.length === 1 ? 'now' : undefined) // biome-ignore format: one row
      const [first, second, third] = found
      if (first === undefined) {
        pending = timeOf(clause) === undefined ? '' : clause
        continue
      }
      if (third !== undefined) return []
      if (second !== undefined && !/\b(?:or|to|maybe|between|and)\b|,/.test(clause)) return []
      const rest = clause.replaceAll(new RegExp(`\\b${word}`, 'g'), ' ').replaceAll(light, ' ').replaceAll(/[ ,]+/g, ' ').trim() // biome-ignore format: one row
      const text = second === undefined || second === first ? `${first}/10` : `${first}-${second}/10`
      told.push({ text, time: time ?? (pending === '' ? undefined : timeOf(pending)), isAlone: rest === '' || /^(?:or|to|between)$/.test(rest) }) // biome-ignore format: one row
      pending = ''
    }
  }
  return told
}

/** `asked` may say which: "out of ten at its worst?". */
export function readSeverity(sentences: readonly string[], asked: string): string | undefined {
  const told = listTold(sentences.slice(0, 4))
  const [first, ...others] = told
  if (first === undefined || told.length > 3) return undefined
  const ofAsked = /\bworst\b/.test(asked) ? 'at worst' : /\b(?:now|at the moment)\b/.test(asked) ? 'now' : undefined
  const lead = first.time ?? ofAsked
  if (others.some(({ time }) => time === undefined || time === lead)) return undefined
  if (first.time === undefined && !first.isAlone && sentences.length > 1) return undefined
  return [{ ...first, time: lead }, ...others].map(({ text, time }) => (time === undefined ? text : `${text} ${time}`)).join(', ') // biome-ignore format: one row
}
