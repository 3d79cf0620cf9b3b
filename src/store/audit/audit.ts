/** Audit records: append-only, allow-listed columns. docs/design/store.md#audit. */
import { type Caller, namedBy } from '../../core/caller.ts'
import { present, utc } from '../columns.ts'
import type { EventKind } from '../events.ts'
import { perPart, type Tables } from '../postgres/parts.ts'
import type { Statement } from '../postgres/pipeline.ts'
import type { Queryable } from '../postgres/queryable.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { askedPatient, type Hashed, patientText } from './asked-patient.ts'

/** Identifiers, states, hashes and counts: there is no field for content. */
export type AuditFields = {
  readonly resourceType?: string
  readonly resourceId?: string
  readonly version?: number
  readonly encounterId?: string
  readonly artifactId?: string
  /** Type of the template: usage is counted by it. */
  readonly artifactType?: string
  /** Spoke of the artifact that the record is about, whoever the caller is: usage is counted to it. D85. */
  readonly artifactSpoke?: string
  /** May be any text that a caller sent: if it names no Patient of the tenant, the audit keeps a keyed hash. D69. */
  readonly patientId?: string
  readonly fromState?: string
  readonly toState?: string
  /** An enumerated reason, never a sentence. */
  readonly reason?: string
  readonly hash?: string
  readonly confidence?: number
  readonly count?: number
  /** The names of a search's known parameters, never a value. */
  readonly query?: readonly string[]
}

export type AuditRecord = AuditFields & { readonly id: string; readonly kind: EventKind }

/** A record and its caller. */
export type AuditEntry = { readonly caller: Caller; readonly record: AuditRecord }

/** `n`: number of the row, among those that a statement writes, that the record belongs to. */
const rowType = `(n int, issuer text, subject text, client text, spoke text, roles text[], practitioner text, "requestId" uuid, id uuid, kind text, "resourceType" text,
  "resourceId" text, version int, "encounterId" uuid, "artifactId" uuid, "patientId" text, "patientHash" text, "fromState" text, "toState" text, reason text, hash text,
  confidence real, count int, query text[], "artifactType" text, "artifactSpoke" text)`

/** Part of a statement whose first parameter is the tenant. The numbers of its other two parameters are those of `auditValues`. */
export const auditText = (tables: Tables, records: number): string =>
  `insert into ${tables.audit} (tenant, issuer, subject, client, spoke, roles, practitioner, request_id, id, kind, resource_type, resource_id, version,
     encounter_id, artifact_id, patient_id, from_state, to_state, reason, hash, confidence, count, query, artifact_type, artifact_spoke)
   select $1, r.issuer, r.subject, r.client, r.spoke, r.roles, r.practitioner, r."requestId", r.id, r.kind, r."resourceType", r."resourceId", r.version,
     r."encounterId", r."artifactId", ${patientText(tables, `$${records + 1}`)}, r."fromState", r."toState", r.reason, r.hash, r.confidence, r.count, r.query, r."artifactType", r."artifactSpoke"
   from json_to_recordset($${records}) as r ${rowType}`

/** The spoke to which a record is counted and billed. D85. */
export const countedSpoke = 'coalesce(artifact_spoke, spoke)'

const insert = perPart((tables) => ({ name: `audit-insert-${tables.part}`, text: auditText(tables, 2) }))

/** A record has its id before it is written, so a repeated statement is refused as a duplicate. */
export const auditStatement = (
  tenant: Pick<Tenant, 'number' | 'tables'> & Hashing,
  entries: readonly AuditEntry[],
): Statement => ({
  ...insert(tenant),
  values: [tenant.number, ...auditValues(tenant, [entries])],
})

/** Absent if every patient is one that was looked up. */
type Hashing = { readonly keys?: Tenant['keys'] }

/** The records of each row in turn, and the ids of Patients to look up for them. */
export function auditValues(
  tenant: Pick<Tenant, 'number'> & Hashing,
  entries: readonly (readonly AuditEntry[])[],
): readonly [records: string, asked: readonly string[]] {
  const rows = entries.flatMap((own, at) => own.map((entry) => rowOf(tenant, entry, at + 1)))
  const asked = new Set(rows.flatMap((row) => (isItself(row) ? [] : (row.patientId ?? []))))
  return [JSON.stringify(rows), [...asked]]
}

