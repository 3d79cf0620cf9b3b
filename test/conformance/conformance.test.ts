/** The conformance suite against Banksia, which it passes, and against servers with one fault each, which it finds. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildAcceptance } from '../../conformance/acceptance/acceptance.ts'
import { buildAuCore } from '../../conformance/au-core/au-core.ts'
import type { Suite } from '../../conformance/check.ts'
import { buildFhirR4 } from '../../conformance/fhir-r4/fhir-r4.ts'
import { listResults } from '../../conformance/report/totals.ts'
import { type Result, runSuites } from '../../conformance/run.ts'
import { Server } from '../../conformance/server.ts'
import { buildSmart } from '../../conformance/smart/smart.ts'
import { givenToken } from '../../conformance/tokens.ts'
import { sharedPath, testWithShared } from '../judges.ts'
import { type AuCoreServer, startAuCoreServer } from './au-core-server.ts'
import { type Fault, type Passed, type Returned, startFaultyProxy } from './faulty-proxy.ts'

const testWithExamples = testWithShared('au-core/examples')
const isThere = testWithExamples !== test.skip
let server: AuCoreServer
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banksia-test-conformance-'))
  if (isThere) server = await startAuCoreServer()
})

afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function runProgram(...args: readonly string[]): Promise<{ code: unknown; output: string }> {
  const program = join(import.meta.dirname, '../../src/cli.ts')
  const child = spawn(process.execPath, ['--no-warnings', program, 'conformance', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CONFORMANCE_TOKEN: server.token, NODE_OPTIONS: '' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'exit')
  return { code, output }
}

type Reported = { id: string; status: string; requirement: { level: string }; message?: string }

const readReport = (): Reported[] =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).suites.flatMap(
    ({ groups }: { groups: { checks: Reported[] }[] }) => groups.flatMap(({ checks }) => checks),
  )

testWithExamples('docs/conformance.md: Banksia passes every SHALL of AU Core with the published examples', async () => {
  const patients = server.patientIds.join(',')
  const { code, output } = await runProgram(
    '--base-url',
    server.base,
    '--suite',
    'au-core',
    '--draft',
    '--patient-ids',
    patients,
    '--report',
    folder,
  )

  const checks = readReport()
  expect(checks.filter(({ status, requirement }) => status === 'failed' && requirement.level === 'SHALL')).toEqual([])
  expect(checks.filter(({ status }) => status === 'error')).toEqual([])
  expect(checks.filter(({ status }) => status === 'passed').length).toBeGreaterThan(250)
  expect(code).toBe(0)
  expect(output).toContain('Every SHALL that could be tested is met.')
})

testWithExamples('docs/conformance.md: no report shows a patient, unless it is asked for', async () => {
  const name = JSON.parse(readFileSync(sharedPath('au-core/examples/Patient-banks-mia-leanne.json'), 'utf8')).name[0]
    .family
  const proxy = await startFaultyProxy(server.base, { answer: spoil })
  const args = [
    '--base-url',
    proxy.base,
    '--types',
    'Patient',
    '--patient-ids',
    'banks-mia-leanne',
    '--report',
    folder,
    '--validator',
    'none',
  ]
  try {
    const withheld = await runProgram(...args)
    const files = ['report.html', 'report.json', 'junit.xml']
    const texts = () => files.map((file) => readFileSync(join(folder, file), 'utf8'))
    expect([withheld.code, withheld.output.includes(name)]).toEqual([1, false])
    expect(texts().map((text) => [text.includes(name), text.includes('banks-mia-leanne')])).toEqual(
      files.map(() => [false, false]),
    )

    expect(texts()[0]).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)

    const shown = await runProgram(...args, '--show-patient-data')
    expect([shown.code, ...texts().map((text) => text.includes(name))]).toEqual([1, true, true, true])
  } finally {
    await proxy.close()
  }
})

testWithExamples(
  'docs/conformance.md: what a server returns is validated, and the place of an error told',
  async () => {
    const dropCategory = onSearch(/Condition\?patient=/, (bundle) => ({
      ...bundle,
      entry: entriesIn(bundle).map((entry) => ({ ...entry, resource: { ...entry.resource, category: undefined } })),
    }))
    const proxy = await startFaultyProxy(server.base, { answer: dropCategory })
    try {
      const args = ['--base-url', proxy.base, '--types', 'Patient,Condition', '--report', folder]
      const { code } = await runProgram(...args, '--patient-ids', 'banks-mia-leanne')

      const found = readReport().find(({ id }) => id === 'au-core-condition-validation')
      expect([code, found?.status, found?.message]).toEqual([
        1,
        'failed',
        expect.stringContaining('Condition.category'),
      ])
    } finally {
      await proxy.close()
    }
  },
)

/** Every patient by another name, so that searches by name fail with patients in their answers. */
function spoil(returned: Returned, { path }: Passed): void {
  if (path.includes('family='))
    change(returned, (bundle) => ({
      ...bundle,
      entry: [...entriesIn(bundle), { resource: { resourceType: 'Basic' } }],
    }))
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Body = any
const entriesIn = (bundle: Body): Body[] => bundle.entry ?? []

function change(returned: Returned, by: (body: Body) => Body): void {
  if (/json/.test(returned.headers.get('content-type') ?? ''))
    returned.body = JSON.stringify(by(JSON.parse(returned.body)))
}

const onSearch =
  (pattern: RegExp, by: (bundle: Body) => Body): NonNullable<Fault['answer']> =>
  (returned, { path, method, body }) => {
    const asked = method === 'POST' ? `${path}?${body}` : path
    if (returned.status === 200 && pattern.test(asked)) change(returned, by)
  }

const withPath =
  (by: (path: string) => string): NonNullable<Fault['ask']> =>
  (passed) => ({ ...passed, path: by(passed.path) })

const withoutHeader =
  (name: string): NonNullable<Fault['ask']> =>
  (passed) => {
    const headers = new Headers(passed.headers)
    headers.delete(name)
    return { ...passed, headers }
  }

const withHeader = (passed: Passed, name: string, value: string): Passed => {
  const headers = new Headers(passed.headers)
  headers.set(name, value)
  return { ...passed, headers }
}

const answering =
  (pattern: RegExp, by: (returned: Returned) => void): NonNullable<Fault['answer']> =>
  (returned, { path, method }) => {
    if (pattern.test(`${method} ${path}`)) by(returned)
  }

type Row = readonly [what: string, suite: 'au-core' | 'fhir-r4' | 'smart' | 'acceptance', found: string, fault: Fault]

const extra = (bundle: Body): Body => ({
  ...bundle,
  entry: [...entriesIn(bundle), { resource: { resourceType: 'Basic', id: 'x' }, search: { mode: 'match' } }],
})
const none = (bundle: Body): Body => ({ ...bundle, entry: undefined, total: 0 })
const resourceOf = (bundle: Body, type: string): Body => bundle.rest[0].resource.find((one: Body) => one.type === type)
const inStatement = (by: (statement: Body) => void): Fault => ({
  answer: answering(/ \/fhir\/R4\/metadata/, (returned) =>
    change(returned, (statement) => {
      by(statement)
      return statement
    }),
  ),
})

// biome-ignore format: one row a line
const faults: readonly Row[] = [
  ['a statement without Patient', 'au-core', 'capability-patient', inStatement((statement) => { statement.rest[0].resource = statement.rest[0].resource.filter((one: Body) => one.type !== 'Patient') })],
  ['a statement of another release', 'au-core', 'capability-version', inStatement((statement) => { statement.fhirVersion = '5.0.0' })],
  ['a statement without JSON', 'au-core', 'capability-json', inStatement((statement) => { statement.format = ['xml'] })],
  ['a profile that is not listed', 'au-core', 'capability-condition-profiles', inStatement((statement) => { resourceOf(statement, 'Condition').supportedProfile = [] })],
  ['an interaction that is not listed', 'au-core', 'capability-patient-interactions', inStatement((statement) => { resourceOf(statement, 'Patient').interaction = [{ code: 'read' }] })],
  ['a parameter that is not listed', 'au-core', 'capability-patient-parameters', inStatement((statement) => { resourceOf(statement, 'Patient').searchParam = [] })],
  ['a read of another resource', 'au-core', 'condition-read', { answer: answering(/GET \/fhir\/R4\/Condition\/./, (returned) => change(returned, (body) => ({ ...body, id: 'other' }))) }],
  ['a search that finds nothing by identifier', 'au-core', 'patient-search-identifier', { answer: onSearch(/Patient\?identifier=/, none) }],
  ['a search that forgets the system', 'au-core', 'patient-search-identifier-system', { answer: onSearch(/Patient\?identifier=[^&]*%7C/, none) }],
  ['a search that does not know Patient/id', 'au-core', 'condition-search-patient-typed', { answer: onSearch(/Condition\?patient=Patient/, none) }],
  ['a search with another type among its matches', 'au-core', 'condition-search-patient-category', { answer: onSearch(/Condition\?.*category=/, extra) }],
  ['a search that ignores a criterion', 'au-core', 'patient-search-birthdate', { ask: withPath((path) => path.replace(/(Patient\?)birthdate=[^&]*$/, '$1')) }],
  ['a search that knows one value alone', 'au-core', 'condition-search-patient-clinical-status-several', { answer: onSearch(/Condition\?.*clinical-status=[^&]*%2C/, none) }],
  ['a chained search that finds nothing', 'au-core', 'condition-search-patient-identifier', { answer: onSearch(/Condition\?patient\.identifier=/, none) }],
  ['a bad value that is taken', 'au-core', 'response-400', { answer: answering(/Patient\?birthdate=ge-not/, (returned) => { returned.status = 200; returned.body = '{"resourceType":"Bundle","type":"searchset"}' }) }],
  ['an unknown id that is found', 'au-core', 'response-404', { answer: (returned) => { if (returned.status === 404) { returned.status = 200; returned.body = '{"resourceType":"Patient"}' } } }],
  ['a refusal without an outcome', 'au-core', 'response-404', { answer: (returned) => { if (returned.status === 404) returned.body = 'Not found' } }],
  ['a server without a lock', 'au-core', 'response-401', { ask: (passed) => withHeader(passed, 'authorization', `Bearer ${server.token}`) }],
  ['JSON where XML is asked for', 'au-core', 'response-xml', { ask: (passed) => withHeader(passed, 'accept', 'application/fhir+json') }],
  ['a create without Location', 'fhir-r4', 'instance-create', { answer: answering(/POST \/fhir\/R4\/Patient$/, ({ headers }) => headers.delete('location')) }],
  ['a read without ETag', 'fhir-r4', 'instance-read', { answer: answering(/GET \/fhir\/R4\/Patient\/[^/]+$/, ({ headers }) => headers.delete('etag')) }],
  ['a write that ignores If-Match', 'fhir-r4', 'instance-update-stale', { ask: withoutHeader('if-match') }],
  ['a create that ignores If-None-Exist', 'fhir-r4', 'instance-conditional-create', { ask: withoutHeader('if-none-exist') }],
  ['a read that ignores If-None-Match', 'fhir-r4', 'instance-read-conditional', { ask: withoutHeader('if-none-match') }],
  ['a delete that does nothing', 'fhir-r4', 'instance-delete', { ask: (passed) => (passed.method === 'DELETE' ? { ...passed, method: 'GET' } : passed) }],
  ['a history out of order', 'fhir-r4', 'instance-history', { answer: onSearch(/_history$/, (bundle) => ({ ...bundle, entry: entriesIn(bundle).toReversed() })) }],
  ['pages without an end', 'fhir-r4', 'search-paging', { answer: onSearch(/_count=1/, (bundle) => ({ ...bundle, link: bundle.link.filter((link: Body) => link.relation !== 'next') })) }],
  ['a total that is wrong', 'fhir-r4', 'search-total', { answer: onSearch(/_total=accurate/, (bundle) => ({ ...bundle, total: 7 })) }],
  ['an order that is ignored', 'fhir-r4', 'search-sort', { ask: withPath((path) => path.replace(/_sort=-_lastUpdated/, '_sort=_lastUpdated')) }],
  ['a strict search that is lenient', 'fhir-r4', 'search-strict', { ask: withoutHeader('prefer') }],
  ['a transaction taken as a batch', 'fhir-r4', 'bundle-atomic', { ask: (passed) => ({ ...passed, body: passed.body.replace('"type":"transaction"', '"type":"batch"') }) }],
  ['a body that is cut off and taken', 'fhir-r4', 'error-malformed', { answer: answering(/POST \/fhir\/R4\/Patient$/, (returned) => { if (returned.status === 400) returned.status = 201 }) }],
  ['discovery as another type', 'smart', 'smart-discovery', { answer: answering(/smart-configuration/, ({ headers }) => headers.set('content-type', 'text/html')) }],
  ['plain challenges', 'smart', 'smart-pkce', { answer: answering(/smart-configuration/, (returned) => change(returned, (body) => ({ ...body, code_challenge_methods_supported: ['S256', 'plain'] }))) }],
  ['an address without its host', 'smart', 'smart-absolute', { answer: answering(/smart-configuration/, (returned) => change(returned, (body) => ({ ...body, token_endpoint: '/token' }))) }],
  ['a capability without what it needs', 'smart', 'smart-capabilities', { answer: answering(/smart-configuration/, (returned) => change(returned, (body) => ({ ...body, jwks_uri: undefined }))) }],
  ['discovery for one origin', 'smart', 'smart-cors', { answer: answering(/smart-configuration/, ({ headers }) => headers.delete('access-control-allow-origin')) }],
  ['a forged token that is taken', 'acceptance', 'authentication', { ask: (passed) => withHeader(passed, 'authorization', `Bearer ${server.token}`) }],
  ['a patient who is not found', 'acceptance', 'patient', { answer: onSearch(/Patient\?identifier=/, none) }],
  ['a document that loses its content', 'acceptance', 'document', { answer: answering(/GET \/fhir\/R4\/DocumentReference\//, (returned) => change(returned, (body) => ({ ...body, content: undefined }))) }],
  ['a condition that is changed', 'acceptance', 'conditions', { answer: answering(/GET \/fhir\/R4\/Condition\//, (returned) => change(returned, (body) => ({ ...body, category: undefined }))) }],
  ['a write without provenance', 'acceptance', 'provenance', { ask: withoutHeader('x-provenance') }],
  ['an audit without entries', 'acceptance', 'audit', { answer: onSearch(/AuditEvent\?/, none) }],
]

function buildSuite(name: Row[1]): Suite {
  const types = ['Patient', 'Condition']
  const auCore = { patientIds: server.patientIds, types, hasDraft: false, hasToken: true, validator: undefined }
  if (name === 'au-core') return buildAuCore(auCore)
  if (name === 'smart') return buildSmart()
  return name === 'fhir-r4' ? buildFhirR4() : buildAcceptance(true)
}

/** Ids of the checks that failed. */
async function listFailed(name: Row[1], base: string): Promise<string[]> {
  const own = new Server({ base, timeoutMs: 30_000, token: givenToken(server.token) })
  const results: Result[] = listResults(await runSuites([buildSuite(name)], own, () => undefined))
  return results.filter(({ status }) => status === 'failed').map(({ check }) => check.id)
}

const suites = ['au-core', 'fhir-r4', 'smart', 'acceptance'] as const
const healthy = new Map<string, Promise<string[]>>()
/** Checks that fail without a fault: none of a server's duties. */
const listHealthy = (name: Row[1]): Promise<string[]> => {
  const known = healthy.get(name) ?? listFailed(name, server.base)
  healthy.set(name, known)
  return known
}

testWithExamples('docs/conformance.md: R4, SMART and acceptance checks pass on Banksia', async () => {
  const failed = await Promise.all(suites.map(listHealthy))

  expect(failed).toEqual([[], [], [], []])
})

testWithExamples.each(faults)('docs/conformance.md: %s fails %s on %s', async (_what, name, found, fault) => {
  const proxy = await startFaultyProxy(server.base, fault)
  try {
    expect(await listHealthy(name)).not.toContain(found)
    expect(await listFailed(name, proxy.base)).toContain(found)
  } finally {
    await proxy.close()
  }
})
