/** Splits a long talk into parts that overlap, so that a question and its answer stand together in one of them. D294. */
import { segmentLine } from './messages.ts'
import { ProviderError } from './provider-error.ts'
import type { SentTalk, SpokenSegment } from './sent.ts'

const maxParts = 20
/** A part begins again with this many segments of the part before it, and with a quarter of that part at most. */
const overlapSegments = 12

/** `maxBytes`: the most that the segments of one part may take as they are sent. Throws ProviderError if there are too many parts. */
export function splitTalk(talk: SentTalk, maxBytes: number): readonly SentTalk[] {
  const ends = listParts(talk.segments, maxBytes)
  if (ends.length > maxParts) throw new ProviderError('payload-too-large')
  if (ends.length < 2) return [talk]
  // The record is asked for once: each part would repeat its facts.
  return ends.map(([from, to], at) => ({
    ...talk,
    segments: talk.segments.slice(from, to),
    record: at === 0 ? talk.record : [],
  }))
}

type Part = readonly [from: number, to: number]

function listParts(segments: readonly SpokenSegment[], maxBytes: number): readonly Part[] {
  const sizes = segments.map((segment) => Buffer.byteLength(segmentLine(segment)) + 1)
  const parts: Part[] = []
  for (let from = 0; from < segments.length; ) {
    const to = findEnd(sizes, from, maxBytes)
    parts.push([from, to])
    if (to === segments.length) break
    from = to - Math.min(overlapSegments, Math.floor((to - from) / 4))
  }
  return parts
}

/** A segment that is larger than a part is a part of its own. */
function findEnd(sizes: readonly number[], from: number, maxBytes: number): number {
  let bytes = 0
  for (let at = from; at < sizes.length; at += 1) {
    bytes += sizes[at] ?? 0
    if (bytes > maxBytes) return Math.max(at, from + 1)
  }
  return sizes.length
}
