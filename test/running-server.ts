/** The real server in this process, on a database of its own: as a spoke, an operator and a receiver would meet it. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { developmentTenants } from '../src/core/caller.ts'
import { readConfig } from '../src/core/config.ts'
import { newId } from '../src/core/ids.ts'
import type { Log, LogFields } from '../src/core/log.ts'
import { type DevelopmentTokenOptions, requestDevelopmentToken } from '../src/identity/development-token.ts'
import { startServer } from '../src/server/server.ts'
import { askPrecondition, readPrecondition } from './current-version.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { checkHubAnswer } from './hub-answers.ts'
import { waitFor } from './patience.ts'
import { findPort } from './ports.ts'
import { lendDefinitions, shareCache } from './shared-cache.ts'
import { lendThreads } from './threads/shared-threads.ts'

export type LogLine = { readonly level: keyof Log; readonly event: string; readonly fields: LogFields }

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape
  readonly body: any
  /** The problem's type, without its base. */
  readonly problem: string | undefined
  /** The fields that were wrong. */
  readonly fields: readonly string[]
}

export type CallOptions = {
  readonly body?: unknown
  /** Default: a new one for every request except GET. */
  readonly key?: string
  /** Default: a clinician of the first tenant. */
  readonly as?: DevelopmentTokenOptions
  /** An empty one takes a default header away. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** Data directory and database, which several servers may share, one after another or at once. */
export type Site = {
  readonly dataDir: string
  readonly database: TestDatabase
  /** For looking at rows. */
  readonly pool: pg.Pool
  readonly remove: () => Promise<void>
}

export type RunningServer = {
  readonly site: Site
  readonly base: string
  readonly lines: readonly LogLine[]
  readonly call: Call
  readonly token: (as?: DevelopmentTokenOptions) => Promise<string>
  readonly stop: () => Promise<void>
}

export async function createSite(): Promise<Site> {
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'banksia-test-site-'))
  await shareCache(dataDir)
  const pool = new pg.Pool({ ...database.config, max: 2 })
  // A connection may still be ending when its database is dropped.
  pool.on('error', () => undefined)
  return {
    dataDir,
    database,
    pool,
    async remove() {
      await pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As DATABASE_URL has it. */
export function urlOf(config: pg.PoolConfig): string {
  if (config.connectionString !== undefined) return config.connectionString
  const { user = '', password = '', database = '', host = '', port = 5432 } = config
  const own = typeof password === 'string' ? password : ''
  return `postgresql://${encodeURIComponent(user)}:${own}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

type Start = { readonly site: Site; readonly env?: Readonly<Record<string, string>> }

export async function startRunning({ site, env = {} }: Start): Promise<RunningServer> {
  const port = await findPort()
  const base = `http://127.0.0.1:${port}`
  const lines: LogLine[] = []
  const note =
    (level: LogLine['level']) =>
    (event: string, fields: LogFields = {}): void => {
      lines.push({ level, event, fields })
    }
  const log: Log = { info: note('info'), warn: note('warn'), error: note('error') }
  const settings = {
    PORT: String(port),
    BANKSIA_BASE_URL: base,
    BANKSIA_DATA_DIR: site.dataDir,
    DATABASE_URL: urlOf(site.database.config),
    BANKSIA_REQUESTS_PER_MINUTE: '100000',
    ...env,
  }
  const published = await lendDefinitions()
  const running = await startServer(readConfig(settings), log, {
    isCold: true,
    threadPools: lendThreads(),
    published,
  })
  const token = openTokens(base)
  return { site, base, lines, token, call: openCall(base, token, site.pool), stop: running.stop }
}

/** One token for each caller. */
export function openTokens(base: string): RunningServer['token'] {
  const tokens = new Map<string, Promise<string>>()
  return (as = {}) => {
    const key = JSON.stringify(as)
    const known = tokens.get(key) ?? requestDevelopmentToken(base, as)
    tokens.set(key, known)
    return known
  }
}

/** Sends requests with a development token of the caller, who has just read the thing that they change; other tests set the headers themselves. */
export const openCall = (base: string, token: RunningServer['token'], pool?: pg.Pool): Call => {
  /** A client that repeats a request under its key sends the version that it had read then. */
  const byKey = new Map<string, Promise<Readonly<Record<string, string>>>>()
  const call: Call = async (method, path, { body, key, as = {}, headers = {} } = {}) => {
    const isPlain = typeof body === 'string' || body === undefined || body instanceof Uint8Array
    const payload = isPlain ? (body as string | Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body)
    const tenant = as.tenant ?? developmentTenants[0]
    const readNow = () =>
      pool === undefined
        ? askPrecondition((read) => call('GET', read, { as }), method, path)
        : readPrecondition(pool, { tenant, method, path })
    const readVersion = () => {
      const name = `${tenant} ${key} ${method} ${path}`
      const known = (key === undefined ? undefined : byKey.get(name)) ?? readNow()
      byKey.set(name, known)
      return known
    }
    const all: Record<string, string> = {
      authorization: `Bearer ${await token(as)}`,
      'x-tenant-id': tenant,
      'x-spoke-id': as.spoke ?? 'connect',
      'x-request-id': newId(),
      ...(method === 'GET' ? {} : { 'x-idempotency-key': key ?? randomUUID() }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(saysVersion(headers) ? {} : await readVersion()),
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: sent,
      ...(payload === undefined ? {} : { body: payload }),
    })
    const parsed = await parseAnswer(answer)
    checkHubAnswer(method, path, parsed)
    return parsed
  }
  return call
}

const saysVersion = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some((name) => /^if-(none-)?match$/i.test(name))

async function parseAnswer(answer: Response): Promise<Answer> {
  const text = await answer.text()
  const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '') && text !== ''
  const body = isJson ? JSON.parse(text) : undefined
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') === true
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body,
    problem: isProblem ? body.type.split('/').at(-1) : undefined,
    fields: isProblem ? body.errors.map((error: { field: string }) => error.field) : [],
  }
}

/** The work that a process still does by itself, without deliveries: until then two looks may differ. */
const underwayText = `select 1 from outbox
  union all select 1 from document where rendered_at is null
  union all select 1 from bulk_export where finished_at is null
  union all select 1 from job where state in ('queued', 'running')`

export const waitForQuiet = (pool: pg.Pool): Promise<unknown> =>
  waitFor(
    async () => (await pool.query(underwayText)).rowCount,
    (count) => count === 0,
  )

const countsText = `select
  (select jsonb_object_agg(space || '/' || type, n) from (select space, type, sum(version) as n from resource group by space, type) r) as versions,
  (select count(*)::int from history) as history,
  (select count(*)::int from audit where kind <> 'access.refused') as audit,
  (select count(*)::int from idempotency) as keys,
  (select jsonb_object_agg(state, n) from (select state, count(*) as n from job group by state) j) as jobs,
  (select jsonb_object_agg(state, n) from (select state, count(*) as n from delivery group by state) d) as deliveries,
  (select count(*)::int from document) as documents`

/** The rows that a refusal must leave unchanged, except its own audit record. */
export const readCounts = async (pool: pg.Pool): Promise<object> => (await pool.query(countsText)).rows[0]
