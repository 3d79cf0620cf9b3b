/** `npm run release`, in repositories of its own. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { releaseChangelog } from '../../tools/release/changelog.ts'
import { raiseVersion, readVersion, setLockVersion, setPackageVersion } from '../../tools/release/versions.ts'
import { testWithPrograms } from '../judges.ts'

const checkout = resolve(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(path, 'utf8')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const identity = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' }
const env = { ...process.env, ...identity, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org' }

function run(folder: string, program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env })
  return { status, output: stdout.trim(), errors: stderr.trim() }
}

/** Our package files with a changelog of its own, committed. */
function makeRepository(changelog = '# Changelog\n\n## Unreleased\n\n- Something new.\n'): string {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-release-'))
  folders.push(folder)
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(checkout, name), join(folder, name))
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  run(folder, 'git', 'init', '--quiet')
  run(folder, 'git', 'add', '.')
  run(folder, 'git', 'commit', '--quiet', '--message', 'First')
  return folder
}

const release = (folder: string, ...args: readonly string[]) =>
  run(folder, process.execPath, join(checkout, 'tools/release.ts'), ...args)

testWithPrograms('git')('CONTRIBUTING: a release sets the version, moves the notes under it, commits and tags', () => {
  const folder = makeRepository()
  const before = readVersion(textOf(join(folder, 'package.json')))
  const version = raiseVersion(before, 'minor')

  const released = release(folder, 'minor', '--checks', 'test -f package.json')

  expect(released).toMatchObject({ status: 0, errors: '', output: expect.stringContaining(`v${version}`) })
  expect(textOf(join(folder, 'CHANGELOG.md'))).toMatch(
    new RegExp(`^# Changelog\n\n## Unreleased\n\n## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\n\n- Something new\\.\n$`),
  )
  const changed = run(folder, 'git', 'diff', '--unified=0', 'HEAD~1', '--', 'package.json', 'package-lock.json').output
  expect(changed.match(/^[+-] .*/gm)?.map((line) => line.replace(/ +/, ' '))).toEqual([
    ...[`- "version": "${before}",`, `+ "version": "${version}",`],
    ...[`- "version": "${before}",`, `+ "version": "${version}",`],
    ...[`- "version": "${before}",`, `+ "version": "${version}",`],
  ])
  expect(run(folder, 'git', 'log', '--format=%s', '--max-count=1').output).toBe(`Release ${version}`)
  expect(run(folder, 'git', 'describe', '--exact-match').output).toBe(`v${version}`)
  expect(run(folder, 'git', 'status', '--porcelain').output).toBe('')
})

testWithPrograms('git')(
  'CONTRIBUTING: nothing is released from a tree that is not clean, without notes, twice, or where a check fails',
  () => {
    const [dirty, silent, tagged, failing] = [
      makeRepository(),
      makeRepository('## Unreleased\n'),
      makeRepository(),
      makeRepository(),
    ]
    writeFileSync(join(dirty, 'more.txt'), 'x')
    const next = raiseVersion(readVersion(textOf(join(tagged, 'package.json'))), 'patch')
    run(tagged, 'git', 'tag', `v${next}`)

    const refused = [
      release(dirty, 'patch', '--checks', 'true'),
      release(silent, 'patch', '--checks', 'true'),
      release(tagged, 'patch', '--checks', 'true'),
      release(failing, 'patch', '--checks', 'false'),
    ]

    expect(refused.map(({ status, errors }) => [status, errors])).toEqual([
      [1, expect.stringContaining('not clean')],
      [1, expect.stringContaining('says nothing under "Unreleased"')],
      [1, expect.stringContaining('is there already')],
      [1, expect.stringContaining('nothing was changed')],
    ])
    for (const folder of [silent, tagged, failing]) expect(run(folder, 'git', 'status', '--porcelain').output).toBe('')
    expect(release(failing, 'huge').status).toBe(2)
  },
)

test.each([
  ['major', '2.0.0'],
  ['minor', '1.3.0'],
  ['patch', '1.2.4'],
] as const)('CONTRIBUTING: after 1.2.3 a %s release is %s', (level, expected) => {
  expect(raiseVersion('1.2.3', level)).toBe(expected)
})

test('CONTRIBUTING: a release changes the version in the package files, and nothing else', () => {
  for (const [name, set] of [
    ['package.json', setPackageVersion],
    ['package-lock.json', setLockVersion],
  ] as const) {
    const text = textOf(join(checkout, name))

    expect(set(text, readVersion(text))).toBe(text)
  }
})

test('CONTRIBUTING: notes of earlier versions stay where they are', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- B.\n\n## 0.1.0 (2026-01-01)\n\n- A.\n'

  expect(releaseChangelog(text, '0.2.0', '2026-02-02')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-02)\n\n- B.\n\n## 0.1.0 (2026-01-01)\n\n- A.\n',
  )
})
