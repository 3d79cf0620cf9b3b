/** The key-encryption key under the key of a token: what it is, and why a start is refused. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { type Config, readConfig } from '../../src/core/config.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { testWithPrograms } from '../judges.ts'
import { productionBase } from '../outside-issuer.ts'
import { makeToken, pin, type SoftToken, tokenPrograms } from './token.ts'

const testWithToken = testWithPrograms(...tokenPrograms)

let folder: string
let token: SoftToken | undefined
const before = { ...process.env }
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-token-'))
  mkdirSync(join(folder, 'data'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  for (const name of ['PATH', 'SOFTHSM2_CONF', 'DATABASE_URL']) process.env[name] = before[name] ?? ''
})

function useToken(): SoftToken {
  token ??= makeToken(folder)
  Object.assign(process.env, token.env)
  return token
}

function configOf(wrapped: Uint8Array, more: Readonly<Record<string, string>> = {}): Config {
  const keyFile = join(folder, 'wrapped')
  writeFileSync(keyFile, wrapped, { mode: 0o600 })
  return readConfig({
    BANKSIA_MODE: 'production',
    BANKSIA_BASE_URL: productionBase,
    BANKSIA_ISSUERS: 'https://issuer.invalid',
    BANKSIA_ISSUER_TENANTS: 'https://issuer.invalid=*',
    BANKSIA_DATA_DIR: join(folder, 'data'),
    BANKSIA_KEY_FILE: keyFile,
    BANKSIA_PKCS11_MODULE: useToken().module,
    BANKSIA_PKCS11_TOKEN: 'banksia',
    BANKSIA_PKCS11_KEY: '01',
    BANKSIA_PKCS11_PIN: pin,
    ...more,
  })
}

const newKey = (): string => randomBytes(32).toString('base64')

testWithToken('D157: the token decrypts the key, which is read again when its file changes', async () => {
  const [one, two] = [newKey(), newKey()]
  const config = configOf(useToken().wrap(`${one}\n`))

  expect((await readMasterKey(config)).export().toString('base64')).toBe(one)
  expect(await readMasterKey(config)).toEqual(await readMasterKey(config))
  writeFileSync(join(folder, 'wrapped'), useToken().wrap(two))
  expect((await readMasterKey(config)).export().toString('base64')).toBe(two)
})

testWithToken('D157: each refusal names the setting that is wrong, and never the PIN', async () => {
  const wrapped = useToken().wrap(newKey())
  const rows: readonly (readonly [more: Record<string, string>, bytes: Uint8Array, sentence: RegExp])[] = [
    [{ BANKSIA_PKCS11_PIN: 'canary-no' }, wrapped, /^BANKSIA_PKCS11_PIN is not the PIN/],
    [{ BANKSIA_PKCS11_KEY: '02' }, wrapped, /^BANKSIA_PKCS11_KEY names a key/],
    [{ BANKSIA_PKCS11_TOKEN: 'nowhere' }, wrapped, /^BANKSIA_PKCS11_TOKEN names a token/],
    [{ BANKSIA_PKCS11_MODULE: '/nowhere.so' }, wrapped, /^BANKSIA_PKCS11_MODULE names a module/],
    [{}, randomBytes(wrapped.length), /^BANKSIA_KEY_FILE holds nothing/],
    [{}, Buffer.from(newKey()), /^BANKSIA_KEY_FILE holds nothing/],
    [{}, useToken().wrap('no key'), /^BANKSIA_KEY_FILE .*32 bytes in base64/],
    [{}, useToken().wrap(Buffer.alloc(32, 7).toString('base64')), /^BANKSIA_KEY_FILE .*not random/],
  ]

  for (const [more, bytes, sentence] of rows) {
    const refused = readMasterKey(configOf(bytes, more))
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.not.toThrow(/canary/)
  }
})

/** A program of that name, which comes before the true one. */
function putBefore(script: string): void {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'pkcs11-tool'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'pkcs11-tool'), 0o755)
  process.env['PATH'] = [bin, before['PATH']].join(delimiter)
}

testWithToken('D157: the child gets the PIN by its environment, and no other secret', async () => {
  const config = configOf(useToken().wrap(newKey()))
  process.env['DATABASE_URL'] = 'postgresql://u:canary@localhost/banksia'
  putBefore(`env > ${folder}/env; echo "$@" > ${folder}/arguments; echo ${newKey()}`)

  await readMasterKey(config)
  const [env, given] = ['env', 'arguments'].map((name) => readFileSync(join(folder, name), 'utf8'))

  expect(env).toContain(`BANKSIA_PKCS11_PIN=${pin}\n`)
  expect(env).not.toContain('DATABASE_URL')
  expect(given).not.toContain(pin)
})

testWithToken('D157: a wrong PIN is not tried again and again, because the token would lock itself', async () => {
  const config = configOf(useToken().wrap(newKey()), { BANKSIA_PKCS11_PIN: 'canary-no' })
  putBefore(`echo tried >> ${folder}/tries; echo CKR_PIN_INCORRECT >&2; exit 1`)

  for (let times = 0; times < 5; times++) await expect(readMasterKey(config)).rejects.toThrow(/^BANKSIA_PKCS11_PIN/)

  expect(readFileSync(join(folder, 'tries'), 'utf8')).toBe('tried\n')
})

testWithToken('D157: without the program a start says what to install', async () => {
  const config = configOf(useToken().wrap(newKey()))
  process.env['PATH'] = join(folder, 'data')

  await expect(readMasterKey(config)).rejects.toThrow('BANKSIA_PKCS11_MODULE needs the program pkcs11-tool')
})