const rowOf = (tenant: Pick<Tenant, 'number'> & Hashing, { caller, record }: AuditEntry, n: number) => ({
  n,
  issuer: caller.issuer,
  subject: caller.subject,
  client: caller.client,
  spoke: caller.spoke,
  // Every record of break-glass is marked.
  roles: caller.breakGlass === undefined ? caller.roles : [...caller.roles, `break-glass:${caller.breakGlass}`],
  practitioner: namedBy(caller),
  requestId: caller.requestId,
  ...record,
  ...patientOf(tenant, record),
})

/** If the resource of the record is a Patient, its id is in the clear too. */
function patientOf({ number, keys }: Pick<Tenant, 'number'> & Hashing, record: AuditRecord): Partial<Hashed> {
  const { patientId } = record
  if (patientId === undefined || isItself(record) || keys === undefined) return {}
  return askedPatient({ number, keys }, patientId)
}

type Named = { readonly [name in 'resourceType' | 'resourceId' | 'patientId']?: string | undefined }

const isItself = ({ resourceType, resourceId, patientId }: Named): boolean =>
  resourceType === 'Patient' && resourceId === patientId

/** An audit record as it is read. Times are RFC 3339 UTC. */
export type AuditEvent = AuditRecord & {
  /** In the order of the lists. */
  readonly seq: string
  readonly at: string
  /** Absent in exports of releases that did not keep it. */
  readonly issuer?: string
  readonly subject: string
  readonly client: string
  readonly spoke: string
  readonly roles: readonly string[]
  readonly practitioner?: string
  readonly requestId: string
}

/** The person or program by the name in the token, of that issuer or of any issuer. */
export type User = { readonly name: string; readonly issuer?: string }

/** One of `any`. */
export type AuditTest =
  | { readonly by: TextColumn | UuidColumn; readonly any: readonly string[] }
  | { readonly by: 'kind'; readonly any: readonly EventKind[] }
  | { readonly by: 'user'; readonly any: readonly User[] }
  /** Records of a patient who is none of these. A record without a patient is left out, because nobody can tell whose it is. */
  | { readonly by: 'others'; readonly any: readonly string[] }
  /** `Type/id`. */
  | { readonly by: 'resource'; readonly any: readonly string[] }
  /** Instants with a zone, both ends included; `infinity` and `-infinity` are allowed. */
  | { readonly by: 'at'; readonly any: readonly (readonly [from: string, until: string])[] }

type UuidColumn = 'id' | 'artifactId' | 'encounterId' | 'requestId'
type TextColumn = 'patientId' | 'practitioner' | 'countedSpoke'

export type AuditFilter = {
  /** All of them. */
  readonly where: readonly AuditTest[]
  /** `seq` of a record; the page starts after it. */
  readonly after?: string | undefined
  /** Newest first by default. */
  readonly isOldestFirst?: boolean
  readonly limit: number
}

const selection = `${utc('at', 'US')} || ' ' || seq as seq, id, ${utc('at')} as at, kind, issuer, subject, client, spoke, roles, practitioner,
  request_id as "requestId", resource_type as "resourceType", resource_id as "resourceId", version, encounter_id as "encounterId",
  artifact_id as "artifactId", artifact_type as "artifactType", artifact_spoke as "artifactSpoke", patient_id as "patientId", from_state as "fromState", to_state as "toState", reason, hash, confidence, count, query`

type Put = (value: unknown) => string

const uuidColumns = {
  id: 'id',
  artifactId: 'artifact_id',
  encounterId: 'encounter_id',
  requestId: 'request_id',
} as const
const textColumns = { patientId: 'patient_id', practitioner: 'practitioner', countedSpoke } as const

/** The name of a user that is compared: one of two. */
type Name = 'subject' | 'client'

/** A single value is compared with `=`, because its index then has the rows in the order of the lists. */
const isAmong = (column: string, type: 'uuid' | 'text', { values, put }: { values: readonly string[]; put: Put }) =>
  values.length === 1 ? `${column} = ${put(values[0])}::${type}` : `${column} = any (${put(values)}::${type}[])`

/** Records of a patient are found by the patient. A condition that the record has none lets a partial index serve. */
function resourceCondition(reference: string, put: Put): string {
  const [type = '', id = ''] = reference.split('/')
  const own = `resource_type = ${put(type)} and resource_id = ${put(id)}`
  return type === 'Patient' ? `patient_id = ${put(id)} and ${own}` : `resource_type <> 'Patient' and ${own}`
}

