/** Usage is rolled up behind a horizon and counts every record once, whatever happens meanwhile. docs/design/store.md#writes. */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import pg from 'pg'
import type { AuditFields } from '../../src/store/audit/audit.ts'
import type { EventKind } from '../../src/store/events.ts'
import { rebuildUsage } from '../../src/store/usage/usage-rebuild.ts'
import { rollUpUsage } from '../../src/store/usage/usage-rollup.ts'
import { listUsage, readUsage, type UsageGroup } from '../../src/store/usage/usage-summary.ts'
import { waitFor, waitUntil } from '../patience.ts'
import { type AuditWorld, callerOf, openAuditWorld, tenantA, tenantB } from './audit-world.ts'

let world: AuditWorld

beforeEach(async () => {
  world = await openAuditWorld()
})
afterEach(() => world.close())

const record = (kind: EventKind, fields: AuditFields = {}, as: { tenant?: string; spoke?: string } = {}) =>
  world.store.transact({ ...callerOf(as.tenant ?? tenantA), ...as }, async (tx) => tx.record(kind, fields))

const usage = (periodDays = 30, tenant = tenantA, spokeId?: string) =>
  world.store.transact(callerOf(tenant), (tx) => readUsage(tx, { periodDays, spokeId }))

const parts = (groups: readonly UsageGroup[], periodDays = 30) =>
  world.store.transact(callerOf(tenantA), (tx) => listUsage(tx, { periodDays }, groups))

const unrolled = `select count(*)::int as count from audit a where (a.tx, a.seq) > (
  select coalesce(max(tx::text), '0')::xid8, coalesce(max(seq), 0) from usage_cursor c where c.tenant = a.tenant)`

/** Transactions of the same server, in any database, hold it back while they run. */
const rollUpAll = (): Promise<void> =>
  waitUntil(async () => {
    await rollUpUsage(world.store.system)
    return Number((await world.sql(unrolled))[0]?.['count']) === 0
  })

const rebuild = (tenant?: string) => rebuildUsage({ connection: world.config, tenant, onRecords: () => undefined })

test('spec 4.3: the summary is the same before, after and in the middle of a roll-up', async () => {
  for (let at = 0; at < 3; at += 1) await record('encounter.created')
  await record('artifact.approved', { artifactType: 'soap_note', toState: 'approved' })
  const before = await usage()
  await rollUpAll()
  const after = await usage()
  await record('encounter.created')

  expect(before).toMatchObject({ encountersCreated: 3, artifactsApproved: 1, verificationRuns: 0 })
  expect(after).toEqual(before)
  expect(await usage()).toEqual({ ...before, encountersCreated: 4 })
  expect(await usage(30, tenantB)).toMatchObject({ encountersCreated: 0 })
})

test('D58: counts are told apart by spoke, artifact type and release state, rolled up or not', async () => {
  const note = { artifactType: 'soap_note' }
  await record('artifact.generated', { ...note, toState: 'in_review' }, { spoke: 'triage' })
  await record('artifact.approved', { ...note, toState: 'approved' }, { spoke: 'triage' })
  await rollUpAll()
  await record('artifact.approved', { artifactType: 'referral', toState: 'approved' })

  const bySpoke = await parts(['spoke'])
  const byAll = await parts(['spoke', 'artifactType', 'state'])

  expect(bySpoke.map(({ spoke, usage: own }) => [spoke, own.artifactsGenerated, own.artifactsApproved])).toEqual([
    ['connect', 0, 1],
    ['triage', 1, 1],
  ])
  expect(byAll).toMatchObject([
    { spoke: 'connect', artifactType: 'referral', state: 'approved', usage: { artifactsApproved: 1 } },
    { spoke: 'triage', artifactType: 'soap_note', state: 'approved', usage: { artifactsApproved: 1 } },
    { spoke: 'triage', artifactType: 'soap_note', state: 'in_review', usage: { artifactsGenerated: 1 } },
  ])
  expect(await usage(30, tenantA, 'triage')).toMatchObject({ artifactsApproved: 1 })
})

test('D85: what concerns an artifact is counted to its spoke, whoever calls: rolled up, not yet, or counted again', async () => {
  const note = { artifactType: 'soap_note', artifactSpoke: 'triage' }
  const connect = { spoke: 'connect' }
  const bySpoke = async () =>
    (await parts(['spoke'])).map(({ spoke, usage: own }) => [spoke, own.artifactsApproved, own.exportsCreated])
  await record('artifact.approved', note, connect)
  const old = await record('artifact.exported', note, connect)
  await world.sql(`update audit set at = clock_timestamp() - interval '30 days' + interval '1 minute' where id = $1`, [
    old,
  ])
  await record('artifact.approved', { artifactType: 'soap_note' }, connect)
  const expected = [
    ['connect', 1, 0],
    ['triage', 1, 1],
  ]

  expect(await bySpoke()).toEqual(expected)
  await rollUpAll()
  expect(await bySpoke()).toEqual(expected)
  expect(await rebuild()).toMatchObject({ records: 3, differences: [] })
  await record('artifact.exported', note, connect)
  expect(await usage(30, tenantA, 'triage')).toMatchObject({ artifactsApproved: 1, exportsCreated: 2 })
  expect(await usage(30, tenantA, 'connect')).toMatchObject({ artifactsApproved: 1, exportsCreated: 0 })
  await world.sql('delete from usage_count')
  expect((await rebuild()).differences).not.toEqual([])
  expect(await usage(30, tenantA, 'triage')).toMatchObject({ artifactsApproved: 1, exportsCreated: 2 })
})

