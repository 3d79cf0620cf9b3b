import { expect, test } from '@jest/globals'
import { allowedHeaders, exposedHeaders } from '../../src/http/cross-origin.ts'
import { useRunning } from '../use-running.ts'

const listed = 'https://app.example.org'
const unlisted = 'https://elsewhere.example'

const server = useRunning({ BANKSIA_CORS_ORIGINS: `${listed}, http://localhost:*` })

const ask = (path: string, origin: string, init: RequestInit = {}) =>
  fetch(`${server.base}${path}`, { ...init, headers: { ...init.headers, Origin: origin } })

const preflight = (path: string, origin: string, method = 'GET') =>
  ask(path, origin, {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'authorization' },
  })

const corsHeaders = (answer: Response): string[] =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))

const guarded = ['/fhir/R4/Patient', '/fhir/R4', '/v1/encounters', '/oidc/token']
const open = [
  '/fhir/R4/metadata',
  '/fhir/R4/.well-known/smart-configuration',
  '/v1/openapi.json',
  '/problems/not-found',
]

test.each(guarded)('D110: a page of a listed origin may ask %s first, without a token', async (path) => {
  const answer = await preflight(path, listed, 'POST')

  expect(answer.status).toBe(204)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(listed)
  expect(answer.headers.get('Access-Control-Allow-Methods')).toMatch(/GET, HEAD, POST, PUT, PATCH, DELETE/)
  expect(answer.headers.get('Access-Control-Allow-Headers')?.split(', ')).toEqual(allowedHeaders)
  expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  expect(answer.headers.get('Vary')).toMatch(/\bOrigin\b/)
})

test.each(guarded)('D110: a page of another origin gets no header of CORS from %s', async (path) => {
  for (const origin of [unlisted, 'null', 'https://app.example.org.evil.example', 'http://app.example.org']) {
    const answers = [
      await preflight(path, origin),
      await ask(path, origin),
      await ask(path, origin, { method: 'POST' }),
    ]

    expect(answers.flatMap(corsHeaders)).toEqual([])
    expect(answers.map(({ status }) => status).filter((status) => status < 400)).toEqual([])
  }
})

test.each(open)('SMART 16: pages of any origin may read %s', async (path) => {
  const [asked, answer] = [await preflight(path, unlisted), await ask(path, unlisted)]

  expect([asked.status, answer.status]).toEqual([204, 200])
  for (const { headers } of [asked, answer]) {
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
  }
})

test('D110: a refusal can be read by the page that it refuses, with the headers that say what to do', async () => {
  const paths = ['/fhir/R4/Patient/nobody', '/v1/encounters', '/fhir/R4/Nothing', '/v1/nothing']
  for (const path of paths) {
    const answer = await ask(path, listed)

    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(listed)
    expect(answer.headers.get('Access-Control-Expose-Headers')?.split(', ')).toEqual(exposedHeaders)
    expect(answer.headers.get('Vary')).toMatch(/\bOrigin\b/)
  }
  const metadata = await ask('/fhir/R4/metadata?mode=wrong', unlisted)
  expect([metadata.status, metadata.headers.get('Access-Control-Allow-Origin')]).toEqual([400, '*'])
})

test('R4 capabilitystatement.html: the statement says that pages may call', async () => {
  const { body } = await server.call('GET', '/fhir/R4/metadata')

  expect(body.rest[0].security.cors).toBe(true)
})

test('D110: scripts may read what an answer says beside its body', async () => {
  const created = await ask('/fhir/R4/Organization', listed, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await server.token()}`, 'Content-Type': 'application/fhir+json' },
    body: JSON.stringify({ resourceType: 'Organization', name: 'Red Hill Surgery' }),
  })

  expect(created.status).toBe(201)
  const shown = created.headers.get('Access-Control-Expose-Headers')?.split(', ')
  for (const name of [
    'Location',
    'ETag',
    'Link',
    'X-Request-Id',
    'Content-Location',
    'Retry-After',
    'WWW-Authenticate',
  ])
    expect(shown).toContain(name)
})

test('D110: caches keep the answers for each origin apart, also without an origin', async () => {
  const answer = await fetch(`${server.base}/fhir/R4/Patient`)
  const problem = await fetch(`${server.base}/problems/not-found`)

  expect(answer.headers.get('Vary')).toMatch(/\bOrigin\b/)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(problem.headers.get('Vary')).toBe('Accept')
})

test('D110: a star for the port is every port of a loopback host, and of no other host', async () => {
  for (const origin of ['http://localhost', 'http://localhost:5173', 'http://localhost:65535'])
    expect((await ask('/fhir/R4/Patient', origin)).headers.get('Access-Control-Allow-Origin')).toBe(origin)
  for (const origin of [
    'https://localhost:5173',
    'http://localhost.example:80',
    'http://localhost:5173:80',
    'http://127.0.0.1:5',
  ])
    expect((await ask('/fhir/R4/Patient', origin)).headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('D110: other paths let no page in', async () => {
  for (const path of ['/docs/api', '/livez', '/s', '/oidc/development-token']) {
    expect(corsHeaders(await preflight(path, listed))).toEqual([])
    expect(corsHeaders(await ask(path, listed))).toEqual([])
  }
})

test('D110: every header that the Hub describes may be sent and read', async () => {
  const { body: description } = await server.call('GET', '/v1/openapi.json')
  const operations = Object.values(
    description.paths as Record<string, Record<string, { parameters?: never[] }>>,
  ).flatMap((path) => Object.values(path))
  const parameters = operations.flatMap(({ parameters = [] }) => parameters) as {
    in?: string
    name?: string
    $ref?: string
  }[]
  const resolve = (one: { $ref?: string; in?: string; name?: string }) =>
    one.$ref === undefined ? one : description.components.parameters[one.$ref.split('/').at(-1) ?? '']
  const sent = parameters.map(resolve).filter((one) => one.in === 'header')
  const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase())

  expect(sent.length).toBeGreaterThan(10)
  expect(lower(allowedHeaders)).toEqual(expect.arrayContaining(lower([...new Set(sent.map(({ name }) => name ?? ''))])))
  const safe = [
    'cache-control',
    'content-language',
    'content-length',
    'content-type',
    'expires',
    'last-modified',
    'pragma',
  ]
  const read = lower(Object.keys(description.components.headers)).filter((name) => !safe.includes(name))
  expect(lower(exposedHeaders)).toEqual(expect.arrayContaining(read))
})
