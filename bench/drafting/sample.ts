/** Draws statements of days 2 and 3 for a reader: in the order of a hash of the fixed seed and their key, so that each draft gives one sample. */
import { createHash } from 'node:crypto'
import type { Segment, Statement } from '../../src/core/clinical-note.ts'
import { labelKey, readLabels } from '../labels.ts'

const seed = 'banksia-2026-11-23'

export type Drawable = {
  readonly consultation: string
  readonly statement: Statement
  readonly segments: readonly Segment[]
}

const rankOf = (key: string): string => createHash('sha256').update(`${seed} ${key}`).digest('hex')

export function drawSample(drafted: readonly Drawable[], size: number): readonly Drawable[] {
  const unseen = drafted.filter(({ consultation }) => !consultation.startsWith('day1'))
  // A sentence that stands twice in a note is drawn once.
  const byKey = new Map(unseen.map((item) => [labelKey(item.consultation, item.statement), item]))
  const ranked = [...byKey].map(([key, item]) => ({ key, item, rank: rankOf(key) }))
  const drawn = ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, size)
  return drawn.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item)
}

/** The label or `unread`, the key, the sentence, and each cited segment once with its speaker. */
export function writeSample(sample: readonly Drawable[], write: (line: string) => void): void {
  const labels = readLabels()
  for (const { consultation, statement, segments } of sample) {
    const key = labelKey(consultation, statement)
    write(`${labels.get(key)?.verdict ?? 'unread'}\t${key.replace(' ', '\t')}\t${statement.text}`)
    const cited = new Set(statement.evidence.flatMap((each) => (each.kind === 'segment' ? [each.segmentId] : [])))
    for (const { id, speaker, text } of segments.filter((each) => cited.has(each.id)))
      write(`\t${id} ${speaker}: ${text}`)
  }
}
