/** The evidence behind an invoice: identifiers, hashes, times and states of released artifacts. R3.3. */
import { z } from 'zod'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type AuditEvent, listAudit } from '../../store/audit/audit.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { listDeliveries } from '../../store/operations/deliveries.ts'
import { listRenderings } from '../../store/operations/renderings.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { artifactStates, deliveryStates, isReleased } from '../../store/transitions.ts'
import type { Hub } from '../hub.ts'

const eventReference = {
  eventId: identifier,
  at: timestamp,
  roles: z.array(z.string()),
  contentHash: z.string().optional(),
}

/** For an artifact that is not, or no longer, released: only its state. */
const artifactEvidence = z.strictObject({
  artifactId: identifier,
  state: z.enum(artifactStates),
  version: z.int().optional(),
  artifactType: z.string().optional(),
  contentHash: z.string().optional(),
  documentId: identifier.optional(),
  verification: z
    .strictObject({ ...eventReference, outcome: z.string(), policyVersion: z.string(), confidence: z.number() })
    .optional(),
  approvals: z.array(z.strictObject({ ...eventReference, practitionerRole: z.string().optional() })).optional(),
  renderings: z.array(z.strictObject({ format: z.string(), sha256: z.string(), bytes: z.int() })).optional(),
  deliveries: z
    .array(
      z.strictObject({
        deliveryId: identifier,
        format: z.string(),
        state: z.enum(deliveryStates),
        sha256: z.string().optional(),
      }),
    )
    .optional(),
})

const exampleHash = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'
const exampleEvent = {
  eventId: '0198f2a0-0000-7000-8000-0000000000f1',
  at: '2026-03-14T03:20:00.000Z',
  roles: ['clinician'],
  contentHash: exampleHash,
}

export const billingEvidenceAnswer = named(
  'BillingEvidence',
  z.strictObject({ encounterId: identifier, artifacts: z.array(artifactEvidence) }),
  {
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    artifacts: [
      {
        artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
        state: 'approved',
        version: 3,
        artifactType: 'note',
        contentHash: exampleHash,
        documentId: '0198f2a0-0000-7000-8000-0000000000d1',
        verification: { ...exampleEvent, outcome: 'passed', policyVersion: '2026-11-01', confidence: 0.97 },
        approvals: [{ ...exampleEvent, practitionerRole: 'PractitionerRole/00000000-0000-7000-8000-00000000d001' }],
        renderings: [{ format: 'pdf', sha256: exampleHash, bytes: 20_480 }],
        deliveries: [],
      },
      { artifactId: '0198f2a0-0000-7000-8000-0000000000a2', state: 'recalled' },
    ],
  },
)

const maxEvents = 1_000

export function listEncounterArtifacts(tx: Tx, encounterId: string): Promise<readonly Stored[]> {
  const where = [{ parameter: 'encounterId', values: [encounterId] }]
  return listAll(tx, { space: 'hub', type: 'Artifact', where, order: 'oldest' })
}

export async function readBillingEvidence({ caller, params }: HandlerRequest<'encounterId'>, hub: Hub) {
  const { encounterId } = params
  return hub.transact(caller, async (tx) => {
    await tx.read(hubAddress('Encounter', encounterId))
    const artifacts = []
    for (const stored of await listEncounterArtifacts(tx, encounterId)) artifacts.push(await describe(tx, stored))
    tx.record('billing.read', {
      resourceType: 'Encounter',
      resourceId: encounterId,
      encounterId,
      count: artifacts.length,
    })
    return ok({ encounterId, artifacts })
  })
}

async function describe(tx: Tx, stored: Stored): Promise<z.output<typeof artifactEvidence>> {
  const content = hubContent('Artifact', stored)
  const { state } = content
  if (!isReleased(state)) return { artifactId: stored.id, state }
  const events = await listOwnEvents(tx, stored.id)
  const approvals = events.filter(({ kind }) => kind === 'artifact.approved')
  const verified = events.findLast(({ kind, hash }) => kind === 'artifact.verified' && hash === content.contentHash)
  return {
    artifactId: stored.id,
    state,
    version: approvals.at(-1)?.version ?? stored.version,
    artifactType: content.artifactType,
    contentHash: content.contentHash,
    documentId: content.documentId,
    ...(verified === undefined ? {} : { verification: describeVerification(verified, content) }),
    approvals: approvals.map((event) => ({
      ...referTo(event),
      ...(event.practitioner === undefined ? {} : { practitionerRole: event.practitioner }),
    })),
    renderings: (await listRenderings(tx, stored.id)).map(({ format, sha256, bytes }) => ({ format, sha256, bytes })),
    deliveries: (await listDeliveries(tx, { artifactId: stored.id, limit: maxEvents })).map((delivery) => ({
      deliveryId: delivery.id,
      format: delivery.format,
      state: delivery.state,
      ...(delivery.sha256 === undefined ? {} : { sha256: delivery.sha256 }),
    })),
  }
}

const listOwnEvents = (tx: Tx, artifactId: string): Promise<AuditEvent[]> =>
  listAudit(tx.client, tx.tenant, {
    where: [
      { by: 'artifactId', any: [artifactId] },
      { by: 'kind', any: ['artifact.verified', 'artifact.approved'] },
    ],
    isOldestFirst: true,
    limit: maxEvents,
  })

const referTo = ({ id, at, roles, hash }: AuditEvent) => ({
  eventId: id,
  at,
  roles: [...roles],
  ...(hash === undefined ? {} : { contentHash: hash }),
})

const describeVerification = (event: AuditEvent, { verification }: ArtifactContent) => ({
  ...referTo(event),
  outcome: event.reason ?? 'not_run',
  policyVersion: verification?.policyVersion ?? '',
  confidence: event.confidence ?? 0,
})
