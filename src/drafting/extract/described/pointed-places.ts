/**
 * The place to which a patient points, in the clinician's words: "I get this tightness, here." - "Right, in the centre of the chest." The
 * transcript has no finger, and a clinician says for the record where it was. D487.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { wordSet } from '../../vocabulary/words.ts'
import type { Attribute } from '../attribute.ts'
import { says } from '../candidates.ts'
import { generalKeys, type Mention } from '../mention.ts'

const points = /\b(?:here|there|this (?:bit|part|side|spot|area|bone)|where my (?:hand|finger) is)\b|\bin the middle\b|^(?:\w+ )?(?:low down|high up|at the (?:front|back|side|top|bottom))[.,]?$/ // biome-ignore format: one row

/** The clinician's words before the place. */
const lead = /^(?:(?:so|okay|ok|right|mm|yes|yeah|and|um|ah|i see|got it|just there|good|thank you|thanks|sure|now),? )*(?:(?:so )?(?:you are|he is|she is)(?: just)? (?:pointing|showing me|showing|rubbing|holding|touching|clutching|pressing)(?: (?:to|at|on))? ?|(?:so )?(?:that is|it is|this is) (?=(?:just|right|down|up|in|on|at|under|below|above|behind|over|across|around|round|between|the|your|his|her)\b))?/ // biome-ignore format: one row

const light = wordSet('just right left down up in on at under underneath below above behind over across around round between near along inside outside beneath beside the your his her of top bottom front back side middle centre center upper lower inner outer and both one there edge tip base end part high low towards to where meets big little') // biome-ignore format: a list
const atStart = /^(?:just|right|left|down|up|in|on|at|under|underneath|below|above|behind|over|across|around|round|between|near|along|inside|outside|the|top|bottom|front|back|side|middle|centre|upper|lower|inner|outer|your|his|her|low|high)\b/ // biome-ignore format: a list
const mostWords = 14

/** The place, if the sentence names it and nothing else. */
function readPlace(said: string): string | undefined {
  const place = said.replace(lead, '').replace(/[.?!]+$/, '').replaceAll(/\b(?:your|his|her)\b/g, 'the').replaceAll(/ there\b/g, '').trim() // biome-ignore format: one row
  const words = place.split(/[ ,]+/)
  if (words.length < 2 || words.length > mostWords || !atStart.test(place) || !bodyWord.test(place)) return undefined
  return words.every((word) => light.has(word) || bodyWord.test(word)) ? place : undefined
}

const denies = /^(?:(?:oh|well|um|uh|yeah),? )*(?:no|not|nah|nope|more|lower|higher|further|actually|bit)\b/

/** Words of the place that the name lacks. */
const addsTo = (display: string, place: string): boolean => place.split(/[ ,]+/).some((word) => !/^(?:in|on|at|the|of|just|and)$/.test(word) && !display.toLowerCase().includes(word)) // biome-ignore format: one row

function readAfter(dialogue: readonly Sentence[], index: number, mentions: readonly Mention[]): readonly Attribute[] {
  const sentence = dialogue[index]
  const before = dialogue.slice(Math.max(0, index - 8), index)
  const turn = before.slice(before.findLastIndex(({ segment }) => segment.speaker === 'clinician') + 1)
  const isFirst = before.at(-1)?.segment.speaker === 'patient'
  if (sentence === undefined || !isFirst || sentence.isQuestion || !turn.some(({ said }) => points.test(said)))
    return []
  const place = readPlace(sentence.said)
  const next = dialogue.slice(index + 1)
  const reply = next.find(({ segment }) => segment.speaker === 'patient')
  const isAskedOther = reply !== undefined && next.slice(0, next.indexOf(reply)).some(({ text }) => text.endsWith('?'))
  if (place === undefined || (reply !== undefined && denies.test(reply.said) && !isAskedOther)) return []
  const own = mentions.filter(({ polarity, time, isExplicit, quotes }) => polarity === 'present' && time === 'current' && isExplicit && quotes.some((quote) => turn.includes(quote.sentence))) // biome-ignore format: one row
  const told = own.findLast(({ term }) => !generalKeys.has(term.key)) ?? own.at(-1)
  if (told === undefined || !addsTo(told.term.display, place)) return []
  return [{ concept: told.term.key, kind: 'quality', order: 4, text: place, quotes: says(sentence) }]
}

/** The places of all troubles to which the patient pointed as they were told. */
export const listPointedPlaces = (dialogue: readonly Sentence[], mentions: readonly Mention[]): readonly Attribute[] =>
  dialogue.flatMap(({ segment }, index) =>
    segment.speaker === 'clinician' ? readAfter(dialogue, index, mentions) : [],
  )
