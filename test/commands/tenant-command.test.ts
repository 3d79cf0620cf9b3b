/** `banksia tenant` beside a running server that has work under way: the held, the erased and the remaining rows. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { erasedTables, keptTables } from '../../src/store/tenants/erased-tables.ts'
import { approveOne, createPatient, must, templateId } from '../consultation.ts'
import { waitFor, waitUntil } from '../patience.ts'
import { openReceiver, type Receiver } from '../queues/receivers.ts'
import { createSite, type RunningServer, type Site, startRunning, urlOf, waitForQuiet } from '../running-server.ts'
import { commandFile, endAll, startNode, stop } from '../system/processes.ts'
import { runInProcess } from './in-process.ts'

const [own, other] = developmentTenants
let site: Site
let server: RunningServer

beforeAll(async () => {
  site = await createSite()
  server = await startRunning({ site })
})
afterAll(async () => {
  await server.stop()
  await site.remove()
  await endAll()
})

const commandEnv = () => ({ BANKSIA_DATA_DIR: site.dataDir, DATABASE_URL: urlOf(site.database.config) })
const banksia = (...given: readonly string[]) => runInProcess(given, { env: commandEnv() })
const tenant = (name: string, ...more: readonly string[]) => banksia('tenant', name, '--id', own, ...more)

const sql = async (text: string, ...values: readonly unknown[]): Promise<pg.QueryResultRow[]> =>
  (await site.pool.query(text, [...values])).rows

const numberOf = (id: string) => `(select number from tenant where id = '${id}')`

/** Rows of a tenant, table by table; a table that has none is left out. */
async function countRows(id: string, tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const asked = table === 'outbox' ? `'${id}'` : numberOf(id)
    const [row] = await sql(`select count(*)::int as count from "${table}" where tenant = ${asked}`)
    if (row?.['count'] > 0) counts[table] = row?.['count']
  }
  return counts
}

const erased = erasedTables.map(({ table }) => table)

async function openMllp(receiver: Receiver): Promise<void> {
  const body = {
    name: 'Practice',
    templateIds: [templateId],
    recipient: { name: 'Practice' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'hl7v2',
    transport: 'mllp',
    destination: { host: '127.0.0.1', port: receiver.port },
    retry: { attempts: 9, baseMs: 60_000, maxMs: 60_000 },
  }
  await must(201, server.call('POST', '/v1/channels', { body, as: { role: 'operator' } }))
}

const findDelivery = async (artifactId: string) =>
  (await sql('select state, reason, channel_id, lane from delivery where artifact_id = $1', artifactId))[0]

const untilDelivery = (artifactId: string, isDone: (row: pg.QueryResultRow | undefined) => boolean) =>
  waitFor(() => findDelivery(artifactId), isDone)

test('D77: while a tenant is disabled its deliveries wait, and when it is enabled they are sent', async () => {
  const receiver = await openReceiver()
  await openMllp(receiver)
  receiver.behave('AE')
  const { artifactId } = await approveOne(server.call)
  await waitFor(
    async () => receiver.received.length,
    (count) => count > 0,
  )
  await untilDelivery(artifactId, (row) => row?.['state'] === 'queued')
  await tenant('disable')
  await waitFor(
    () => server.call('GET', '/v1/templates'),
    ({ problem }) => problem === 'tenant-disabled',
  )
  receiver.behave('AA')
  const before = receiver.received.length

  // A wake-up that was on its way: the worker looks, and puts the delivery off.
  await sql(`update delivery set due_at = now() - interval '1 hour'`)
  const row = await findDelivery(artifactId)
  await sql(
    `insert into outbox (tenant, topic, subject) values ($1, 'delivery.queued', $2)`,
    own,
    `${row?.['channel_id']}_${row?.['lane']}`,
  )
  await untilDelivery(artifactId, (one) => one?.['reason'] === 'feature_disabled')
  const held = receiver.received.length
  const elsewhere = await server.call('GET', '/v1/templates', { as: { tenant: other } })
  await tenant('enable')
  await untilDelivery(artifactId, (one) => one?.['state'] === 'accepted')

  expect([held, receiver.received.length]).toEqual([before, before + 1])
  expect(elsewhere.status).toBe(200)
  await receiver.close()
})

test('D78: every table with rows of a tenant is erased or kept by name', async () => {
  const rows = await sql(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )

  expect([...erased, ...keptTables].sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('D250: a tenant keeps its messages for good, or for the days that the command sets', async () => {
  const daysOf = async () => (await sql('select message_days from tenant where id = $1', own))[0]?.['message_days']
  const listed = async () =>
    (await banksia('tenant', 'list')).output.split('\n').find((line) => line.startsWith(own)) ?? ''
  const before = [await daysOf(), await listed()]

  const set = await tenant('set', '--message-days', '2555')
  const during = [await daysOf(), await listed()]
  const refused = await Promise.all(['29', '36501', 'all', '30.5'].map((days) => tenant('set', '--message-days', days)))
  await tenant('set', '--message-days', 'forever')

  expect(before).toEqual([null, expect.stringContaining('forever')])
  expect([set.code, ...during]).toEqual([0, 2555, expect.stringContaining('2555 days')])
  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2])
  expect(refused[0]?.errors).toContain('--message-days is 30 to 36500, or forever')
  expect(await daysOf()).toBeNull()
})

test('D276: fewer days count a day later, and the list and the command say when; to keep them forever counts at once', async () => {
  const listed = async () =>
    JSON.parse((await banksia('tenant', 'list', '--json')).output).find(({ id }: { id: string }) => id === own)
  const inADay = (from: string) => Math.abs(Date.parse(from) - Date.now() - 86_400_000) < 600_000

  const first = await tenant('set', '--message-days', '400')
  const shortened = await listed()
  const line = (await banksia('tenant', 'list')).output.split('\n').find((one) => one.startsWith(own))
  const forever = await tenant('set', '--message-days', 'forever')

  expect(inADay(shortened.prunesFrom)).toBe(true)
  expect(first.output).toContain(`from ${shortened.prunesFrom}; until then you can undo it\n`)
  expect(line).toContain(`400 days from ${shortened.prunesFrom}`)
  expect([forever.output, (await listed()).prunesFrom]).toEqual([`tenant ${own} is changed\n`, undefined])
})

test('D250: a message on legal hold keeps a tenant from being erased', async () => {
  const id = newId()
  await sql(
    `insert into received_message (tenant, id, sender_id, digest, bytes, outcome, settled_at, legal_hold)
     values (${numberOf(own)}, $1, $1, '', 1, 'stored', now(), true)`,
    id,
  )

  const refused = await tenant('erase', '--confirm', own, '--force')
  await sql('delete from received_message where id = $1', id)

  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('1 messages')])
  expect(await sql('select state from tenant where id = $1', own)).toEqual([{ state: 'active' }])
})

