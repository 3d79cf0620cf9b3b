/** Memory over many requests: the mix of a day, with streams of events held and dropped beside it, and the memory of the processes after each step. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { developmentTenants } from '../../src/core/caller.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { openDataDirectory } from '../../src/postgres-embedded/data-directory.ts'
import { startEmbedded } from '../../src/postgres-embedded/embedded.ts'
import { type Server, spawnServer, startServer, stop } from '../../test/system/processes.ts'
import type { Request } from '../fhir/load-client.ts'
import { readResidentMegabytes } from '../fhir/processor-time.ts'
import { measure, refuseErrors, type Site, settings } from '../fhir/site.ts'
import { consentFor, createPatients, draftVerified, encounterRequest, generateOne } from './consultations.ts'
import { hubRequest, type Versioned } from './hub-requests.ts'

export type SoakRole = 'all' | 'web'

/** The settings of `npm start`. */
const env = {
  ...settings,
  BANKSIA_VERIFIER: 'embedded',
  NODE_OPTIONS: '--max-semi-space-size=16',
  MALLOC_ARENA_MAX: '2',
}

export type Soaked = { readonly site: Site; readonly worker?: Server; readonly close: () => Promise<void> }

const readToken = (base: string): Promise<string> =>
  requestDevelopmentToken(base, { tenant: developmentTenants[0], role: 'clinician' })

/** One process; or a web process and a worker over a database of their own. */
export async function openSoaked(
  directory: string,
  role: SoakRole,
  more: Readonly<Record<string, string>> = {},
): Promise<Soaked> {
  const kept = await openDataDirectory(directory, 'development')
  const { connection, stop: stopDatabase } = await startEmbedded({ directory: kept })
  const { host, port, user, password, database } = connection
  const shared = {
    ...env,
    ...more,
    DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    BANKSIA_KEY_FILE: join(directory, 'soak.key'),
  }
  writeFileSync(shared.BANKSIA_KEY_FILE, `${randomBytes(32).toString('base64')}\n`)
  const server = await startServer(join(directory, role), { env: { ...shared, BANKSIA_ROLE: role } })
  const worker =
    role === 'web'
      ? await spawnServer(join(directory, 'worker'), { env: { ...shared, BANKSIA_ROLE: 'worker' } })
      : undefined
  return {
    site: {
      server,
      profiles: 'au-core',
      token: await readToken(server.base),
      database: connection,
      env: shared,
      idle: { node: 0, postgres: 0 },
    },
    ...(worker === undefined ? {} : { worker }),
    async close() {
      for (const one of worker === undefined ? [server] : [server, worker]) await stop(one)
      await stopDatabase()
      kept.close()
    },
  }
}

export type Sample = {
  readonly perSecond: number
  /** Megabytes, as are the next two. */
  readonly rss: number
  /** In use, with the garbage that is not collected yet. */
  readonly heap: number
  readonly external: number
  readonly handles: number
  /** Connections of all processes to the database. */
  readonly connections: number
}

const step = 10_000
const streams = 6
const chains = 4

/** Calls `onSample` after each step. */
export async function soak(site: Site, total: number, onSample: (sample: Sample, done: number) => void): Promise<void> {
  const patients = await createPatients(site, 20)
  await consentFor(site, patients)
  const fresh = { ...site }
  const held = await Promise.all(Array.from({ length: 2 }, () => openStream(site)))
  for (let done = 0; done < total; ) {
    fresh.token = await readToken(site.server.base)
    const startedAt = performance.now()
    const dropped = await Promise.all(Array.from({ length: streams }, () => openStream(fresh)))
    const artifacts = await draftVerified(fresh, patients, chains)
    await generateOne(fresh, patients[0] ?? '')
    const mixed = mixOf({ patients, artifacts })
    const { server, token } = fresh
    const load = { kind: 'once', port: server.port, connections: 32, token, requests: mixed } as const
    refuseErrors('soak', await measure(fresh, server.pid, load))
    for (const stream of dropped) await stream.drop()
    done += mixed.length + chains * 4 + 3 + streams
    onSample(await readSample(fresh, mixed.length / ((performance.now() - startedAt) / 1000)), done)
  }
  for (const stream of held) await stream.drop()
}

/** The requests of a ward, mostly reads; an approval for each draft. */
function mixOf({ patients, artifacts }: { patients: readonly string[]; artifacts: readonly Versioned[] }): Request[] {
  const approvals = artifacts.map((one) => hubRequest('POST', `/v1/artifacts/${one.id}:approve`, undefined, one))
  const fhir = (path: string): Request => ({ method: 'GET', path: `/fhir/R4/${path}` })
  const others = Array.from({ length: step - approvals.length }, (_, at): Request => {
    const patient = patients[at % patients.length] ?? ''
    if (at % 200 === 0) return encounterRequest(patient)
    if (at % 200 === 1) return hubRequest('GET', '/v1/release-gates/clinical_review/queue?limit=5')
    if (at % 200 === 2) return fhir(`Encounter?patient=${patient}&_count=5`)
    if (at % 200 === 3) return hubRequest('GET', '/v1/encounters?limit=5')
    if (at % 4 === 0) return fhir(`Patient/${patient}`)
    return hubRequest('GET', '/v1/spokes/whoami')
  })
  return [...others, ...approvals]
}

/** Opens a stream of events, and drops it without closing. */
async function openStream(site: Site): Promise<{ readonly drop: () => Promise<void> }> {
  const { path, headers } = hubRequest('GET', '/v1/events')
  const leaving = new AbortController()
  const response = await fetch(`${site.server.base}${path}`, {
    headers: { ...headers, Authorization: `Bearer ${site.token}` },
    signal: leaving.signal,
  })
  if (!response.ok) throw new Error(`a stream of events: ${response.status}`)
  const reading = (async () => {
    for await (const _chunk of response.body ?? []);
  })().catch(() => undefined)
  return {
    async drop() {
      leaving.abort()
      await reading
    },
  }
}

async function readSample(site: Site, perSecond: number): Promise<Sample> {
  const text = await (await fetch(`${site.server.base}/metrics`)).text()
  const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  const megabytes = (name: string): number => metric(name) / 2 ** 20
  const client = new pg.Client(site.database)
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int - 1 as count from pg_stat_activity where backend_type = 'client backend'`,
  )
  await client.end()
  return {
    perSecond,
    rss: readResidentMegabytes(site.server.pid),
    heap: megabytes('nodejs_heap_size_used_bytes'),
    external: megabytes('nodejs_external_memory_bytes'),
    handles: metric('nodejs_active_handles_total'),
    connections: rows[0]?.count ?? 0,
  }
}
