/** The person of a PractitionerRole, and the person's other roles. R4 practitionerrole.html. */

import type { Practitioner, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { findLocal } from '../../fhir/reference.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { parseForReading } from '../../store/resources/content.ts'
import { wholeScope } from '../../store/resources/search/access-scope.ts'
import { listAll } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { View } from '../../store/resources/view.ts'

/** The part of a view or transaction that it needs. */
export type Looking = Pick<View, 'findCurrent' | 'search'> & {
  readonly tenant: Pick<View['tenant'], 'consentDenials' | 'addresses'>
}

const pageSize = 100

// A stored resource has passed the check of its type.
const contentOf = (stored: Stored): Resource => parseForReading(stored) as unknown as Resource

/** The resource of ours that a reference names; undefined if it does not exist. */
export async function findResource(looking: Looking, reference: string | undefined): Promise<Resource | undefined> {
  const target = findLocal(looking.tenant.addresses, reference)
  const stored = target && (await looking.findCurrent(wholeAddress(target.type, target.id)))
  return stored === undefined || stored.deleted ? undefined : contentOf(stored)
}

/** The Practitioner behind a reference to a person or role; undefined if nobody can tell. */
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

/** Every role of a Practitioner, active or not. */
export async function listRoles(looking: Looking, practitionerId: string): Promise<readonly PractitionerRole[]> {
  const where = [
    { kind: 'references', parameters: ['practitioner'], targets: [`Practitioner/${practitionerId}`] },
  ] as const
  const search = { space: 'fhir', type: 'PractitionerRole', scope: wholeScope, where, pageSize } as const
  // The search asks for this type only.
  return (await listAll(looking, search)).map((stored) => contentOf(stored) as PractitionerRole)
}
