/** The output for a person while the checks run, and at the end. */
import { isFinding, type Result, type SuiteResult } from '../run.ts'
import { countResults, judge, listResults } from './totals.ts'

type Out = { readonly isTTY?: boolean; write: (text: string) => unknown }

/** On a terminal one line that changes; elsewhere a line for each check that failed, and one for every fifty. */
export function openProgress(out: Out) {
  const show = (result: Result, done: number, all: number): void => {
    const isBad = result.status === 'failed' || result.status === 'error'
    if (out.isTTY) out.write(`\r\u001b[K${isBad ? `${lineOf(result)}\n` : ''}[${done}/${all}] ${result.check.title}`)
    else if (isBad) out.write(`${lineOf(result)}\n`)
    else if (done % 50 === 0) out.write(`[${done}/${all}]\n`)
  }
  return { show, end: () => out.isTTY && out.write('\r\u001b[K') }
}

const lineOf = (result: Result): string => {
  const mark = isFinding(result) ? 'FAILED' : 'failed'
  return `${mark} ${result.check.requirement.level} ${result.check.title}: expected ${result.message ?? ''}`
}

export function renderSummary(suites: readonly SuiteResult[], report: string | undefined): string {
  const lines = suites.map((suite) => {
    const { passed, failed, skipped, error } = countResults(listResults([suite]))
    const broke = error === 0 ? '' : `, ${error} broke`
    const weak = listResults([suite]).filter((result) => result.status === 'failed' && !isFinding(result)).length
    const failures = weak === 0 ? `${failed} failed` : `${failed - weak} failed SHALL, ${weak} failed SHOULD or MAY`
    return `${suite.title}: ${skipped} not tested, ${failures}, ${passed} passed${broke}`
  })
  const { untested, text } = judge(suites)
  return `${[...lines, untested, text, ...(report === undefined ? [] : [`Report: ${report}/report.html`])].join('\n')}\n`
}
