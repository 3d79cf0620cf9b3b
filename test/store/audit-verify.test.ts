/** The sealed audit: a verification finds and names every change that the database's owner makes behind the service. docs/design/store.md#audit. */
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { headText, listBatches, signHead } from '../../src/store/audit/audit-batches.ts'
import { parseCheckpoint } from '../../src/store/audit/audit-checkpoint.ts'
import { laterLeafColumns, leafColumns } from '../../src/store/audit/audit-leaves.ts'
import { leafHash } from '../../src/store/audit/merkle.ts'
import { utc } from '../../src/store/columns.ts'
import { waitFor } from '../patience.ts'
import { type AuditWorld, callerOf, openAuditWorld, tenantA, tenantB } from './audit-world.ts'

let world: AuditWorld
/** Ids of tenant A, three batches of them. */
let ids: string[]

beforeEach(async () => {
  world = await openAuditWorld()
  ids = []
  for (const count of [7, 5, 6]) {
    ids.push(...(await world.record(tenantA, count)))
    await world.record(tenantB, 3)
    await world.seal()
  }
})
afterEach(() => world.close())

const found = async (tenant = tenantA, checkpoint?: Awaited<ReturnType<AuditWorld['checkpoint']>>) =>
  (await world.verify(tenant, checkpoint)).findings

test('docs/security.md#is-the-audit-whole: what nobody touched is whole, with and without a checkpoint', async () => {
  const checkpoint = await world.checkpoint()
  await world.record(tenantA, 2)
  await world.seal()

  const verified = await world.verify(tenantA, checkpoint)

  expect(verified).toMatchObject({ findings: [], batches: 4, records: 20, unsealed: { records: 0 } })
  expect(await world.verify(tenantB, checkpoint)).toMatchObject({ findings: [], records: 9 })
})

/** Another value for each column that a superuser might change. */
const edits = [...leafColumns, ...laterLeafColumns].map((column) => {
  const values: Readonly<Record<string, string>> = {
    at: `a.at + interval '1 microsecond'`,
    roles: `array['system']`,
    query: `array['patient']`,
    hash: `'other'`,
    version: 'coalesce(a.version, 0) + 1',
    count: 'coalesce(a.count, 0) + 1',
    confidence: '0.25',
    id: 'gen_random_uuid()',
    request_id: 'gen_random_uuid()',
    encounter_id: 'gen_random_uuid()',
    artifact_id: 'gen_random_uuid()',
  }
  return [column, values[column] ?? `'other'`] as const
})

test('docs/security.md#is-the-audit-whole: a change of any column alone is found, and its record named', async () => {
  await world.sql('create table kept as select * from audit where id = $1', [ids[8]])
  for (const [column, value] of edits) {
    await world.sql(`update audit a set ${column} = ${value} from kept k where a.seq = k.seq`)

    const findings = await found()
    await world.sql(`update audit a set ${column} = k.${column} from kept k where a.seq = k.seq`)

    const record = column === 'id' ? expect.any(String) : ids[8]
    expect([column, findings]).toEqual([column, [{ kind: 'edited', tenant: tenantA, batch: 2, position: 2, record }]])
  }
  expect(await found()).toEqual([])
})

test('docs/security.md#is-the-audit-whole: every column of the audit is sealed', async () => {
  const rows = await world.sql(`select column_name as name from information_schema.columns where table_name = 'audit'`)

  expect(rows.map(({ name }) => name).sort()).toEqual(
    ['seq', 'tenant', 'tx', ...leafColumns, ...laterLeafColumns].sort(),
  )
})