test('spec 4.3: periodDays ends now and begins to the moment, in whole days, whole hours and what is left of one', async () => {
  const ages = [
    '23 hours',
    '1 day -10 minutes',
    '1 day 10 minutes',
    '29 days 23 hours 50 minutes',
    '30 days 10 minutes',
    '364 days',
  ]
  for (const age of ages) {
    const id = await record('encounter.created')
    await world.sql(`update audit set at = clock_timestamp() - interval '${age}' where id = $1`, [id])
  }
  const counts = () => Promise.all([1, 2, 30, 31, 366].map(async (days) => (await usage(days)).encountersCreated))

  const before = await counts()
  await rollUpAll()

  expect(before).toEqual([2, 3, 4, 5, 6])
  expect(await counts()).toEqual(before)
})

test('docs/design/store.md#writes: writers at work while several processes roll up are counted once, at every moment', async () => {
  let written = 0
  let isOver = false
  const seen: (readonly [least: number, counted: number, most: number])[] = []
  const write = async (): Promise<void> => {
    for (let at = 0; at < 40; at += 1) {
      await record('encounter.created')
      written += 1
    }
  }
  const rollUp = async (): Promise<void> => {
    while (!isOver) await rollUpUsage(world.store.system)
  }
  const look = async (): Promise<void> => {
    while (!isOver) {
      const least = written
      const { encountersCreated } = await usage()
      // A reader may see a row that is being committed before its writer knows.
      seen.push([least, encountersCreated, written + 3])
    }
  }
  const working = [rollUp(), rollUp(), look()]
  await Promise.all([write(), write(), write()])
  isOver = true
  await Promise.all(working)
  await rollUpAll()

  expect(seen.filter(([least, counted, most]) => counted < least || counted > most)).toEqual([])
  expect(await usage()).toMatchObject({ encountersCreated: 120 })
  expect(await rebuild()).toMatchObject({ records: 120, differences: [] })
})

test('docs/design/store.md#writes: what commits late is counted: its transaction was open over the horizon', async () => {
  const client = new pg.Client(world.config)
  await client.connect()
  await record('encounter.created')
  const [late] = await world.sql('select * from audit')
  await client.query('begin')
  await client.query(
    `insert into audit (tenant, id, kind, subject, client, spoke, roles, request_id)
     select tenant, gen_random_uuid(), kind, subject, client, spoke, roles, request_id from audit where id = $1`,
    [late?.['id']],
  )
  await record('encounter.created')
  await rollUpUsage(world.store.system)
  const meanwhile = await usage()
  await client.query('commit')
  await client.end()

  expect(meanwhile).toMatchObject({ encountersCreated: 2 })
  expect(await usage()).toMatchObject({ encountersCreated: 3 })
  await rollUpAll()
  expect(await usage()).toMatchObject({ encountersCreated: 3 })
  expect(await rebuild()).toMatchObject({ records: 3, differences: [] })
})

test('docs/design/store.md#writes: a process that dies in the middle of a roll-up leaves nothing of it', async () => {
  await record('encounter.created')
  await rollUpAll()
  for (let at = 0; at < 5; at += 1) await record('encounter.created')
  const holder = new pg.Client(world.config)
  await holder.connect()
  // The counts are written, and how far they go cannot be.
  await holder.query('begin')
  await holder.query('select from usage_cursor for update')
  const rolling = rollUpAll().then(
    () => 'done',
    () => 'ended',
  )
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%into usage_cursor%'`
  const [found] = await waitFor(
    () => world.sql(waiting),
    (rows) => rows.length > 0,
  )
  await world.sql('select pg_terminate_backend($1)', [found?.['pid']])
  const outcome = await rolling
  const between = await usage()
  await holder.query('rollback')
  await holder.end()

  expect([outcome, between.encountersCreated]).toEqual(['ended', 6])
  await rollUpAll()
  expect(await usage()).toMatchObject({ encountersCreated: 6 })
  expect(await rebuild()).toMatchObject({ records: 6, differences: [] })
})

test('docs/design/store.md#audit: equal where nobody touched it; what differs is told by its place and put right', async () => {
  for (const tenant of [tenantA, tenantB]) {
    await record('encounter.created', {}, { tenant })
    await record('artifact.approved', { artifactType: 'soap_note', toState: 'approved' }, { tenant })
  }
  await rollUpAll()
  const before = await usage()
  const untouched = await rebuild()
  await world.sql(
    `update usage_count set count = count + 7 where kind = 'artifact.approved' and unit = 'day' and tenant = 1`,
  )
  await world.sql(`delete from usage_count where kind = 'encounter.created' and unit = 'hour' and tenant = 1`)

  const rebuilt = await rebuild(tenantA)

  expect(untouched).toEqual({ records: 4, differences: [] })
  expect(rebuilt.records).toBe(2)
  expect(rebuilt.differences).toMatchObject([
    { tenant: tenantA, unit: 'day', kind: 'artifact.approved', artifactType: 'soap_note', counted: 1, kept: 8 },
    { tenant: tenantA, unit: 'hour', kind: 'encounter.created', spoke: 'connect', counted: 1, kept: 0 },
  ])
  expect(await rebuild()).toEqual({ records: 4, differences: [] })
  expect(await usage()).toEqual(before)
})
