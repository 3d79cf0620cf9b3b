/** The results as one JSON document, for programs. */
import type { SuiteResult } from '../run.ts'
import { countResults, coverageOf, judge, listResults } from './totals.ts'
import { showExchange } from './withheld.ts'

export type ReportOptions = {
  readonly base: string
  readonly at: string
  /** Patient data are shown. */
  readonly isWhole: boolean
}

export function renderJson(suites: readonly SuiteResult[], { base, at, isWhole }: ReportOptions): string {
  const report = {
    base,
    at,
    verdict: judge(suites),
    totals: countResults(listResults(suites)),
    suites: suites.map((suite) => ({
      id: suite.id,
      title: suite.title,
      totals: countResults(listResults([suite])),
      coveragePercent: coverageOf(listResults([suite])),
      groups: suite.groups.map((group) => ({
        id: group.id,
        title: group.title,
        remarks: group.remarks,
        checks: group.results.map(({ check, status, message, milliseconds, exchanges }) => ({
          ...check,
          status,
          ...(message === undefined ? {} : { message }),
          milliseconds: Math.round(milliseconds),
          ...(status === 'passed' || status === 'skipped'
            ? {}
            : { exchanges: exchanges.map((exchange) => showExchange(exchange, isWhole)) }),
        })),
      })),
    })),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
