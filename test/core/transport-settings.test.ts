/** Settings of TLS, of what may leave in the clear, and where mutual TLS is. */
import { expect, test } from '@jest/globals'
import { listClearTexts } from '../../src/core/config/clear-text.ts'
import { mutualTlsAddress } from '../../src/core/config/transport.ts'
import { readConfig } from '../../src/core/config.ts'

const pair = { BANKSIA_TLS_CERT_FILE: '/c', BANKSIA_TLS_KEY_FILE: '/k', BANKSIA_BASE_URL: 'https://hub.example.org' }
const mutual = { ...pair, BANKSIA_TLS_CLIENT_CA_FILE: '/a', BANKSIA_TLS_CLIENT_PORT: '3443' }
const token = {
  BANKSIA_KEY_FILE: '/w',
  BANKSIA_PKCS11_MODULE: '/m',
  BANKSIA_PKCS11_TOKEN: 'banksia',
  BANKSIA_PKCS11_KEY: '01',
  BANKSIA_PKCS11_PIN: '1234',
}
const without = (env: Readonly<Record<string, string>>, variable: string) => ({ ...env, [variable]: '' })

test.each([
  ['BANKSIA_TLS_KEY_FILE', without(pair, 'BANKSIA_TLS_KEY_FILE')],
  ['BANKSIA_TLS_CERT_FILE', without(pair, 'BANKSIA_TLS_CERT_FILE')],
  ['BANKSIA_BASE_URL', without(pair, 'BANKSIA_BASE_URL')],
  ['BANKSIA_TLS_CERT_FILE', { BANKSIA_TLS_CLIENT_CA_FILE: '/a', BANKSIA_TLS_CLIENT_PORT: '3443' }],
  ['BANKSIA_TLS_CLIENT_CA_FILE', without(mutual, 'BANKSIA_TLS_CLIENT_CA_FILE')],
  ['BANKSIA_TLS_CLIENT_PORT', without(mutual, 'BANKSIA_TLS_CLIENT_PORT')],
  ['BANKSIA_TLS_CLIENT_PORT', { ...mutual, PORT: '3443' }],
  ['BANKSIA_TLS_CLIENT_PORT', { ...mutual, BANKSIA_STATUS_PORT: '3443' }],
  ['BANKSIA_MLLP_PORT', { BANKSIA_MLLP_PORT: '3000' }],
  ['BANKSIA_MLLP_PORT', { ...mutual, BANKSIA_MLLP_PORT: '3443' }],
  ['BANKSIA_TLS_CLIENT_CRL_FILE', { ...pair, BANKSIA_TLS_CLIENT_CRL_FILE: '/l' }],
  ['BANKSIA_TLS_CLIENT_BASE_URL', { ...pair, BANKSIA_TLS_CLIENT_BASE_URL: 'https://m.example' }],
  ['BANKSIA_TLS_CLIENT_BASE_URL', { ...mutual, BANKSIA_TLS_CLIENT_BASE_URL: 'http://m.example' }],
  ['BANKSIA_TRUSTED_PROXIES', { BANKSIA_TRUSTED_PROXY_CERT_HEADER: 'client-cert' }],
  ['BANKSIA_KEY_FILE', without(token, 'BANKSIA_KEY_FILE')],
  ['BANKSIA_PKCS11_TOKEN', without(token, 'BANKSIA_PKCS11_TOKEN')],
  ['BANKSIA_PKCS11_KEY', without(token, 'BANKSIA_PKCS11_KEY')],
  ['BANKSIA_PKCS11_KEY', { ...token, BANKSIA_PKCS11_KEY: '--id' }],
  ['BANKSIA_PKCS11_PIN', without(token, 'BANKSIA_PKCS11_PIN')],
  ['BANKSIA_PKCS11_MODULE', without(token, 'BANKSIA_PKCS11_MODULE')],
  ['BANKSIA_PLAINTEXT', { BANKSIA_PLAINTEXT: 'yes' }],
])('D158: half of a set of transport settings is refused by the name %s (%j)', (variable, env) => {
  expect(() => readConfig(env)).toThrow(expect.objectContaining({ variable }))
})

test('D158: whole sets of transport settings are taken', () => {
  expect(readConfig(pair)).toMatchObject({ tlsCertFile: '/c', tlsKeyFile: '/k' })
  expect(readConfig(mutual)).toMatchObject({ tlsClientPort: 3443 })
  expect(readConfig(token)).toMatchObject({ pkcs11Key: '01' })
})

test('D159: mutual TLS is at the port of its own, or where the setting says', () => {
  expect(mutualTlsAddress(readConfig(pair))).toBeUndefined()
  expect(mutualTlsAddress(readConfig(mutual))).toBe('https://hub.example.org:3443')
  const named = { ...mutual, BANKSIA_TLS_CLIENT_BASE_URL: 'https://mutual.example.org/' }
  expect(mutualTlsAddress(readConfig(named))).toBe('https://mutual.example.org')
})

