/** Whether an active consent covers something: asked at the request and again at dispatch, never remembered. docs/design/hub.md#consent. */

import { Problem } from '../../core/problems.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import {
  type ArtifactContent,
  type ChannelContent,
  type ConsentContent,
  type ConsentPermit,
  hubContent,
  type Recipient,
} from '../../store/hub-resources.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

export type ConsentQuestion = {
  readonly patientId: string
  readonly permit: ConsentPermit
  readonly purpose?: string
  readonly recipient?: Pick<Recipient, 'name'> & Partial<Recipient>
  readonly artifactType?: string
}

/** All consents of the patient, newest first. */
const listConsents = (tx: Tx, patientId: string): Promise<readonly Stored[]> =>
  listAll(tx, { space: 'hub', type: 'Consent', where: [{ parameter: 'patientId', values: [patientId] }] })

/** True if it is neither revoked nor outside its period. The end of the period is the first instant at which it no longer holds. */
export function isInForce({ status, period: { start, end } }: ConsentContent, at: string): boolean {
  const now = Date.parse(at)
  return (
    status === 'active' &&
    (start === undefined || Date.parse(start) <= now) &&
    (end === undefined || Date.parse(end) > now)
  )
}

const listInForce = async (tx: Tx, patientId: string): Promise<readonly ConsentContent[]> =>
  (await listConsents(tx, patientId))
    .map((stored) => hubContent('Consent', stored))
    .filter((consent) => isInForce(consent, tx.at))

/** An empty list covers everything. A question that names nothing is covered by every list. */
const covers = (list: readonly string[], value: string | undefined): boolean =>
  value === undefined || list.length === 0 || list.includes(value)

/** By name, reference or class. A consent that names nobody covers everybody. */
function coversRecipient({ tenant }: Tx, consent: ConsentContent, recipient: ConsentQuestion['recipient']): boolean {
  const { recipients, recipientClasses = [] } = consent
  if (recipient === undefined || recipients.length + recipientClasses.length === 0) return true
  const { name, reference, class: kind } = recipient
  const target = findLocalTarget(tenant.addresses, reference)
  return (
    recipients.includes(name) ||
    (target !== undefined && recipients.some((one) => findLocalTarget(tenant.addresses, one) === target)) ||
    (kind !== undefined && recipientClasses.includes(kind))
  )
}

const coversQuestion = (tx: Tx, consent: ConsentContent, question: ConsentQuestion): boolean =>
  consent.permits.includes(question.permit) &&
  covers(consent.purposes, question.purpose) &&
  covers(consent.artifactTypes, question.artifactType) &&
  coversRecipient(tx, consent, question.recipient)

/** Fails closed: without a consent the answer is no, and a consent that denies outweighs all that permit. */
export async function isConsented(tx: Tx, question: ConsentQuestion): Promise<boolean> {
  const answers = (await listInForce(tx, question.patientId)).filter((consent) => coversQuestion(tx, consent, question))
  return answers.length > 0 && answers.every(({ decision }) => decision !== 'deny')
}

/** Throws `consent-required`, which names the missing permit. */
export async function checkConsented(tx: Tx, question: ConsentQuestion): Promise<void> {
  if (!(await isConsented(tx, question))) throw consentRequired(question)
}

/** Names the permit, the purpose and the class of the recipient; never a patient or recipient. */
export function consentRequired({ permit, purpose, recipient }: Omit<ConsentQuestion, 'patientId'>): Problem {
  const kind = recipient?.class
  const errors = [
    { field: 'permit', message: permit },
    ...(purpose === undefined ? [] : [{ field: 'purposeOfUse', message: purpose }]),
    ...(kind === undefined ? [] : [{ field: 'recipient', message: `as it is named, of the class ${kind}` }]),
  ]
  const said = [
    `permits ${permit}`,
    ...(purpose === undefined ? [] : [`for the purpose ${purpose}`]),
    ...(kind === undefined ? [] : [`to this recipient of the class ${kind}`]),
  ]
  return new Problem('consent-required', { detail: `No active consent of the patient ${said.join(' ')}`, errors })
}

/** The purpose of drafting: treatment, or the law if the note is made for disclosure. HL7 v3 PurposeOfUse. */
const purposesOfDrafting: Readonly<Record<string, string>> = { medico_legal_chronology: 'HLEGAL' }

const generationOf = (patientId: string, artifactType: string): ConsentQuestion => ({
  patientId,
  permit: 'generate',
  purpose: purposesOfDrafting[artifactType] ?? 'TREAT',
  artifactType,
})

/** For drafts by a job and by hand. Throws `consent-required`. */
export const checkGeneration = (tx: Tx, patientId: string, artifactType: string): Promise<void> =>
  checkConsented(tx, generationOf(patientId, artifactType))

/** For everything that keeps spoken words: a recording, a chunk, a transcript. Throws `consent-required`. */
export const checkRecording = (tx: Tx, patientId: string): Promise<void> =>
  checkConsented(tx, { patientId, permit: 'record' })

/** One act of disclosure: its recipient, purpose and basis. */
export type Disclosure = Pick<ChannelContent, 'purposeOfUse' | 'legalBasis'> & { readonly recipient: Recipient }

const channelDisclosure = ({ purposeOfUse, legalBasis, recipient }: ChannelContent): Disclosure => ({
  purposeOfUse,
  legalBasis,
  recipient: { name: recipient.name, class: recipient.kind },
})

/** A share names its recipient. If the channel's recipient has changed since, the share does not go there. */
export const isAddressedTo = ({ recipient: to }: ChannelContent, { recipient }: Disclosure): boolean =>
  to.name === recipient.name && to.kind === recipient.class

/** A disclosure by a channel, under a share if there is one. If either rests on consent, consent is needed. */
export const disclosureBy = (channel: ChannelContent, share: Disclosure | undefined): Disclosure =>
  share === undefined || channel.legalBasis === 'consent'
    ? { ...(share ?? channelDisclosure(channel)), legalBasis: channel.legalBasis }
    : share

/** The document that a disclosure is about. */
export type Disclosed = Pick<ArtifactContent, 'patientId' | 'artifactType'> & { readonly artifactId: string }

/** If the basis is consent, a consent must cover the purpose, recipient and type of this document. The national record takes it unless the patient withdrew. */
export async function isDisclosureConsented(tx: Tx, of: Disclosed, disclosure: Disclosure): Promise<boolean> {
  const { patientId, artifactType } = of
  const { legalBasis, purposeOfUse: purpose, recipient } = disclosure
  if (recipient.class === 'national_record' && (await readNationalRecordDecision(tx, of)) === 'withdrawn') return false
  return legalBasis !== 'consent' || isConsented(tx, { patientId, permit: 'share', purpose, recipient, artifactType })
}

type NationalRecordDecision = NonNullable<ConsentContent['nationalRecord']>['decision']

/** The patient's last decision. A withdrawal of this document holds until a decision about it permits again. */
export async function readNationalRecordDecision(
  tx: Tx,
  { patientId, artifactId }: Pick<Disclosed, 'patientId' | 'artifactId'>,
): Promise<NationalRecordDecision> {
  const said = (await listInForce(tx, patientId))
    .flatMap(({ nationalRecord }) => (nationalRecord === undefined ? [] : [nationalRecord]))
    .filter((one) => one.decision !== 'not_asked' && (one.artifactId ?? artifactId) === artifactId)
  const own = said.find((one) => one.artifactId !== undefined)
  if (own?.decision === 'withdrawn') return 'withdrawn'
  return said[0]?.decision ?? 'not_asked'
}
