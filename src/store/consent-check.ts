/** Whether an active consent covers something: asked at the request and again at dispatch, never remembered. hub-contract "Consent". */
import { type ArtifactContent, type ChannelContent, type ConsentPermit, hubContent } from './hub-resources.ts'
import type { Tx } from './transaction.ts'

export type ConsentQuestion = {
  readonly patientId: string
  readonly permit: ConsentPermit
  readonly purpose?: string
  readonly recipient?: string
  readonly artifactType?: string
}

const maxConsents = 200
/** An empty list covers everything; a question that names nothing is covered by any list. */
const covers = (list: readonly string[], value: string | undefined): boolean =>
  value === undefined || list.length === 0 || list.includes(value)

/** Whether a channel may have it: asked where its legal basis is consent, of the purpose, recipient and type of this very delivery. */
export const isDeliveryConsented = async (
  tx: Tx,
  { patientId, artifactType }: ArtifactContent,
  channel: ChannelContent,
): Promise<boolean> =>
  channel.legalBasis !== 'consent' ||
  isConsented(tx, {
    patientId,
    permit: 'share',
    purpose: channel.purposeOfUse,
    recipient: channel.recipient.name,
    artifactType,
  })

/** Fails closed: no consent found means not covered. */
export async function isConsented(tx: Tx, question: ConsentQuestion): Promise<boolean> {
  const { items } = await tx.search({
    space: 'hub',
    type: 'Consent',
    where: [{ parameter: 'patientId', values: [question.patientId] }],
    limit: maxConsents,
  })
  const now = Date.parse(tx.at)
  return items.some((stored) => {
    const consent = hubContent('Consent', stored)
    const { start, end } = consent.period
    return (
      consent.status === 'active' &&
      consent.permits.includes(question.permit) &&
      covers(consent.purposes, question.purpose) &&
      covers(consent.recipients, question.recipient) &&
      covers(consent.artifactTypes, question.artifactType) &&
      (start === undefined || Date.parse(start) <= now) &&
      (end === undefined || Date.parse(end) > now)
    )
  })
}
