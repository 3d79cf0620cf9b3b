/** Audit records are found by indexes, in the order of the pages. docs/design/store.md#audit. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { newId } from '../../src/core/ids.ts'
import { type AuditTest, listAudit } from '../../src/store/audit/audit.ts'
import type { Queryable } from '../../src/store/postgres/queryable.ts'
import { type AuditWorld, callerOf, openAuditWorld, tenantA } from './audit-world.ts'

let world: AuditWorld
let client: pg.Client

beforeAll(async () => {
  world = await openAuditWorld()
  client = new pg.Client(world.config)
  await client.connect()
  // As the service has it; a small table would be read whole.
  await client.query(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off`)
})
afterAll(async () => {
  await client.end()
  await world.close()
})

/** The plan of a page after the first, in the requested order. */
async function explain(where: readonly AuditTest[], isOldestFirst: boolean): Promise<string> {
  let plan = ''
  const runner: Queryable = {
    async query(statement, values = []) {
      const { rows } = await client.query(`explain (costs off) ${statement}`, values)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }
    },
  }
  const after = '2026-01-01T00:00:00.000000Z 5'
  await listAudit(runner, await world.store.readTenant(tenantA), { where, after, isOldestFirst, limit: 50 })
  return plan
}

const id = newId()
const plans: readonly (readonly [string, readonly AuditTest[], readonly RegExp[]])[] = [
  ['everything', [], [/at_seq_idx/]],
  ['a span of time', [{ by: 'at', any: [['2026-01-01T00:00:00Z', 'infinity']] }], [/at_seq_idx/]],
  ['a patient', [{ by: 'patientId', any: [id] }], [/patient_id_at_seq_idx/]],
  ['a patient as a resource', [{ by: 'resource', any: [`Patient/${id}`] }], [/patient_id_at_seq_idx/]],
  ['a resource', [{ by: 'resource', any: [`Observation/${id}`] }], [/resource_id_at_seq_idx/]],
  ['a practitioner', [{ by: 'practitioner', any: ['PractitionerRole/x'] }], [/practitioner_at_seq_idx/]],
  ['a user or client', [{ by: 'user', any: [{ name: 'x' }] }], [/subject_at_seq_idx/, /client_at_seq_idx/]],
  [
    'a user or client of an issuer',
    [{ by: 'user', any: [{ name: 'x', issuer: 'https://a.example' }] }],
    [/subject_at_seq_idx/, /client_at_seq_idx/],
  ],
]

test.each(plans)(
  'docs/design/store.md#audit: the records of %s are read from an index, in order',
  async (_, where, indexes) => {
    for (const isOldestFirst of [true, false]) {
      const plan = await explain(where, isOldestFirst)

      for (const index of indexes) expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Seq Scan|-> {2}Sort/)
    }
  },
)

test('docs/design/store.md#audit: a user who is the client, too, is found once for each record', async () => {
  const caller = { ...callerOf(tenantA), subject: 'same', client: 'same' }
  const program = { ...callerOf(tenantA), subject: 'other', client: 'same' }
  const ids = [
    await world.store.transact(caller, async (tx) => tx.record('encounter.read')),
    await world.store.transact(program, async (tx) => tx.record('encounter.read')),
  ]
  const where = [{ by: 'user', any: [{ name: 'same' }] }] as const

  const found = await listAudit(client, await world.store.readTenant(tenantA), { where, limit: 10 })

  expect(found.map((record) => record.id)).toEqual(ids.toReversed())
})
