/** Opens a link: checks its secret, its end and the second factor; counts and records each guess under a lock. docs/design/hub.md#consent. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Composition } from '@medplum/fhirtypes'
import { type Caller, systemCaller } from '../../../core/caller.ts'
import { isOffForArtifact } from '../../../domain/artifact/artifact-spokes.ts'
import { readStandingEdition } from '../../../domain/artifact/editions.ts'
import { isDisclosureConsented } from '../../../domain/consent/consent-check.ts'
import { addresseeOfShare } from '../../../domain/share/addressee.ts'
import { findShareEnd } from '../../../domain/share/shares.ts'
import { pdfOfLinks } from '../../../exports/presets.ts'
import { unmapped } from '../../../store/channels/mapping-choices.ts'
import {
  type ArtifactContent,
  hubAddress,
  hubContent,
  type ShareContent,
  wholeAddress,
} from '../../../store/hub-resources.ts'
import { putRecipient } from '../../../store/operations/recipients.ts'
import { findRendering, type Rendering, type RenderingKey } from '../../../store/operations/renderings.ts'
import {
  addAddressFailure,
  countAddressFailures,
  countLinkFailure,
  countRedemption,
  lockShareLink,
} from '../../../store/operations/share-links.ts'
import { readResourceAs } from '../../../store/resources/content.ts'
import type { Tx } from '../../../store/transaction.ts'
import { isReleased } from '../../../store/transitions.ts'
import { readReleasedInput } from '../../artifacts/released-input.ts'
import type { RenderInput } from '../../render.ts'
import { hashSecret, readBirthDate } from '../sharing.ts'
import { readWriters } from './writers.ts'

export type Redemption = {
  readonly shareId: string
  readonly secret: string
  readonly dateOfBirth: string
  /** The address of the client; stored as a keyed hash. */
  readonly address: string
  readonly form: 'page' | 'pdf'
}

/** The content of the page after a correct second factor. */
export type ReadableForm = {
  readonly title: string
  readonly writtenAt: string
  readonly writtenBy: string
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[]
}

export type Outcome =
  | { readonly kind: 'opened'; readonly page: ReadableForm; readonly pdf?: Buffer }
  | ({ readonly kind: 'unrendered' } & Unrendered)
  | { readonly kind: 'unknown' | 'ended' | 'mismatch' | 'limited' | 'off' | 'disabled' }

/** After so many wrong dates a link stays closed; and wrong guesses from one address in a quarter of an hour. */
const maxLinkFailures = 5
const maxAddressFailures = 20

/** Nobody has signed in, so the audit names the link. */
export const linkCaller = (tenant: string, requestId: string, shareId: string): Caller => ({
  ...systemCaller(tenant, requestId),
  spoke: 'link',
  subject: `share-${shareId}`,
  client: 'link',
  roles: ['patient'],
})

/** Compares hashes, which have one length for any text, so that the time reveals nothing. */
const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

type Opening = { readonly share: ShareContent; readonly artifact: ArtifactContent }

export async function redeemLink(tx: Tx, redemption: Redemption): Promise<Outcome> {
  const { shareId, address } = redemption
  const found = await tx.find(hubAddress('Share', shareId))
  if (found === undefined) return { kind: 'unknown' }
  const { artifactId } = hubContent('Share', found)
  if ((await countAddressFailures(tx, address)) >= maxAddressFailures)
    return refuse(tx, { shareId, artifactId }, { kind: 'limited', reason: 'address_limit' })
  // Locks the artifact first, as recall and revocation do, so that it opens before or after them.
  const edition = await readStandingEdition(tx, artifactId, 'share')
  const artifact = hubContent('Artifact', edition)
  const share = hubContent('Share', await tx.read(hubAddress('Share', shareId), 'share'))
  const link = await lockShareLink(tx, shareId)
  if (link === undefined || !isSame(link.secret, hashSecret(redemption.secret))) {
    await addAddressFailure(tx, address)
    return refuse(tx, { shareId, artifactId }, { kind: 'unknown', reason: 'wrong_secret' })
  }
  if (tx.tenant.state !== 'active')
    return refuse(tx, { shareId, artifactId }, { kind: 'disabled', reason: 'tenant_disabled' })
  const end =
    link.failures >= maxLinkFailures
      ? 'too_many_failures'
      : await findEnd(tx, { share: { ...share, artifactId: edition.id }, artifact })
  if (end === 'feature_disabled') return refuse(tx, { shareId, artifactId }, { kind: 'off', reason: end })
  if (end !== undefined) return refuse(tx, { shareId, artifactId }, { kind: 'ended', reason: end })
  const birthDate = (await readBirthDate(tx, share.patientId)) ?? ''
  if (!isSame(hashOf(birthDate), hashOf(redemption.dateOfBirth))) {
    await countLinkFailure(tx, shareId)
    await addAddressFailure(tx, address)
    return refuse(tx, { shareId, artifactId }, { kind: 'mismatch', reason: 'wrong_second_factor' })
  }
  return open(tx, redemption, { share: { ...share, artifactId: edition.id }, artifact })
}

