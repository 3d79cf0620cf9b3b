/** The file of the key-encryption key: its owner, its readers, and whether its key is random. */
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ConfigError, readConfig } from '../../src/core/config.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { findWeakness } from '../../src/store/keys/weak-key.ts'
import { productionBase } from '../outside-issuer.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-key-'))
  mkdirSync(join(folder, 'data'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (keyFile: string, more: object = {}) =>
  readMasterKey(
    readConfig({
      BANKSIA_MODE: 'production',
      BANKSIA_BASE_URL: productionBase,
      BANKSIA_ISSUERS: 'https://issuer.invalid',
      BANKSIA_ISSUER_TENANTS: 'https://issuer.invalid=*',
      BANKSIA_DATA_DIR: join(folder, 'data'),
      BANKSIA_KEY_FILE: keyFile,
      ...more,
    }),
  )

function writeKey(text: string, mode = 0o600): string {
  const path = join(folder, 'key')
  rmSync(path, { force: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const inBase64 = (bytes: Uint8Array): string => `${Buffer.from(bytes).toString('base64')}\n`
const bytesBy = (make: (at: number) => number): Buffer => Buffer.from(Array.from({ length: 32 }, (_, at) => make(at)))

// biome-ignore format: one row a line
const weak = [
  ['one byte', Buffer.alloc(32, 7), 'one byte repeated'],
  ['zeros', Buffer.alloc(32), 'one byte repeated'],
  ['two bytes', bytesBy((at) => (at % 2 === 0 ? 1 : 200)), 'a pattern repeated'],
  ['half a key twice', Buffer.concat(Array.from({ length: 2 }, () => Buffer.from('a9f1c0e3b7d2865f1409aabbccddeeff', 'hex'))), 'a pattern repeated'],
  ['a sequence', bytesBy((at) => 200 + at), 'bytes in sequence'],
  ['a sentence', Buffer.from('correct horse battery staple 123'), 'text'],
  ['hexadecimal digits', Buffer.from('0123456789abcdef0fedcba987654321'), 'text'],
  ['a few bytes', bytesBy((at) => 128 + ((at * at) % 19)), 'a few bytes'],
] as const

test.each(weak)('D79: production refuses a key of %s', async (_name, bytes, weakness) => {
  const path = writeKey(inBase64(bytes))

  await expect(read(path)).rejects.toThrow(ConfigError)
  await expect(read(path)).rejects.toThrow(new RegExp(`^BANKSIA_KEY_FILE .*${weakness}`))
  await expect(readMasterKey(readConfig({ BANKSIA_KEY_FILE: path }))).resolves.toBeDefined()
})

test('D79: no random key is taken for a weak one', () => {
  const keys = Array.from({ length: 20_000 }, () => randomBytes(32))

  expect(keys.filter((key) => findWeakness(key) !== undefined)).toEqual([])
})

test('D79: production refuses a key file that others may use, of another user, or without a key', async () => {
  const good = inBase64(randomBytes(32))

  await expect(read(writeKey(good))).resolves.toBeDefined()
  await expect(read(writeKey(good, 0o400))).resolves.toBeDefined()
  for (const mode of [0o644, 0o640, 0o620, 0o604, 0o601])
    await expect(read(writeKey(good, mode))).rejects.toThrow(/^BANKSIA_KEY_FILE .*chmod 600/)
  for (const text of ['', inBase64(randomBytes(16)), randomBytes(32).toString('hex'), `${good.trim()}!`])
    await expect(read(writeKey(text))).rejects.toThrow(/^BANKSIA_KEY_FILE .*32 bytes in base64/)
  await expect(read(join(folder, 'nowhere'))).rejects.toThrow(/^BANKSIA_KEY_FILE .*not there/)
  await expect(read(folder)).rejects.toThrow(/^BANKSIA_KEY_FILE .*directory/)
  if (process.getuid?.() !== 0) return
  const another = writeKey(good)
  chownSync(another, 12_345, 12_345)
  await expect(read(another)).rejects.toThrow(/^BANKSIA_KEY_FILE .*another user/)
})

test('D79: a link does not hide that the key lies in the data directory', async () => {
  const path = join(folder, 'data', 'key')
  writeFileSync(path, inBase64(randomBytes(32)), { mode: 0o600 })
  symlinkSync(path, join(folder, 'link'))

  await expect(read(join(folder, 'link'))).rejects.toThrow(/^BANKSIA_KEY_FILE must lie outside/)
})

test('D157: the key may come by the environment, and is judged as one in a file', async () => {
  const good = randomBytes(32).toString('base64')
  const readGiven = (key: string) => read('', { BANKSIA_KEY: key })

  expect((await readGiven(good)).export().toString('base64')).toBe(good)
  await expect(readGiven(Buffer.alloc(32, 7).toString('base64'))).rejects.toThrow(/^BANKSIA_KEY .*one byte repeated/)
  await expect(readGiven('short')).rejects.toThrow(/^BANKSIA_KEY does not hold 32 bytes/)
})
