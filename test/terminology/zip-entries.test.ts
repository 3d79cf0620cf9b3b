/** Zip archives of publishers, without trust in them. PKWARE APPNOTE 6.3.10. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, expect, test } from '@jest/globals'
import { LoadError } from '../../src/terminology/loading/source-file.ts'
import { listZipEntries } from '../../src/terminology/loading/zip-entries.ts'
import { waitUntil } from '../patience.ts'
import { buildZip, type ZipEntry } from './build-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'banksia-zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'a.zip')
const write = (entries: readonly ZipEntry[], change: (zip: Buffer) => Buffer = (zip) => zip): void =>
  writeFileSync(path, change(buildZip(entries)))

async function readAll(): Promise<string[]> {
  const entries = await listZipEntries(path)
  return Promise.all(entries.map(async ({ name, bytes, open }) => `${name} ${bytes} ${await textOf(open())}`))
}

const small: ZipEntry = { name: 'b.txt', text: 'small' }

test('docs/terminology.md: the files of a zip archive, packed or not, by their names without folders', async () => {
  write([
    { name: 'folder/', text: '' },
    { name: 'folder/a.txt', text: 'stored', method: 0 },
    small,
    { ...small, text: '' },
  ])

  expect(await readAll()).toEqual(['a.txt 6 stored', 'b.txt 5 small', 'b.txt 0 '])
})

test.each<[string, ZipEntry, RegExp]>([
  ['a path out of it', { ...small, name: '../../b.txt' }, /damaged/],
  ['a path out of it with backslashes', { ...small, name: '..\\..\\b.txt' }, /damaged/],
  ['an absolute path', { ...small, name: '/etc/b.txt' }, /damaged/],
  ['a path of Windows', { ...small, name: 'C:/b.txt' }, /damaged/],
  ['a symbolic link', { ...small, text: '/etc/passwd', mode: 0o120777 }, /symbolic link/],
  ['an entry that is encrypted', { ...small, flags: 1 }, /encrypted/],
  ['an entry that is packed in another way', { ...small, method: 12 }, /packed in a way/],
  ['a stored entry of another size', { ...small, method: 0, says: 3 }, /damaged/],
])('docs/terminology.md: a zip archive with %s is refused', async (_what, entry, message) => {
  write([{ name: 'a.txt', text: 'good' }, entry])

  const listing = listZipEntries(path)

  await expect(listing).rejects.toThrow(LoadError)
  await expect(listing).rejects.toThrow(message)
})

test('docs/terminology.md: an entry that unpacks to more or to less than it says is refused while it is read', async () => {
  const bomb = { name: 'bomb.txt', text: '0'.repeat(4 << 20) }
  for (const says of [1_000, bomb.text.length + 1]) {
    write([{ ...bomb, says }])
    const [entry] = await listZipEntries(path)
    let bytes = 0
    const reading = (async () => {
      for await (const chunk of entry?.open() ?? []) bytes += chunk.length
    })()

    await expect(reading).rejects.toThrow(LoadError)
    expect(bytes).toBeLessThanOrEqual(says)
  }
})

test.each<[string, (zip: Buffer) => Buffer]>([
  ['cut in its end', (zip) => zip.subarray(0, zip.length - 10)],
  ['cut in its directory', (zip) => zip.subarray(0, zip.length - 30)],
  ['without its first half', (zip) => zip.subarray(zip.length / 2)],
  ['of another kind', () => Buffer.from('not an archive')],
  [
    'with more entries than it has',
    (zip) => Buffer.concat([zip.subarray(0, -12), Buffer.from([9]), zip.subarray(-11)]),
  ],
  ['with data that is none', (zip) => Buffer.concat([zip.subarray(0, 35), Buffer.alloc(3, 0xff), zip.subarray(38)])],
])('docs/terminology.md: a zip archive %s is refused', async (_what, change) => {
  write([small], change)

  await expect(readAll()).rejects.toThrow(LoadError)
})

test('docs/terminology.md: no archive stays open, read to its end or not', async () => {
  const openFiles = (): number =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path
      } catch {
        return false
      }
    }).length
  write([{ name: 'a.txt', text: 'a'.repeat(1 << 20) }, small])

  const [entry] = await listZipEntries(path)
  for await (const _ of entry?.open() ?? []) break
  await readAll()
  // A descriptor is closed by a thread of its own.
  await waitUntil(() => openFiles() === 0)

  expect(openFiles()).toBe(0)
})
