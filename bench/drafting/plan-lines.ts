/** Counts the lines of a plan: orders and safety nets in the note's own words, and quotes of the clinician in their place. */
import type { Claim, Statement } from '../../src/core/clinical-note.ts'

export type PlanLines = { readonly own: number; readonly quoted: number }

const isPlan = ({ kind, change }: Claim): boolean =>
  kind === 'plan' ||
  kind === 'safety-net' ||
  kind === 'request' ||
  kind === 'follow-up' ||
  (kind === 'medication' && change !== undefined)

/** A hedge may stand between the label and the quote. */
const quote = /^Also said\b[^"]*"/

export function countPlanLines(statements: readonly Statement[]): PlanLines {
  const lines = statements.filter(({ claims }) => claims.length > 0 && claims.every(isPlan))
  const quoted = lines.filter(({ text }) => quote.test(text)).length
  return { own: lines.length - quoted, quoted }
}
