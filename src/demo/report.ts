/** The results of the consultations, for `--json` and for the tables. */
import type { Evidence, Finding, Verification } from '../../client/hub-types.ts'
import { type Draft, segmentIdOf } from './consultation.ts'
import type { Delivered } from './deliveries.ts'
import type { SpokenSegment } from './input.ts'

/** One word of evidence: the segment by its place in the input, and its text. */
export type ReportEvidence =
  | {
      readonly segment: number
      readonly segmentId: string
      readonly speaker: string
      readonly quote: string
      readonly role: string
    }
  | { readonly reference: string }

export type ConsultationReport = {
  readonly file: string
  readonly artifactId: string
  readonly verification: string
  readonly sections: readonly { readonly title: string; readonly filled: boolean }[]
  readonly statements: readonly { readonly text: string; readonly evidence: readonly ReportEvidence[] }[]
  readonly deliveries: readonly {
    readonly channel: string
    readonly format: string
    /** Before the recall. */
    readonly state: string
    readonly bytes: number
    readonly sha256: string
    readonly acknowledgement: string
    readonly path: string | null
  }[]
}

export function buildReport(
  { consultation, artifact, verification }: Draft,
  delivered: readonly Delivered[],
): ConsultationReport {
  const { sections } = artifact.note
  const { segments } = consultation
  return {
    file: consultation.file,
    artifactId: artifact.id,
    verification: verification.outcome,
    sections: sections.map(({ title, statements }) => ({ title, filled: statements.length > 0 })),
    statements: sections.flatMap(({ statements }) =>
      statements.map(({ text, evidence }) => ({ text, evidence: evidence.map((item) => quote(item, segments)) })),
    ),
    deliveries: delivered.map(({ channel, format, state, bytes, sha256, acknowledgement, path = null }) => ({
      ...{ channel, format, state, bytes, sha256, acknowledgement, path },
    })),
  }
}

function quote(evidence: Evidence, segments: readonly SpokenSegment[]): ReportEvidence {
  if (evidence.kind !== 'segment') return { reference: evidence.kind === 'resource' ? evidence.reference : evidence.by }
  const { segmentId, start, end, role } = evidence
  const index = segments.findIndex((_, at) => segmentIdOf(at) === segmentId)
  const spoken = segments[index]
  return {
    segment: index,
    segmentId,
    speaker: spoken?.speaker ?? '',
    quote: spoken?.text.slice(start, end) ?? '',
    role,
  }
}

/** The outcome, and why it is that. */
export const describeVerdict = ({ outcome, reason, findings }: Verification): string =>
  [outcome, reason, ...listRules(findings)].filter(Boolean).join(', ')

/** Counts each rule that a verdict names. */
export function listRules(findings: readonly Finding[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`))
}

const stopWords = new Set(
  'a an and are as at be been but by for from had has have he her his if in into is it its mild no not of on or she some that the their them then there they this to up was were when with'.split(
    ' ',
  ),
)

const contentWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{2,}|\d+(\.\d+)?/g) ?? [])
      .filter((word) => !stopWords.has(word))
      .map((word) => word.replace(/(?<=[a-z]{3})(s|ing|ed)$/, '')),
  )

const neededShare = 0.6

/** A plain measure: highlights of the clinician's that have 60 % of their content words in one statement. */
export function countCovered(highlights: readonly string[], statements: readonly string[]): number {
  const words = statements.map(contentWords)
  return highlights.filter((highlight) => {
    const wanted = [...contentWords(highlight)]
    const best = Math.max(0, ...words.map((said) => wanted.filter((word) => said.has(word)).length))
    return wanted.length > 0 && best >= neededShare * wanted.length
  }).length
}
