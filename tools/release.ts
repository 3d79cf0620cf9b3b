/** `npm run release -- minor`: checks, moves the changelog's notes under the new version, commits and tags. It publishes nothing. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { releaseChangelog } from './release/changelog.ts'
import { isLevel, levels, raiseVersion, readVersion, setLockVersion, setPackageVersion } from './release/versions.ts'

const help = `Usage: npm run release -- ${levels.join('|')} [--checks COMMAND]

Releases the checkout in the working directory: its tree has to be clean and the checks have to pass. Then it sets the
version in package.json and package-lock.json, moves what CHANGELOG.md has under "Unreleased" under the version, commits
and tags. It publishes and pushes nothing.

  --checks COMMAND  what has to pass (default: npm test)
`

class ReleaseError extends Error {}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new ReleaseError(stderr.trim())
  return stdout.trim()
}

function runChecks(command: string): void {
  const { status } = spawnSync('sh', ['-c', command], { stdio: 'inherit' })
  if (status !== 0) throw new ReleaseError(`the checks have failed (${command}); nothing was changed`)
}

const checkClean = (): void => {
  if (git('status', '--porcelain') !== '') throw new ReleaseError('the tree is not clean: commit or stash first')
}

type Change = { readonly path: string; readonly text: string }

/** Every refusal comes before the first change. */
function prepare(level: (typeof levels)[number]): { readonly version: string; readonly changes: readonly Change[] } {
  checkClean()
  const [packageText, lockText, notes] = ['package.json', 'package-lock.json', 'CHANGELOG.md'].map((path) =>
    readFileSync(path, 'utf8'),
  ) as [string, string, string]
  const version = raiseVersion(readVersion(packageText), level)
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`the tag v${version} is there already`)
  const day = new Date().toISOString().slice(0, 10)
  const changes = [
    { path: 'package.json', text: setPackageVersion(packageText, version) },
    { path: 'package-lock.json', text: setLockVersion(lockText, version) },
    { path: 'CHANGELOG.md', text: releaseChangelog(notes, version, day) },
  ]
  return { version, changes }
}

function release(level: (typeof levels)[number], checks: string): void {
  const { version, changes } = prepare(level)
  runChecks(checks)
  checkClean()
  for (const { path, text } of changes) writeFileSync(path, text)
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...changes.map(({ path }) => path))
  git('tag', '--annotate', `v${version}`, '--message', `Banksia ${version}`)
  process.stdout.write(`v${version} is committed and tagged. To share it: git push --follow-tags\n`)
}

function run(): void {
  const { values, positionals } = parseArgs({
    options: { checks: { type: 'string', default: 'npm test' }, help: { type: 'boolean', short: 'h', default: false } },
    allowPositionals: true,
  })
  const [level] = positionals
  if (values.help) {
    process.stdout.write(help)
    return
  }
  if (!isLevel(level) || positionals.length > 1) {
    process.stderr.write(help)
    process.exitCode = 2
    return
  }
  release(level, values.checks)
}

try {
  run()
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : 'failed'}\n`)
  process.exitCode = 1
}
