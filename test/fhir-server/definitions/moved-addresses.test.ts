/** Resources that were indexed when other addresses were ours. D64, D65. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { reindexType } from '../../../queues/sweeps/reindex.ts'
import { developmentTenants, systemCaller } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { reindexMoved } from '../../../src/store/reindex/own-addresses.ts'
import { queueOutdated } from '../../../src/store/reindex/reindex-queue.ts'
import { makeAccessScope } from '../../../src/store/resources/search/access-scope.ts'
import { type FhirApp, listDueReindexes, startFhir, untilKnown } from '../fhir-app.ts'
import { create, encounter, observationText, patient } from '../resources.ts'

const moved = 'http://moved.example.org'
const tenant = developmentTenants[1]
const as = { tenant: 2 } as const

/** Before and after the move, over one database. */
let before: FhirApp
let after: FhirApp
let patientId: string
let observationId: string
beforeAll(async () => {
  before = await startFhir()
  after = await startFhir(before, { BANKSIA_FORMER_BASE_URLS: moved })
  await before.store.transactAsSystem(tenant, reindexMoved)
  patientId = (await create(before, patient(), 2)).id
  await create(before, encounter(`Patient/${patientId}`), 2)
  observationId = (await create(before, observationText(`${moved}/fhir/R4/Patient/${patientId}`), 2)).id
})
afterAll(async () => {
  await after.close()
  await before.close()
  expect([...before.errors, ...after.errors]).toEqual([])
})

const caller = { ...systemCaller(tenant, newId()), roles: ['clinician'] as const }

/** Searches as a caller to whom the patient denies the record. */
const searchDenied = () =>
  after.store.view(caller, (view) =>
    view.search({
      space: 'fhir',
      type: 'Observation',
      where: [],
      limit: 10,
      scope: makeAccessScope({
        openTypes: ['Observation'],
        denied: { compartments: [`Patient/${patientId}`], narrowed: [] },
      }),
    }),
  )

const find = async (path: string) => {
  const { body } = await after.send('GET', path, { as })
  const entries = (body.entry ?? []) as { resource: { resourceType: string; id: string } }[]
  return entries.flatMap(({ resource: { resourceType, id } }) => (resourceType === 'OperationOutcome' ? [] : [id]))
}

const reindexAll = async () => {
  const due = await listDueReindexes(after.store.system)
  const stopping = new AbortController().signal
  await Promise.all(due.map((one) => reindexType({ store: after.store, log: after.log, stopping }, one)))
}

const settle = (): Promise<void> => untilKnown(after, tenant)

test('D65: what refers by an address is indexed again when other addresses are ours, and nothing else', async () => {
  expect(await find(`/Observation?patient=${patientId}`)).toEqual([])

  await after.store.transactAsSystem(tenant, reindexMoved)
  const due = await listDueReindexes(after.store.system)
  await settle()
  expect(due).toEqual([{ tenant, subject: 'fhir_Observation' }])
  await reindexAll()
  await settle()

  expect(await find(`/Observation?patient=${patientId}`)).toEqual([observationId])
  expect((await searchDenied()).items).toEqual([])
})

test('D65: the same addresses again are no reason', async () => {
  await after.store.transactAsSystem(tenant, reindexMoved)

  expect(await listDueReindexes(after.store.system)).toEqual([])
})

test('D65: until it is done, who is denied anything finds nothing, and is told to ask again', async () => {
  const { owner } = after
  // As an earlier release has indexed it.
  await owner.query(`delete from token using resource r where token.key = r.key and r.id = $1`, [observationId])
  await owner.query(`update resource set tokens = '{}' where id = $1`, [observationId])
  await owner.query('update tenant set index_version = 4, generation = generation + 1')
  await queueOutdated(owner)
  await settle()

  const { body } = await after.send('GET', `/Patient/${patientId}/$everything`, { as })
  expect(body.entry.at(-1)).toMatchObject({
    resource: { issue: [{ code: 'incomplete' }] },
    search: { mode: 'outcome' },
  })
  const named = { name: 'patient', valueReference: { reference: `${moved}/fhir/R4/Patient/${patientId}` } }
  const asked = { body: { resourceType: 'Parameters', parameter: [named] }, headers: { prefer: 'respond-async' }, as }
  expect((await after.send('POST', '/Patient/$export', asked)).status).toBe(503)
  await expect(searchDenied()).rejects.toMatchObject({ slug: 'dependency-unavailable' })
  expect((await after.send('GET', `/Observation/${observationId}`, { as })).status).toBe(200)
  await reindexAll()
  await settle()

  expect((await searchDenied()).items).toEqual([])
  expect((await after.send('POST', '/Patient/$export', asked)).status).toBe(202)
  expect(await find(`/Patient/${patientId}/Observation`)).toEqual([observationId])
})
