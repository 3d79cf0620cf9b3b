/** Results as a SARIF log, which code hosts show beside the lines. SARIF 2.1.0 (OASIS), sections 3.14 to 3.58. */
import { isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OperationOutcomeIssue } from '@medplum/fhirtypes'
import { version } from '../../core/version.ts'
import { positionOf } from '../../profiles/outcome.ts'
import { type FileResult, issuesOf, ruleOf, textOf } from './file-result.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** SARIF 3.27.10. */
const levels = { fatal: 'error', error: 'error', warning: 'warning', information: 'note' } as const

export function renderSarif(results: readonly FileResult[], exitCode: number): string {
  const judged = results.filter(({ problem }) => problem === undefined)
  const unread = results.filter(({ problem }) => problem !== undefined)
  const rules = [...new Set(judged.flatMap(issuesOf).map(ruleOf))].sort()
  const run = {
    tool: { driver: { name: 'banksia validate', version, rules: rules.map((id) => ({ id })) } },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: unread.length === 0,
        exitCode,
        toolExecutionNotifications: unread.map((result) => ({
          level: 'error',
          message: { text: issuesOf(result).map(textOf).join(', ') },
          locations: [{ physicalLocation: { artifactLocation: { uri: addressOf(result.file) } } }],
        })),
      },
    ],
    results: judged.flatMap((result) => issuesOf(result).map((issue) => resultOf(result.file, issue, rules))),
  }
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`
}

function resultOf(file: string, issue: OperationOutcomeIssue, rules: readonly string[]) {
  const { line = 1, column } = positionOf(issue) ?? {}
  const [fullyQualifiedName] = issue.expression ?? []
  const ruleId = ruleOf(issue)
  return {
    ruleId,
    ruleIndex: rules.indexOf(ruleId),
    level: levels[issue.severity],
    message: { text: textOf(issue) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: addressOf(file) },
          region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) },
        },
        ...(fullyQualifiedName === undefined ? {} : { logicalLocations: [{ fullyQualifiedName }] }),
      },
    ],
    ...(issue.diagnostics === undefined ? {} : { properties: { profile: issue.diagnostics } }),
  }
}

/** Relative to the working folder where it is below it, as code hosts expect. RFC 3986 section 4.2. */
function addressOf(file: string): string {
  const path = relative(process.cwd(), file)
  if (isAbsolute(path) || path.startsWith('..')) return pathToFileURL(file).href
  return path.split(sep).map(encodeURIComponent).join('/')
}
