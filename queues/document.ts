/** The released document: built once from what the approval wrote, kept at Bundle/<documentId> and never changed. hub-contract "Release". */
import type { Binary, Bundle, DocumentReference, Encounter, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { buildDocument } from '../src/documents/document.ts'
import type { ReleasedResource } from '../src/documents/release-input.ts'
import type { ExportInput } from '../src/exports/export-input.ts'
import { readResource, resourceText } from '../src/store/content.ts'
import { type ArtifactContent, asJson, fhirPlace, hubContent, hubPlace } from '../src/store/hub-resources.ts'
import type { Tx } from '../src/store/transaction.ts'

export type Released = { readonly id: string; readonly content: ArtifactContent }
export type DocumentKind = 'original' | 'recall'

async function readFhir<T extends Resource>(tx: Tx, reference: string | undefined): Promise<T | undefined> {
  const [type = '', id = ''] = (reference ?? '').split('/')
  const stored = await tx.find(fhirPlace(type, id))
  return stored === undefined ? undefined : (readResource(stored) as unknown as T)
}

/** Patient, Encounter, author and approver with their practitioners and organisations, Location: what the Composition refers to. */
async function readContext(tx: Tx, { content }: Released): Promise<readonly Resource[]> {
  const encounter = await readFhir<Encounter>(tx, `Encounter/${content.encounterId}`)
  const patient = await readFhir(tx, `Patient/${content.patientId}`)
  const roles = new Set([
    content.author,
    content.approval?.practitionerRole,
    encounter?.participant?.[0]?.individual?.reference,
  ])
  const found = new Map<string, Resource>()
  const keep = async (reference: string | undefined): Promise<void> => {
    if (reference === undefined || found.has(reference)) return
    const resource = await readFhir(tx, reference)
    if (resource !== undefined) found.set(reference, resource)
  }
  for (const reference of roles) {
    await keep(reference)
    const role = reference === undefined ? undefined : (found.get(reference) as PractitionerRole | undefined)
    await keep(role?.practitioner?.reference)
    await keep(role?.organization?.reference)
  }
  await keep(encounter?.serviceProvider?.reference)
  await keep(encounter?.location?.[0]?.location.reference)
  return [patient, encounter, ...found.values()].filter((resource) => resource !== undefined)
}

async function readReleased(tx: Tx, { content }: Released): Promise<readonly ReleasedResource[]> {
  const resources: ReleasedResource[] = []
  for (const reference of content.released ?? []) {
    const resource = await readFhir(tx, reference)
    if (resource !== undefined) resources.push(resource as ReleasedResource)
  }
  return resources
}

const whenOf = ({ content }: Released, kind: DocumentKind): string =>
  (kind === 'original' ? content.approval?.at : content.recall?.at) ?? ''

export async function readReleasedArtifact(tx: Tx, artifactId: string, lock?: 'share'): Promise<Released> {
  const stored = await tx.read(hubPlace('Artifact', artifactId), lock)
  return { id: stored.id, content: hubContent('Artifact', stored) }
}

/** The FHIR text of the document: of the original what `/fhir/R4/Bundle/<documentId>` answers. */
export async function readDocumentText(tx: Tx, artifact: Released, kind: DocumentKind): Promise<string> {
  const { documentId } = artifact.content
  const place = fhirPlace('Bundle', documentId)
  const kept = kind === 'original' ? await tx.find(place) : undefined
  if (kept !== undefined) return resourceText(kept)
  const bundle: Bundle = buildDocument({
    documentId,
    at: whenOf(artifact, kind),
    released: await readReleased(tx, artifact),
    context: await readContext(tx, artifact),
  })
  if (kind === 'recall') return JSON.stringify({ ...bundle, id: documentId })
  await tx.lock(`document|${artifact.id}`)
  const raced = await tx.find(place)
  if (raced !== undefined) return resourceText(raced)
  return resourceText(await tx.put({ ...place, content: asJson(bundle), expected: 0, owner: 'hub' }))
}

export const exportInput = (artifact: Released, kind: DocumentKind, text: string, timeZone: string): ExportInput => ({
  bundle: JSON.parse(text) as Bundle,
  preset: { timeZone },
  at: whenOf(artifact, kind),
  documentId: artifact.content.documentId,
  status: kind === 'original' ? 'original' : 'recalled',
})

/** The PDF that the DocumentReference names, as a Binary. */
export async function putPdfBinary(tx: Tx, artifact: Released, pdf: Uint8Array): Promise<void> {
  const reference = artifact.content.released?.find((item) => item.startsWith('DocumentReference/'))
  const document = await readFhir<DocumentReference>(tx, reference)
  const url = document?.content.find(({ attachment }) => attachment.contentType === 'application/pdf')?.attachment.url
  const id = url?.split('/')[1]
  if (id === undefined || (await tx.find(fhirPlace('Binary', id))) !== undefined) return
  const binary: Binary = {
    resourceType: 'Binary',
    id,
    contentType: 'application/pdf',
    securityContext: { reference: `Patient/${artifact.content.patientId}` },
    data: Buffer.from(pdf).toString('base64'),
  }
  await tx.put({ ...fhirPlace('Binary', id), content: asJson(binary), expected: 0, owner: 'hub' })
}
