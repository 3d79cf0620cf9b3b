/** A spoke that only reads writes nothing, by any interface and with any token. D74. test/access/every-operation.test.ts asks for every operation. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { spokes } from '../../../src/core/spokes.ts'
import { hubRoutes } from '../../../src/hub/routes.ts'
import { openSpokeBounds } from '../../../src/identity/spoke-bounds.ts'
import { examplePatient } from '../../builders.ts'
import { approveOne, createPatient, must, practitionerRoleId } from '../../consultation.ts'
import { type Call, createSite, type RunningServer, readCounts, startRunning } from '../../running-server.ts'

const rows = hubRoutes(1_000_000)
const table = spokes('ios')
const reading = table.filter(({ scopes }) => !scopes.includes('write')).map(({ id }) => id)

let server: RunningServer
let call: Call
let patientId: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  patientId = await createPatient(call)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

test('spec 4.5: there is a spoke that only reads', () => {
  expect(reading).toEqual(['billing'])
})

test('D74: an encounter is not opened by it, nor an earlier answer given again to it', async () => {
  const body = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
  const key = newId()
  await must(201, call('POST', '/v1/encounters', { body, key, as: { spoke: 'triage' } }))
  const before = await readCounts(server.site.pool)

  const opened = await call('POST', '/v1/encounters', { body, as: { spoke: 'billing' } })
  const again = await call('POST', '/v1/encounters', { body, key, as: { spoke: 'billing' } })

  expect([opened.problem, again.problem]).toEqual(['insufficient-scope', 'insufficient-scope'])
  expect(await readCounts(server.site.pool)).toEqual(before)
})

test.each(table.map(({ id, scopes }) => ({ id, scopes })))(
  'D74: whoami tells $id the scopes that it has',
  async (spoke) => {
    const { body } = await must(200, call('GET', '/v1/spokes/whoami', { as: { spoke: spoke.id } }))

    expect(body.scopes).toEqual(spoke.scopes.map((scope) => `banksia/spoke.${scope}`))
  },
)

test('D74: OpenAPI names the spokes that may call an operation', async () => {
  const { paths } = (await call('GET', '/v1/openapi.json')).body

  for (const { method, path, scope } of rows) {
    const may = table.filter(({ scopes }) => scopes.some((one) => one === scope)).map(({ id }) => id)
    expect(paths[path][method.toLowerCase()]['x-spokes']).toEqual(may)
  }
})

const fhirType = { headers: { 'content-type': 'application/fhir+json' } }
const { id: _id, ...patient } = examplePatient
const entry = { request: { method: 'POST', url: 'Patient' }, resource: patient }
const bundleOf = (type: string) => ({ resourceType: 'Bundle', type, entry: [entry] })
const meta = { resourceType: 'Parameters', parameter: [{ name: 'meta', valueMeta: { tag: [{ code: 'x' }] } }] }
const subscription = {
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'A test',
  criteria: 'Patient?',
  channel: { type: 'rest-hook', endpoint: 'http://127.0.0.1:9/', payload: 'application/fhir+json' },
}

// biome-ignore format: one row a line
const fhirChanges: readonly (readonly [string, () => string, unknown])[] = [
  ['POST', () => '/Patient', patient],
  ['PUT', () => `/Patient/${patientId}`, { ...patient, id: '' }],
  ['PATCH', () => `/Patient/${patientId}`, [{ op: 'replace', path: '/active', value: false }]],
  ['DELETE', () => `/Patient/${patientId}`, undefined],
  ['DELETE', () => '/Patient?family=Nobody', undefined],
  ['POST', () => `/Patient/${patientId}/$meta-add`, meta],
  ['POST', () => `/Patient/${patientId}/$meta-delete`, meta],
  ['POST', () => '/Subscription', subscription],
  ['POST', () => '', bundleOf('transaction')],
]

test.each(fhirChanges)('D74: %s of FHIR is refused to it, with the scopes in the token', async (method, path, body) => {
  const headers = { 'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/fhir+json' }
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const before = await readCounts(server.site.pool)

  const answer = await call(method, `/fhir/R4${path()}`, { as: { spoke: 'billing' }, headers, body: sent })

  expect([answer.status, answer.body.issue[0].code]).toEqual([403, 'forbidden'])
  expect(await readCounts(server.site.pool)).toEqual(before)
})

test('D74: each entry of a batch is refused to it, and what it reads it reads', async () => {
  const as = { spoke: 'billing' }

  const batch = await must(200, call('POST', '/fhir/R4', { as, body: bundleOf('batch'), ...fhirType }))
  await must(200, call('GET', `/fhir/R4/Patient/${patientId}`, { as }))

  expect(batch.body.entry[0].response.status).toMatch(/^403/)
})

test('D74: a document is not kept for it', async () => {
  const { artifactId } = await approveOne(call)
  const { released } = (await call('GET', `/v1/artifacts/${artifactId}`)).body
  const composition = released.find((reference: string) => reference.startsWith('Composition/'))
  const as = { spoke: 'billing' }

  const kept = await call('POST', `/fhir/R4/${composition}/$document?persist=true`, { as, body: {} })

  expect(kept.status).toBe(403)
})

test('D74: only the reading part of each scope is left', () => {
  const bounds = openSpokeBounds(table, 'banksia')

  expect(bounds.narrow('billing', ['banksia/spoke.read', 'banksia/spoke.write', 'openid'])).toEqual([
    'banksia/spoke.read',
    'openid',
  ])
  expect(
    bounds.narrow('billing', ['user/*.cruds', 'system/Patient.cud', 'user/Observation.*', 'patient/X.write']),
  ).toEqual(['user/*.rs', 'user/Observation.rs'])
  expect(bounds.narrow('billing', ['user/Observation.crs?category=a'])).toEqual(['user/Observation.rs?category=a'])
  expect(bounds.narrow('triage', ['user/*.cruds'])).toEqual(['user/*.cruds'])
})
