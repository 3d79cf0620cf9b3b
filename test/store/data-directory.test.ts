import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findRunning, openDataDirectory } from '../../src/postgres-embedded/data-directory.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'banksia-data-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const modes = ['development', 'production'] as const

test('data directory: made private, and made private again', async () => {
  const path = join(root, 'a', 'private')
  const first = await openDataDirectory(path, 'development')
  first.close()
  await chmod(path, 0o755)

  const second = await openDataDirectory(path, 'development')
  second.close()

  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test.each(modes)('data directory: made in %s mode, it opens in no other', async (mode) => {
  const path = join(root, `made-in-${mode}`)
  const other = mode === 'production' ? 'development' : 'production'
  const first = await openDataDirectory(path, mode)
  first.close()

  await expect(openDataDirectory(path, other)).rejects.toMatchObject({ reason: `made-in-${mode}` })

  const again = await openDataDirectory(path, mode)
  expect(again.mode).toBe(mode)
  again.close()
})

test('data directory: one server at a time, also when several open a new one at once', async () => {
  const path = join(root, 'contended')

  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => openDataDirectory(path, 'development')))

  const [winner, ...others] = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(others).toEqual([])
  expect(refusals.map(({ reason }) => reason.message)).toEqual(
    Array(3).fill(
      'Another Banksia server uses this data directory. Stop it first, or name another directory in BANKSIA_DATA_DIR.',
    ),
  )
  winner?.value.close()
  const next = await openDataDirectory(path, 'development')
  next.close()
})

test('data directory: a directory with files of others is refused and left as it was', async () => {
  const path = join(root, 'home')
  await mkdir(path)
  await chmod(path, 0o755)
  await writeFile(join(path, 'letter.txt'), 'x')

  await expect(openDataDirectory(path, 'development')).rejects.toMatchObject({ reason: 'foreign-files' })

  expect((await stat(path)).mode & 0o777).toBe(0o755)
})

test('data directory: a file in its place is refused', async () => {
  const path = join(root, 'file')
  await writeFile(path, 'x')

  await expect(openDataDirectory(path, 'development')).rejects.toMatchObject({ reason: 'not-accessible' })
})

test('data directory: a first start that was cut off before it knew its mode is taken up', async () => {
  const path = join(root, 'cut-off')
  await mkdir(path)
  for (const name of ['lock', 'mode.new']) await writeFile(join(path, name), '')

  const directory = await openDataDirectory(path, 'production')

  expect(await readFile(join(path, 'mode'), 'utf8')).toBe('production\n')
  directory.close()
})

test('data directory: others find the server that holds it, as long as it does', async () => {
  const path = join(root, 'found')
  expect(await findRunning(path)).toBeUndefined()
  const directory = await openDataDirectory(path, 'development')
  expect(await findRunning(path)).toBeUndefined()

  directory.record({ socketDirectory: '/tmp/s', database: 'banksia' })
  directory.record({ port: 3000 })

  expect(await findRunning(path)).toEqual({
    pid: process.pid,
    startTime: expect.stringMatching(/./),
    socketDirectory: '/tmp/s',
    database: 'banksia',
    port: 3000,
  })
  directory.close()
  expect(await findRunning(path)).toBeUndefined()
  directory.close()
})

test('data directory: a server that was killed is not found, not even when its pid lives again', async () => {
  const path = join(root, 'killed')
  const directory = await openDataDirectory(path, 'development')
  directory.record({ socketDirectory: '/tmp/s' })
  const record = await readFile(join(path, 'server.json'), 'utf8')
  directory.close()

  await writeFile(join(path, 'server.json'), record.replace(/"startTime":"[^"]*"/, '"startTime":"earlier/1"'))

  expect(await findRunning(path)).toBeUndefined()
  const next = await openDataDirectory(path, 'development')
  next.close()
})
