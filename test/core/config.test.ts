import { expect, test } from '@jest/globals'
import { ConfigError, readConfig } from '../../src/core/config.ts'
import { settings } from '../../src/core/settings.ts'

const production = {
  BANKSIA_MODE: 'production',
  BANKSIA_ISSUERS: 'https://login.example.org/realms/a/, https://other.example.org',
  BANKSIA_ISSUER_TENANTS:
    'https://login.example.org/realms/a/=*, https://other.example.org=00000000-0000-7000-8000-000000000001',
  BANKSIA_KEY_FILE: '/etc/banksia/key',
  BANKSIA_BASE_URL: 'https://hub.example.org',
}

test('docs/design/house.md#rules-in-tables: without any variable every setting has its default', () => {
  const config = readConfig({})

  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    mode: 'development',
    role: 'all',
    dataDir: './data',
    baseUrl: 'http://localhost:3000',
    audience: 'http://localhost:3000',
    problemBase: 'http://localhost:3000/problems',
    hubTarget: 'http://localhost:3000',
    environment: 'development',
    issuers: [],
    outboundHosts: ['localhost', '127.0.0.1'],
    clientIds: 'any',
    maxJsonBytes: 1024 * 1024,
    maxTranscriptBytes: 10 * 1024 * 1024,
    maxBundleBytes: 20 * 1024 * 1024,
    handlerTimeoutMs: 30_000,
    requestsPerMinute: 600,
  })
  expect(config.databaseUrl).toBeUndefined()
  expect(Object.isFrozen(config)).toBe(true)
})

test('docs/design/house.md#rules-in-tables: defaults follow the settings that they name', () => {
  expect(readConfig({ PORT: '4000' }).problemBase).toBe('http://localhost:4000/problems')
  expect(readConfig({ BANKSIA_BASE_URL: 'https://hub.example.org/' }).audience).toBe('https://hub.example.org')
})

test('docs/design/house.md#rules-in-tables: production settings are read; an issuer keeps its text', () => {
  const config = readConfig({ ...production, HOST: '0.0.0.0', BANKSIA_OUTBOUND_HOSTS: 'a.example, b.example:8443 ,' })

  expect(config.issuers).toEqual(['https://login.example.org/realms/a/', 'https://other.example.org'])
  expect(config.outboundHosts).toEqual(['a.example', 'b.example:8443'])
  expect(config).toMatchObject({ host: '0.0.0.0', clientIds: 'uuid', environment: 'production' })
})

