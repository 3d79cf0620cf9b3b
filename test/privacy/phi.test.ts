/** One unmistakable patient through the main flow, with requests that fail: she is where she belongs and nowhere else. docs/design/house.md#patient-data. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../consultation.ts'
import { openReceiver, type Receiver } from '../queues/receivers.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'
import { canaries, runPlantedFlow } from './planted-patient.ts'

let server: RunningServer
let call: Call
let receiver: Receiver
let folder: string
let refusals: readonly Answer[]

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  receiver = await openReceiver({ manner: 'AE' })
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-folder-'))
  refusals = await runPlantedFlow({ call, receiver, folder })
})

afterAll(async () => {
  await receiver?.close()
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const values = Object.values(canaries)

/** As text, and as the hexadecimal digits in which PostgreSQL shows bytes. */
const findCanaries = (text: string): readonly string[] => {
  const plain = text.toLowerCase()
  return values.filter(
    (value) => plain.includes(value.toLowerCase()) || plain.includes(Buffer.from(value).toString('hex')),
  )
}

/** An answer repeats a member name that a caller made up if it looks like a program's: such names are no values. */
const withoutFieldNames = ({ body, text }: Answer): string =>
  JSON.stringify(body?.errors ?? []).length > 2 ? text.replaceAll(/"field":"[^"]*"/g, '') : text

test('docs/design/house.md#patient-data: she is in what was sent to whom it was meant for', async () => {
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.rtf'))

  const text = await readFile(join(folder, name), 'utf8')

  const { family, given, written, phone, record } = canaries
  expect(findCanaries(text)).toEqual(expect.arrayContaining([family, given, written, phone, record]))
  expect(receiver.received.length).toBeGreaterThan(1)
})

test('spec 7: no refusal repeats a value of hers', () => {
  expect(refusals.flatMap((answer) => findCanaries(withoutFieldNames(answer)))).toEqual([])
  expect(refusals.flatMap(({ headers }) => findCanaries(JSON.stringify([...headers])))).toEqual([])
})

test('spec 1: no log line holds a value of hers', () => {
  expect(server.lines.length).toBeGreaterThan(50)
  expect(findCanaries(JSON.stringify(server.lines))).toEqual([])
})

test('spec 1: no metric holds a value of hers', async () => {
  const metrics = await (await fetch(`${server.base}/metrics`)).text()

  expect(metrics).toContain('/v1/artifacts/{artifactId}:approve')
  expect(findCanaries(metrics)).toEqual([])
})

test('spec 6: audit, usage, billing, queue and deliveries name ids and states alone', async () => {
  const asks = [
    call('GET', '/v1/audit/events?limit=200', { as: { role: 'auditor' } }),
    call('GET', '/v1/billing/events', { as: { role: 'billing' } }),
    call('GET', '/v1/usage/summary', { as: { role: 'operator' } }),
    call('GET', '/v1/deliveries', { as: { role: 'operator' } }),
    call('GET', '/v1/release-gates/clinical_review/queue'),
    call('GET', '/v1/jobs'),
    call('GET', '/v1/health'),
  ]

  for (const ask of asks) expect(findCanaries((await must(200, ask)).text)).toEqual([])
})

type Table = { readonly name: string }

test('docs/design/store.md#resources: no row of any table, of the store or of the queues, shows a value of hers', async () => {
  const { pool } = server.site
  const { rows: tables } = await pool.query<Table>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  let rowCount = 0

  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    rowCount += rows.length
    for (const { row } of rows) found.push(...findCanaries(row).map((value) => `${name}: ${value}`))
  }

  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.resource', 'public.blob', 'public.job']),
  )
  expect(tables.some(({ name }) => name.startsWith('bullmq.'))).toBe(true)
  expect(rowCount).toBeGreaterThan(200)
  expect(found).toEqual([])
})
