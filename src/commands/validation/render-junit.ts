/** Results as JUnit XML, as build servers read it: a test case a resource; warnings are output, no failures. */
import { escapeMarkup } from '../../core/markup.ts'
import { countIssues, type FileResult, isError, issuesOf, lineOf, nameOf, textOf } from './file-result.ts'

/** A name of a file may hold characters that XML 1.0 section 2.2 does not have. */
const foreign = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escapeXml = (text: string): string => escapeMarkup(text.replaceAll(foreign, '\ufffd'))

export function renderJUnit(results: readonly FileResult[]): string {
  const errors = results.filter(({ problem }) => problem !== undefined).length
  const failures = results.filter(({ valid }) => !valid).length - errors
  const counts = `tests="${results.length}" failures="${failures}" errors="${errors}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="banksia validate" ${counts}>
<testsuite name="banksia validate" ${counts} skipped="0">
${results.map(renderCase).join('\n')}
</testsuite>
</testsuites>
`
}

function renderCase(result: FileResult): string {
  const issues = issuesOf(result)
  const inside = [
    ...renderVerdict(result),
    ...renderOutput(issues.filter((issue) => result.valid || !isError(issue)).map(lineOf)),
  ]
  const opening = `<testcase classname="banksia.validate" name="${escapeXml(nameOf(result))}" file="${escapeXml(result.file)}"`
  return inside.length === 0 ? `${opening}/>` : `${opening}>\n${inside.join('\n')}\n</testcase>`
}

function renderVerdict(result: FileResult): string[] {
  const { valid, problem } = result
  const errors = issuesOf(result).filter(isError)
  if (valid) return []
  if (problem !== undefined) return [`<error type="${problem}" message="${escapeXml(errors.map(textOf).join(', '))}"/>`]
  return [
    `<failure type="invalid" message="${countIssues([result])}">${escapeXml(errors.map(lineOf).join('\n'))}</failure>`,
  ]
}

const renderOutput = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`<system-out>${escapeXml(lines.join('\n'))}</system-out>`]
