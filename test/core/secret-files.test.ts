/** Secrets in files: one rule for every secret setting. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Config, ConfigError, readConfig } from '../../src/core/config.ts'
import { type SettingRow, settings } from '../../src/core/settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-secret-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function secretFile(text: string, mode = 0o600): string {
  const path = join(folder, 'secret')
  rmSync(path, { force: true, recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const production = {
  BANKSIA_MODE: 'production',
  BANKSIA_ISSUERS: 'https://issuer.invalid',
  BANKSIA_ISSUER_TENANTS: 'https://issuer.invalid=*',
  BANKSIA_KEY_FILE: '/etc/banksia/key',
  BANKSIA_BASE_URL: 'https://hub.example.org',
}

/** A value that the setting takes, beside what it needs. */
const examples: Readonly<Record<string, readonly [value: string, more: object]>> = {
  BANKSIA_METRICS_TOKEN: ['0123456789abcdef', {}],
  DATABASE_URL: ['postgresql://banksia:p w#@localhost/banksia', {}],
  DATABASE_REPLICA_URL: ['postgresql://localhost/replica', { DATABASE_URL: 'postgresql://localhost/banksia' }],
  REDIS_URL: ['redis://:secret@localhost:6379', {}],
  OTEL_EXPORTER_OTLP_HEADERS: ['authorization=Bearer x', {}],
  BANKSIA_INTROSPECTION_SECRET: [
    'a secret',
    {
      BANKSIA_ISSUERS: 'https://issuer.invalid',
      BANKSIA_INTROSPECTION_ISSUER: 'https://issuer.invalid',
      BANKSIA_INTROSPECTION_CLIENT: 'banksia',
    },
  ],
  BANKSIA_SIGN_IN_CLIENT_SECRET: [
    'a secret',
    {
      ...production,
      BANKSIA_ISSUER: 'embedded',
      BANKSIA_SIGN_IN_ISSUER: 'https://login.invalid',
      BANKSIA_SIGN_IN_CLIENT_ID: 'banksia',
    },
  ],
  BANKSIA_DRAFTER_KEY: ['sk-1', {}],
  BANKSIA_TRANSCRIPTION_KEY: ['sk-2', {}],
}

/** The key-encryption key is read again later, and the PIN goes with a token: both have tests of their own. */
const secrets = settings.filter((row: SettingRow) => row.isSecret && examples[row.variable] !== undefined)

test('D157: each secret setting has an example here, or a test of its own', () => {
  const own = ['BANKSIA_KEY', 'BANKSIA_PKCS11_PIN']
  const all = settings.filter((row: SettingRow) => row.isSecret).map(({ variable }) => variable)

  expect(all.filter((variable) => examples[variable] === undefined).sort()).toEqual(own)
})

test.each(secrets)('D157: $variable comes from a file, without the newline at its end', ({ variable, name }) => {
  const [value = '', more = {}] = examples[variable] ?? []
  const read = (text: string): unknown =>
    readConfig({ ...more, [`${variable}_FILE`]: secretFile(text) })[name as keyof Config]

  expect(read(`${value}\n`)).toBe(value)
  expect(read(`${value}\r\n`)).toBe(value)
  expect(read(value)).toBe(value)
})

test.each(secrets)('D157: $variable and its file are one too many', ({ variable }) => {
  const [value = '', more = {}] = examples[variable] ?? []
  const read = () => readConfig({ ...more, [variable]: value, [`${variable}_FILE`]: secretFile(value) })

  expect(read).toThrow(new ConfigError(`${variable}_FILE`, `is set beside ${variable}. Keep one of them`))
})

const variable = 'BANKSIA_METRICS_TOKEN_FILE'
const readToken = (path: string, more: object = {}) => readConfig({ ...more, [variable]: path }).metricsToken

test('D157: production refuses a secret that others may read, development does not', () => {
  for (const mode of [0o644, 0o640, 0o604, 0o620]) {
    expect(() => readToken(secretFile('0123456789abcdef', mode), production)).toThrow(
      /^BANKSIA_METRICS_TOKEN_FILE .*chmod 600/,
    )
    expect(readToken(secretFile('0123456789abcdef', mode))).toBe('0123456789abcdef')
  }
  expect(readToken(secretFile('0123456789abcdef', 0o400), production)).toBe('0123456789abcdef')
  if (process.getuid?.() !== 0) return
  const path = secretFile('0123456789abcdef')
  chownSync(path, 12_345, 12_345)
  expect(() => readToken(path, production)).toThrow(/^BANKSIA_METRICS_TOKEN_FILE .*another user/)
})

test('D157: a file that holds no secret is refused by the name of its setting, and never waited for', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')])

  expect(() => readToken(join(folder, 'nowhere'))).toThrow(/^BANKSIA_METRICS_TOKEN_FILE .*not there/)
  expect(() => readToken(folder)).toThrow(/^BANKSIA_METRICS_TOKEN_FILE .*directory/)
  expect(() => readToken(join(folder, 'pipe'))).toThrow(/^BANKSIA_METRICS_TOKEN_FILE .*no plain file/)
  expect(() => readToken(secretFile('x'.repeat(100_000)))).toThrow(/^BANKSIA_METRICS_TOKEN_FILE .*too large/)
  for (const text of ['', '\n', 'canary\nsecond\n', 'canary\0'])
    expect(() => readToken(secretFile(text))).toThrow(/^BANKSIA_METRICS_TOKEN_FILE (?!.*canary).*one line/)
})

test('D157: a setting that is no secret has no file, and the key-encryption key has one of the two', () => {
  expect(() => readConfig({ BANKSIA_AUDIENCE_FILE: secretFile('x') })).toThrow('BANKSIA_AUDIENCE_FILE is not a setting')
  expect(() => readConfig({ BANKSIA_KEY: 'x', BANKSIA_KEY_FILE: '/etc/key' })).toThrow(
    'BANKSIA_KEY_FILE is set beside BANKSIA_KEY',
  )
})
