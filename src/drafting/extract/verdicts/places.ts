/** Where a diagnosis is, told beside its name: "tennis elbow, on the right", "shingles on the left side of the chest", "a tear, I'd say. Left shoulder." D495. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { examined } from '../../vocabulary/examination-words.ts'

const side = '(?:left|right)'
const end = '(?=,|[.;!]|$| and\\b| but\\b| so\\b| with\\b| which\\b| that\\b| because\\b| from\\b| again\\b| there\\b| here\\b| i think\\b| now\\b| at the moment\\b)' // biome-ignore format: one pattern
const own = '(?:the|your|his|her|that|this)'
const word = "(?!(?:is|are|was|and|or|but|because|from|same|other|meantime|morning|first|middle|end|start|past|future|way|case|last|next|beginning)\\b)[a-z-]+" // biome-ignore format: one pattern

/** A place with its part behind the name: "in both wrists", "of the outside ligament of the ankle". */
const withPart = new RegExp(`^ ((?:of|in|on|at|over|under|behind|around|along|across|near|down) (?:${own} |both (?:${own} )?|both of ${own} )(?:${word} ){0,3}?${word}(?: (?:of|on|in) (?:${own} )(?:${word} ){0,2}?${word})?)${end}`) // biome-ignore format: one pattern
/** A side without its part: "on the left", "on both sides", ", on the right". */
const sideAlone = new RegExp(`^,? (?:it is |this is |just |mainly |mostly )?(on ${own} ${side}(?: (?:hand )?side)?|on both sides|bilaterally)${end}`) // biome-ignore format: one pattern
/** "A dermatofibroma, left shin", "the right one". */
const bareSide = new RegExp(`^, (?:in |on )?(?:${own} )?(${side}(?: (?:${word} )?${word}))${end}`)
/** "Left shoulder.", "On the right.": the next sentence is the place alone. */
const next = new RegExp(`^(?:and |so |it is )?(?:(?:in|on|of) )?(?:${own} )?(${side})(?: (?:side|(?:${word} )?(${word})))?[.!]?$`) // biome-ignore format: one pattern
/** "A left-sided renal colic." */
const before = new RegExp(`\\b(${side})(?: sided| side)?$`)

const parts = new RegExp(`\\b(?:${examined}|side|ligaments?|lungs?|lobe|canals?|kidneys?|ureter|tubes?|ovar(?:y|ies)|testicles?|nostrils?|socket|web|crease|edge|base|arch|balls?)\\b`) // biome-ignore format: one pattern
const isPart = (words: string): boolean => bodyWord.test(words) || parts.test(words)
/** Things of talk that stand behind "on the" or "in the": no place of the body. */
const notPlace = /\b(?:family|week|weekend|house|home|hospital|clinic|record|notes?|letter|scan|x ray|ultrasound|mri|ct|blood test|report|pill|tablets?|phone|mend|list|cards|safe side|other hand|one hand|whole)\b/ // biome-ignore format: one pattern

const impersonal = (words: string): string => words.replaceAll(/\b(?:your|his|her|this|that)\b/g, 'the')

export type Placed = { readonly text: string; readonly from?: Sentence }

/** The words of a place behind the name; if the name has its part, the side alone. */
function readBehind(after: string, hasPart: boolean): string | undefined {
  const where = hasPart ? undefined : withPart.exec(after)?.[1]
  if (where !== undefined && isPart(where.replace(/^down /, ''))) return notPlace.test(where) ? undefined : ` ${impersonal(where)}` // biome-ignore format: short
  const alone = sideAlone.exec(after)?.[1]
  if (alone !== undefined) return ` ${impersonal(alone)}`
  const bare = bareSide.exec(after)?.[1]
  return bare !== undefined && isPart(bare) ? `, ${bare}` : undefined
}

/** The plain words around the name. */
type Around = { readonly front: string; readonly behind: string }

/** `following`: the next sentence of the turn. */
export function readPlace(
  name: string,
  { front, behind }: Around,
  following: Sentence | undefined,
): Placed | undefined {
  if (/\b(?:left|right|both)\b/.test(name)) return undefined
  const told = readBehind(behind, / (?:of|in|at|on) /.test(name))
  if (told !== undefined) return { text: told }
  const lead = before.exec(front)?.[1]
  if (lead !== undefined) return { text: `, ${lead} side` }
  if (following === undefined || following.isQuestion) return undefined
  const [, which, part] = next.exec(following.said) ?? []
  if (which === undefined || (part !== undefined && !isPart(part))) return undefined
  return { text: part === undefined ? ` on the ${which}` : `, ${following.said.replace(/^(?:(?:and|so|it is|in|on|of|the|your|his|her) )*/, '').replace(/[.!]$/, '')}`, from: following } // biome-ignore format: short
}
