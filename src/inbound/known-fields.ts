/** Fields that say how a message travels or is put together, and fields whose lengths are bounded: no row maps them, and no report tells of them. */
import type { Quality } from './message/quality.ts'
import type { Segment } from './message/segment.ts'

/** Numbers of segments, codes that a reader of the message acts on, and what Provenance and the result carry. */
// biome-ignore format: one row a line
const structural: Readonly<Record<string, readonly number[]>> = {
  MSH: [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21],
  EVN: [1, 2],
  PID: [1],
  NK1: [1],
  PV1: [1],
  AL1: [1],
  IN1: [1],
  DG1: [1],
  PR1: [1],
  SPM: [1],
  ORC: [1],
  OBR: [1],
  OBX: [1, 2],
  NTE: [1],
  TXA: [1, 3],
  MSA: [1, 2, 3],
}

export const isStructural = ({ name }: Segment, field: number): boolean => structural[name]?.includes(field) === true

/** The most that versions before 2.7 allow, but for numbers of orders, which every localisation lets be longer. HL7 v2.4 appendix A. */
// biome-ignore format: one row a line
const lengths: readonly { readonly segment: string; readonly field: number; readonly most: number }[] = [
  { segment: 'MSH', field: 10, most: 20 },
  { segment: 'PID', field: 3,  most: 250 },
  { segment: 'PID', field: 5,  most: 250 },
  { segment: 'PID', field: 7,  most: 26 },
  { segment: 'PID', field: 8,  most: 1 },
  { segment: 'PID', field: 11, most: 250 },
  { segment: 'PID', field: 13, most: 250 },
  { segment: 'PID', field: 14, most: 250 },
  { segment: 'PV1', field: 2,  most: 1 },
  { segment: 'PV1', field: 3,  most: 80 },
  { segment: 'PV1', field: 7,  most: 250 },
  { segment: 'PV1', field: 19, most: 250 },
  { segment: 'OBR', field: 4,  most: 250 },
  { segment: 'OBX', field: 3,  most: 250 },
  { segment: 'OBX', field: 4,  most: 20 },
  { segment: 'OBX', field: 6,  most: 250 },
  { segment: 'OBX', field: 7,  most: 60 },
]

const lengthsOf = Map.groupBy(lengths, ({ segment }) => segment)

/** Each repetition is measured, as it was sent. */
export function noteLengths(segment: Segment, repetition: string, quality: Quality): void {
  for (const { field, most } of lengthsOf.get(segment.name) ?? []) {
    const raw = segment.raw(field)
    if (raw.length <= most) continue
    if (raw.split(repetition).some((part) => part.length > most)) quality.note('too-long', `${segment.name}-${field}`)
  }
}

/** Versions without bounds: 2.7 and later. */
export const isBounded = (version: string): boolean => /^2\.[1-6](?:\.|$)/.test(version)
