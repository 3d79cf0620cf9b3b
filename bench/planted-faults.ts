/**
 * Measures whether the tests find faults: plants each in a copy of the checkout, one at a time, and runs the tests around it. `npm run bench:faults`;
 * `-- --only TEXT` takes the faults whose file or kind has the text, `-- --from N` those from the Nth on.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, faults } from './faults/faults.ts'

const root = join(import.meta.dirname, '..')
const { only, from } = parseArgs({
  options: { only: { type: 'string', default: '' }, from: { type: 'string', default: '1' } },
}).values
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git', 'data', 'out', 'demo-out'])

/** The copy uses the packages of the checkout and the folders beside it. */
function copyCheckout(folder: string): string {
  const copy = join(folder, 'checkout')
  cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type Result = {
  readonly numFailedTests: number
  readonly numPassedTests: number
  readonly numRuntimeErrorTestSuites: number
}

function runTests(copy: string, tests: readonly string[]): Result {
  const report = join(copy, '..', 'report.json')
  const args = ['--no-warnings', 'node_modules/jest/bin/jest.js', '--maxWorkers=1', '--bail=1']
  spawnSync(process.execPath, [...args, '--json', `--outputFile=${report}`, ...tests], { cwd: copy, stdio: 'ignore' })
  // Jest writes its report by these types.
  const result = JSON.parse(readFileSync(report, 'utf8')) as Result
  rmSync(report)
  return result
}

/** A fault is found by a test that fails, not by a file that cannot be read. */
function isFound(copy: string, { file, find, put, tests }: Fault): string {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) return 'not planted: its text does not stand there once'
  writeFileSync(
    path,
    text.replace(find, () => put),
  )
  const { numFailedTests, numPassedTests, numRuntimeErrorTestSuites } = runTests(copy, tests)
  writeFileSync(path, text)
  if (numRuntimeErrorTestSuites > 0 || numPassedTests + numFailedTests === 0) return 'not planted: the tests cannot run'
  return numFailedTests > 0 ? 'found' : 'MISSED'
}

const folder = mkdtempSync(join(tmpdir(), 'banksia-faults-'))
try {
  const copy = copyCheckout(folder)
  const outcomes = faults
    .slice(Number(from) - 1)
    .filter(({ kind, file }) => `${kind} ${file}`.includes(only))
    .map((fault) => {
      const startedAt = performance.now()
      const outcome = isFound(copy, fault)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      say(`${outcome.padEnd(8)} ${seconds.padStart(6)} s  ${fault.file}: ${fault.kind}`)
      return outcome
    })
  say(`${outcomes.filter((outcome) => outcome === 'found').length} of ${outcomes.length} found`)
  process.exitCode = outcomes.every((outcome) => outcome === 'found') ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
