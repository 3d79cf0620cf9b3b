/** One act of sharing: checks it, writes it, dispatches it by a channel or makes a link, and moves the artifact, in one transaction. docs/design/hub.md#artifact-lifecycle, #release. */

import { createHash, randomBytes } from 'node:crypto'
import type { Patient } from '@medplum/fhirtypes'
import { dayMs } from '../../core/durations.ts'
import type { Feature } from '../../core/features.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { checkArtifactSwitches } from '../../domain/artifact/artifact-spokes.ts'
import { consentRequired, isDisclosureConsented } from '../../domain/consent/consent-check.ts'
import { addresseeOfShare } from '../../domain/share/addressee.ts'
import {
  type ArtifactContent,
  asJson,
  type ChannelContent,
  hubAddress,
  hubContent,
  type Recipient,
  type ShareContent,
  wholeAddress,
} from '../../store/hub-resources.ts'
import { moveArtifact } from '../../store/operations/artifact-moves.ts'
import type { Delivery } from '../../store/operations/deliveries.ts'
import { putShareLink } from '../../store/operations/share-links.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { checkOpen } from '../../store/transitions.ts'
import { findRecipient } from '../consents/fhir-consent.ts'
import { checkFilter, type Filtering } from '../deliveries/check-filter.ts'
import { formOfChannel, queueShareDelivery } from '../deliveries/dispatch.ts'
import { checkReleasedForm, type WantedForm } from '../exports/check-forms.ts'
import { fillRecipient } from './recipient-record.ts'

export type Sharing = Pick<ShareContent, 'artifactId' | 'recipient' | 'purposeOfUse' | 'legalBasis'> & {
  readonly id: string
  /** The feature of the route. */
  readonly feature: Feature | undefined
  /** By this channel, or by a link if absent. */
  readonly channelId?: string | undefined
  readonly expiresAt?: string | undefined
}

export type Shared = {
  readonly stored: Stored
  readonly delivery?: Delivery
  /** For a link: answered once, stored nowhere. */
  readonly secret?: string
}

const defaultLinkDays = 7
const maxLinkDays = 90

type Checked = {
  readonly artifact: Stored
  readonly content: ArtifactContent
  readonly sharing: Sharing
  readonly expiresAt: string | undefined
  readonly channel: ChannelContent | undefined
}

/** Under the artifact's lock, so that a recall comes before or after it. */
export async function checkSharing(tx: Tx, filtering: Filtering, sharing: Sharing): Promise<Checked> {
  const artifact = await tx.find(hubAddress('Artifact', sharing.artifactId), 'update')
  if (artifact === undefined) throw invalidField('artifactId', 'names no artifact of this tenant')
  const content = hubContent('Artifact', artifact)
  await checkArtifactSwitches(tx, sharing.feature, { artifact: content })
  checkOpen('share', content.state)
  const expiresAt = chooseEnd(tx, sharing)
  const channel = await readChannel(tx, sharing)
  await checkRecipient(tx, content, sharing)
  if (channel === undefined) await checkLink(tx, content, sharing.recipient)
  const feature = channel === undefined ? 'link_shares' : 'dispatch'
  await checkArtifactSwitches(tx, feature, { artifact: content, spokes: [tx.caller.spoke] })
  const of = { ...content, artifactId: artifact.id }
  if (!(await isDisclosureConsented(tx, of, sharing)))
    throw consentRequired({ permit: 'share', purpose: sharing.purposeOfUse, recipient: sharing.recipient })
  if (channel !== undefined) await checkFilter(tx, filtering, { channel, content })
  const filled = { ...sharing, recipient: await fillRecipient(tx, sharing.recipient) }
  await checkReleasedForm(tx, content, formOf(channel, filled))
  return { artifact, content, sharing: filled, expiresAt, channel }
}

/** A link opens the PDF. */
function formOf(channel: ChannelContent | undefined, sharing: Sharing): WantedForm {
  if (channel === undefined) return { format: 'pdf', preset: 'default', recipient: addresseeOfShare(sharing.recipient) }
  return formOfChannel({ channel }, sharing)
}

export async function shareArtifact(tx: Tx, checked: Checked): Promise<Shared> {
  const { artifact, content, sharing, channel } = checked
  const shared = channel === undefined ? await issueLink(tx, checked) : await dispatch(tx, { ...checked, channel })
  const { patientId } = content
  tx.record('share.created', { resourceType: 'Share', resourceId: sharing.id, artifactId: artifact.id, patientId })
  await moveArtifact(tx, artifact, 'share', {}, { reason: channel === undefined ? 'link' : 'channel' })
  return shared
}