/** Why it no longer opens. */
async function findEnd(tx: Tx, { share, artifact }: Opening): Promise<string | undefined> {
  if (await isOffForArtifact(tx, 'link_shares', { artifact, spokes: [share.spoke] })) return 'feature_disabled'
  if (!isReleased(artifact.state)) return artifact.state
  const end = findShareEnd(share, tx.at)
  if (end !== undefined) return end
  const of = { ...artifact, artifactId: share.artifactId }
  return (await isDisclosureConsented(tx, of, share)) ? undefined : 'consent_required'
}

type Refusal = { readonly kind: Exclude<Outcome['kind'], 'opened' | 'unrendered'>; readonly reason: string }

type Refused = Pick<ShareContent, 'artifactId'> & { readonly shareId: string }

/** Commits the count. The artifact's type says who may follow the event. */
async function refuse(tx: Tx, { shareId, artifactId }: Refused, { kind, reason }: Refusal): Promise<Outcome> {
  tx.record('share.refused', { resourceType: 'Share', resourceId: shareId, artifactId, reason })
  return { kind }
}

async function open(tx: Tx, { shareId, form }: Redemption, { share, artifact }: Opening): Promise<Outcome> {
  const { artifactId, patientId } = share
  const pdf = form === 'pdf' ? await findPdf(tx, { share, artifact }) : undefined
  if (pdf !== undefined && 'unrendered' in pdf) return { kind: 'unrendered', ...pdf }
  await countRedemption(tx, shareId)
  tx.record('share.redeemed', { resourceType: 'Share', resourceId: shareId, artifactId, patientId, reason: form })
  const page = await readForm(tx, artifact)
  return { kind: 'opened', page, ...(pdf === undefined ? {} : { pdf: pdf.bytes }) }
}

export type Unrendered = { readonly unrendered: RenderingKey; readonly input: RenderInput }

/** The PDF that is addressed to the recipient of the share; the input of its rendering, if it is not kept yet. */
async function findPdf(tx: Tx, { share, artifact }: Opening): Promise<Rendering | Unrendered> {
  const addressee = addresseeOfShare(share.recipient)
  const own = { kind: 'original', format: 'pdf', preset: pdfOfLinks, mapping: unmapped } as const
  const key = { ...own, artifactId: share.artifactId, recipient: await putRecipient(tx, addressee) }
  const found = await findRendering(tx, key)
  if (found !== undefined) return found
  const input = { ...(await readReleasedInput(tx, artifact)), preset: pdfOfLinks, recipient: addressee }
  return { unrendered: key, input }
}

/** The note as it was released, as plain text. */
async function readForm(tx: Tx, artifact: ArtifactContent): Promise<ReadableForm> {
  const { note, title, approval, released = [] } = artifact
  const id = released.find((reference) => reference.startsWith('Composition/'))?.slice('Composition/'.length)
  const stored = id === undefined ? undefined : await tx.find(wholeAddress('Composition', id))
  const composition = stored === undefined ? undefined : readResourceAs<Composition>(stored)
  const writers = await readWriters(tx, composition)
  return {
    title,
    writtenAt: approval?.at ?? '',
    writtenBy: writers.join(', '),
    sections: note.sections
      .filter(({ statements }) => statements.length > 0)
      .map((section) => ({ title: section.title, lines: section.statements.map(({ text }) => text) })),
  }
}
