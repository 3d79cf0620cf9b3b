/** The queues of the release gates: artifacts that wait for a clinician, oldest first, with their claims. docs/design/hub.md#routes. */
import { z } from 'zod'
import { gateNames } from '../../core/gates.ts'
import { Problem } from '../../core/problems.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { identifier, named, timestamp } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  claimReview,
  countReviews,
  listReviews,
  type Review,
  releaseReview,
  reviewOutcomes,
} from '../../store/operations/reviews.ts'
import { leaveOutDenied } from '../consents/consent-denials.ts'
import { uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { cutPage, pageQuery, readCursor, writeCursor } from '../paging.ts'

export const queueQuery = pageQuery.extend({
  spokeId: z.string().max(64).optional(),
  templateId: uuid.optional(),
  verification: z.enum(reviewOutcomes).optional(),
})

const count = z.int().min(0)

export const queueItem = named(
  'QueueItem',
  z.strictObject({
    artifactId: identifier,
    version: z.int(),
    encounterId: identifier,
    templateId: identifier,
    artifactType: z.string(),
    state: z.literal('in_review'),
    gate: z.enum(gateNames),
    spokeId: z.string(),
    verification: z.enum(reviewOutcomes),
    findings: count,
    /** Subject of the first of two approvals. */
    firstApprovalBy: z.string().optional(),
    waitingSince: timestamp,
    ageMs: count,
    /** The reviewer who has claimed it, and the end of the claim. */
    claim: z.strictObject({ by: z.string(), practitionerRole: z.string().optional(), until: timestamp }).optional(),
  }),
  {
    artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
    version: 2,
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    templateId: '00000000-0000-7000-8000-0000000050a1',
    artifactType: 'note',
    state: 'in_review',
    gate: 'clinical_review',
    spokeId: 'triage',
    verification: 'passed',
    findings: 0,
    waitingSince: '2026-03-14T02:50:00.000Z',
    ageMs: 60_000,
    claim: { by: 'clinician-1', until: '2026-03-14T03:05:00.000Z' },
  },
)

const counts = z.strictObject({
  total: count,
  byVerification: z.strictObject({ passed: count, failed: count, not_run: count, none: count }),
  oldestAgeMs: count.nullable(),
})

export const queueAnswer = named(
  'Queue',
  z.strictObject({
    items: z.array(queueItem),
    nextCursor: z.string().nullable(),
    /** For the whole gate, whatever the filters. */
    counts,
  }),
  {
    items: [],
    nextCursor: null,
    counts: { total: 3, byVerification: { passed: 1, failed: 1, not_run: 0, none: 1 }, oldestAgeMs: 60_000 },
  },
)

/** Identifiers, states and age; a reviewer reads the artifact separately. */
function presentReview({ seq: _, claimedBy, claimPractitionerRole, claimedUntil, ...review }: Review) {
  const claim = {
    by: claimedBy,
    ...(claimPractitionerRole === undefined ? {} : { practitionerRole: claimPractitionerRole }),
    until: claimedUntil,
  }
  return { ...review, state: 'in_review', ...(claimedBy === undefined ? {} : { claim }) }
}

function checkGateName(name: string): void {
  if (!gateNames.some((gate) => gate === name)) throw new Problem('not-found')
}

export async function listGateQueue(
  { caller, params, query }: HandlerRequest<'gateName', undefined, z.output<typeof queueQuery>>,
  hub: Hub,
) {
  const { gateName: gate } = params
  checkGateName(gate)
  return hub.transact(caller, async (tx) => {
    const list = `queue|${gate}`
    const { limit, spokeId, templateId, verification } = query
    const after = readCursor(tx, list, query)?.key
    const found = await listReviews(tx, { gate, spokeId, templateId, verification, after, limit: limit + 1 })
    const { items, next } = cutPage(found, limit)
    tx.record('queue.read', { resourceType: 'Artifact', count: items.length })
    const nextCursor = writeCursor(tx, list, next)
    return ok({
      items: (await leaveOutDenied(tx, items)).map(presentReview),
      nextCursor,
      counts: await countReviews(tx, gate),
    })
  })
}

type QueueRequest = HandlerRequest<'gateName' | 'artifactId'>

/** A lease; claiming again renews it. Another's lease is a conflict. */
export async function claimArtifact({ caller, params, expected }: QueueRequest, hub: Hub) {
  const { gateName: gate, artifactId } = params
  checkGateName(gate)
  return hub.transact(caller, async (tx) => {
    const review = await claimReview(tx, { gate, artifactId }, hub.config.claimMinutes)
    checkVersion(review, expected)
    tx.record('review.claimed', auditOf(review))
    return ok(presentReview(review))
  })
}

export async function releaseArtifactClaim({ caller, params, expected }: QueueRequest, hub: Hub) {
  const { gateName: gate, artifactId } = params
  checkGateName(gate)
  return hub.transact(caller, async (tx) => {
    const review = await releaseReview(tx, { gate, artifactId })
    checkVersion(review, expected)
    tx.record('review.released', auditOf(review))
    return ok(presentReview(review))
  })
}

const auditOf = ({ artifactId, encounterId }: Review) => ({
  resourceType: 'Artifact',
  resourceId: artifactId,
  artifactId,
  encounterId,
})
