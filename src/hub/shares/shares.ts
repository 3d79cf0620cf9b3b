/** Shares: made, listed, read and revoked. docs/design/hub.md#consent. */
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { disclosureBy, isDisclosureConsented } from '../../domain/consent/consent-check.ts'
import { putRevoked } from '../../domain/share/shares.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, identifier, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { hubAddress, hubContent, legalBases, recipientClasses } from '../../store/hub-resources.ts'
import { readDelivery } from '../../store/operations/deliveries.ts'
import { moveDelivery } from '../../store/operations/delivery-moves.ts'
import { findShareLinks, type ShareLink } from '../../store/operations/share-links.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { fhirId, instant, line, purposeOfUse, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { hasStatus, statusAt, timedStatuses } from '../in-time.ts'
import { checkOwn, chooseListed } from '../own-record.ts'
import { concerned, pageQuery, readPage } from '../paging.ts'
import { recipientDetails } from '../recipient-fields.ts'
import { checkSharing, shareArtifact } from './sharing.ts'

export const recipient = z.strictObject({
  name: line(200),
  class: z.enum(recipientClasses),
  /** `Type/id` of a recipient that the tenant has on record. */
  reference: z.string().max(100).optional(),
  ...recipientDetails,
})

const shareFields = z.strictObject({
  artifactId: uuid,
  recipient,
  purposeOfUse,
  legalBasis: z.enum(legalBases),
  channelId: uuid.optional(),
  expiresAt: instant.optional(),
})

const exampleShare = {
  artifactId: '0198f2a0-0000-7000-8000-0000000000a1',
  recipient: { name: 'The patient', class: 'patient' },
  purposeOfUse: 'PATRQT',
  legalBasis: 'consent',
  expiresAt: '2026-03-21T02:45:00.000Z',
} as const satisfies z.input<typeof shareFields>

export const newShare = named(
  'NewShare',
  shareFields
    .extend({ id: uuid.optional(), link: z.literal(true).optional() })
    .refine(({ channelId, link }) => (channelId === undefined) !== (link === undefined), {
      path: ['channelId'],
      message: 'must be given, or link, and not both',
    }),
  { ...exampleShare, link: true },
)

/** Withheld: neither ended nor revoked, but no consent covers it now, so nothing goes out. */
const shareStatuses = [...timedStatuses, 'withheld'] as const

export const shareAnswer = named(
  'Share',
  shareFields.extend({
    ...storedMembers,
    patientId: fhirId,
    artifactType: z.string(),
    kind: z.enum(['channel', 'link']),
    deliveryId: identifier.optional(),
    status: z.enum(shareStatuses),
    /** Why nothing goes out, now or for ever. */
    reason: z.enum(['consent_required']).optional(),
    sharedBy: z.string(),
    spoke: z.string(),
    revokedAt: timestamp.optional(),
    revocation: z.enum(['revoked', 'recalled']).optional(),
    /** For a link: how often it was opened, and when last. */
    redemptions: z.int().optional(),
    redeemedAt: timestamp.optional(),
    /** In the answer of the request that made it, and never again. */
    link: z.string().optional(),
  }),
  {
    ...exampleStored,
    ...exampleShare,
    patientId: '0198f2a0-0000-7000-8000-000000000001',
    artifactType: 'patient_summary',
    kind: 'link',
    status: 'active',
    sharedBy: 'clinician-1',
    spoke: 'link',
    redemptions: 0,
  },
)
export const shareList = listOf(shareAnswer)

export const shareQuery = pageQuery.extend({
  artifactId: uuid.optional(),
  patientId: fhirId.optional(),
  status: z.enum(timedStatuses).optional(),
})

function presentShare(stored: Stored, at: string, link: ShareLink | undefined) {
  const { status, expiresAt } = hubContent('Share', stored)
  const opened =
    link === undefined
      ? {}
      : {
          redemptions: link.redemptions,
          ...(link.redeemedAt === undefined ? {} : { redeemedAt: link.redeemedAt }),
        }
  return { ...representation(stored), status: statusAt(status, expiresAt, at), ...opened }
}

