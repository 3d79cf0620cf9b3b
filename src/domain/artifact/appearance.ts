/** How the pages of a document look: by the practice's settings, with the signature of who approved it. D144 */
import type { Bundle, Practitioner, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { isOffForArtifact } from './artifact-spokes.ts'

/** The part of an exporter's input. */
export type PageAppearance = {
  readonly logo?: Uint8Array
  readonly signature?: Uint8Array
  readonly omitEmptySections?: boolean
  readonly attachBundle?: boolean
}

export type ShownDocument = {
  readonly bundle: Bundle
  /** After a recall nobody signs. */
  readonly status: 'original' | 'recalled'
}

/** While the feature is off, pages are as they are without any setting. */
export async function readAppearance(
  tx: Tx,
  artifact: ArtifactContent,
  { bundle, status }: ShownDocument,
): Promise<PageAppearance> {
  if (await isOffForArtifact(tx, 'appearance', { artifact })) return {}
  const attester = status === 'original' ? findAttester(bundle) : undefined
  const place = hubAddress('Appearance', tx.tenant.id)
  await tx.readAhead([place, ...(attester === undefined ? [] : [hubAddress('Signature', attester.role)])])
  const stored = await tx.find(place)
  const own = stored === undefined ? undefined : hubContent('Appearance', stored)
  const signature = attester && (await findSignature(tx, attester))
  return {
    ...(own?.logo === undefined ? {} : { logo: bytesOf(own.logo) }),
    ...(signature === undefined ? {} : { signature: bytesOf(signature) }),
    ...(own?.omitEmptySections === true ? { omitEmptySections: true } : {}),
    ...(own?.attachBundle === true && attester !== undefined && !isForPatient(artifact) ? { attachBundle: true } : {}),
  }
}

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64')

const isForPatient = ({ recipientClass }: ArtifactContent): boolean =>
  recipientClass === 'patient' || recipientClass === 'carer'

type Attester = {
  /** The id of the PractitionerRole. */
  readonly role: string
  /** `Practitioner/<id>` */
  readonly practitioner: string
}

/** Who approved the document, by the document itself, which holds the people of that time. A draft has none. R4 documents.html. */
function findAttester(bundle: Bundle): Attester | undefined {
  const find = <T extends Resource>(type: T['resourceType'], reference: string | undefined): T | undefined => {
    const found = bundle.entry?.find(({ fullUrl }) => reference !== undefined && fullUrl === reference)?.resource
    return found?.resourceType === type ? (found as T) : undefined
  }
  const composition = bundle.entry?.[0]?.resource
  if (composition?.resourceType !== 'Composition') return undefined
  const party = composition.attester?.find(({ mode }) => mode === 'legal')?.party
  const role = find<PractitionerRole>('PractitionerRole', party?.reference)
  const person = find<Practitioner>('Practitioner', role?.practitioner?.reference)
  if (role?.id === undefined || person?.id === undefined) return undefined
  return { role: role.id, practitioner: `Practitioner/${person.id}` }
}

/** A role that has become another person's signs for nobody: whoever set the image was the person of the document. */
async function findSignature(tx: Tx, { role, practitioner }: Attester): Promise<string | undefined> {
  const stored = await tx.find(hubAddress('Signature', role))
  const own = stored === undefined ? undefined : hubContent('Signature', stored)
  return own?.practitioner === practitioner ? own.image : undefined
}
