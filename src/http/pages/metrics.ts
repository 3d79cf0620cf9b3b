/** Metrics by route template and status, and the pages that say whether the process is alive and ready. docs/design/hub.md#routes. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Gauge, Registry, Summary } from 'prom-client'
import type { IssuerState } from '../../identity/key-set.ts'
import { writeJson } from '../reply/reply.ts'
import type { Context, Layer } from '../request/request-state.ts'
import type { CertificateState } from '../tls/tls-files.ts'
import type { Watch } from '../watch-requests.ts'
import { Durations } from './durations.ts'

export type Metrics = {
  readonly measure: Watch
  /** A client's measurement, by a name of the table, without tenant and spoke. */
  readonly observe: (name: string, value: number) => void
  readonly render: () => Promise<string>
}

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** How often the delay of the event loop is measured; the delays include it. Every 10 ms would cost a third of a percent of a core. */
const lagPrecisionMs = 200

type Measured = {
  /** For the whole installation. */
  readonly renderGauges: () => Promise<string>
  /** The attempts of deliveries in this process. */
  readonly renderDeliveries: () => Promise<string>
  /** The messages that this process has received. */
  readonly renderInbound: () => Promise<string>
  readonly listIssuerStates: () => readonly IssuerState[]
  /** Undefined without TLS. */
  readonly readCertificate?: (() => CertificateState) | undefined
}

/** The host comes from a setting. */
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

function measureCertificate(registry: Registry, readCertificate: () => CertificateState): void {
  new Gauge({
    name: 'tls_certificate_days_left',
    help: 'Whole days until the certificate of the server ends; negative after that',
    registers: [registry],
    collect() {
      this.set(readCertificate().daysLeft)
    },
  })
}

/** Labels are route templates of the table, methods and status codes: a client can choose none. */
export function openMetrics({ listIssuerStates, readCertificate, ...rendered }: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMs })
  measureIssuers(registry, listIssuerStates)
  if (readCertificate !== undefined) measureCertificate(registry, readCertificate)
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
      const { renderDeliveries, renderInbound, renderGauges } = rendered
      const parts = await Promise.all([registry.metrics(), renderDeliveries(), renderInbound(), renderGauges()])
      return [durations.render(), ...parts].map((part) => `${part}\n`).join('')
    },
  }
}

/** A failed check of the process, by name, with an enumerated reason. */
export type FailedCheck = { readonly name: string; readonly reason?: string }

/** The checks of things that the process needs. */
export type ListFailed = () => Promise<readonly FailedCheck[]>

/** The readers of `/metrics`: everybody, nobody (404), or a caller with the token. */
export type MetricsAccess = 'open' | 'closed' | { readonly token: string }

export type Operational = { readonly metrics: Metrics; readonly listFailed: ListFailed; readonly access: MetricsAccess }

/** `/livez`, `/readyz`, and `/metrics` for those who may read it: nothing about a tenant. */
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

/** Takes the same time, whatever the texts. */
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
