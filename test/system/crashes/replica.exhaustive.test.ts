/** Long reads go to a replica, and wait until it has the changes that they must show. docs/design/store.md#connections. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { waitFor } from '../../patience.ts'
import type { Server } from '../processes.ts'
import { endAll, startServer, stop } from '../processes.ts'
import { hasPostgres, type Replicated, startReplicated } from './replicated.ts'

let databases: Replicated
let folder: string
let server: Server
beforeAll(async () => {
  if (!hasPostgres) return
  databases = startReplicated()
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-replica-'))
  const env = { DATABASE_URL: databases.primary, DATABASE_REPLICA_URL: databases.replica }
  server = await startServer(join(folder, 'data'), { env })
})
afterAll(async () => {
  if (!hasPostgres) return
  await stop(server)
  await endAll()
  databases.stop()
  await rm(folder, { recursive: true, force: true })
})

const authorization = `Basic ${Buffer.from('tenant-2:development').toString('base64')}`

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(path.startsWith('http') ? path : `${server.base}/fhir/R4${path}`, {
    ...init,
    headers: { authorization, 'content-type': 'application/fhir+json', ...init.headers },
  })

const createPatient = async (): Promise<string> => {
  const body = JSON.stringify({ resourceType: 'Patient', name: [{ family: 'Wattle' }] })
  const created = (await (await call('/Patient', { method: 'POST', body })).json()) as { id: string }
  return created.id
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const testReplicated = hasPostgres ? test : test.skip

testReplicated(
  'docs/design/store.md#connections: an export reads the replica, once it shows the instant of the request',
  async () => {
    const early = await createPatient()
    await query(databases.replica, 'select pg_wal_replay_pause()')
    const late = await createPatient()
    const kickOff = await call('/$export?_type=Patient', { headers: { prefer: 'respond-async' } })
    const status = kickOff.headers.get('content-location') ?? ''

    const [{ turn, failures, state } = {}] = await waitFor(
      () => query(databases.primary, 'select turn, failures, state from bulk_export'),
      ([row]) => row?.['state'] === 'queued' && Number(row['turn']) > 0,
    )
    const waiting = await call(status)
    await query(databases.replica, 'select pg_wal_replay_resume()')
    const done = await waitFor(
      () => call(status),
      (answer) => answer.status !== 202,
    )
    const { output } = (await done.json()) as { output: { url: string }[] }
    const lines = await (await call(output[0]?.url ?? '')).text()

    expect([state, turn, failures, waiting.status, done.status]).toEqual(['queued', 1, 0, 202, 200])
    expect(lines).toContain(`"id":"${early}"`)
    expect(lines).toContain(`"id":"${late}"`)
    const readers = `select from pg_stat_activity where pid <> pg_backend_pid() and query like '%with wide as materialized%'`
    expect(await query(databases.replica, readers)).toHaveLength(1)
  },
)
