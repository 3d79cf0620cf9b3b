/** A part that has its fellow on the other side is named with the side, and as fully as when the examiner came to it. D566. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { type Candidate, naming } from '../../candidates.ts'
import { placeAlone } from './parts.ts'
import { piecesOf, placesBefore } from './under-examination.ts'

const paired =
  'ear ?drum|drum|ear canal|canal|ear|eyelid|eye|pupil|wrist|hip|knee|ankle|foot|heel|big toe|little toe|toe|elbow|shoulder|forearm|hand|thumb|finger|calf|shin|thigh|leg|arm|breast|nostril|palm|sole|collarbone|buttock'
const leading = new RegExp(`^(${paired})(?= (?!(?:and|of)\\b)[a-z])`, 'i')
const onSide = /^(?:(?:so|and|now|then|ok|okay) )*(?:(?:on|in|over) (?:the |your |his |her )?(left|right)(?: side)?|(?:the |your |his |her )?(left|right) (?:side|one))(?: (?:first|now|then|next))*$/ // biome-ignore format: one pattern
const soreOne =
  /^(?:(?:so|and|now|then|ok|okay|on|to|for) )*(?:the |your |his |her )?(?:sore|bad|painful|affected|naughty) (?:one|side|(ear|eye|knee|hip|foot|ankle|wrist|hand|shoulder|elbow|leg|arm|calf|toe|thumb))(?: (?:first|now|then|next))*$/
const fellow = /^(?:(?:so|and|now|then|ok|okay|on|to|for) )*(?:the |your |his |her )?(?:good|other|well|better)\b/
/** "Good ear first": the word for the side is all that was said. */
const named = /^(?:(?:so|and|now|then|ok|okay|on|to|for) )*(?:the |your |his |her )?((?:good|sore|bad|painful) (?:ear|eye|knee|hip|foot|ankle|wrist|hand|shoulder|elbow|leg|arm|calf))(?: (?:first|now|then|next))*$/ // biome-ignore format: one pattern

/** The organ that a part belongs to: the drum is of the ear. */
const organOf = (part: string): string => (/drum|canal/.test(part) ? 'ear' : /lid|pupil/.test(part) ? 'eye' : (part.split(' ').at(-1) ?? part)) // biome-ignore format: short

type Named = { readonly name: string; readonly sentences: readonly Sentence[] }

/** "It's his right ear": the one side that the talk has named of the part. */
function sideTold(
  organ: string,
  before: readonly Sentence[],
): { readonly side: string; readonly sentence: Sentence } | undefined {
  // biome-ignore format: short
  const form = new RegExp(`\\b(left|right) ${organ}\\b`, 'g')
  const all = before.flatMap((sentence) =>
    [...sentence.said.matchAll(form)].map(([, side = '']) => ({ side, sentence })),
  )
  const told = all.find(({ sentence }) => !sentence.isQuestion)
  return told !== undefined && all.every(({ side }) => side === told.side) ? told : undefined
}

/** The name that the fragments up to one of them give to the part, or `null` where the examiner looks at something else. */
function nameAt(
  pieces: readonly string[],
  at: number,
  part: string,
  sentence: Sentence,
  before: readonly Sentence[],
): Named | null | undefined {
  // biome-ignore format: short
  const [piece = '', organ] = [pieces[at], organOf(part)]
  const side = onSide
    .exec(piece)
    ?.slice(1)
    .find((one) => one !== undefined)
  if (side !== undefined) return { name: `${side} ${part}`, sentences: [sentence] }
  const sore = soreOne.exec(piece)
  if (sore !== null && (sore[1] === undefined || sore[1] === organ)) {
    const told = sideTold(organ, before)
    if (told !== undefined) return { name: `${told.side} ${part}`, sentences: [told.sentence, sentence] }
  }
  const which = named.exec(piece)?.[1]
  if (which?.endsWith(organ) === true)
    return { name: part === organ ? which : `${which}: ${part}`, sentences: [sentence] }
  if (sore !== null) return null
  const alone = placesBefore(pieces, at) ?? placeAlone(piece)
  if (alone !== undefined)
    return new RegExp(`^(?:(?:left|right|big|little|middle|ring|index) )+${part}(?: joint)?$`).test(alone) ? { name: alone, sentences: [sentence] } : alone === part ? undefined : null // biome-ignore format: short
  // "Right. Canal's narrow.": the word may only open the sentence.
  return fellow.test(piece) || (piece !== 'right' && /\b(?:left|right)\b/.test(piece)) ? null : undefined
}

const mostBack = 3

function findName(part: string, at: number, sentence: Sentence, dialogue: readonly Sentence[]): Named | undefined {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const place = own.indexOf(sentence)
  const before = dialogue.slice(0, dialogue.indexOf(sentence))
  for (const one of own.slice(Math.max(0, place - mostBack), place + 1).reverse()) {
    if (sentence.at - one.at > 2) return undefined
    const pieces = piecesOf(one)
    for (let end = (one === sentence ? at : pieces.length) - 1; end >= 0; end -= 1) {
      const name = nameAt(pieces, end, part, one, before)
      if (name !== undefined) return name ?? undefined
    }
  }
  return undefined
}

/** "Wrist swollen" of "on the right, ... the wrist is swollen" is "Right wrist swollen". `at`: the fragment in which the line begins. */
export function withSide(line: Candidate, at: number, sentence: Sentence, dialogue: readonly Sentence[]): Candidate {
  const [part] = leading.exec(line.text) ?? []
  if (part === undefined || /\b(?:left|right|both)\b/i.test(line.text)) return line
  const found = findName(part.toLowerCase(), at, sentence, dialogue)
  if (found === undefined) return line
  const side = /\b(left|right)\b/.exec(found.name)?.[1] as Candidate['claims'][number]['side']
  const put = (text: string): string => (text.toLowerCase().startsWith(part.toLowerCase()) ? `${found.name}${text.slice(part.length)}` : text) // biome-ignore format: short
  const full = put(line.text)
  const [first, ...rest] = line.claims
  if (first === undefined) return line
  return {
    ...line,
    text: full.charAt(0).toUpperCase() + full.slice(1),
    claims: [{ ...first, display: put(first.display), ...(side === undefined ? {} : { side }) }, ...rest],
    quotes: naming(found.sentences, line.quotes),
  }
}
