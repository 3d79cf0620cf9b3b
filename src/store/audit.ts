/** Audit records: append-only, allow-listed columns. Spec 6; STORE.md "Audit". */
import type { Caller } from '../caller.ts'
import { present, utc } from './columns.ts'
import type { EventKind } from './events.ts'
import { perPart, type Tables } from './parts.ts'
import type { Runner } from './reader.ts'
import type { Tenant } from './tenants.ts'
import type { Statement } from './trip.ts'

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

/** Part of a statement: the tenant is its first parameter, the records are in `parameter`. */
export const auditText = ({ audit }: Tables, parameter: string): string =>
  `insert into ${audit} (tenant, subject, client, spoke, roles, practitioner, request_id, id, kind, resource_type, resource_id, version,
     encounter_id, artifact_id, patient_id, from_state, to_state, reason, hash, confidence, count)
   select $1, r.* from jsonb_to_recordset(${parameter}) as r ${rowType}`

const insert = perPart((tables) => ({
  name: `audit-insert-${tables.part}`,
  text: `${auditText(tables, '$2')} on conflict (tenant, id) do nothing`,
}))

/** Sent again, it adds nothing: a record has its id before it is written. */
export const auditStatement = (tenant: Tenant, entries: readonly AuditEntry[]): Statement => ({
  ...insert(tenant),
  values: [tenant.number, auditValue(entries)],
})

export const auditValue = (entries: readonly AuditEntry[]): string => JSON.stringify(entries.map(rowOf))

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
  /** In the order of the lists. */
  readonly seq: string
  readonly at: string
  readonly subject: string
  readonly client: string
  readonly spoke: string
  readonly roles: readonly string[]
  readonly practitioner?: string
  readonly requestId: string
}

/** Who did it: a practitioner by reference, or a user or client by its name. */
export type AuditAgent = { readonly practitioner: string } | { readonly name: string }

export type AuditFilter = {
  readonly kinds?: readonly EventKind[]
  readonly artifactId?: string
  readonly encounterId?: string
  readonly patientId?: string
  readonly requestId?: string
  readonly id?: string
  readonly resource?: { readonly type: string; readonly id: string }
  readonly agent?: AuditAgent
  /** Instants with a zone, ends included. */
  readonly from?: string
  readonly until?: string
  /** `seq` of a record: those that follow it. */
  readonly after?: string
  /** Newest first, unless asked for otherwise. */
  readonly isOldestFirst?: boolean
  readonly limit: number
}

const selection = `${utc('at', 'US')} || ' ' || seq as seq, id, ${utc('at')} as at, kind, subject, client, spoke, roles, practitioner,
  request_id as "requestId", resource_type as "resourceType", resource_id as "resourceId", version, encounter_id as "encounterId",
  artifact_id as "artifactId", patient_id as "patientId", from_state as "fromState", to_state as "toState", reason, hash, confidence, count`

type Condition = readonly [text: string, ...values: readonly unknown[]]

/** A record of a patient is found by the patient; `resource_type <>` and `kind not like` let the partial indexes serve. */
function resourceCondition({ type, id }: NonNullable<AuditFilter['resource']>): Condition {
  if (type === 'Patient') return [`patient_id = ? and resource_type = 'Patient' and resource_id = ?`, id, id]
  return [`resource_type = ? and resource_type <> 'Patient' and resource_id = ?`, type, id]
}

const agentCondition = (agent: AuditAgent): Condition =>
  'practitioner' in agent
    ? ['practitioner = ?', agent.practitioner]
    : ['(subject = ? or client = ?)', agent.name, agent.name]

const kindsCondition = (kinds: readonly EventKind[]): Condition => [
  `kind = any (?::text[])${kinds.some((kind) => kind.startsWith('fhir.')) ? '' : ` and kind not like 'fhir.%'`}`,
  kinds,
]

function afterCondition({ after = '', isOldestFirst = false }: AuditFilter): Condition {
  const [at, seq] = after.split(' ')
  return [`(a.at, a.seq) ${isOldestFirst ? '>' : '<'} (?::timestamptz, ?::bigint)`, at, seq]
}

const conditions = {
  artifactId: ({ artifactId }) => ['artifact_id = ?::uuid', artifactId],
  encounterId: ({ encounterId }) => ['encounter_id = ?::uuid', encounterId],
  patientId: ({ patientId }) => ['patient_id = ?', patientId],
  requestId: ({ requestId }) => ['request_id = ?::uuid', requestId],
  id: ({ id }) => ['id = ?::uuid', id],
  resource: ({ resource }) => resourceCondition(resource),
  agent: ({ agent }) => agentCondition(agent),
  kinds: ({ kinds }) => kindsCondition(kinds),
  from: ({ from }) => ['a.at >= ?::timestamptz', from],
  until: ({ until }) => ['a.at <= ?::timestamptz', until],
  after: afterCondition,
} as const satisfies Partial<Record<keyof AuditFilter, (filter: Required<AuditFilter>) => Condition>>

export async function listAudit(client: Runner, tenant: Tenant, filter: AuditFilter): Promise<AuditEvent[]> {
  const values: unknown[] = [tenant.number, filter.limit]
  const tests = Object.entries(conditions)
    .filter(([name]) => filter[name as keyof typeof conditions] !== undefined)
    .map(([, build]) => {
      // Each reads the member that it is named after, which is there.
      const [text, ...given] = build(filter as Required<AuditFilter>)
      return text.replaceAll('?', () => `$${values.push(given.shift())}`)
    })
  const direction = filter.isOldestFirst === true ? 'asc' : 'desc'
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${selection} from ${tenant.tables.audit} a where ${['tenant = $1', ...tests].join(' and ')}
     order by a.at ${direction}, a.seq ${direction} limit $2`,
    values,
  )
  return rows.map((row) => present<AuditEvent>(row))
}
