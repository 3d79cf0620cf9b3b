/** Outside judges: programs and published data that a machine may lack; a test that needs one is skipped there, and says so. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@jest/globals'

const shared = join(import.meta.dirname, '../../shared')

/** A path of the published data that lies beside a checkout. */
export const sharedPath = (path: string): string => join(shared, path)

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0

function testIf(missing: readonly string[]): typeof test | typeof test.skip {
  if (missing.length === 0) return test
  process.stderr.write(`skipped, not on this machine: ${missing.join(', ')}\n`)
  return test.skip
}

export const testWithPrograms = (...programs: readonly string[]): typeof test | typeof test.skip =>
  testIf(programs.filter((program) => !isInstalled(program)))

export const testWithShared = (path: string, ...programs: readonly string[]): typeof test | typeof test.skip =>
  testIf([...programs.filter((program) => !isInstalled(program)), ...(existsSync(sharedPath(path)) ? [] : [path])])

/** Runs a judge and gives its exit code and its output. */
export function runJudge(
  program: string,
  args: readonly string[],
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 600_000 })
  return { status, said: `${stdout}${stderr}` }
}
