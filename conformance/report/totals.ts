/** How many came out how, and what that says of the server. */
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

/** Of the checks of a suite: with fewer tested, nothing is said of the server. */
const neededPercent = 80

/** Rounded down, so that 79.9 is not enough. */
export function coverageOf(results: readonly Result[]): number {
  const { passed, failed } = countResults(results)
  return results.length === 0 ? 0 : Math.floor(((passed + failed) * 100) / results.length)
}

export type Verdict = {
  /** `open`: no requirement is known to be unmet, and too little was tested. */
  readonly kind: 'met' | 'open' | 'unmet'
  /** The sentence about checks that were not run; it comes first. */
  readonly untested: string
  readonly text: string
}

/** Each suite needs its coverage: a large one does not hide a small one. */
export function judge(suites: readonly SuiteResult[]): Verdict {
  const results = listResults(suites)
  const { findings, passed, failed } = countResults(results)
  const untested = `${results.length - passed - failed} of ${results.length} checks were not tested.`
  const rare = suites.filter((suite) => coverageOf(listResults([suite])) < neededPercent)
  if (findings > 0)
    return {
      kind: 'unmet',
      untested,
      text: `${findings} ${findings === 1 ? 'requirement that SHALL be met is' : 'requirements that SHALL be met are'} not met, or could not be told.`,
    }
  const met = 'Every SHALL that could be tested is met.'
  if (rare.length === 0) return { kind: 'met', untested, text: met }
  const named = rare.map((suite) => `${suite.title} (${coverageOf(listResults([suite]))}%)`).join(', ')
  return {
    kind: 'open',
    untested,
    text: `Too little was tested for a verdict; ${neededPercent}% is needed: ${named}. ${met}`,
  }
}
