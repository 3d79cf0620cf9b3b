/** Reads the released document, Bundle/<documentId> since the approval, and its renderings. docs/design/hub.md#release. */
import type { Binary, Bundle, DocumentReference, Resource } from '@medplum/fhirtypes'
import { stringifyJson } from '../src/core/json.ts'
import { buildRecalledDocument } from '../src/documents/recall.ts'
import { readStandingEdition } from '../src/domain/artifact/editions.ts'
import type { ExportInput } from '../src/exports/export-input.ts'
import { type ArtifactContent, asJson, hubAddress, hubContent, wholeAddress } from '../src/store/hub-resources.ts'
import { readResourceAs, resourceText } from '../src/store/resources/content.ts'
import type { Tx } from '../src/store/transaction.ts'

export type Released = {
  readonly id: string
  readonly content: ArtifactContent
  /** The time when the successor of a superseded document was recalled. */
  readonly recalledAt: string | undefined
}
export type DocumentKind = 'original' | 'recall'

async function readFhir<T extends Resource>(tx: Tx, reference: string | undefined): Promise<T | undefined> {
  const [type = '', id = ''] = (reference ?? '').split('/')
  const stored = await tx.find(wholeAddress(type, id))
  return stored === undefined ? undefined : readResourceAs<T>(stored)
}

const whenOf = ({ content, recalledAt }: Released, kind: DocumentKind): string =>
  (kind === 'original' ? content.approval?.at : recalledAt) ?? ''

export async function readReleasedArtifact(tx: Tx, artifactId: string, lock?: 'share'): Promise<Released> {
  const stored = await tx.read(hubAddress('Artifact', artifactId), lock)
  const content = hubContent('Artifact', stored)
  const standing = content.state === 'superseded' ? await readStandingEdition(tx, artifactId) : stored
  return { id: stored.id, content, recalledAt: hubContent('Artifact', standing).recall?.at }
}

/** The FHIR text of the document: the original as `/fhir/R4/Bundle/<documentId>` answers it, its recall entered in error. */
export async function readDocumentText(tx: Tx, artifact: Released, kind: DocumentKind): Promise<string> {
  const kept = await tx.read(wholeAddress('Bundle', artifact.content.documentId))
  if (kind === 'original') return resourceText(kept)
  const document = readResourceAs<Bundle>(kept)
  return stringifyJson(buildRecalledDocument(document, whenOf(artifact, kind)))
}

/** The kind, preset, time zone and recipient of a copy. */
export type Copy = Pick<ExportInput, 'preset' | 'timeZone' | 'recipient'> & { readonly kind: DocumentKind }

export const exportInput = (artifact: Released, text: string, { kind, ...copy }: Copy): ExportInput => ({
  ...copy,
  bundle: JSON.parse(text) as Bundle,
  at: whenOf(artifact, kind),
  documentId: artifact.content.documentId,
  status: kind === 'original' ? 'original' : 'recalled',
  ...(artifact.content.recipientClass === undefined ? {} : { recipientClass: artifact.content.recipientClass }),
})

/** The PDF in the DocumentReference, as a Binary. */
export async function putPdfBinary(tx: Tx, artifact: Released, pdf: Uint8Array): Promise<void> {
  const reference = artifact.content.released?.find((item) => item.startsWith('DocumentReference/'))
  const document = await readFhir<DocumentReference>(tx, reference)
  const url = document?.content.find(({ attachment }) => attachment.contentType === 'application/pdf')?.attachment.url
  const id = url?.split('/')[1]
  if (id === undefined || (await tx.find(wholeAddress('Binary', id))) !== undefined) return
  const binary: Binary = {
    resourceType: 'Binary',
    id,
    contentType: 'application/pdf',
    securityContext: { reference: `Patient/${artifact.content.patientId}` },
    data: Buffer.from(pdf).toString('base64'),
  }
  await tx.put({ ...wholeAddress('Binary', id), content: asJson(binary), expected: 0, owner: 'hub' })
}
