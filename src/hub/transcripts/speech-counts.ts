/** Diarisation metadata: when each voice speaks and how much; counts and times, never words. */
import { z } from 'zod'
import type { TranscriptContent, TranscriptSegment } from '../../store/audio/transcript-content.ts'

/** Milliseconds from the start of the recording. */
const spoken = {
  segments: z.int(),
  uncertainSegments: z.int(),
  firstAtMs: z.int(),
  lastAtMs: z.int(),
  spokenMs: z.int(),
}

export const speechCounts = z.strictObject({
  segments: z.int(),
  uncertainSegments: z.int(),
  speakers: z.int(),
  durationMs: z.int(),
  bySpeaker: z.array(z.strictObject({ label: z.string(), ...spoken })),
})

export const exampleCounts = {
  segments: 2,
  uncertainSegments: 0,
  speakers: 2,
  durationMs: 3000,
  bySpeaker: [
    { label: 'S1', segments: 1, uncertainSegments: 0, firstAtMs: 0, lastAtMs: 2000, spokenMs: 2000 },
    { label: 'S2', segments: 1, uncertainSegments: 0, firstAtMs: 2100, lastAtMs: 3000, spokenMs: 900 },
  ],
} satisfies z.input<typeof speechCounts>

/** In the order of their first words. */
export function countSpeech({ segments }: Pick<TranscriptContent, 'segments'>): z.output<typeof speechCounts> {
  const bySpeaker = Map.groupBy(segments, ({ speaker }) => speaker)
  const { segments: count, uncertainSegments, lastAtMs } = countSegments(segments)
  return {
    segments: count,
    uncertainSegments,
    speakers: bySpeaker.size,
    durationMs: lastAtMs,
    bySpeaker: [...bySpeaker].map(([label, own]) => ({ label, ...countSegments(own) })),
  }
}

const countSegments = (segments: readonly TranscriptSegment[]) => ({
  segments: segments.length,
  uncertainSegments: segments.filter(({ uncertain }) => uncertain).length,
  firstAtMs: segments.reduce((first, { startMs }) => Math.min(first, startMs), Number.MAX_SAFE_INTEGER),
  lastAtMs: segments.reduce((last, { endMs }) => Math.max(last, endMs), 0),
  spokenMs: segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
})
