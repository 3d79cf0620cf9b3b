/**
 * Where a trouble is, if its name has no part of the body: "a rash on my arms", "a bit of a sore. On the foot." The place stands behind the
 * name, or alone in the next sentence of the same turn. D488.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import type { Attribute } from '../attribute.ts'
import type { Quote } from '../candidates.ts'
import type { Mention } from '../mention.ts'

/** Troubles that stand at one place and can be shown. Of a pain the tables have the place in the name. */
const local = /^(?:rash|itchy rash|lump|lumps|spots|blisters?|mole|sore|sores|wart|cyst|boil|abscess|ulcer|hives|bruise|bruising|bite|insect bite|burn|cut|swelling|numbness|pins and needles|tingling|itching|dry skin|redness|cramps?|eczema|psoriasis|wound|skin lesion|patch|swollen glands)$/ // biome-ignore format: a list

const start =
  '(?:on|in|under|behind|over|around|round|between|across|near|inside|above|below|along|beside|all over|all down|all up)'
const whose = '(?:the (?:back|side|front|top|bottom|inside|outside|tip|base|end|sole|ball|palm) of )?(?:(?:my|the|his|her|me) )?(?:both (?:my |the )?)?' // biome-ignore format: one row
const part = '(?:(?:left|right|upper|lower|inner|outer|big|little|top|bottom|middle|index|ring) )*[a-z]+(?: (?:blades?|bones?|folds?|creases?|line))?' // biome-ignore format: one row
const place = `${start} ${whose}${part}(?:(?:,| and|, and) (?:(?:on|in|under) )?(?:my |the |his |her )?${part}){0,2}`
const behind = new RegExp(`^(?:(?:just|right|up|down|here|there|mainly|mostly|sort of|like|um|uh|,) ?)*(${place})`)
const alone = new RegExp(`^(?:(?:just|right|up|down|here|there|mainly|mostly|it is|they are|sort of|like|um|uh|and|so),? )*(${place})[.,!]*$`) // biome-ignore format: one row

/** The place up to its last part of the body, without a side: that has a slot of its own. */
function tidy(found: string): string | undefined {
  const pieces = found.split(/(?=,| and )/)
  const last = pieces.findLastIndex((piece) => bodyWord.test(piece))
  const first = pieces[0] ?? ''
  if (last < 0 || !bodyWord.test(first)) return undefined
  const told = pieces.slice(0, pieces.findIndex((piece) => !bodyWord.test(piece)) < 0 ? pieces.length : last + 1)
  const words = told.join('').split(' ')
  const end = words.findLastIndex((word) => bodyWord.test(word))
  return words.slice(0, end + 1).join(' ').replaceAll(/\b(?:left|right) /g, '').replaceAll(/\b(?:my|his|her|me)\b/g, 'the').replace(/,$/, '') // biome-ignore format: one row
}

function readPlace({ term, quotes }: Mention, dialogue: readonly Sentence[]): { readonly text: string; readonly quotes: readonly Quote[] } | undefined {
  const sentence = quotes[0]?.sentence
  const own = sentence?.terms.find(({ key }) => key === term.key)
  if (sentence === undefined) return undefined
  const rest = own === undefined ? '' : sentence.words.slice(own.to + 1).map(({ text }) => text).join(' ').replaceAll(' ,', ',')
  const inside = behind.exec(rest.replace(/^, /, ''))?.[1]
  const text = inside === undefined ? undefined : tidy(inside)
  if (text !== undefined) return { text, quotes: [{ sentence, role: 'statement' }] }
  const at = dialogue.indexOf(sentence)
  const next = dialogue.slice(at + 1, at + 3).find((one) => one.segment === sentence.segment && alone.test(one.said))
  const later = next === undefined ? undefined : tidy(alone.exec(next.said)?.[1] ?? '')
  return next === undefined || later === undefined ? undefined : { text: later, quotes: [{ sentence, role: 'statement' }, { sentence: next, role: 'statement' }] }
} // biome-ignore format: one row a step

/** The places of the troubles that the patient tells. */
export const listToldPlaces = (mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Attribute[] =>
  mentions.flatMap((mention): readonly Attribute[] => {
    const { term, polarity, time, isExplicit, quotes } = mention
    if (!local.test(term.display) || polarity !== 'present' || time !== 'current' || !isExplicit) return []
    const told = quotes[0]?.sentence.segment.speaker === 'patient' ? readPlace(mention, dialogue) : undefined
    return told === undefined ? [] : [{ concept: term.key, kind: 'quality', order: 3, ...told }]
  })
