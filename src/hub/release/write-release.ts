/** Writes the resources of a release and its document. The document holds the people as they are at the approval, and never changes. docs/design/hub.md#release; D18. */
import type { Account, Bundle, Encounter, Patient, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { buildDocument } from '../../documents/document.ts'
import type { ReleasedResource } from '../../documents/release-input.ts'
import { findLocal } from '../../fhir/reference.ts'
import { type ArtifactContent, asJson, wholeAddress } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import type { Tx } from '../../store/transaction.ts'
import { placesOf, readReferenced } from './read-release-input.ts'

type Releasing = {
  readonly content: ArtifactContent
  /** `PractitionerRole/<id>`. */
  readonly approver: string
  readonly resources: readonly ReleasedResource[]
}

/** The resources and the document made from them, in one round trip. Answers the document. */
export async function putRelease(tx: Tx, { content, approver, resources }: Releasing): Promise<Bundle> {
  const { documentId } = content
  const context = await readContext(tx, content, approver)
  const bundle = buildDocument({ documentId, at: tx.at, released: resources, context, addresses: tx.tenant.addresses })
  await tx.putTogether([
    ...resources.map((resource) => hubOwned(resource)),
    { ...hubOwned({ ...bundle, id: documentId }), expected: 0, isComposed: true },
  ])
  return bundle
}

const hubOwned = (resource: Resource): Write => ({
  ...wholeAddress(resource.resourceType, resource.id ?? ''),
  content: asJson(resource),
  owner: 'hub',
})

const listNamed = (tx: Tx, { participant, serviceProvider, location, account }: Encounter) =>
  placesOf(tx, [
    participant?.[0]?.individual?.reference,
    serviceProvider?.reference,
    location?.[0]?.location.reference,
    account?.[0]?.reference,
  ])

/** Patient and Encounter, which a release needs; author and approver with their practitioners and organisations; the location; who pays. */
export async function readContext(tx: Tx, content: ArtifactContent, approver: string): Promise<readonly Resource[]> {
  const patient = await readReferenced<Patient>(tx, `Patient/${content.patientId}`)
  const encounter = await readReferenced<Encounter>(tx, `Encounter/${content.encounterId}`)
  await tx.readAhead(listNamed(tx, encounter))
  const found = new Map<string, Resource>()
  const keep = async (reference: string | undefined): Promise<Resource | undefined> => {
    const local = findLocal(tx.tenant.addresses, reference)
    if (local === undefined) return undefined
    const target = `${local.type}/${local.id}`
    const stored = found.has(target) ? undefined : await tx.find(wholeAddress(local.type, local.id))
    if (stored !== undefined) found.set(target, readResourceAs<Resource>(stored))
    return found.get(target)
  }
  for (const reference of [content.author, approver, encounter.participant?.[0]?.individual?.reference]) {
    const role = (await keep(reference)) as PractitionerRole | undefined
    await keep(role?.practitioner?.reference)
    await keep(role?.organization?.reference)
  }
  await keep(encounter.serviceProvider?.reference)
  await keep(encounter.location?.[0]?.location.reference)
  const account = (await keep(encounter.account?.[0]?.reference)) as Account | undefined
  await keep(account?.coverage?.[0]?.coverage.reference)
  return [patient, encounter, ...found.values()]
}