/** A record that was found by its subject is not found again by its client. */
function userCondition(users: readonly User[], name: Name, put: Put): string {
  const values = users.map((user) => user.name)
  const by = (column: Name): string => {
    const among = isAmong(column, 'text', { values, put })
    if (users.every(({ issuer }) => issuer === undefined)) return among
    const issuers = put(users.map(({ issuer }) => issuer ?? null))
    return `${among} and exists (select from unnest(${put(values)}::text[], ${issuers}::text[]) as u (called, of)
      where u.called = a.${column} and (u.of is null or u.of = coalesce(a.issuer, '')))`
  }
  return name === 'subject' ? by('subject') : `${by('client')} and not (${by('subject')})`
}

function conditionOf(test: AuditTest, name: Name, put: Put): string {
  if (test.any.length === 0) return 'false'
  switch (test.by) {
    case 'kind': {
      // Kinds that the partial index leaves out are on nearly every page.
      const isIndexed = test.any.every((kind) => kind !== 'fhir.read' && kind !== 'fhir.search')
      const among = isAmong('kind', 'text', { values: test.any, put })
      return isIndexed ? `${among} and kind not in ('fhir.read', 'fhir.search')` : among
    }
    case 'resource':
      return test.any.map((reference) => `(${resourceCondition(reference, put)})`).join(' or ')
    case 'at':
      return test.any
        .map(([from, until]) => `a.at between ${put(from)}::timestamptz and ${put(until)}::timestamptz`)
        .join(' or ')
    case 'others':
      return `patient_id is not null and patient_id <> all (${put(test.any)}::text[])`
    case 'patientId':
    case 'practitioner':
    case 'countedSpoke':
      return isAmong(textColumns[test.by], 'text', { values: test.any, put })
    case 'user':
      return userCondition(test.any, name, put)
    default:
      return isAmong(uuidColumns[test.by], 'uuid', { values: test.any, put })
  }
}

type Asked = Omit<AuditFilter, 'limit'> & { readonly name: Name }

/** The text after `where`. */
function whereText(tenant: Tenant, { where, after, isOldestFirst = false, name }: Asked, put: Put): string {
  const tests = [`a.tenant = ${put(tenant.number)}`, ...where.map((test) => `(${conditionOf(test, name, put)})`)]
  if (after !== undefined) {
    const [at, seq] = after.split(' ')
    tests.push(`(a.at, a.seq) ${isOldestFirst ? '>' : '<'} (${put(at)}::timestamptz, ${put(seq)}::bigint)`)
  }
  return tests.join(' and ')
}

/** Each name of a user is looked for separately, because each has an index in the order of the lists. */
const namesOf = (where: AuditFilter['where']): readonly Name[] =>
  where.some(({ by }) => by === 'user') ? ['subject', 'client'] : ['subject']

/** Up to so many kinds are looked for one by one, each by an index in the order of the lists. */
const maxKindsApart = 8

function splitKinds(where: AuditFilter['where']): readonly AuditFilter['where'][] {
  const at = where.findIndex((test) => test.by === 'kind' && test.any.length > 1 && test.any.length <= maxKindsApart)
  const test = where[at]
  if (test?.by !== 'kind') return [where]
  return [...new Set(test.any)].map((kind) => where.with(at, { by: 'kind', any: [kind] }))
}

export async function listAudit(client: Queryable, tenant: Tenant, filter: AuditFilter): Promise<AuditEvent[]> {
  const values: unknown[] = []
  const put: Put = (value) => `$${values.push(value)}`
  const limit = put(filter.limit)
  const direction = filter.isOldestFirst === true ? 'asc' : 'desc'
  const order = `order by a.at ${direction}, a.seq ${direction} limit ${limit}`
  const pages = splitKinds(filter.where).flatMap((where) =>
    namesOf(where).map((name) => {
      const text = whereText(tenant, { ...filter, where, name }, put)
      return `(select * from ${tenant.tables.audit} a where ${text} ${order})`
    }),
  )
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${selection} from (${pages.join(' union all ')}) a ${order}`,
    values,
  )
  return rows.map((row) => present<AuditEvent>(row))
}

export async function countAudit(client: Queryable, tenant: Tenant, where: AuditFilter['where']): Promise<number> {
  const values: unknown[] = []
  const put: Put = (value) => `$${values.push(value)}`
  const counts = namesOf(where).map(
    (name) => `(select count(*) from ${tenant.tables.audit} a where ${whereText(tenant, { where, name }, put)})`,
  )
  const { rows } = await client.query<{ count: number }>(`select (${counts.join(' + ')})::int as count`, values)
  return rows[0]?.count ?? 0
}
