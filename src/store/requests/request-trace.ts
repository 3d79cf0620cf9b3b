/** A request and its effects: HTTP, jobs, deliveries, bulk exports; states and times alone. */
import { present, utc } from '../columns.ts'
import type { Reader } from '../resources/types.ts'

export type TracedRequest = {
  readonly at: string
  readonly durationMs: number
  readonly method: string
  readonly route: string
  readonly status: number
  readonly problem?: string
  readonly issuer?: string
  readonly subject: string
  readonly client: string
  readonly spokeId: string
  readonly roles: readonly string[]
  readonly trace?: string
}

export type TracedWork = {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly reason?: string
  readonly attempts: number
  readonly encounterId?: string
  readonly artifactId?: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly trace?: string
}

export type RequestTrace = {
  readonly http: readonly TracedRequest[]
  readonly jobs: readonly TracedWork[]
  readonly deliveries: readonly TracedWork[]
  readonly exports: readonly TracedWork[]
}

const times = `${utc('created_at')} as "createdAt"`

/** Each takes the tenant and the request's id as parameters. */
const texts = {
  http: `select ${utc('at')} as at, round(duration_ms::numeric, 3)::float8 as "durationMs", method, route, status, problem, issuer, subject, client,
    spoke as "spokeId", roles, trace from request where tenant = $1 and id = $2 order by at limit 100`,
  jobs: `select id, kind, state, reason, attempts, encounter_id as "encounterId", artifact_id as "artifactId", ${times}, ${utc('updated_at')} as "updatedAt", trace
    from job where tenant = $1 and request_id = $2 order by seq limit 100`,
  deliveries: `select id, kind, state, reason, attempts, artifact_id as "artifactId", ${times}, ${utc('updated_at')} as "updatedAt", trace
    from delivery where tenant = $1 and request_id = $2 order by seq limit 100`,
  exports: `select id, 'bulk_export' as kind, state, reason, turn as attempts, ${times}, ${utc('coalesce(finished_at, created_at)')} as "updatedAt", trace
    from bulk_export where tenant = $1 and request_id = $2 order by created_at limit 100`,
} as const

/** Undefined if nothing is known of the request. */
export async function findRequestTrace({ client, tenant }: Reader, id: string): Promise<RequestTrace | undefined> {
  const read = async <T>(name: keyof typeof texts): Promise<readonly T[]> => {
    const statement = { name: `request-trace-${name}`, text: texts[name], values: [tenant.number, id] }
    return (await client.query<Record<string, unknown>>(statement)).rows.map((row) => present<T>(row))
  }
  const found: RequestTrace = {
    http: await read<TracedRequest>('http'),
    jobs: await read<TracedWork>('jobs'),
    deliveries: await read<TracedWork>('deliveries'),
    exports: await read<TracedWork>('exports'),
  }
  return Object.values(found).every((rows) => rows.length === 0) ? undefined : found
}
