/** Step 5: one document is recalled, and what each receiver then has. docs/design/hub.md#release. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '../../client/client.ts'
import type { Artifact, Recall, Told } from '../../client/hub-types.ts'
import { poll } from './concurrency.ts'
import { keyOf } from './consultation.ts'
import type { Run } from './workspace.ts'

export type Recalled = {
  readonly documentId: string
  readonly acknowledged: readonly Told[]
  readonly byHand: readonly Told[]
  readonly faults: readonly string[]
}

export type Recalling = {
  readonly clinician: Client
  /** A reader at the FHIR server that received the document. */
  readonly receiver: Client
  readonly run: Run
  readonly out: string
  readonly signal: AbortSignal
}

/** A recall reaches these formats by machine; a person informs the others. */
const told = ['bundle', 'hl7v2'] as const

export async function recallArtifact(recalling: Recalling, { id, documentId }: Artifact): Promise<Recalled> {
  const { clinician, run, signal } = recalling
  const body = { reasonCode: 'clinical_error' } as const
  const { state, version } = await clinician.call('GET', `/v1/artifacts/${id}`)
  if (state !== 'recalled')
    await clinician.call('POST', `/v1/artifacts/${id}:recall`, { body, version, key: keyOf(run, id, 'recall') })
  const recall = await poll({
    read: () => clinician.call('GET', `/v1/artifacts/${id}/recall`),
    isDone: ({ waiting }) => waiting.length === 0,
    signal,
  })
  const faults = [
    ...findUntold(recall),
    ...(await findReceiverFaults(recalling.receiver, documentId)),
    ...(await findMessageFaults(recalling.out, documentId)),
  ]
  return { documentId, acknowledged: recall.acknowledged, byHand: recall.byHand, faults }
}

const findUntold = ({ acknowledged }: Recall): readonly string[] =>
  told
    .filter((format) => !acknowledged.some((item) => item.format === format))
    .map((format) => `the receiver of ${format} has not acknowledged the recall`)

type References = {
  readonly entry?: readonly { readonly resource?: { readonly resourceType: string; readonly status?: string } }[]
}

/** The receiver still has one document of that identity, and it says that it was entered in error. */
async function findReceiverFaults(receiver: Client, documentId: string): Promise<readonly string[]> {
  const identifier = encodeURIComponent(`urn:ietf:rfc:3986|urn:uuid:${documentId}`)
  const { entry = [] } = await receiver.fhir<References>('GET', `/DocumentReference?identifier=${identifier}`)
  const found = entry.filter(({ resource }) => resource?.resourceType === 'DocumentReference')
  if (found.length !== 1) return [`the FHIR receiver has ${found.length} documents of this identity`]
  const isWithdrawn = found[0]?.resource?.status === 'entered-in-error'
  return isWithdrawn ? [] : ['the FHIR receiver does not say entered-in-error']
}

/** The message has the original's OBR-3 and says C, and W in every OBX. HL7 v2.4 7.4; D130. */
async function findMessageFaults(out: string, documentId: string): Promise<readonly string[]> {
  // The next line says that the file is missing.
  const text = await readFile(join(out, `${documentId}.recall.hl7`), 'latin1').catch(() => undefined)
  if (text === undefined) return ['the MLLP receiver has no withdrawal']
  const { Message } = await import('node-hl7-client')
  const message = new Message({ text })
  const isSame = message.get('OBR.3.1').toString() === documentId && message.get('OBR.25').toString() === 'C'
  const isWithdrawn = text.split('\r').every((line) => !line.startsWith('OBX|') || line.split('|')[11] === 'W')
  return isSame && isWithdrawn ? [] : ['the withdrawal is not about the same document']
}
