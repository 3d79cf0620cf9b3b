/** Audit events: append-only identifiers and states; and the signed heads of their chain. docs/design/store.md#audit. */
import { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { Problem } from '../../core/problems.ts'
import { identifier, listOf, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type AuditEvent, type AuditTest, listAudit } from '../../store/audit/audit.ts'
import { buildCheckpoint } from '../../store/audit/audit-checkpoint.ts'
import { listPublicKeys } from '../../store/audit/audit-keys.ts'
import { eventKinds } from '../../store/events.ts'
import { instant, line, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from '../paging.ts'
import { between } from '../period.ts'

export const auditQuery = pageQuery.extend({
  kind: z.enum(eventKinds).optional(),
  artifactId: uuid.optional(),
  encounterId: uuid.optional(),
  requestId: uuid.optional(),
  /** The actor: a person or program by the name in the token, or a `PractitionerRole/<id>`. */
  actor: line(200).optional(),
  from: instant.optional(),
  to: instant.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
})

type AuditQuery = z.output<typeof auditQuery>

const identifiers = ['artifactId', 'encounterId', 'requestId'] as const

export const auditEventAnswer = named(
  'AuditEvent',
  z.strictObject({
    id: identifier,
    at: timestamp,
    kind: z.enum(eventKinds),
    issuer: z.string().optional(),
    subject: z.string(),
    client: z.string(),
    spoke: z.string(),
    roles: z.array(z.string()),
    practitioner: z.string().optional(),
    requestId: identifier,
    resourceType: z.string().optional(),
    resourceId: z.string().optional(),
    version: z.int().optional(),
    encounterId: identifier.optional(),
    artifactId: identifier.optional(),
    artifactType: z.string().optional(),
    artifactSpoke: z.string().optional(),
    patientId: z.string().optional(),
    fromState: z.string().optional(),
    toState: z.string().optional(),
    reason: z.string().optional(),
    hash: z.string().optional(),
    confidence: z.number().optional(),
    count: z.int().optional(),
    query: z.array(z.string()).optional(),
  }),
  {
    id: '0198f2a0-0000-7000-8000-0000000000f1',
    at: '2026-03-14T03:20:00.000Z',
    kind: 'artifact.approved',
    issuer: 'https://login.example.org',
    subject: 'clinician-1',
    client: 'triage-app',
    spoke: 'triage',
    roles: ['clinician'],
    practitioner: 'PractitionerRole/00000000-0000-7000-8000-00000000d001',
    requestId: '0198f2a0-0000-7000-8000-0000000000e2',
    resourceType: 'Artifact',
    resourceId: '0198f2a0-0000-7000-8000-0000000000a1',
    version: 3,
    artifactType: 'note',
    artifactSpoke: 'triage',
    fromState: 'in_review',
    toState: 'approved',
  },
)
export const auditEventList = listOf(auditEventAnswer)

export const presentEvent = ({ seq: _seq, ...event }: AuditEvent) => event

/** D56: an auditor who is also a clinician reads as a clinician. */
const withinConsentDenials = ({ deniedPatients }: Caller): readonly AuditTest[] =>
  deniedPatients === undefined ? [] : [{ by: 'others', any: deniedPatients }]

const byActor = (actor: string): AuditTest =>
  /^(?:PractitionerRole|Practitioner|RelatedPerson)\//.test(actor)
    ? { by: 'practitioner', any: [actor] }
    : { by: 'user', any: [{ name: actor }] }

function testsOf({ kind, actor, ...query }: AuditQuery): readonly AuditTest[] {
  return [
    ...(kind === undefined ? [] : [{ by: 'kind', any: [kind] } as const]),
    ...identifiers.flatMap((name) => (query[name] === undefined ? [] : [{ by: name, any: [query[name]] }])),
    ...(actor === undefined ? [] : [byActor(actor)]),
    ...between(query),
  ]
}

export async function listAuditEvents({ caller, query }: HandlerRequest<never, undefined, AuditQuery>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const { limit, order } = query
    const list = `audit|${order}`
    const found = await listAudit(tx.client, tx.tenant, {
      where: [...testsOf(query), ...withinConsentDenials(caller)],
      limit: limit + 1,
      after: readCursor(tx, list, query)?.key,
      isOldestFirst: order === 'oldest',
    })
    const { items, next } = cutPage(found, limit)
    return ok({ items: items.map(presentEvent), nextCursor: writeCursor(tx, list, next) })
  })
}

export async function readAuditEvent({ caller, params }: HandlerRequest<'eventId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const [event] = await listAudit(tx.client, tx.tenant, {
      where: [{ by: 'id', any: [params.eventId] }, ...withinConsentDenials(caller)],
      limit: 1,
    })
    if (event === undefined) throw new Problem('not-found')
    return ok(presentEvent(event))
  })
}

export const auditCheckpointAnswer = named(
  'AuditCheckpoint',
  z.strictObject({
    format: z.literal('banksia-audit-checkpoint-1'),
    keys: z.array(z.strictObject({ id: z.int(), publicKey: z.string() })),
    heads: z.array(z.strictObject({ head: z.string(), key: z.int(), signature: z.string() })),
  }),
  { format: 'banksia-audit-checkpoint-1', keys: [], heads: [] },
)

/** In the form of `banksia audit checkpoint`, for the caller's tenant only. */
export async function readAuditCheckpoint({ caller }: HandlerRequest, hub: Hub) {
  return hub.transact(caller, async ({ client, tenant }) =>
    ok(await buildCheckpoint(client, [tenant], await listPublicKeys(client))),
  )
}
