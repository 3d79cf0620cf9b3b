/** The words of the same speaker around the words that a statement cites. D315. */
import type { Evidence, Segment } from '../../../core/clinical-note.ts'
import { plainOf } from '../words.ts'

/** All in plain text; empty if there are none. */
export type Around = {
  /** The part of the sentence that stands before the cited words. */
  readonly lead: string
  /** The part of the sentence that stands after the cited words. */
  readonly tail: string
  /** The speaker's next two sentences. */
  readonly next: readonly string[]
  /** The other speaker's words just before. */
  readonly asked: string
}

/** The segments of a transcript in order, and the place of each. */
export type Talk = { readonly segments: readonly Segment[]; readonly places: ReadonlyMap<string, number> }

export const openTalk = (segments: readonly Segment[]): Talk => ({
  segments,
  places: new Map(segments.map(({ id }, at) => [id, at])),
})

/** A listener's sound or assent takes no turn. */
const assent = /^(?:\W|mm+|mhm|uh huh|hm+|yeah|yes|yep|yup|ok|okay|right|sure|fine|good|great|i see|all right|alright|got it|i will|thanks?|thank you|perfect)*$/ // biome-ignore format: one row

const isEnded = (text: string): boolean => /[.?!]["')\]]*\s*$/.test(text)
/** How many segments a sentence may be spread over. */
const furthest = 4

/** The segments of the same speaker that follow or come before, without the sounds of the listener; up to the other speaker's next turn. */
function* neighbours({ segments }: Talk, at: number, step: 1 | -1): Generator<string> {
  const { speaker } = segments[at] ?? {}
  for (let place = at + step, seen = 0; seen < furthest; place += step, seen += 1) {
    const segment = segments[place]
    if (segment === undefined) return
    if (segment.speaker === speaker) yield segment.text
    else if (!assent.test(plainOf(segment.text))) return
  }
}

/** The unfinished sentence at the end of the text. */
const lastUnfinished = (text: string): string => (isEnded(text) ? '' : (text.split(/[.?!](?=\s)/).at(-1) ?? ''))

function leadOf(talk: Talk, at: number, before: string): string {
  let lead = before
  if (/[.?!]\s*\S/.test(before) || isEnded(before)) return plainOf(lastUnfinished(before))
  for (const text of neighbours(talk, at, -1)) {
    if (isEnded(text)) break
    lead = `${text} ${lead}`
    if (/[.?!]\s/.test(text)) break
  }
  return plainOf(lastUnfinished(lead))
}

function followOf(talk: Talk, at: number, after: string): string {
  let follow = after
  for (const text of neighbours(talk, at, 1)) {
    if (sentencesOf(follow).length > 2) break
    follow = `${follow} ${text}`
  }
  return follow
}

/** The last words of the other speaker before the segment. */
function askedBefore({ segments }: Talk, at: number): string {
  const { speaker } = segments[at] ?? {}
  const before = segments.slice(Math.max(0, at - furthest), Math.max(0, at)).findLast((segment) => segment.speaker !== speaker && !assent.test(plainOf(segment.text))) // biome-ignore format: short
  return before === undefined ? '' : plainOf(before.text)
}

const sentencesOf = (text: string): readonly string[] => plainOf(text).match(/[^.?!]+(?:\.(?=\d)[^.?!]+)*[.?!]*/g)?.map((one) => one.trim()).filter((one) => /[a-z0-9]/.test(one)) ?? [] // biome-ignore format: short

export function readAround(talk: Talk, { segmentId, start, end }: Extract<Evidence, { kind: 'segment' }>): Around {
  const at = talk.places.get(segmentId) ?? -1
  const text = talk.segments[at]?.text ?? ''
  const isWhole = isEnded(text.slice(start, end)) || /^\s*[.?!]/.test(text.slice(end))
  const sentences = sentencesOf(followOf(talk, at, text.slice(end).replace(/^\s*[.?!]+/, '')))
  return {
    lead: leadOf(talk, at, text.slice(0, start)),
    tail: isWhole ? '' : (sentences[0] ?? ''),
    asked: askedBefore(talk, at),
    next: isWhole ? sentences.slice(0, 2) : sentences.slice(1, 3),
  }
}
