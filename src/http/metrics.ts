/** Metrics by route template and status, and the pages that say whether the process lives and is ready. hub-contract "Methods". */
import { collectDefaultMetrics, Histogram, Registry, Summary } from 'prom-client'
import { writeJson } from './reply.ts'
import type { Layer } from './request-state.ts'

export type Metrics = {
  /** Goes outside of everything: it times the whole request. */
  readonly measure: Layer
  /** What a client measured, by a name of the table: no tenant, no spoke. */
  readonly observe: (name: string, value: number) => void
  readonly render: () => Promise<string>
}

/** Labels are the table's route templates, methods and status codes: nothing that a client can choose. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  const measured = new Summary({
    name: 'client_measurement',
    help: 'What clients measured, by its name',
    labelNames: ['name'],
    percentiles: [],
    registers: [registry],
  })
  const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  return {
    async measure(ctx, next) {
      const startedAt = performance.now()
      try {
        await next()
      } finally {
        const method = methods.has(ctx.method) ? ctx.method : 'other'
        const labels = { method, route: ctx.state.route ?? 'none', status: String(ctx.status) }
        durations.observe(labels, (performance.now() - startedAt) / 1000)
      }
    },
    observe: (name, value) => measured.observe({ name }, value),
    render: () => registry.metrics(),
  }
}

/** `/livez`, `/readyz`, `/metrics`: without a token, and nothing of any tenant. */
export const operationalPages =
  (metrics: Metrics, isReady: () => Promise<boolean>): Layer =>
  async (ctx, next) => {
    if (ctx.method !== 'GET') return next()
    if (ctx.path === '/livez') return writePage(ctx, true)
    if (ctx.path === '/readyz') return writePage(ctx, await isReady())
    if (ctx.path !== '/metrics') return next()
    ctx.state.route = ctx.path
    ctx.type = 'text/plain; version=0.0.4'
    ctx.body = await metrics.render()
  }

function writePage(ctx: Parameters<Layer>[0], isUp: boolean): void {
  ctx.state.route = ctx.path
  writeJson(ctx, 'application/json', { status: isUp ? 'ok' : 'unavailable' })
  ctx.status = isUp ? 200 : 503
}
