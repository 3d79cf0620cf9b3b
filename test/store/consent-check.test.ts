/** Whether a consent covers something, however many there are. docs/design/hub.md#consent. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { isConsented } from '../../src/domain/consent/consent-check.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { asJson, type ConsentContent, hubAddress } from '../../src/store/hub-resources.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

const tenant = '00000000-0000-7000-8000-0000000000aa'
const patientId = 'maeve'
let database: TestDatabase
let store: Store

beforeAll(async () => {
  database = await createDatabase()
  store = await openStore({
    connection: database.config,
    masterKey: createSecretKey(randomBytes(32)),
    tenants: [{ id: tenant, requiredProfiles: 'base', references: 'allow', timeZone: 'Australia/Perth' }],
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [], codes: [] } }),
  })
})

afterAll(async () => {
  await store?.close()
  await database?.drop()
})

const consent = (permits: ConsentContent['permits']): ConsentContent => ({
  patientId,
  permits,
  purposes: ['TREAT'],
  recipients: [],
  artifactTypes: [],
  period: {},
  givenBy: 'patient',
  method: 'verbal',
  status: 'active',
})

test('docs/design/hub.md#consent: the one that permits is found behind any number of others', async () => {
  const put = (count: number, permits: ConsentContent['permits']) =>
    store.transactAsSystem(tenant, async (tx) => {
      for (let at = 0; at < count; at += 1)
        await tx.put({ ...hubAddress('Consent', newId()), content: asJson(consent(permits)), expected: 0 })
    })
  await put(1, ['share'])
  // More than two pages of them.
  await put(410, ['record'])

  const ask = (permit: 'share' | 'generate') =>
    store.transactAsSystem(tenant, (tx) => isConsented(tx, { patientId, permit }))

  expect(await ask('share')).toBe(true)
  expect(await ask('generate')).toBe(false)
})
