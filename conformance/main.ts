/** The conformance program: suites against any FHIR server, live progress, three reports. Exit 0 no finding, 1 findings, 2 wrong usage. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAcceptance } from './acceptance/acceptance.ts'
import { ArgumentError, type Asked, helpText, parseArguments } from './arguments.ts'
import { buildAuCore } from './au-core/au-core.ts'
import type { Suite } from './check.ts'
import { buildFhirR4 } from './fhir-r4/fhir-r4.ts'
import { renderHtml } from './report/html.ts'
import { renderJson } from './report/json-report.ts'
import { renderJUnit } from './report/junit.ts'
import { openProgress, renderSummary } from './report/terminal.ts'
import { countResults, listResults } from './report/totals.ts'
import { runSuites } from './run.ts'
import { Server } from './server.ts'
import { buildSmart } from './smart/smart.ts'
import { clientToken, givenToken } from './tokens.ts'

function buildSuite(name: Asked['suites'][number], asked: Asked, hasToken: boolean): Suite {
  switch (name) {
    case 'au-core':
      return buildAuCore({ ...asked, hasToken })
    case 'fhir-r4':
      return buildFhirR4()
    case 'smart':
      return buildSmart(asked)
    case 'acceptance':
      return buildAcceptance(hasToken)
  }
}

async function run(asked: Asked): Promise<0 | 1> {
  const token =
    asked.token === undefined ? asked.client && clientToken(asked.base, asked.client) : givenToken(asked.token)
  const server = new Server({ base: asked.base, timeoutMs: asked.timeoutMs, ...(token === undefined ? {} : { token }) })
  // A wrong client fails here, before any test.
  await token?.()
  const suites = asked.suites.map((name) => buildSuite(name, asked, token !== undefined))
  const progress = openProgress(process.stderr)
  const results = await runSuites(suites, server, progress.show)
  progress.end()
  const options = { base: asked.base, at: new Date().toISOString(), isWhole: asked.isWhole }
  if (asked.report !== undefined) {
    await mkdir(asked.report, { recursive: true })
    await writeFile(join(asked.report, 'report.html'), renderHtml(results, options), { mode: 0o600 })
    await writeFile(join(asked.report, 'report.json'), renderJson(results, options), { mode: 0o600 })
    await writeFile(join(asked.report, 'junit.xml'), renderJUnit(results, asked.isWhole), { mode: 0o600 })
  }
  process.stdout.write(renderSummary(results, asked.report))
  return countResults(listResults(results)).findings === 0 ? 0 : 1
}

try {
  const asked = parseArguments(process.argv.slice(2), process.env)
  if (asked === undefined) process.stdout.write(helpText)
  else process.exitCode = await run(asked)
} catch (error) {
  process.stderr.write(`conformance: ${error instanceof Error ? error.message : 'failed'}\n`)
  if (error instanceof ArgumentError) process.stderr.write('Try: --help\n')
  process.exitCode = error instanceof ArgumentError ? 2 : 1
}
