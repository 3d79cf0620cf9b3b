/** How many came out how. */
import { isFinding, type Result, type Status, type SuiteResult } from '../run.ts'

export type Totals = Readonly<Record<Status, number>> & { readonly findings: number }

export const listResults = (suites: readonly SuiteResult[]): Result[] =>
  suites.flatMap(({ groups }) => groups.flatMap(({ results }) => results))

export function countResults(results: readonly Result[]): Totals {
  const count = (status: Status): number => results.filter((result) => result.status === status).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    error: count('error'),
    findings: results.filter(isFinding).length,
  }
}