const nothing = {
  databaseUrl: undefined,
  databaseReplicaUrl: undefined,
  redisUrl: undefined,
  drafterUrl: undefined,
  transcriptionUrl: undefined,
  mllpPort: undefined,
  tlsCertFile: undefined,
  host: '0.0.0.0',
}

test.each([
  'postgresql://u:p@db.example/banksia',
  'postgres://db.example/banksia?sslmode=disable',
  'postgresql://db.example/banksia?sslmode=prefer',
  'postgresql://db.example/banksia?sslmode=no-verify',
  'postgresql://db.example/banksia?ssl=no-verify',
  'postgresql://db.example/banksia?ssl=false',
  'postgresql://db.example/banksia?uselibpqcompat=true&sslmode=require',
  // The driver takes the last of two parameters, and the parameter before the host.
  'postgresql://db.example/banksia?sslmode=verify-full&sslmode=disable',
  'postgresql://localhost/banksia?host=db.example',
  'postgresql://localhost/banksia?host=localhost&host=db.example',
  'postgresql://localhost.example/banksia',
  'postgresql://127.0.0.1.example/banksia',
  'postgresql://0.0.0.0/banksia',
  'postgresql://10.0.0.1:5432/banksia',
  'postgresql://[fd00::1]/banksia',
  'postgresql://db example/banksia',
])('D160: %s leaves the machine in the clear', (databaseUrl) => {
  expect(listClearTexts({ ...nothing, databaseUrl }).map(({ name }) => name)).toEqual(['database'])
})

test.each([
  'postgresql://u:p@localhost/banksia',
  'postgresql://u:p@127.0.0.1:5432/banksia',
  'postgresql://[::1]/banksia',
  'postgresql://u:p@/banksia?host=%2Ftmp%2Fpg&port=5432',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/banksia',
  'postgresql:///banksia',
  'postgresql://db.example/banksia?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  'postgresql://db.example/banksia?sslmode=require',
  'postgresql://db.example/banksia?ssl=true',
  'postgresql://db.example/banksia?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=/etc/ca.pem',
])('D160: %s stays on the machine, or goes by TLS that proves who answers', (databaseUrl) => {
  expect(listClearTexts({ ...nothing, databaseUrl })).toEqual([])
})

test('D160: Redis and providers of speech and drafts count as the database does', () => {
  const clear = {
    ...nothing,
    databaseReplicaUrl: 'postgresql://replica.example/banksia',
    redisUrl: 'redis://redis.example:6379',
    drafterUrl: 'http://10.1.2.3/v1',
    transcriptionUrl: 'http://speech.example',
  }
  const safe = {
    ...nothing,
    redisUrl: 'rediss://redis.example:6379',
    drafterUrl: 'http://localhost:8000/v1',
    transcriptionUrl: 'https://speech.example',
  }

  expect(listClearTexts(clear).map(({ name }) => name)).toEqual(['replica', 'redis', 'drafter', 'transcription'])
  expect(listClearTexts(safe)).toEqual([])
  expect(listClearTexts({ ...nothing, redisUrl: 'redis://127.0.0.1' })).toEqual([])
})

const production = {
  BANKSIA_MODE: 'production',
  BANKSIA_ISSUERS: 'https://issuer.invalid',
  BANKSIA_ISSUER_TENANTS: 'https://issuer.invalid=*',
  BANKSIA_KEY_FILE: '/etc/banksia/key',
  BANKSIA_BASE_URL: 'https://hub.example.org',
}

test('D160: production refuses clear text by the name of the setting, unless it is acknowledged; development does not', () => {
  const env = { DATABASE_URL: 'postgresql://u:canary@db.example/banksia', REDIS_URL: 'redis://r.example' }
  const refused = /^DATABASE_URL (?!.*canary).*sslmode=verify-full.*BANKSIA_PLAINTEXT=acknowledged/

  expect(() => readConfig({ ...production, ...env })).toThrow(refused)
  expect(() => readConfig({ ...production, REDIS_URL: env.REDIS_URL })).toThrow(/^REDIS_URL .*rediss/)
  expect(readConfig({ ...production, ...env, BANKSIA_PLAINTEXT: 'acknowledged' }).plaintext).toBe('acknowledged')
  expect(readConfig(env).plaintext).toBe('refuse')
})

test('D160: the port for answers over MLLP is in the clear without a certificate, unless this machine alone reaches it', () => {
  const port = { ...nothing, mllpPort: 2576 }
  const list = (more: object) => listClearTexts({ ...port, ...more }).map(({ name }) => name)

  expect(list({})).toEqual(['mllp'])
  expect(list({ tlsCertFile: '/c' })).toEqual([])
  expect(list({ host: '127.0.0.1' })).toEqual([])
})
