/** Whom a PractitionerRole is a role of, and what other roles they have. R4 practitionerrole.html. */
import type { Practitioner, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { findLocal } from '../../fhir/reference.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import { parseForReading, type Stored } from '../../store/resources/content.ts'
import type { Reading } from '../../store/resources/reader.ts'

/** What of a view or a transaction it takes to look. */
export type Looking = Pick<Reading, 'findCurrent' | 'search'> & {
  readonly tenant: Pick<Reading['tenant'], 'denials' | 'addresses'>
}

const pageSize = 100

const contentOf = (stored: Stored): Resource => parseForReading(stored) as unknown as Resource

/** The resource of ours that a reference names; undefined where it is not here. */
export async function findResource(looking: Looking, reference: string | undefined): Promise<Resource | undefined> {
  const target = findLocal(looking.tenant.addresses, reference)
  const stored = target && (await looking.findCurrent(fhirAddress(target.type, target.id)))
  return stored === undefined || stored.deleted ? undefined : contentOf(stored)
}

/** The Practitioner whom a reference to them, or to a role of theirs, names; undefined where that cannot be told. */
export async function findPractitioner(
  looking: Looking,
  reference: string | undefined,
): Promise<Practitioner | undefined> {
  const named = await findResource(looking, reference)
  if (named?.resourceType === 'Practitioner') return named
  if (named?.resourceType !== 'PractitionerRole') return undefined
  const practitioner = await findResource(looking, named.practitioner?.reference)
  return practitioner?.resourceType === 'Practitioner' ? practitioner : undefined
}

/** Every role of a Practitioner, whether or not it is active. */
export async function listRoles(looking: Looking, practitionerId: string): Promise<readonly PractitionerRole[]> {
  const where = [
    { kind: 'references', parameters: ['practitioner'], targets: [`Practitioner/${practitionerId}`] },
  ] as const
  const found: PractitionerRole[] = []
  const search = { space: 'fhir', type: 'PractitionerRole', where, limit: pageSize } as const
  for (let page = await looking.search(search); ; page = await looking.search({ ...search, after: page.next })) {
    // The type that was searched for.
    found.push(...page.items.map((stored) => contentOf(stored) as PractitionerRole))
    if (page.next === undefined) return found
  }
}