/** The same question as at dispatch and on the page of a link. */
async function isWithheld(tx: Tx, stored: Stored): Promise<boolean> {
  const share = hubContent('Share', stored)
  const channel = share.channelId === undefined ? undefined : await tx.find(hubAddress('Channel', share.channelId))
  const disclosure = channel === undefined ? share : disclosureBy(hubContent('Channel', channel), share)
  return !(await isDisclosureConsented(tx, share, disclosure))
}

async function presentShares(tx: Tx, items: readonly Stored[]) {
  const links = await findShareLinks(
    tx,
    items.map(({ id }) => id),
  )
  const presented = []
  for (const stored of items) {
    const share = presentShare(stored, tx.at, links.get(stored.id))
    const isHeld = share.status === 'active' && (await isWithheld(tx, stored))
    presented.push(isHeld ? { ...share, status: 'withheld', reason: 'consent_required' } : share)
  }
  return presented
}

const presentOne = async (tx: Tx, stored: Stored) => (await presentShares(tx, [stored]))[0]

export async function createShare(
  { caller, body, feature }: HandlerRequest<never, z.output<typeof newShare>>,
  hub: Hub,
) {
  const { id = newId(), link: _link, ...sharing } = body
  return hub.transact(caller, async (tx) => {
    const { stored, secret } = await shareArtifact(tx, await checkSharing(tx, hub, { id, feature, ...sharing }))
    const share = await presentOne(tx, stored)
    // In the fragment, which browsers do not send, so no log has it.
    const link = secret === undefined ? {} : { link: `${hub.config.baseUrl}/s#${id}.${secret}` }
    return created({ ...share, ...link }, `/v1/shares/${id}`)
  })
}

export async function revokeShare({ caller, params, expected }: HandlerRequest<'shareId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const { artifactId } = hubContent('Share', await tx.read(hubAddress('Share', params.shareId)))
    // The artifact first, as dispatch and recall do.
    await tx.read(hubAddress('Artifact', artifactId), 'update')
    const stored = await tx.read(hubAddress('Share', params.shareId), 'update')
    checkVersion(stored, expected)
    const { status, deliveryId } = hubContent('Share', stored)
    if (status === 'revoked') return ok(await presentOne(tx, stored))
    const revoked = await putRevoked(tx, stored, 'revoked')
    if (deliveryId !== undefined) await cancelQueued(tx, deliveryId, stored.id)
    return ok(await presentOne(tx, revoked))
  })
}

/** A delivery that has not gone out is cancelled; one that has stays on record. */
async function cancelQueued(tx: Tx, deliveryId: string, shareId: string): Promise<void> {
  const delivery = await readDelivery(tx, deliveryId)
  if (delivery.shareId !== shareId || (delivery.state !== 'queued' && delivery.state !== 'held')) return
  const cancelled = await moveDelivery(tx, deliveryId, 'cancel', { reason: 'share_revoked' })
  tx.record('delivery.cancelled', {
    resourceType: 'Delivery',
    resourceId: deliveryId,
    artifactId: delivery.artifactId,
    fromState: delivery.state,
    toState: cancelled.state,
    reason: 'share_revoked',
  })
}

export async function readShare({ caller, params }: HandlerRequest<'shareId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Share', params.shareId))
    const { patientId, artifactId } = hubContent('Share', stored)
    checkOwn(caller, patientId)
    tx.record('share.read', { resourceType: 'Share', resourceId: stored.id, artifactId, patientId })
    return ok(await presentOne(tx, stored))
  })
}

export async function listShareRecords(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof shareQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const patientId = chooseListed(caller, query.patientId)
    const where = [
      ...(query.artifactId === undefined ? [] : [{ parameter: 'artifactId', values: [query.artifactId] }]),
      ...(patientId === undefined ? [] : [{ parameter: 'patientId', values: [patientId] }]),
      ...(query.status === undefined ? [] : hasStatus(query.status, tx.at)),
    ]
    const { items, nextCursor } = await readPage(tx, { list: 'shares', query, type: 'Share', where })
    tx.record('share.read', { resourceType: 'Share', count: items.length, ...concerned({ patientId }) })
    return ok({ items: await presentShares(tx, items), nextCursor })
  })
}