test.each([
  ['D67: a record from before issuers were kept', 'issuer', leafColumns],
  ['D85: a record from before artifact spokes were kept', 'artifact_spoke', [...leafColumns, 'issuer']],
] as const)('%s is sealed as it was then, and given none afterwards', async (_title, added, before) => {
  const [late] = await world.record(tenantA, 1)
  await world.sql(`update audit set ${added} = null where id = $1`, [late])
  const columns = before.map((column) => (column === 'at' ? utc('at', 'US') : column))
  const [old] = await world.sql(
    `select tenant::text, tx::text, seq::text, jsonb_build_array(${columns.join(', ')})::text as values from audit where id = $1`,
    [late],
  )
  await world.seal()
  const [batch] = await world.sql(`select root from audit_batch order by number desc limit 1`)
  const { tenant = '', tx = '', seq = '', values = '' } = old ?? {}

  expect(batch?.['root']).toEqual(leafHash(`1|${tenant}|${tx}|${seq}|${values}`))
  expect(await found()).toEqual([])
  await world.sql(`update audit set ${added} = 'https://other.example.org' where id = $1`, [late])
  expect(await found()).toMatchObject([{ kind: 'edited', record: late }])
})

test('D85: what was added to the audit since is sealed under its name: none passes for another', async () => {
  const [late] = await world.record(tenantA, 1)
  await world.seal()
  const swap = (issuer: string, spoke: string) =>
    world.sql(`update audit set issuer = ${issuer}, artifact_spoke = ${spoke} where id = $1`, [late])

  await swap('null', 'issuer')
  expect(await found()).toMatchObject([{ kind: 'edited', record: late }])
  await swap('artifact_spoke', 'artifact_spoke')
  expect(await found()).toMatchObject([{ kind: 'edited', record: late }])
  await swap('artifact_spoke', 'null')
  expect(await found()).toEqual([])
})

test('docs/security.md#is-the-audit-whole: the place of a dropped record is named', async () => {
  await world.sql('delete from audit where id = $1', [ids[9]])

  expect(await found()).toEqual([{ kind: 'dropped', tenant: tenantA, batch: 2, position: 3 }])
})

test('docs/security.md#is-the-audit-whole: a dropped record is no edited neighbour', async () => {
  await world.sql('delete from audit where id = any ($1)', [[ids[0], ids[5]]])
  await world.sql(`update audit set kind = 'other' where id = $1`, [ids[3]])

  expect(await found()).toEqual([
    { kind: 'dropped', tenant: tenantA, batch: 1, position: 1 },
    { kind: 'edited', tenant: tenantA, batch: 1, position: 4, record: ids[3] },
    { kind: 'dropped', tenant: tenantA, batch: 1, position: 6 },
  ])
})

const swap = (one: string | undefined, other: string | undefined) =>
  world.sql(
    `update audit a set seq = b.seq, tx = b.tx from audit b
     where a.tenant = b.tenant and a.id = any ($1) and b.id = any ($1) and a.id <> b.id`,
    [[one, other]],
  )

test('docs/security.md#is-the-audit-whole: two records of a batch that changed places are named as a pair', async () => {
  await world.sql('alter table audit drop constraint if exists audit_pkey')
  await swap(ids[1], ids[4])

  expect(await found()).toEqual([{ kind: 'reordered', tenant: tenantA, batch: 1, record: ids[4], other: ids[1] }])
})

test('docs/security.md#is-the-audit-whole: two records of different batches that changed places are named as a pair', async () => {
  await world.sql('alter table audit drop constraint if exists audit_pkey')
  await swap(ids[1], ids[9])

  expect(await found()).toEqual([{ kind: 'reordered', tenant: tenantA, batch: 1, record: ids[9], other: ids[1] }])
})

test('docs/security.md#is-the-audit-whole: records gone from the end are missed by their batch', async () => {
  await world.sql('delete from audit where id = any ($1)', [ids.slice(-2)])

  expect(await found()).toEqual([
    { kind: 'dropped', tenant: tenantA, batch: 3, position: 5 },
    { kind: 'dropped', tenant: tenantA, batch: 3, position: 6 },
  ])
})

const truncate = async (): Promise<void> => {
  await world.sql('delete from audit where id = any ($1)', [ids.slice(-6)])
  await world.sql(`delete from audit_batch where number = 3 and tenant = (select number from tenant where id = $1)`, [
    tenantA,
  ])
}