test('D78: recordings on legal hold and waiting deliveries keep a tenant from being erased', async () => {
  const refusedAt = async (...more: readonly string[]) => {
    const ended = await tenant('erase', '--confirm', own, ...more)
    expect([ended.code, ended.output]).toEqual([1, ''])
    return ended.errors
  }
  const [channel, document, recording] = [newId(), newId(), newId()]
  await sql(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, request_id, due_at)
     values (${numberOf(own)}, $1, $1, $2, $3, 'original', 'hl7v2', 'default', 0, 'queued', $1, now() + interval '1 day')`,
    newId(),
    channel,
    document,
  )
  await sql(
    `insert into audio_session (tenant, id, encounter_id, patient_id, kind, media_type, language, state, legal_hold, spoke)
     values (${numberOf(own)}, $1, $1, 'p', 'consultation', 'audio/wav', 'en-AU', 'finalized', true, 'connect')`,
    recording,
  )

  const held = await refusedAt('--force')
  expect(await banksia('audio', 'hold', '--session', recording, '--release')).toMatchObject({ code: 0 })
  const waiting = await refusedAt()

  expect(held).toContain('1 recordings')
  expect(held).toContain('banksia audio hold --release')
  expect(waiting).toContain('--force')
  expect(await must(200, server.call('GET', '/v1/templates'))).toBeDefined()
})

test('D78: erasing is killed after the keys are gone and in the middle of the rows, and goes on to the end when it is said again', async () => {
  await createPatient(server.call)
  await must(200, server.call('GET', '/v1/templates', { as: { tenant: other } }))
  const patientId = await createPatientOf(other)
  await waitForQuiet(site.pool)
  const [keys, before] = [await wrappedKeys(own), await countRows(other, [...erased, ...keptTables])]
  const erase = () =>
    startNode(commandFile, ['tenant', 'erase', '--id', own, '--confirm', own, '--force'], { env: commandEnv() })

  const first = erase()
  await waitUntil(async () => (await sql('select state from tenant where id = $1', own))[0]?.['state'] === 'erasing')
  await stop(first, 'SIGKILL')
  const leftFirst = await countRows(own, erased)
  const refused = await waitFor(
    () => server.call('GET', '/v1/templates'),
    ({ status }) => status !== 200,
  )
  // A holder of one row delays the erasing of its table, and of those after it.
  const holder = await site.pool.connect()
  await holder.query('begin')
  await holder.query(`select from document where tenant = ${numberOf(own)} for update`)
  const second = erase()
  await waitUntil(async () => (await countRows(own, ['resource']))['resource'] === undefined)
  await stop(second, 'SIGKILL')
  const leftSecond = await countRows(own, erased)
  await holder.query('rollback')
  holder.release()
  const third = await tenant('erase', '--confirm', own, '--force')
  const again = await tenant('erase', '--confirm', own)

  expect(leftFirst).toMatchObject({
    resource: expect.any(Number),
    history: expect.any(Number),
    blob: expect.any(Number),
  })
  expect(leftFirst['data_key']).toBeUndefined()
  expect(refused.problem).toBe('tenant-unknown')
  expect(leftSecond).toMatchObject({ document: 1 })
  expect(third).toMatchObject({ code: 0 })
  expect(third.output).toMatch(/is erased, with \d+ rows; its audit stays\n$/)
  expect(again).toMatchObject({ code: 0, output: `tenant ${own} was erased before\n` })
  expect(await countRows(own, erased)).toEqual({})
  expect(await countRows(own, ['audit', 'audit_batch'])).toMatchObject({ audit: expect.any(Number) })
  // The other tenant: its rows and their content.
  expect(await countRows(other, [...erased, ...keptTables])).toMatchObject({
    resource: before['resource'] ?? 0,
    data_key: 2,
  })
  await must(200, server.call('GET', `/fhir/R4/Patient/${patientId}`, { as: { tenant: other } }))
  // The file of the keys holds none of them any more.
  await site.pool.query('checkpoint')
  const [file] = await sql(`select pg_read_binary_file(pg_relation_filepath('data_key')) as bytes`)
  expect(keys).toHaveLength(2)
  expect(keys.filter((key) => file?.['bytes'].includes(key))).toEqual([])
})

test('D78: the audit of an erased tenant is whole, and commands for all tenants go on', async () => {
  await waitFor(
    async () => (await banksia('audit', 'verify')).code,
    (code) => code === 0,
  )
  const verified = await banksia('audit', 'verify', '--tenant', own)
  const rotated = await banksia('keys', 'rotate')
  const usage = await banksia('usage', 'rebuild')
  const status = await banksia('status', '--json')

  expect(verified).toMatchObject({ code: 0 })
  expect(verified.output).toContain(`tenant ${own}: `)
  expect(rotated.output).toMatch(new RegExp(`^tenant ${other}: key 3\n$`))
  expect(usage.code).toBe(0)
  expect(JSON.parse(status.output)).toMatchObject({ tenants: 1 })
  const kinds = await sql(
    `select kind from audit where tenant = ${numberOf(own)} and kind like 'tenant.%' order by tx, seq`,
  )
  expect(kinds.map(({ kind }) => kind).slice(-2)).toEqual(['tenant.erased', 'tenant.cleared'])
})

test('D78: an erased tenant does not come back: neither by create, nor by enable, nor at the next start', async () => {
  const settings = ['--name', 'A', '--profiles', 'base', '--references', 'allow', '--time-zone', 'Australia/Sydney']
  const created = await tenant('create', ...settings)
  const enabled = await tenant('enable')
  await server.stop()
  server = await startRunning({ site })

  expect([created.code, created.output]).toEqual([1, ''])
  expect(created.errors).toContain('was erased; take another --id')
  expect(enabled).toMatchObject({ code: 1, output: '' })
  expect(await server.call('GET', '/v1/templates')).toMatchObject({ status: 403, problem: 'tenant-unknown' })
  expect(await countRows(own, erased)).toEqual({})
  await must(200, server.call('GET', '/v1/templates', { as: { tenant: other } }))
})

const createPatientOf = async (id: string): Promise<string> =>
  createPatient((method, path, options) => server.call(method, path, { ...options, as: { tenant: id } }))

const wrappedKeys = async (id: string): Promise<readonly Buffer[]> =>
  (await sql(`select wrapped from data_key where tenant = ${numberOf(id)}`)).map(({ wrapped }) => wrapped)
