/** Folders that are full, or that the account of the service may not use. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { openFile } from '../../src/channels/file.ts'
import type { Receipt, Transmission } from '../../src/channels/transport.ts'
import { testWithPrograms } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const never = new AbortController().signal
const unavailable = { state: 'failed', reason: 'directory-unavailable', retry: true, unknown: false }
const written = { state: 'sent', acknowledgement: 'written', retry: false, unknown: false }

const transmission = (bytes: Buffer): Transmission => ({
  ...{ bytes, mediaType: 'application/pdf', fileName: 'note-1.pdf', kind: 'original', controlId: 'C1' },
  documentId: '0195d3a0-0000-7000-8000-000000000001',
})

const disk = mkdtempSync(join(tmpdir(), 'banksia-full-disk-'))
/** Only root may mount. */
function mountDisk(): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'none', disk]).status === 0
}
const isMounted = mountDisk()
if (!isMounted) process.stderr.write('skipped, this account may not mount: a full disk\n')
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

;(isMounted ? test : test.skip)(
  'docs/channels.md: a document that a full disk has no room for leaves nothing, and goes when there is room',
  async () => {
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(64 * 1024))
    const bytes = Buffer.alloc(80 * 1024, 'x')
    const transport = openFile([disk])

    expect(await transport.send({ directory: disk }, transmission(bytes), never)).toEqual(unavailable)
    expect(readdirSync(disk)).toEqual(['filler'])
    rmSync(filler)
    expect(statfsSync(disk).bavail).toBe(statfsSync(disk).blocks)
    expect(await transport.send({ directory: disk }, transmission(bytes), never)).toEqual(written)
    expect(readFileSync(join(disk, 'note-1.pdf')).equals(bytes)).toBe(true)
  },
)

const nobody = 65_534

const programOf = (directory: string): string => {
  const module = JSON.stringify(join(import.meta.dirname, '../../src/channels/file.ts'))
  return `import { openFile } from ${module}
const sent = { bytes: Buffer.from('content'), mediaType: 'application/pdf', fileName: 'note-1.pdf', documentId: 'd', kind: 'original', controlId: 'C1' }
console.log(JSON.stringify(await openFile([${JSON.stringify(directory)}]).send({ directory: ${JSON.stringify(directory)} }, sent, new AbortController().signal)))`
}
const nodeArgs = ['--no-warnings', '--input-type=module', '-e']

/** Sends in a process of an account without rights. */
function sendAsNobody(directory: string): Receipt {
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const { stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, programOf(directory)], {
    ...{ encoding: 'utf8', env: {} },
    ...account,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** What a process that sends has the system write to the disk and rename, with the names for both. */
function traceSending(directory: string): readonly string[] {
  const log = join(makeScratchFolder('strace'), 'log')
  const traced = ['-f', '-y', '-qq', '-e', 'trace=fsync,rename', '-e', 'signal=none', '-o', log]
  spawnSync('strace', [...traced, process.execPath, ...nodeArgs, programOf(directory)], {
    // Without the cache of compiled code, which Node renames too.
    env: { PATH: process.env['PATH'] },
  })
  const calls = readFileSync(log, 'utf8').matchAll(/(fsync|rename)\((?:\d+<([^>]*)>|"([^"]*)")/g)
  return [...calls].map(([, call, open = '', named = '']) => `${call} ${basename(open || named)}`)
}

testWithPrograms('strace')(
  'docs/channels.md: file and folder are on the disk before a document counts as sent, also if it was there already',
  () => {
    const directory = makeScratchFolder('durable')
    const [first, again] = [traceSending(directory), traceSending(directory)]

    const partial = expect.stringMatching(/^fsync \.banksia-.*\.part$/)
    const renamed = expect.stringMatching(/^rename \.banksia-.*\.part$/)
    expect(first).toEqual([partial, renamed, `fsync ${basename(directory)}`])
    expect(again).toEqual([`fsync ${basename(directory)}`])
  },
)

test('docs/channels.md: a folder without the right to write, to read or to enter takes nothing until it is given', () => {
  const parent = makeScratchFolder('no-rights')
  chmodSync(parent, 0o755)
  const directory = join(parent, 'in')
  mkdirSync(directory)
  if (process.getuid?.() === 0) chownSync(directory, nobody, nobody)

  const receipts = [0o000, 0o444, 0o555, 0o333].map((mode) => {
    chmodSync(directory, mode)
    return sendAsNobody(directory)
  })
  chmodSync(directory, 0o755)

  expect(receipts).toEqual([unavailable, unavailable, unavailable, unavailable])
  expect(readdirSync(directory)).toEqual([])
  expect(sendAsNobody(directory)).toEqual(written)
  expect(sendAsNobody(directory)).toMatchObject({ acknowledgement: 'present' })
  expect(readFileSync(join(directory, 'note-1.pdf'), 'utf8')).toBe('content')
})
