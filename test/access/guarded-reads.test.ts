/** A read by id does the same for what its index rows rule out as for what is not there, however large that is. D192; docs/security.md#what-may-not-be-read. */

import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { systemCaller } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { fhirAddress, wholeAddress } from '../../src/store/hub-resources.ts'
import { openStore } from '../../src/store/open-store.ts'
import { StatementNames } from '../../src/store/postgres/statement-names.ts'
import { findGuarded } from '../../src/store/resources/read/guarded.ts'
import { makeReadScope } from '../../src/store/resources/search/access-scope.ts'
import type { Guard } from '../../src/store/resources/search/search-scope.ts'
import type { Store } from '../../src/store/store.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

const tenant = '00000000-0000-7000-8000-0000000000ab'
const caller = systemCaller(tenant, newId())
const [own, others] = ['Patient/own', 'Patient/other']

let database: TestDatabase
let store: Store

beforeAll(async () => {
  database = await createDatabase()
  store = await openStore({
    connection: { ...database.config, max: 10 },
    masterKey: createSecretKey(randomBytes(32)),
    tenants: [{ id: tenant, requiredProfiles: 'base', references: 'allow', timeZone: 'Australia/Perth' }],
    index: (_, { content }) => {
      const { subject, focus, older } = content
      const about =
        typeof subject === 'string' ? { compartments: [subject], ...(older === true ? {} : { owner: subject }) } : {}
      const references = typeof focus === 'string' ? [{ parameter: 'focus', target: focus }] : []
      return { tokens: [], references, ...about }
    },
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  for (const [id, content] of Object.entries(records))
    await store.transact(caller, (tx) =>
      tx.put({ ...wholeAddress('Basic', id), content: { resourceType: 'Basic', ...content } }),
    )
  for (const id of ['own-gone', 'other-gone', 'older-gone'])
    await store.transact(caller, async (tx) =>
      tx.remove({ ...(await tx.read(wholeAddress('Basic', id))), ...wholeAddress('Basic', id) }),
    )
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const records = {
  own: { subject: own },
  other: { subject: others },
  nobodys: {},
  'refers-to-patient': { focus: others },
  'refers-to-record': { focus: 'Basic/other' },
  'own-gone': { subject: own },
  'other-gone': { subject: others },
  // As a release left it that had no index row for the one patient whose record it is.
  'older-gone': { subject: own, older: true },
}

const keptTo: Guard = { kept: { of: { kind: 'own', target: own }, ofDeleted: { kind: 'compartment', target: own } } }
const denying: Guard = { denied: [others] }

/** The ids for which the judge is asked, of all records and one that is not there. */
async function listJudged(guard: Guard, read: 'view' | 'transaction'): Promise<readonly string[]> {
  const judged: string[] = []
  const scope = makeReadScope(async (versions) => {
    judged.push(...versions.map(({ id }) => id))
    return versions
  }, guard)
  for (const id of [...Object.keys(records), newId()]) {
    const place = fhirAddress('Basic', id, scope)
    await (read === 'view'
      ? store.view(caller, (view) => view.findCurrent(place))
      : store.transact(caller, (tx) => tx.findCurrent(place)))
  }
  return judged
}

/** How many statements it takes to find nothing. */
async function countStatements(guard: Guard, id: string): Promise<number> {
  let count = 0
  await store.view(caller, async ({ client, tenant }) => {
    const counting: typeof client = {
      query: ((...asked: Parameters<typeof client.query>) => {
        count += 1
        return client.query(...asked)
      }) as typeof client.query,
    }
    const names = new StatementNames()
    const found = await findGuarded({ client: counting, tenant, names }, wholeAddress('Basic', id), guard)
    expect(found).toBeUndefined()
  })
  return count
}

test.each(['view', 'transaction'] as const)(
  'D192: in a %s the content of another patient’s resource is not opened',
  async (read) => {
    expect(await listJudged(keptTo, read)).toEqual(['own', 'own-gone', 'older-gone'])
  },
)

test.each(['view', 'transaction'] as const)(
  'D192: in a %s the content of what names a denied patient, or refers to their record, is not opened',
  async (read) => {
    expect(await listJudged(denying, read)).toEqual(['own', 'nobodys', 'own-gone', 'older-gone'])
  },
)

test.each([
  ['another patient’s', keptTo, 'other'],
  ['a deleted one of another patient', keptTo, 'other-gone'],
  ['a denied patient’s', denying, 'other'],
  ['a deleted one of a denied patient', denying, 'other-gone'],
  ['one that refers to a denied record', denying, 'refers-to-record'],
])('D192: %s takes as many statements as one that is not there', async (_what, guard, id) => {
  expect(await countStatements(guard, id)).toBe(await countStatements(guard, newId()))
})