const buildShare = (tx: Tx, { content, sharing, expiresAt }: Checked): ShareContent => {
  const { artifactId, recipient, purposeOfUse, legalBasis, channelId } = sharing
  return {
    artifactId,
    patientId: content.patientId,
    artifactType: content.artifactType,
    kind: channelId === undefined ? 'link' : 'channel',
    recipient,
    purposeOfUse,
    legalBasis,
    ...(channelId === undefined ? {} : { channelId }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    status: 'active',
    sharedBy: tx.caller.subject,
    spoke: tx.caller.spoke,
  }
}

const putShare = (tx: Tx, id: string, content: ShareContent): Promise<Stored> =>
  tx.put({ ...hubAddress('Share', id), content: asJson(content), expected: 0 })

type ByChannel = Checked & { readonly channel: ChannelContent }

async function dispatch(tx: Tx, written: ByChannel): Promise<Shared> {
  const { artifact, sharing, channel } = written
  const to = { id: sharing.channelId ?? '', channel }
  const delivery = await queueShareDelivery(tx, { artifact, to, shareId: sharing.id })
  const stored = await putShare(tx, sharing.id, { ...buildShare(tx, written), deliveryId: delivery.id })
  return { stored, delivery }
}

/** The secret has 256 random bits; only its hash is stored. */
async function issueLink(tx: Tx, written: Checked): Promise<Shared> {
  const { id, artifactId } = written.sharing
  const stored = await putShare(tx, id, buildShare(tx, written))
  const secret = randomBytes(32).toString('base64url')
  await putShareLink(tx, id, hashSecret(secret))
  const { patientId, encounterId, artifactType, spoke: artifactSpoke } = written.content
  const about = { artifactId, encounterId, artifactType, artifactSpoke, patientId }
  tx.record('share.link-issued', { resourceType: 'Share', resourceId: id, ...about, toState: 'shared' })
  return { stored, secret }
}

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

function chooseEnd(tx: Tx, { channelId, expiresAt }: Sharing): string | undefined {
  const now = Date.parse(tx.at)
  if (expiresAt === undefined)
    return channelId === undefined ? new Date(now + defaultLinkDays * dayMs).toISOString() : undefined
  if (Date.parse(expiresAt) <= now) throw invalidField('expiresAt', 'is not in the future')
  if (channelId === undefined && Date.parse(expiresAt) > now + maxLinkDays * dayMs)
    throw invalidField('expiresAt', `is more than ${maxLinkDays} days ahead`)
  return new Date(expiresAt).toISOString()
}

/** A destination has one recipient: a share for another is refused. A share cannot have a weaker basis than its channel. */
async function readChannel(tx: Tx, { channelId, recipient, legalBasis }: Sharing): Promise<ChannelContent | undefined> {
  if (channelId === undefined) return undefined
  const stored = await tx.find(hubAddress('Channel', channelId))
  if (stored === undefined) throw invalidField('channelId', 'names no channel')
  const channel = hubContent('Channel', stored)
  if (channel.recipient.name !== recipient.name) throw invalidField('recipient.name', 'is not whom the channel goes to')
  if (channel.recipient.kind !== recipient.class)
    throw invalidField('recipient.class', 'is not that of whom the channel goes to')
  if (channel.legalBasis === 'consent' && legalBasis !== 'consent')
    throw invalidField('legalBasis', 'is not that of the channel, which sends by consent alone')
  return channel
}

/** Within the organisation no recipient is a patient, and a reference names a resource of the tenant. */
async function checkRecipient(
  tx: Tx,
  { patientId }: ArtifactContent,
  { recipient, legalBasis }: Sharing,
): Promise<void> {
  const isWithin = recipient.class === 'organisation' || recipient.class === 'practitioner'
  if (legalBasis === 'own_organisation' && !isWithin)
    throw invalidField('legalBasis', 'does not serve a recipient of this class')
  if (recipient.reference === undefined) return
  const target = findRecipient(tx.tenant.addresses, recipient.reference)
  const isOther = target?.type === 'Patient' && target.id !== patientId
  if (target === undefined || isOther || (await tx.find(wholeAddress(target.type, target.id))) === undefined)
    throw invalidField('recipient.reference', 'names nobody of this tenant who may have it')
}

/** A link needs the patient's full date of birth. */
async function checkLink(tx: Tx, { patientId }: ArtifactContent, recipient: Recipient): Promise<void> {
  if (recipient.class !== 'patient' && recipient.class !== 'carer')
    throw invalidField('recipient.class', 'gets no link: one is for a patient or carer')
  if ((await readBirthDate(tx, patientId)) === undefined)
    throw new Problem('business-rule', { detail: 'The patient has no whole date of birth, which opens a link' })
}

/** Undefined if a part of it is unknown. */
export async function readBirthDate(tx: Tx, patientId: string): Promise<string | undefined> {
  const { birthDate } = readResourceAs<Patient>(await tx.read(wholeAddress('Patient', patientId)))
  return birthDate !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(birthDate) ? birthDate : undefined
}