test('docs/security.md#is-the-audit-whole: gone with its batch, it is missed by an exported checkpoint', async () => {
  const checkpoint = await world.checkpoint()
  await truncate()

  expect(await found(tenantA, checkpoint)).toEqual([{ kind: 'truncated', tenant: tenantA, batch: 3, records: 6 }])
  expect(await found(tenantA)).toEqual([])
})

test('docs/security.md#is-the-audit-whole: what is sealed in its place is not what the checkpoint saw', async () => {
  const checkpoint = await world.checkpoint()
  await truncate()
  await world.record(tenantA, 6)
  await world.seal()

  expect(await found(tenantA, checkpoint)).toEqual([{ kind: 'rewritten', tenant: tenantA, batch: 3 }])
})

test("docs/security.md#is-the-audit-whole: it is found in both tenants' chains, and named", async () => {
  const [moved] = await world.sql(
    `update audit set tenant = (select number from tenant where id = $1)
     where id = (select id from audit where tenant = (select number from tenant where id = $2) order by tx, seq offset 3 limit 1) returning id`,
    [tenantA, tenantB],
  )

  expect(await found(tenantA)).toEqual([
    { kind: 'spliced', tenant: tenantA, batch: 3, record: moved?.['id'], otherTenant: tenantB },
  ])
  expect(await found(tenantB)).toEqual([{ kind: 'dropped', tenant: tenantB, batch: 2, position: 1 }])
})

test('docs/security.md#is-the-audit-whole: a copy is named, too', async () => {
  const [copied] = await world.sql(
    `insert into audit (seq, tx, tenant, id, at, kind, subject, client, spoke, roles, request_id)
     select -1, (select tx from audit where id = $3), (select number from tenant where id = $1), id, at, kind, subject, client, spoke, roles, request_id
     from audit where tenant = (select number from tenant where id = $2) order by tx, seq limit 1 returning id`,
    [tenantA, tenantB, ids[8]],
  )

  expect(await found()).toEqual([
    { kind: 'spliced', tenant: tenantA, batch: 2, record: copied?.['id'], otherTenant: tenantB },
  ])
})

test('docs/security.md#is-the-audit-whole: a record that was slipped in among sealed ones is found', async () => {
  const [added] = await world.sql(
    `insert into audit (seq, tx, tenant, id, at, kind, subject, client, spoke, roles, request_id)
     select -1, tx, tenant, gen_random_uuid(), at, kind, subject, client, spoke, roles, request_id from audit where id = $1 returning id`,
    [ids[8]],
  )

  expect(await found()).toEqual([{ kind: 'added', tenant: tenantA, batch: 2, record: added?.['id'] }])
})

test('docs/security.md#is-the-audit-whole: a batch that was changed, or sealed anew with another key, is found', async () => {
  await world.sql('delete from audit where id = $1', [ids[9]])
  const [first, second] = await listBatches(world.store.system, 1, { after: 0, limit: 2 })
  if (first === undefined || second === undefined) throw new Error('no batches')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const forged = { ...second, records: second.records - 1, total: second.total - 1 }
  const signature = signHead(tenantA, forged, { id: 1, privateKey, publicKey })
  await world.sql('update audit_key set public_key = $1', [publicKey.export({ format: 'der', type: 'spki' })])
  await world.sql(
    `update audit_batch set records = records - 1, total = total - 1, signature = $1 where number = 2 and tenant = 1`,
    [signature],
  )

  expect(headText(tenantA, forged)).not.toBe(headText(tenantA, second))
  expect(await found()).toEqual(
    expect.arrayContaining([
      { kind: 'batch-forged', tenant: tenantA, batch: 2 },
      { kind: 'chain-broken', tenant: tenantA, batch: 3 },
    ]),
  )
})

test('docs/security.md#is-the-audit-whole: a batch that is gone from the middle is found', async () => {
  await world.sql('delete from audit_batch where number = 2 and tenant = 1')

  expect(await found()).toEqual([{ kind: 'batch-dropped', tenant: tenantA, batch: 2, records: 5 }])
})

