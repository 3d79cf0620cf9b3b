/** One page that needs nothing beside itself: what was tested, what came out, and for each failure what was sent and answered. */
import { type GroupResult, isFinding, type Result, type SuiteResult } from '../run.ts'
import type { ReportOptions } from './json-report.ts'
import { escapeMarkup } from './markup.ts'
import { pageStyle } from './page-style.ts'
import { countResults, judge, listResults, type Totals } from './totals.ts'
import { showExchange } from './withheld.ts'

export function renderHtml(suites: readonly SuiteResult[], options: ReportOptions): string {
  const totals = countResults(listResults(suites))
  const { kind, untested, text } = judge(suites)
  const verdict = `<p class="verdict">${untested}</p>\n<p class="verdict ${kind}">${escapeMarkup(text)}</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>FHIR conformance report</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>FHIR conformance report</h1>
<p>${escapeMarkup(options.base)} <span class="quiet">${escapeMarkup(options.at)}</span></p>
${verdict}
${renderTotals(totals)}
${renderFindings(suites)}
</header>
<main>
${suites.map((suite) => renderSuite(suite, options)).join('\n')}
</main>
<footer><p class="quiet">${options.isWhole ? 'This report holds what the server sent, patient data included.' : 'Values of patients are withheld: requests show the names of parameters, answers their kind and size.'}</p></footer>
</body>
</html>
`
}

const renderTotals = ({ passed, failed, skipped, error }: Totals): string =>
  `<ul class="totals"><li class="skipped"><b>${skipped}</b> not tested</li><li class="failed"><b>${failed}</b> failed</li><li class="passed"><b>${passed}</b> passed</li>${error === 0 ? '' : `<li class="error"><b>${error}</b> broke</li>`}</ul>`

/** Renders the failures before everything else. */
function renderFindings(suites: readonly SuiteResult[]): string {
  const found = listResults(suites).filter(isFinding)
  if (found.length === 0) return ''
  const rows = found.map(
    ({ suite, group, check, message }) =>
      `<li><a href="#${suite}-${group}">${escapeMarkup(check.title)}</a>: expected ${escapeMarkup(message ?? '')}</li>`,
  )
  return `<ol class="findings">\n${rows.join('\n')}\n</ol>`
}

function renderSuite(suite: SuiteResult, options: ReportOptions): string {
  const rows = suite.groups.map((group) => {
    const { passed, failed, skipped, error } = countResults(group.results)
    return `<tr><td><a href="#${anchorOf(suite, group)}">${escapeMarkup(group.title)}</a></td><td>${skipped}</td><td>${failed + error}</td><td>${passed}</td></tr>`
  })
  return `<section>
<h2>${escapeMarkup(suite.title)}</h2>
<table class="overview"><thead><tr><th>Group</th><th>Not tested</th><th>Failed</th><th>Passed</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${suite.groups.map((group) => renderGroup(suite, group, options)).join('\n')}
</section>`
}

const anchorOf = (suite: SuiteResult, group: GroupResult): string => `${suite.id}-${group.id}`

function renderGroup(suite: SuiteResult, group: GroupResult, options: ReportOptions): string {
  const remarks = group.remarks.map((remark) => `<p class="quiet">${escapeMarkup(remark)}</p>`)
  return `<h3 id="${anchorOf(suite, group)}">${escapeMarkup(group.title)}</h3>
${remarks.join('\n')}
<ul class="checks">
${group.results.map((result) => renderResult(result, options)).join('\n')}
</ul>`
}

const words = { passed: 'passed', failed: 'failed', skipped: 'not tested', error: 'broke' } as const

function renderResult(result: Result, { isWhole }: ReportOptions): string {
  const { check, status, message, exchanges } = result
  const kind = status === 'failed' && !isFinding(result) ? 'weak' : status
  const head = `<span class="mark">${words[status]}</span> <span class="level">${check.requirement.level}</span> ${escapeMarkup(check.title)}`
  const source = `<p class="quiet">${escapeMarkup(check.requirement.text)}. ${escapeMarkup(check.requirement.source)}</p>`
  if (status === 'passed' || status === 'skipped')
    return `<li class="${kind}">${head}${message === undefined ? '' : `<p class="quiet">${escapeMarkup(message)}</p>`}</li>`
  const shown = exchanges.map((exchange) => showExchange(exchange, isWhole))
  const details = shown.map(
    ({ request, response }) => `<pre>${escapeMarkup(request)}</pre><pre class="answer">${escapeMarkup(response)}</pre>`,
  )
  const exchanged =
    details.length === 0
      ? ''
      : `<details><summary>${details.length} ${details.length === 1 ? 'request' : 'requests'}</summary>${details.join('\n')}</details>`
  return `<li class="${kind}">${head}<p>Expected: ${escapeMarkup(message ?? '')}</p>${source}${exchanged}</li>`
}
