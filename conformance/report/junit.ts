/** The results as JUnit XML, as build servers read it: a failed SHOULD or MAY is no failure, and says so in its output. */
import { isFinding, type Result, type SuiteResult } from '../run.ts'
import { escapeMarkup } from './markup.ts'
import { countResults } from './totals.ts'
import { showExchange } from './withheld.ts'

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

export function renderJUnit(suites: readonly SuiteResult[], isWhole: boolean): string {
  const lines = suites.flatMap((suite) =>
    suite.groups.flatMap(({ title, results }) => {
      const { passed, failed, skipped, error } = countResults(results)
      const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
      const failures = results.filter((result) => result.status === 'failed' && isFinding(result)).length
      return [
        `<testsuite name="${escapeMarkup(`${suite.id}: ${title}`)}" tests="${passed + failed + skipped + error}" failures="${failures}" errors="${error}" skipped="${skipped}" time="${time}">`,
        ...results.flatMap((result) => renderCase(result, suite.id, isWhole)),
        '</testsuite>',
      ]
    }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${lines.join('\n')}\n</testsuites>\n`
}

function renderCase(result: Result, suite: string, isWhole: boolean): string[] {
  const { check, status, message = '', milliseconds, exchanges } = result
  const opening = `<testcase classname="${escapeMarkup(`${suite}.${result.group}`)}" name="${escapeMarkup(`${check.requirement.level} ${check.title}`)}" time="${seconds(milliseconds)}"`
  if (status === 'passed') return [`${opening}/>`]
  if (status === 'skipped') return [`${opening}>`, `<skipped message="${escapeMarkup(message)}"/>`, '</testcase>']
  const shown = exchanges.map((exchange) => showExchange(exchange, isWhole))
  const text = [check.requirement.source, ...shown.flatMap(({ request, response }) => [request, response])].join('\n\n')
  const element = status === 'error' ? 'error' : isFinding(result) ? 'failure' : 'system-out'
  const attributes = element === 'system-out' ? '' : ` message="${escapeMarkup(message)}"`
  return [
    `${opening}>`,
    `<${element}${attributes}>${escapeMarkup(`${message}\n\n${text}`)}</${element}>`,
    '</testcase>',
  ]
}
