/** A process forgets a tenant when it is erased, whether or not anybody asks for it. D93 */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Follower, startFollower } from '../../../queues/follow.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import { eraseTenant } from '../../../src/store/tenants/erase-tenant.ts'
import { waitFor } from '../../patience.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

const tenant = developmentTenants[1]
const as = { tenant: 2 } as const

let first: FhirApp
let apps: readonly FhirApp[]
let followers: readonly Follower[]

beforeAll(async () => {
  first = await startFhir()
  apps = [first, await startFhir(first)]
  for (const { store, ownDefinitions } of apps) store.onForgotten((id) => ownDefinitions.forget(id))
  followers = apps.map(({ store, parameters, base, log }) =>
    startFollower({ store, log, rules: { parameters, base, isAddress: () => true } }),
  )
})
afterAll(async () => {
  for (const follower of followers) await follower.stop()
  for (const app of apps.toReversed()) await app.close()
})

const profile = {
  resourceType: 'StructureDefinition',
  id: 'one',
  url: 'http://a.example/StructureDefinition/one',
  version: '1.0.0',
  name: 'Own',
  status: 'active',
  kind: 'resource',
  abstract: false,
  type: 'Patient',
  baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Patient',
  derivation: 'constraint',
  differential: { element: [{ id: 'Patient', path: 'Patient' }] },
}

const listKept = () =>
  apps.map(({ ownDefinitions }, at) => [ownDefinitions.size, followers[at]?.listTenants().includes(tenant)])

test('D93: every process forgets the matchers and definitions of an erased tenant, which nobody asks for any more', async () => {
  await first.send('PUT', '/StructureDefinition/one', { as, body: profile })
  await first.owner.query(
    `insert into subscription (tenant, id, state, types, subject, client, spoke, roles, scopes, since)
     select number, 'one', 'active', '{Patient}', 's', 'c', 'connect', '{}', '{}', pg_current_snapshot() from tenant where id = $1`,
    [tenant],
  )
  const keep = async () => {
    for (const app of apps) await app.send('POST', '/Patient', { as, body: { resourceType: 'Patient' } })
    return listKept()
  }
  const kept = [1, true]
  await waitFor(keep, (seen) => JSON.stringify(seen) === JSON.stringify([kept, kept]))

  await eraseTenant(first.owner, tenant, { isForced: true, onRows: () => undefined })

  const forgotten = [0, false]
  expect(
    await waitFor(
      async () => listKept(),
      (seen) => JSON.stringify(seen) === JSON.stringify([forgotten, forgotten]),
    ),
  ).toBeDefined()
})
