import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { isNamedWithin, openFile } from '../../src/channels/file.ts'
import type { Transmission } from '../../src/channels/transport.ts'

const never = new AbortController().signal
let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'banksia-file-'))
})
afterEach(() => rm(directory, { recursive: true }))

const transmission = (more: Partial<Transmission> = {}): Transmission => ({
  bytes: Buffer.from('content'),
  mediaType: 'application/pdf',
  fileName: 'note-1.pdf',
  documentId: '0195d3a0-0000-7000-8000-000000000001',
  kind: 'original',
  controlId: 'C1',
  ...more,
})
const send = (message: Transmission, signal = never) => openFile().send({ directory }, message, signal)
const receipt = (state: string, more: object) => ({ state, retry: false, unknown: false, ...more })

test('file: written whole, closed to the world, and nothing else is left', async () => {
  const answer = await send(transmission())

  expect(answer).toEqual(receipt('sent', { acknowledgement: 'written' }))
  expect(await readdir(directory)).toEqual(['note-1.pdf'])
  expect(await readFile(join(directory, 'note-1.pdf'), 'utf8')).toBe('content')
  expect((await stat(join(directory, 'note-1.pdf'))).mode & 0o007).toBe(0)
})

test('file: the same again changes nothing; other bytes under the same name are refused', async () => {
  await send(transmission())
  const before = await stat(join(directory, 'note-1.pdf'))

  const again = await send(transmission())
  const other = await send(transmission({ bytes: Buffer.from('other') }))

  const after = await stat(join(directory, 'note-1.pdf'))
  expect(again).toEqual(receipt('sent', { acknowledgement: 'present' }))
  expect(other).toEqual(receipt('rejected', { reason: 'name-taken' }))
  expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino])
})

test.each(['../a.pdf', 'a/b.pdf', 'a\\b.pdf', '/etc/a', '..', '.hidden', '', 'a\0b', 'a b', 'CON:', 'x'.repeat(201)])(
  'file: the name %j is refused',
  async (fileName) => {
    expect(await send(transmission({ fileName }))).toEqual(receipt('rejected', { reason: 'name-refused' }))
    expect(await readdir(directory)).toEqual([])
  },
)

test('D5: a folder cannot be told of a recall, a person has to', async () => {
  await send(transmission())

  expect(await send(transmission({ kind: 'recall' }))).toEqual(receipt('rejected', { reason: 'told-by-hand' }))
  expect(await readFile(join(directory, 'note-1.pdf'), 'utf8')).toBe('content')
})

test('file: a folder that is not there may be there later, and is not made', async () => {
  const missing = join(directory, 'missing')

  const answer = await openFile().send({ directory: missing }, transmission(), never)

  expect(answer).toEqual(receipt('failed', { reason: 'directory-unavailable', retry: true }))
  expect(await readdir(directory)).toEqual([])
})

test('file: a directory in the way of the name, and a cancelled delivery', async () => {
  await mkdir(join(directory, 'note-1.pdf'))

  expect(await send(transmission())).toMatchObject({ state: 'failed', reason: 'directory-unavailable' })
  expect(await send(transmission(), AbortSignal.abort())).toMatchObject({ state: 'failed', reason: 'cancelled' })
})

test('file: what a killed process left half-written is cleared away, other files are not', async () => {
  await writeFile(join(directory, '.banksia-0195d3a0-0000-7000-8000-000000000001.part'), 'half')
  await writeFile(join(directory, '.banksia-x.part'), 'not ours')

  await send(transmission())

  expect((await readdir(directory)).sort()).toEqual(['.banksia-x.part', 'note-1.pdf'])
})

test.each([
  ['/srv/letters', true],
  ['/srv/letters/in', true],
  ['/srv/letters/..names', true],
  ['/srv', false],
  ['/srv/other', false],
  ['/srv/letters-2', false],
  ['/srv/letters/../other', false],
])('docs/channels.md: whether %s lies within /srv/letters: %j', (directory, isWithin) => {
  expect(isNamedWithin(directory, ['/srv/letters'])).toBe(isWithin)
})