test.each([
  ['PORT', { PORT: '0' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '3000x' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '127.0.0.1.example.org' }],
  ['BANKSIA_MODE', { BANKSIA_MODE: 'prod' }],
  ['BANKSIA_ROLE', { BANKSIA_ROLE: 'web' }],
  ['BANKSIA_IOS_SPOKE', { BANKSIA_IOS_SPOKE: 'tenant' }],
  ['BANKSIA_BASE_URL', { BANKSIA_BASE_URL: 'ftp://hub.example.org' }],
  ['BANKSIA_BASE_URL', { BANKSIA_BASE_URL: 'https://user@hub.example.org' }],
  ['BANKSIA_TRUSTED_PROXIES', { BANKSIA_TRUSTED_PROXIES: 'proxy.example.org' }],
  ['BANKSIA_TRUSTED_PROXIES', { BANKSIA_TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['BANKSIA_TRUSTED_PROXIES', { BANKSIA_TRUSTED_PROXIES: '10.0.0.0/8/8' }],
  ['BANKSIA_TRUSTED_PROXIES', { BANKSIA_TRUSTED_PROXIES: '10.0.0.0/' }],
  ['BANKSIA_TRUSTED_PROXY_HEADER', { BANKSIA_TRUSTED_PROXY_HEADER: 'via' }],
  ['BANKSIA_MAX_JSON_BYTES', { BANKSIA_MAX_JSON_BYTES: '1e6' }],
  ['BANKSIA_AUDIENCES', { BANKSIA_AUDIENCES: 'a typing error' }],
  ['BANKSIA_ISSUERS', { ...production, BANKSIA_ISSUERS: '', BANKSIA_ISSUER_TENANTS: '' }],
  ['BANKSIA_ISSUERS', { ...production, BANKSIA_ISSUERS: 'http://login.example.org', BANKSIA_ISSUER_TENANTS: '' }],
  ['BANKSIA_ISSUER_TENANTS', { ...production, BANKSIA_ISSUER_TENANTS: '' }],
  // One that is alone could name the tenants that are made later.
  ['BANKSIA_ISSUER_TENANTS', { ...production, BANKSIA_ISSUERS: 'https://a.example', BANKSIA_ISSUER_TENANTS: '' }],
  ['BANKSIA_ISSUER_TENANTS', { ...production, BANKSIA_ISSUER_TENANTS: 'https://other.example.org=*' }],
  ['BANKSIA_ISSUER_TENANTS', { BANKSIA_ISSUER_TENANTS: 'https://unknown.example.org=*' }],
  ['BANKSIA_ISSUER_TENANTS', { ...production, BANKSIA_ISSUER_TENANTS: 'https://other.example.org=north' }],
  ['BANKSIA_KEY_FILE', { ...production, BANKSIA_KEY_FILE: '' }],
  ['BANKSIA_KEY_FILE', { ...production, BANKSIA_KEY_FILE: './data/key' }],
  ['BANKSIA_BASE_URL', { ...production, BANKSIA_BASE_URL: '' }],
  ['BANKSIA_BASE_URL', { ...production, BANKSIA_BASE_URL: 'http://hub.example.org' }],
  ['DATABASE_URL', { DATABASE_URL: 'db.example.org' }],
  ['DATABASE_REPLICA_URL', { DATABASE_URL: 'postgresql://db', DATABASE_REPLICA_URL: 'mysql://db' }],
  ['REDIS_URL', { REDIS_URL: 'redis.example.org:6379' }],
])('docs/design/house.md#rules-in-tables: a wrong %s is refused by name (%j)', (variable, env) => {
  const read = () => readConfig(env)

  expect(read).toThrow(ConfigError)
  expect(read).toThrow(expect.objectContaining({ variable, message: expect.stringContaining(variable) }))
})

test('docs/design/house.md#errors: the refusal of a setting never repeats its value', () => {
  expect(() => readConfig({ BANKSIA_LOG_LEVEL: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  expect(() => readConfig({ BANKSIA_BASE_URL: 'postgres://u:hunter2@h' })).toThrow(/^(?!.*hunter2)/)
})

test('docs/design/house.md#rules-in-tables: every variable and name stands in the table once, with a meaning', () => {
  expect(new Set(settings.map((row) => row.variable)).size).toBe(settings.length)
  expect(new Set(settings.map((row) => row.name)).size).toBe(settings.length)
  expect(settings.every((row) => row.meaning.length > 10)).toBe(true)
})

const asking = {
  BANKSIA_ISSUER: 'external',
  BANKSIA_ISSUERS: 'https://a.example/realm, http://b.example',
  BANKSIA_INTROSPECTION_ISSUER: 'https://a.example/realm',
  BANKSIA_INTROSPECTION_CLIENT: 'banksia',
  BANKSIA_INTROSPECTION_SECRET: 'hunter2',
}

test.each([
  ['D162', 'BANKSIA_INTROSPECTION_ISSUER', { ...asking, BANKSIA_INTROSPECTION_ISSUER: 'https://a.example/realm/' }],
  ['D162', 'BANKSIA_INTROSPECTION_ISSUER', { ...asking, BANKSIA_INTROSPECTION_ISSUER: '' }],
  ['D162', 'BANKSIA_INTROSPECTION_CLIENT', { ...asking, BANKSIA_INTROSPECTION_CLIENT: '' }],
  ['D162', 'BANKSIA_INTROSPECTION_SECRET', { ...asking, BANKSIA_INTROSPECTION_SECRET: '' }],
  ['D162', 'BANKSIA_INTROSPECTION_URL', { ...asking, BANKSIA_INTROSPECTION_URL: 'a.example/introspect' }],
  ['D162', 'BANKSIA_INTROSPECTION_URL', { ...asking, BANKSIA_INTROSPECTION_URL: 'https://u:hunter2@a.example/i' }],
  ['D162', 'BANKSIA_INTROSPECTION_URL', { ...asking, BANKSIA_INTROSPECTION_URL: 'http://a.example/introspect' }],
  ['D161', 'BANKSIA_CLAIM_MAP_FILE', { BANKSIA_CLAIM_MAP_FILE: '/etc/banksia/claims.json' }],
  ['D163', 'BANKSIA_SMART_CAPABILITIES', { ...asking, BANKSIA_SMART_CAPABILITIES: 'launch-ehr,launch-moon' }],
  ['D163', 'BANKSIA_SMART_CAPABILITIES', { ...asking, BANKSIA_SMART_CAPABILITIES: 'smart-app-state' }],
  ['D163', 'BANKSIA_SMART_CAPABILITIES', { BANKSIA_SMART_CAPABILITIES: 'launch-ehr' }],
])('%s: a wrong %s of an issuer elsewhere is refused by name (%#)', (_decision, variable, env) => {
  expect(() => readConfig(env)).toThrow(expect.objectContaining({ variable }))
  expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)/)
})

test('D162: an address that ends with a slash stays as it is, because another path is another resource', () => {
  const url = 'https://a.example/o/introspect/'

  expect(readConfig({ ...asking, BANKSIA_INTROSPECTION_URL: url }).introspectionUrl).toBe(url)
  expect(readConfig({ ...asking, BANKSIA_SMART_CAPABILITIES: 'launch-ehr, context-banner' }).smartCapabilities).toEqual(
    ['launch-ehr', 'context-banner'],
  )
})

test.each([
  ['https://app.example.org/', 'a path'],
  ['https://app.example.org/app', 'a path'],
  ['*', 'all'],
  ['null', 'a page without an origin'],
  ['app.example.org', 'no scheme'],
  ['ftp://app.example.org', 'another scheme'],
  ['https://app.example.org:*', 'every port of a host elsewhere'],
  ['http://localhost:80:*', 'two ports'],
])('D110: %s (%s) stops the start, and names itself', (origin) => {
  const read = () => readConfig({ BANKSIA_CORS_ORIGINS: `https://good.example.org,${origin}` })

  expect(read).toThrow(
    `BANKSIA_CORS_ORIGINS must be origins like https://app.example.org, without a path: ${origin} is none`,
  )
})

test('D110: origins are kept as a browser writes them; a password is not shown; production takes https only', () => {
  const origins = (list: string, env = {}) => readConfig({ ...env, BANKSIA_CORS_ORIGINS: list }).corsOrigins

  expect(origins('HTTPS://App.Example.Org:443, http://[::1]:*')).toEqual(['https://app.example.org', 'http://[::1]:*'])
  expect(() => origins('https://ann:Zebulon@app.example.org')).toThrow(/^BANKSIA_CORS_ORIGINS (?!.*Zebulon)/)
  expect(readConfig({}).corsOrigins).toEqual(['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'])
  expect(readConfig(production).corsOrigins).toEqual([])
  expect(origins('https://app.example.org', production)).toEqual(['https://app.example.org'])
  expect(() => origins('http://app.example.org', production)).toThrow(/production mode: http:\/\/app\.example\.org/)
})
