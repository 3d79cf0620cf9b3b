/** Prints the results of a validation: as text for a terminal, JSON, one self-contained HTML page, JUnit XML or SARIF. */

import type { OperationOutcomeIssue } from '@medplum/fhirtypes'
import { escapeMarkup } from '../../core/markup.ts'
import { countIssues, type FileResult, issuesOf, lineOf, nameOf, summarise, textOf } from './file-result.ts'
import { renderJUnit } from './render-junit.ts'
import { renderSarif } from './render-sarif.ts'

export const formats = ['text', 'json', 'html', 'junit', 'sarif'] as const
export type Format = (typeof formats)[number]

type Render = (results: readonly FileResult[], exitCode: number) => string

const severities = ['fatal', 'error', 'warning', 'information'] as const

const renderText: Render = (results) => {
  const lines = results.flatMap((result) => [
    `${verdictOf(result)} ${nameOf(result)}`,
    ...issuesOf(result).map((issue) => `        ${lineOf(issue)}`),
  ])
  return `${[...lines, summarise(results)].join('\n')}\n`
}

const verdictOf = ({ valid, problem }: FileResult): string =>
  problem === undefined ? (valid ? 'valid  ' : 'INVALID') : 'UNREAD '

const style = `
:root{color-scheme:light dark;--line:#8884;--error:#c62828;--warning:#b26a00;--good:#2e7d32;--quiet:#777}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .25rem}.sum{color:var(--quiet);margin:0 0 1.5rem}
details{border:1px solid var(--line);border-left:5px solid var(--good);border-radius:6px;margin:.5rem 0;padding:.5rem .9rem}
details.bad{border-left-color:var(--error)}summary{cursor:pointer;font-weight:600;overflow-wrap:anywhere}
summary span{font-weight:400;color:var(--quiet);margin-left:.6rem}.profiles{color:var(--quiet);font-size:.85rem;overflow-wrap:anywhere;margin:.4rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-top:1px solid var(--line)}
th{font-weight:600;color:var(--quiet)}td.fatal,td.error{color:var(--error);font-weight:600}td.warning{color:var(--warning);font-weight:600}
code{font:.88em ui-monospace,monospace;overflow-wrap:anywhere}small{color:var(--quiet);display:block;overflow-wrap:anywhere}`

/** Files with errors come first and are open. */
const renderPage: Render = (results) => {
  const ordered = [...results].sort((one, other) => Number(one.valid) - Number(other.valid))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="referrer" content="no-referrer">
<title>FHIR validation</title><style>${style}</style></head><body>
<h1>FHIR validation</h1><p class="sum">${escapeMarkup(summarise(results))}</p>
${ordered.map(renderFile).join('\n')}
</body></html>
`
}

function renderFile(result: FileResult): string {
  const { valid, profiles, problem } = result
  const counted = problem === undefined ? `${valid ? 'valid' : 'not valid'}, ${countIssues([result])}` : 'not read'
  const issues = [...issuesOf(result)].sort((one, other) => rankOf(one) - rankOf(other))
  const body = issues.length === 0 ? '<p>Nothing was found.</p>' : renderIssues(issues)
  const held = profiles.length === 0 ? 'R4 alone' : profiles.map(escapeMarkup).join('<br>')
  return `<details class="${valid ? 'good' : 'bad'}"${valid ? '' : ' open'}><summary>${escapeMarkup(nameOf(result))}<span>${counted}</span></summary><p class="profiles">${held}</p>${body}</details>`
}

const rankOf = ({ severity }: OperationOutcomeIssue): number => severities.indexOf(severity)

const renderIssues = (issues: readonly OperationOutcomeIssue[]): string =>
  `<table><thead><tr><th>Severity</th><th>Where</th><th>What</th></tr></thead><tbody>${issues.map(renderIssue).join('')}</tbody></table>`

function renderIssue(issue: OperationOutcomeIssue): string {
  const { severity, expression, location, diagnostics } = issue
  const line = location?.[0] === undefined ? '' : `<small>${escapeMarkup(location[0])}</small>`
  const profile = diagnostics === undefined ? '' : `<small>${escapeMarkup(diagnostics)}</small>`
  return `<tr><td class="${severity}">${severity}</td><td><code>${escapeMarkup(expression?.[0] ?? '')}</code>${line}</td><td>${escapeMarkup(textOf(issue))}${profile}</td></tr>`
}

const renderers: Readonly<Record<Format, Render>> = {
  text: renderText,
  json: (results) => `${JSON.stringify(results, null, 2)}\n`,
  html: renderPage,
  junit: renderJUnit,
  sarif: renderSarif,
}

export const renderResults = (results: readonly FileResult[], format: Format, exitCode: number): string =>
  renderers[format](results, exitCode)
