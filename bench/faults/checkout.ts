/** A copy of the checkout, in which texts are changed and tests run. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git', 'data', 'out', 'demo-out'])

/** `find` stands once in the file. */
export type Change = { readonly file: string; readonly find: string; readonly put: string }

/** The parts of Jest's report that are read here. */
export type Result = {
  readonly numFailedTests: number
  readonly numPassedTests: number
  readonly numRuntimeErrorTestSuites: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** Works in a copy, which uses the packages of the checkout, and removes it. */
export function inCopy(work: (copy: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-faults-'))
  try {
    const copy = join(folder, 'checkout')
    cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    work(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs with the changes, and takes them back. Undefined if a text does not stand there once. */
export function withChanges<Outcome>(
  copy: string,
  changes: readonly Change[],
  run: () => Outcome,
): Outcome | undefined {
  const before = new Map<string, string>()
  try {
    for (const { file, find, put } of changes) {
      const path = join(copy, file)
      const text = readFileSync(path, 'utf8')
      if (!before.has(path)) before.set(path, text)
      if (text.split(find).length !== 2) return undefined
      writeFileSync(
        path,
        text.replace(find, () => put),
      )
    }
    return run()
  } finally {
    for (const [path, text] of before) writeFileSync(path, text)
  }
}

/** `more`: further options of Jest. */
export function runTests(copy: string, tests: readonly string[], more: readonly string[] = []): Result {
  const report = join(copy, '..', 'report.json')
  const args = ['--no-warnings', 'node_modules/jest/bin/jest.js', '--maxWorkers=1', ...more]
  spawnSync(process.execPath, [...args, '--json', `--outputFile=${report}`, ...tests], { cwd: copy, stdio: 'ignore' })
  // Jest writes its report by these types.
  const result = JSON.parse(readFileSync(report, 'utf8')) as Result
  rmSync(report)
  return result
}
