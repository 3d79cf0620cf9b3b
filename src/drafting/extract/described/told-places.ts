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
const local = /^(?:headache|rash|itchy rash|lump|lumps|spots|blisters?|mole|sore|sores|wart|cyst|boil|abscess|ulcer|hives|bruise|bruising|bite|insect bite|burn|cut|swelling|numbness|pins and needles|tingling|itching|dry skin|redness|cramps?|eczema|psoriasis|wound|skin lesion|patch|swollen glands)$/ // biome-ignore format: a list

const start =
  '(?:on|in|under|behind|over|around|round|between|across|near|inside|above|below|along|beside|all over|all down|all up)'
const whose = '(?:the (?:back|side|front|top|bottom|inside|outside|tip|base|end|sole|ball|palm) of )?(?:(?:my|the|his|her|me) )?(?:both (?:my |the )?)?' // biome-ignore format: one row
const part = '(?:(?:left|right|upper|lower|inner|outer|big|little|top|bottom|middle|index|ring) )*[a-z]+(?: (?:blades?|bones?|folds?|creases?|line))?' // biome-ignore format: one row
const place = `${start} ${whose}${part}(?:(?:,| and|, and) (?:(?:on|in|under) )?(?:my |the |his |her )?${part}){0,2}`
const behind = new RegExp(`^(?:(?:just|right|up|down|here|there|mainly|mostly|sort of|like|um|uh|,) ?)*(${place})`)
const alone = new RegExp(`^(?:(?:just|right|up|down|here|there|mainly|mostly|it is|they are|sort of|like|um|uh|and|so),? )*(${place})[.,!]*$`) // biome-ignore format: one row

/** "My hands go numb": the part is the subject, and the name of the trouble is without it. */
const asSubject = new RegExp(`\\b(?:my|the|his|her) (${part})(?:,)? (?:(?:all|both|just|really|always|keeps?|it|they|has|have|is|are|been|go|goes|gone|going|went|get|gets|getting|got|feel|feels|feeling|look|looks|sort of|a bit) ?)+$`) // biome-ignore format: one row
const bare = /^(?:numbness|pins and needles|tingling|itching|swelling|cramps|redness|dry skin|bruising)$/

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
  const before = own === undefined ? '' : sentence.words.slice(0, own.from).map(({ text }) => text).join(' ')
  const subject = bare.test(term.display) ? asSubject.exec(before)?.[1] : undefined
  const text = inside === undefined ? (subject === undefined ? undefined : tidy(`in my ${subject}`)) : tidy(inside)
  if (text !== undefined) return { text, quotes: [{ sentence, role: 'statement' }] }
  const at = dialogue.indexOf(sentence)
  const next = dialogue.slice(at + 1, at + 3).find((one) => one.segment === sentence.segment && alone.test(one.said))
  const later = next === undefined ? undefined : tidy(alone.exec(next.said)?.[1] ?? '')
  return next === undefined || later === undefined ? undefined : { text: later, quotes: [{ sentence, role: 'statement' }, { sentence: next, role: 'statement' }] }
} // biome-ignore format: one row a step

/** "It started round my belly button and now it's moved down to the right." */
const moved = new RegExp(`^(?:(?:well|um|so|and),? )*it (?:is|was|has been|started|began)(?: off)? (?:just )?(${place}),? (?:and|but|but now|and now|and then|then)(?: now| then)? (?:it |that )?(?:is |has |have )?(?:moved|gone|shifted|settled|come|travelled) ((?:down|up|over|across|to|into|round|around|in)\\b[^.,;]{2,40})`) // biome-ignore format: one row
function readMoved({ quotes }: Mention, dialogue: readonly Sentence[]): { readonly text: string; readonly quotes: readonly Quote[] } | undefined {
  const sentence = quotes[0]?.sentence
  const at = sentence === undefined ? -1 : dialogue.indexOf(sentence)
  const next = sentence === undefined ? undefined : dialogue.slice(at, at + 3).find((one) => one.segment === sentence.segment && moved.test(one.said))
  const [, from = '', to = ''] = next === undefined ? [] : (moved.exec(next.said) ?? [])
  const start = tidy(from)
  return next === undefined || start === undefined ? undefined : { text: `${start}, then moved ${to.replaceAll(/\b(?:my|his|her)\b/g, 'the').trim()}`, quotes: [{ sentence: next, role: 'statement' }] }
} // biome-ignore format: one row a step

/** The places of the troubles that the patient tells. */
export const listToldPlaces = (mentions: readonly Mention[], dialogue: readonly Sentence[]): readonly Attribute[] =>
  mentions.flatMap((mention): readonly Attribute[] => {
    const { term, polarity, time, isExplicit, quotes } = mention
    const isPain = /\bpain\b/.test(term.display)
    if (!(isPain || local.test(term.display)) || polarity !== 'present' || time !== 'current' || !isExplicit) return []
    const told =
      quotes[0]?.sentence.segment.speaker === 'patient'
        ? isPain
          ? readMoved(mention, dialogue)
          : readPlace(mention, dialogue)
        : undefined
    return told === undefined ? [] : [{ concept: term.key, kind: 'quality', order: 3, ...told }]
  })
