/** Metrics by route template and status, and the pages that say whether the process lives and is ready. hub-contract "Methods". */
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Gauge, Registry, Summary } from 'prom-client'
import type { IssuerState } from '../../identity/key-set.ts'
import { writeJson } from '../reply/reply.ts'
import type { Context, Layer } from '../request/request-state.ts'
import type { Watch } from '../watch-requests.ts'
import { Durations } from './durations.ts'

export type Metrics = {
  readonly measure: Watch
  /** What a client measured, by a name of the table: no tenant, no spoke. */
  readonly observe: (name: string, value: number) => void
  readonly render: () => Promise<string>
}

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** How often the delay of the event loop is looked at; the measured delays include it. Every 10 ms it costs a third of a percent of a core. */
const lagPrecisionMs = 200

type Measured = {
  /** Of the whole installation. */
  readonly renderGauges: () => Promise<string>
  readonly listIssuerStates: () => readonly IssuerState[]
}

/** The host is of a setting. */
function measureIssuers(registry: Registry, listIssuerStates: () => readonly IssuerState[]): void {
  const gauge = new Gauge({
    name: 'issuer_available',
    help: 'Whether a token issuer answers as it should: 1 or 0',
    labelNames: ['host'],
    registers: [registry],
    collect: () => {
      for (const { host, failure } of listIssuerStates()) gauge.set({ host }, failure === undefined ? 1 : 0)
    },
  })
}

/** Labels are the table's route templates, methods and status codes: nothing that a client can choose. */
export function openMetrics({ renderGauges, listIssuerStates }: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMs })
  measureIssuers(registry, listIssuerStates)
  const durations = new Durations()
  const measured = new Summary({
    name: 'client_measurement',
    help: 'What clients measured, by its name',
    labelNames: ['name'],
    percentiles: [],
    registers: [registry],
  })
  return {
    measure({ method, status, state }, { durationMs }) {
      durations.observe(methods.has(method) ? method : 'other', state.route ?? 'none', status, durationMs / 1000)
    },
    observe: (name, value) => measured.observe({ name }, value),
    render: async () => {
      const [own, gauges] = await Promise.all([registry.metrics(), renderGauges()])
      return `${durations.render()}\n${own}\n${gauges}\n`
    },
  }
}

/** A check of the process that has failed, by its name, and an enumerated reason. */
export type FailedCheck = { readonly name: string; readonly reason?: string }

/** What the process cannot do without and does not have. */
export type ListFailed = () => Promise<readonly FailedCheck[]>

/** Who may read `/metrics`: everybody, nobody (then it is not there), or who brings the token. */
export type MetricsAccess = 'open' | 'closed' | { readonly token: string }

export type Operational = { readonly metrics: Metrics; readonly listFailed: ListFailed; readonly access: MetricsAccess }

/** `/livez`, `/readyz`, and `/metrics` to whom it is open: nothing of any tenant. */
export function operationalPages({ metrics, listFailed, access }: Operational): Layer {
  const readMetrics = async (ctx: Context): Promise<void> => {
    if (typeof access === 'object' && !bringsToken(ctx, access.token)) return refuseMetrics(ctx)
    writeMetrics(ctx, await metrics.render())
  }
  const pages: ReadonlyMap<string, (ctx: Context) => Promise<void> | void> = new Map([
    ['/livez', (ctx: Context) => writePage(ctx, [])],
    ['/readyz', async (ctx: Context) => writePage(ctx, await listFailed())],
    ...(access === 'closed' ? [] : [['/metrics', readMetrics] as const]),
  ])
  return (ctx, next) => {
    const page = ctx.method === 'GET' ? pages.get(ctx.path) : undefined
    return page === undefined ? next() : page(ctx)
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In a time that says nothing of either. */
const bringsToken = (ctx: Context, token: string): boolean =>
  timingSafeEqual(digestOf(ctx.get('Authorization')), digestOf(`Bearer ${token}`))

function refuseMetrics(ctx: Context): void {
  ctx.state.route = ctx.path
  ctx.set('WWW-Authenticate', 'Bearer realm="metrics"')
  writeJson(ctx, 'application/json', { status: 'unauthorized' })
  ctx.status = 401
}

function writeMetrics(ctx: Context, text: string): void {
  ctx.state.route = ctx.path
  ctx.type = 'text/plain; version=0.0.4'
  ctx.body = text
}

function writePage(ctx: Context, failed: readonly FailedCheck[]): void {
  ctx.state.route = ctx.path
  const isUp = failed.length === 0
  const checks = failed.map(({ name, reason }) => ({ name, ...(reason === undefined ? {} : { reason }) }))
  writeJson(ctx, 'application/json', isUp ? { status: 'ok' } : { status: 'unavailable', checks })
  ctx.status = isUp ? 200 : 503
}
