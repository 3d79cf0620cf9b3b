/** Says where a highlight is lost that the note does not contain. Counts only. */

import type { Segment, Statement } from '../src/core/clinical-note.ts'
import type { Candidate } from '../src/drafting/extract/candidates.ts'
import { quoteEvidence } from '../src/drafting/extract/candidates.ts'
import { transcriptId } from './consultations.ts'
import { expand, measureRecall, unitsOf } from './highlights.ts'

export const lossKinds = [
  'withheld by the verifier',
  'cut by the limit of statements',
  'none of its words are said',
  'some of its words are not said',
  'said, but nowhere drafted',
] as const
export type LossKind = (typeof lossKinds)[number]

type Stages = {
  readonly segments: readonly Segment[]
  readonly candidates: readonly Candidate[]
  readonly drafted: readonly Statement[]
  readonly final: readonly Statement[]
}

const alone = ({ text, claims, quotes }: Candidate, at: number): Statement => ({
  id: String(at),
  text,
  claims,
  evidence: quoteEvidence(transcriptId, quotes),
  confidence: 1,
})

/** One kind for each highlight that is not found in the final note. */
export function listLosses(highlights: readonly string[], stages: Stages): readonly LossKind[] {
  const { segments, candidates, drafted, final } = stages
  const isIn = (highlight: string, statements: readonly Statement[]) => measureRecall([highlight], statements, segments).found > 0 // biome-ignore format: short
  const said = unitsOf(segments.map(({ text }) => text).join(' . '))
  return highlights
    .filter((highlight) => !isIn(highlight, final))
    .map((highlight) => {
      if (isIn(highlight, drafted)) return 'withheld by the verifier'
      if (isIn(highlight, candidates.map(alone))) return 'cut by the limit of statements'
      const { concepts, stems } = unitsOf(expand(highlight))
      const heard = [...concepts].filter((unit) => said.concepts.has(unit)).length + [...stems].filter((unit) => said.stems.has(unit)).length // biome-ignore format: short
      if (heard === 0) return 'none of its words are said'
      return heard < concepts.size + stems.size ? 'some of its words are not said' : 'said, but nowhere drafted'
    })
}
