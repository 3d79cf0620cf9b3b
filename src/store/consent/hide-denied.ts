/** Patients whose record is hidden from a caller, since a Consent denies it to them. hub-contract "Consent, recipients, purpose". */
import type { Identifier, PractitionerRole, Resource } from '@medplum/fhirtypes'
import { type Caller, clinicalRoles, hasRole } from '../../caller.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocal, findLocalTarget } from '../../fhir/reference.ts'
import { glanceAt, type Stored } from '../content.ts'
import { putDenial, removeDenial } from '../denials.ts'
import { fhirPlace } from '../hub-resources.ts'
import type { Tenant } from '../keys/tenants.ts'
import type { Place } from '../reader.ts'
import type { Companion } from '../writes/companions.ts'
import { type Asker, isDenied, isDenying, patientOf } from './provisions.ts'

type Find = (place: Place) => Promise<Stored | undefined>
type Denying = Pick<Tenant, 'denials' | 'addresses'>

/** What of a caller a Consent may name. */
export type Named = Pick<Caller, 'client' | 'roles' | 'fhirUser' | 'breakGlass'>

/** The caller as its reads are kept: where nothing is denied to anybody, the same. */
export async function hideDenied(denying: Denying, caller: Caller, find: Find): Promise<Caller> {
  const hidden = await listHidden(denying, caller, find)
  return hidden.length === 0 ? caller : { ...caller, hidden }
}

/** Nothing of their own record is hidden from patients; who is a clinician, too, asks as one. */
export async function listHidden(
  { denials, addresses }: Denying,
  caller: Named,
  find: Find,
): Promise<readonly string[]> {
  const isPatient = hasRole(caller, ['patient']) && !hasRole(caller, clinicalRoles)
  if (denials.length === 0 || caller.breakGlass !== undefined || isPatient) return []
  const asker = await readAsker(addresses, caller, find)
  const denied = denials.filter(({ consent }) => isDenied(consent, asker))
  return [...new Set(denied.flatMap(({ consent }) => patientOf(consent, addresses) ?? []))]
}

async function readAsker(addresses: OwnAddresses, caller: Named, find: Find): Promise<Asker> {
  const found: Resource[] = []
  const keep = async (reference: string | undefined): Promise<Resource | undefined> => {
    const target = findLocal(addresses, reference)
    const stored = target && (await find(fhirPlace(target.type, target.id)))
    if (stored === undefined || stored.deleted) return undefined
    const resource = glanceAt(stored) as unknown as Resource
    found.push(resource)
    return resource
  }
  const role = (await keep(caller.fhirUser)) as PractitionerRole | undefined
  await keep(role?.practitioner?.reference)
  await keep(role?.organization?.reference)
  const references = [
    findLocalTarget(addresses, caller.fhirUser),
    ...found.map(({ resourceType, id }) => `${resourceType}/${id}`),
  ]
  return {
    isClinical: hasRole(caller, clinicalRoles),
    isCarer: hasRole(caller, ['carer']),
    references: new Set(references.flatMap((one) => one ?? [])),
    identifiers: new Set(found.flatMap(listIdentifiers)),
    names: new Set([caller.client, ...found.flatMap(listNames)]),
    addresses,
    at: Date.now(),
  }
}

const listIdentifiers = (resource: Resource): string[] =>
  ((resource as { identifier?: Identifier[] }).identifier ?? []).flatMap(({ value }) => value ?? [])

function listNames(resource: Resource): string[] {
  if (resource.resourceType === 'Organization') return [resource.name ?? []].flat()
  if (resource.resourceType !== 'Practitioner') return []
  return (resource.name ?? []).map(({ prefix = [], given = [], family = '' }) =>
    [...prefix, ...given, family].join(' '),
  )
}

/** Goes with every write of a Consent. */
export const denialCompanion: Companion = {
  async put(tx, write) {
    if (isDenying(write.content)) await putDenial(tx, write.id)
    else await removeDenial(tx, write.id)
    return write
  },
  remove: (tx, stored) => removeDenial(tx, stored.id),
}
