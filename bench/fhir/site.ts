/** The parts of a measurement: a Banksia server over its embedded database, the floors on the same database, and the load client. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { developmentTenants } from '../../src/core/caller.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { findRunning } from '../../src/postgres-embedded/data-directory.ts'
import { embeddedConnection } from '../../src/postgres-embedded/embedded-connection.ts'
import { findPassword } from '../../src/postgres-embedded/embedded-password.ts'
import { type Server, startServer, stop } from '../../test/system/processes.ts'
import type { Load, Outcome } from './load-client.ts'
import { readProcessorTime } from './processor-time.ts'

export type Site = {
  readonly profiles: Profiles
  readonly server: Server
  readonly token: string
  readonly database: pg.ClientConfig
  /** Settings of the site's programs beside `serverSettings`, if the site has a database and a key of its own. */
  readonly env?: Readonly<Record<string, string>>
  /** Processor time of the server for itself, each second, without requests. */
  readonly idle: { readonly node: number; readonly postgres: number }
}

export const settings = {
  BANKSIA_REQUESTS_PER_MINUTE: '100000000',
  BANKSIA_MAX_BUNDLE_BYTES: '209715200',
  BANKSIA_VERIFIER: 'off',
}

/** Tenants by the checks of a write; the one with AU Core also looks up the targets of references. */
const tenants = { base: developmentTenants[1], 'au-core': developmentTenants[0] } as const
export type Profiles = keyof typeof tenants
export const isProfiles = (text: string): text is Profiles => Object.hasOwn(tenants, text)

export const requestToken = (base: string, profiles: Profiles): Promise<string> =>
  requestDevelopmentToken(base, { tenant: tenants[profiles], role: 'system', scope: 'system/*.cruds' })

type Opening = {
  readonly env?: Readonly<Record<string, string>>
  readonly readToken?: (base: string) => Promise<string>
}

export async function openSite(dataDirectory: string, profiles: Profiles, opening: Opening = {}): Promise<Site> {
  const { env = settings, readToken = (base) => requestToken(base, profiles) } = opening
  const server = await startServer(dataDirectory, { env })
  const token = await readToken(server.base)
  const running = await findRunning(dataDirectory)
  const password = await findPassword(dataDirectory)
  if (running?.socketDirectory === undefined || password === undefined)
    throw new Error('the server does not say where its database listens')
  const site = {
    server,
    profiles,
    token,
    database: embeddedConnection(running.socketDirectory, password),
    idle: { node: 0, postgres: 0 },
  }
  return { ...site, idle: await measureIdle(site.server.pid) }
}

export const closeSite = async ({ server }: Site): Promise<void> => void (await stop(server))

async function measureIdle(pid: number): Promise<Site['idle']> {
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const before = readProcessorTime(pid)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const after = readProcessorTime(pid)
  return { node: (after.node - before.node) / 3, postgres: (after.children - before.children) / 3 }
}

/** Statements of the bench's own. */
export async function queryDatabase(
  site: Site,
  queries: readonly { readonly text: string; readonly values?: readonly unknown[] }[],
): Promise<void> {
  const client = new pg.Client(site.database)
  await client.connect()
  try {
    for (const { text, values = [] } of queries) await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

const programs: ChildProcess[] = []

/** A program of this folder; it ends with this process. */
export function startPart(file: string): ChildProcess {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  programs.push(child)
  return child
}

export function stopParts(): void {
  for (const child of programs) if (child.connected) child.disconnect()
}

/** The cost of a run: milliseconds of processor time for each request. */
export type Cost = {
  readonly node: number
  readonly postgres: number
  readonly client: number
  readonly perSecond: number
  readonly outcome: Outcome
}

/** Sends a load to the program with that pid, and measures how much it and the database used meanwhile. */
export async function measure(site: Site, pid: number, load: Load): Promise<Cost> {
  const client = startPart('load-client.ts')
  const before = [readProcessorTime(pid), readProcessorTime(site.server.pid)] as const
  client.send(load)
  const ended = once(client, 'exit').then(() => Promise.reject(new Error('the load client has ended')))
  const [outcome] = (await Promise.race([once(client, 'message'), ended])) as [Outcome]
  ended.catch(() => undefined)
  const after = [readProcessorTime(pid), readProcessorTime(site.server.pid)] as const
  client.disconnect()
  const isServer = pid === site.server.pid
  const node = after[0].node - before[0].node - (isServer ? site.idle.node * outcome.seconds : 0)
  const postgres = after[1].children - before[1].children - site.idle.postgres * outcome.seconds
  return {
    node: node / outcome.requests,
    postgres: postgres / outcome.requests,
    client: outcome.clientCpuMs / outcome.requests,
    perSecond: outcome.requests / outcome.seconds,
    outcome,
  }
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const total = ({ node, postgres }: Cost): number => node + postgres

/** The cost of the middle round, by node and postgres together. */
export function medianCost(costs: readonly Cost[]): Cost {
  const sorted = [...costs].sort((a, b) => total(a) - total(b))
  return sorted[sorted.length >> 1] as Cost
}

export function refuseErrors(what: string, { outcome }: Cost): void {
  if (outcome.errors > 0)
    throw new Error(`${what}: ${outcome.errors} of ${outcome.requests} failed, first: ${outcome.firstError}`)
}
