/** Search parameters that a tenant adds, and the indexing of what was there before. R4 searchparameter.html; STORE.md "Search". */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reindexType } from '../../queues/reindex.ts'
import { developmentTenants } from '../../src/caller.ts'
import type { JsonObject } from '../../src/json.ts'
import type { Log } from '../../src/log.ts'
import { listDueReindexes } from '../../src/store/reindex.ts'
import { type FhirApp, startFhir } from './fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const as = { tenant: 2 } as const
const tenant = developmentTenants[1]
const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const parameter = (code: string, rest: JsonObject): JsonObject => ({
  resourceType: 'SearchParameter',
  url: `http://a.example/SearchParameter/${code}`,
  name: code,
  status: 'active',
  description: 'Of our own',
  code,
  base: ['Patient'],
  type: 'token',
  ...rest,
})

const extensionUrl = 'http://a.example/StructureDefinition/colour'
const colour = { type: 'token', expression: `Patient.extension('${extensionUrl}').value.as(code)` }
const patient = (id: string, code: string): JsonObject => ({
  resourceType: 'Patient',
  id,
  extension: [{ url: extensionUrl, valueCode: code }],
})

const put = async (resource: JsonObject) =>
  app.send('PUT', `/${resource['resourceType']}/${resource['id']}`, { body: resource, as })
const create = async (resource: JsonObject) => app.send('POST', `/${resource['resourceType']}`, { body: resource, as })
const search = async (path: string, headers = {}) => app.send('GET', path, { as, headers })
const idsOf = (body: { entry?: { resource: { id: string } }[] }): string[] =>
  (body.entry ?? []).map(({ resource }) => resource.id).sort()

async function reindexAll(): Promise<void> {
  for (const wakeUp of await listDueReindexes(app.store.pool, 100))
    await reindexType({ store: app.store, log: quiet, stopping: new AbortController().signal }, wakeUp)
}

/** Until this process knows of the last change. */
async function settle(): Promise<void> {
  const { rows } = await app.store.pool.query('select generation from tenant where id = $1', [tenant])
  while ((await app.store.readTenant(tenant)).generation !== rows[0].generation)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

test('R4 searchparameter.html: one that is added answers when everything is indexed by it, and not before', async () => {
  await put(patient('before', 'red'))
  const added = await create(parameter('colour', colour))
  expect(added.body.issue).toBeUndefined()
  await settle()

  const early = await search('/Patient?colour=red')
  await put(patient('between', 'red'))
  await reindexAll()
  await settle()
  await put(patient('after', 'red'))
  await put(patient('other', 'blue'))

  expect([early.status, early.body.issue[0].code]).toEqual([400, 'not-supported'])
  expect(early.body.issue[0].details.text).toContain('is being indexed')
  expect(idsOf((await search('/Patient?colour=red')).body)).toEqual(['after', 'before', 'between'])
  expect(idsOf((await search('/Patient?colour:missing=false')).body)).toHaveLength(4)
})
