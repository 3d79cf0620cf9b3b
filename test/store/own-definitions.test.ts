/** The count of a tenant's changes, where the work itself is one of them. docs/design/store.md#tenants-and-keys. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { putOwnDefinition } from '../../src/store/definitions/own-definitions.ts'
import { checkUnchanged } from '../../src/store/tenants/generation.ts'
import { type FhirApp, startFhir } from '../fhir-server/fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(() => app.close())

const [tenant] = developmentTenants
const definition = { type: 'ValueSet', id: 'a' }

test('docs/design/store.md#tenants-and-keys: work that changes the tenant is not held up by its own change', async () => {
  const before = await app.store.readTenant(tenant)

  const checked = app.store.transactAsSystem(tenant, async (tx) => {
    await putOwnDefinition(tx, definition)
    await putOwnDefinition(tx, { ...definition, id: 'b' })
    await checkUnchanged(tx.client, tx)
    return tx.tenant.generation
  })

  expect(await checked).toBe(before.generation)
})

test('docs/design/store.md#tenants-and-keys: what changed the tenant meanwhile makes work begin again', async () => {
  const runs: unknown[] = []

  await app.store.transactAsSystem(tenant, async (tx) => {
    if (runs.length === 0) await app.owner.query('update tenant set generation = generation + 1')
    const result = await checkUnchanged(tx.client, tx).catch((error: { code?: string }) => error.code)
    runs.push(result)
  })

  expect(runs).toEqual(['40001'])
})