test('docs/security.md#is-the-audit-whole: fingerprints prove nothing, and their loss hides nothing', async () => {
  await world.sql(`update audit_batch set fingerprints = ''`)
  expect(await found()).toEqual([])
  await world.sql(`update audit set kind = 'other' where id = $1`, [ids[8]])

  const findings = await found()

  expect(findings.length).toBeGreaterThan(0)
  expect(findings.every(({ batch }) => batch === 2)).toBe(true)
})

test('D29: a young unsealed tail is reported without a finding, an old one is a finding', async () => {
  await world.record(tenantA, 2)

  const young = await world.verify(tenantA)
  await world.sql(
    `update audit set at = at - interval '6 seconds' where tenant = 1 and tx = (select max(tx) from audit where tenant = 1)`,
  )
  // A transaction of another test's database holds the seal back while it runs.
  const old = await waitFor(
    () => world.verify(tenantA),
    ({ findings }) => findings.length > 0,
  )

  expect(young).toMatchObject({ findings: [], unsealed: { records: 2 } })
  expect(old.unsealed.oldestMs).toBeGreaterThanOrEqual(6_000)
  expect(old.findings).toEqual([{ kind: 'unsealed', tenant: tenantA, records: 2 }])
})

test('docs/design/store.md#audit: a record of a transaction that ends late is sealed after those that overtook it', async () => {
  let overtaken: string[] = []
  const late = await world.store.transact(callerOf(tenantA), async (tx) => {
    await tx.client.query('select pg_current_xact_id()')
    overtaken = await world.record(tenantA, 3)
    await world.store.sealAudit(0)
    return tx.record('encounter.read')
  })
  const before = await world.verify(tenantA)
  await world.seal()

  const after = await world.verify(tenantA)

  expect(overtaken).not.toContain(late)
  expect(before).toMatchObject({ findings: [], records: 18, unsealed: { records: 4 } })
  expect(after).toMatchObject({ findings: [], records: 22, unsealed: { records: 0 } })
})

test('docs/design/store.md#audit: sealers at once make one chain', async () => {
  await world.record(tenantA, 50)

  await Promise.all(Array.from({ length: 6 }, () => world.store.sealAudit(0)))
  await world.seal()

  expect(await world.verify(tenantA)).toMatchObject({ findings: [], batches: 4, records: 68 })
})

test('docs/security.md#is-the-audit-whole: one that was changed is refused', async () => {
  const checkpoint = JSON.stringify({
    format: 'banksia-audit-checkpoint-1',
    keys: [],
    heads: [{ head: 'x', key: 1, signature: '' }],
  })

  expect(() => parseCheckpoint(checkpoint)).toThrow('damaged')
  expect(() => parseCheckpoint('{}')).toThrow('damaged')
})

/** A record at the end of tenant A's records, as somebody who owns the database would add it. */
const forge = async (at: string): Promise<string | undefined> => {
  const [added] = await world.sql(
    `insert into audit (tenant, id, at, kind, subject, client, spoke, roles, request_id)
     select tenant, gen_random_uuid(), ${at}, kind, subject, client, spoke, roles, request_id from audit where id = $1 returning id`,
    [ids[0]],
  )
  return added?.['id']
}

test.each([
  ['the day before', `now() - interval '1 day'`],
  ['two hours before', `now() - interval '2 hours'`],
  ['the day after', `now() + interval '1 day'`],
])(
  'D80: a record that is forged at the unsealed end with a time of %s is found, before its seal and after',
  async (_name, at) => {
    const record = await forge(at)

    const before = (await found()).filter(({ kind }) => kind === 'misdated')
    await world.seal()
    const after = await found()

    expect(before).toEqual([{ kind: 'misdated', tenant: tenantA, record }])
    expect(after).toEqual([{ kind: 'misdated', tenant: tenantA, batch: 4, record }])
  },
)

test('D80: what a transaction wrote some minutes before the seal of others is no finding', async () => {
  await world.record(tenantA, 1)
  await world.sql(`update audit set at = at - interval '20 minutes' where tx = (select max(tx) from audit)`)
  await world.seal()

  expect(await found()).toEqual([])
})
