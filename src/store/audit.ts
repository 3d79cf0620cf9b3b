/** Audit records: append-only, allow-listed columns. Spec 6; STORE.md "Audit". */
import type pg from 'pg'
import type { Caller } from '../caller.ts'
import { present } from './columns.ts'
import type { EventKind } from './events.ts'
import { perPart } from './parts.ts'
import type { Runner } from './reader.ts'
import type { Tenant } from './tenants.ts'

/** Identifiers, states, hashes and counts: there is no field for content. */
export type AuditFields = {
  readonly resourceType?: string
  readonly resourceId?: string
  readonly version?: number
  readonly encounterId?: string
  readonly artifactId?: string
  readonly patientId?: string
  readonly fromState?: string
  readonly toState?: string
  /** An enumerated reason, never a sentence. */
  readonly reason?: string
  readonly hash?: string
  readonly confidence?: number
  readonly count?: number
}

export type AuditRecord = AuditFields & { readonly id: string; readonly kind: EventKind }

/** A record and who did what it records. */
export type AuditEntry = { readonly caller: Caller; readonly record: AuditRecord }

const rowType = `(subject text, client text, spoke text, roles text[], practitioner text, "requestId" uuid, id uuid, kind text, "resourceType" text,
  "resourceId" text, version int, "encounterId" uuid, "artifactId" uuid, "patientId" text, "fromState" text, "toState" text, reason text, hash text,
  confidence real, count int)`

const insert = perPart(({ part, audit }) => ({
  name: `audit-insert-${part}`,
  text: `insert into ${audit} (tenant, subject, client, spoke, roles, practitioner, request_id, id, kind, resource_type, resource_id, version,
           encounter_id, artifact_id, patient_id, from_state, to_state, reason, hash, confidence, count)
         select $1, r.* from jsonb_to_recordset($2) as r ${rowType} on conflict (tenant, id) do nothing`,
}))

/** Sent again, it adds nothing: a record has its id before it is written. */
export const auditStatement = (tenant: Tenant, entries: readonly AuditEntry[]): pg.QueryConfig => ({
  ...insert(tenant),
  values: [tenant.number, JSON.stringify(entries.map(rowOf))],
})

const rowOf = ({ caller, record }: AuditEntry) => ({
  subject: caller.subject,
  client: caller.client,
  spoke: caller.spoke,
  roles: caller.roles,
  practitioner: caller.fhirUser,
  requestId: caller.requestId,
  ...record,
})

/** An audit record as it is read. Times are RFC 3339 UTC. */
export type AuditEvent = AuditRecord & {
  readonly seq: string
  readonly at: string
  readonly subject: string
  readonly client: string
  readonly spoke: string
  readonly roles: readonly string[]
  readonly practitioner?: string
  readonly requestId: string
}

export type AuditFilter = {
  readonly kinds?: readonly EventKind[]
  readonly artifactId?: string
  readonly encounterId?: string
  readonly patientId?: string
  readonly requestId?: string
  readonly id?: string
  /** Records before this one, newest first. */
  readonly before?: string
  readonly limit: number
}

const selection = `seq, id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, subject, client, spoke, roles, practitioner,
  request_id as "requestId", resource_type as "resourceType", resource_id as "resourceId", version, encounter_id as "encounterId",
  artifact_id as "artifactId", patient_id as "patientId", from_state as "fromState", to_state as "toState", reason, hash, confidence, count`

const filterColumns = [
  ['artifactId', 'artifact_id = ?::uuid'],
  ['encounterId', 'encounter_id = ?::uuid'],
  ['patientId', 'patient_id = ?'],
  ['requestId', 'request_id = ?::uuid'],
  ['id', 'id = ?::uuid'],
  ['kinds', 'kind = any (?::text[])'],
  ['before', 'seq < ?::bigint'],
] as const satisfies readonly (readonly [keyof AuditFilter, string])[]

export async function listAudit(client: Runner, tenant: Tenant, filter: AuditFilter): Promise<AuditEvent[]> {
  const values: unknown[] = [tenant.number, filter.limit]
  const conditions = filterColumns
    .filter(([name]) => filter[name] !== undefined)
    .map(([name, condition]) => condition.replace('?', `$${values.push(filter[name])}`))
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${selection} from ${tenant.tables.audit} where ${['tenant = $1', ...conditions].join(' and ')} order by seq desc limit $2`,
    values,
  )
  return rows.map((row) => present<AuditEvent>(row))
}
