/** Where a trouble is, and where it goes: the places of a reply, in its own words. D419. */
import type { Stretch } from '../../grammar/chunks.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { stretchesOf, unsure, withoutOwner } from './stretch-words.ts'

/** Pointing says nothing to a reader. */
const pointing = /\b(?:(?:round|around|about|up|down|over|in|just|right|from|out) )*(?:here|there)\b,? ?/g
const direction =
  /\b(?:left|right|middle|centre|center|side|sides|top|bottom|front|back|low|lower|high|higher|upper|inside|outside|inner|outer|across|underneath|both|all over|tip|edge|end|bum|backside|behind|blade|belly button)\b/
const subjectOf = /^(?:it|that|this|they|the (?:pain|ache|rash|itch|lump|worst of it)) (?:is|are|feels?|hurts?|aches?|starts?|sits?|begins?|seems?) (?:to be )?(?:always |mainly |mostly |all |more |sort of |only )*/ // biome-ignore format: one row
const goesOf = /^(?:(?:it|that|this|the pain) )?(?:does |sometimes |can |will )?(?:goes?|going|shoots?|shooting|spreads?|spreading|travels?|travelling|moves?|moving|radiates?|runs?|running|comes?|down it goes) (?=down|up|in|into|to|through|round|around|across|towards|out|over|right|all)/ // biome-ignore format: one row

const mostWords = 10
const notTag = /^(?:VERB|AUX|INTJ|SCONJ)$/

/** Only places, parts and directions. "Left" is often tagged as a verb. */
const isPlace = ({ chunks, text }: Stretch): boolean =>
  text.split(' ').length <= mostWords &&
  chunks.flatMap(({ words }) => words).every(({ tag, text: word }) => !notTag.test(tag) || /^(?:left|right|back)$/.test(word)) && // biome-ignore format: one row
  !chunks.some(({ text: own }) => /^(?:i|it|he|she|they|we|you|that|this|something|nothing|someone|somebody)$/.test(own)) // biome-ignore format: one row

/** Places and times of day end alike: "in the morning" is no part of the body. */
const ofPart = (text: string): boolean => bodyWord.test(text) || direction.test(text)

type Part = { readonly text: string; readonly join: string | undefined }

function partsOf(said: string, strip: RegExp): readonly Part[] {
  const bare = said.replaceAll(pointing, '').replace(/^[ ,]+/, '')
  const parts: Part[] = []
  for (const stretch of stretchesOf(bare)) {
    const text = stretch.text.replace(strip, '')
    const [own] = stretchesOf(text)
    const isOwn = own !== undefined && text !== '' && isPlace(own) && ofPart(text) && !unsure.test(text)
    if (!isOwn) {
      if (parts.length > 0) break
      continue
    }
    parts.push({ text: withoutOwner(text), join: parts.length > 0 && /^(?:and|but|or)$/.test(stretch.join ?? '') ? stretch.join : undefined }) // biome-ignore format: one row
  }
  return parts
}

const joined = (parts: readonly Part[]): string => parts.map(({ text, join }, at) => `${at === 0 ? '' : join === undefined ? ', ' : ` ${join} `}${text}`).join('') // biome-ignore format: one row

/** "Down low, on the left", "the outside, top of the arm". */
export function readSite(sentences: readonly string[]): string | undefined {
  const parts = sentences.slice(0, 4).flatMap((said) => partsOf(said, subjectOf))
  const told = joined(parts.slice(0, 5))
  // Only a side: the rules of sides tell it beside the name.
  return told === '' || /^(?:(?:on )?(?:the |both )?(?:left|right|sides?)(?: side| one| hand side)?)$/.test(told) ? undefined : told // biome-ignore format: one row
}

const toward = /^(?:bit |a bit |right |all the way |only )?(?:down|up|in|into|to|through|round|around|across|towards|out|over|onto|behind|between|under) / // biome-ignore format: one row

/** "Into the bum", "down the arm to the elbow". */
export function readSpread(sentences: readonly string[]): string | undefined {
  const parts = sentences.slice(0, 2).flatMap((said) => partsOf(said, goesOf)).filter(({ text }, at, all) => toward.test(text) || (at > 0 && toward.test(all[0]?.text ?? '') && ofPart(text))) // biome-ignore format: one row
  const told = joined(parts.slice(0, 3)).replace(/^(?:a )?bit /, '')
  return told === '' ? undefined : told
}
