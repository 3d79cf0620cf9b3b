/** The practice and its patients, created through the FHIR endpoint by one transaction. R4 http.html#transaction. */
import { randomUUID } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import { buildPatient, location, organization, practitioner, practitionerRole } from './people.ts'

type Identified = {
  readonly resourceType: string
  readonly managingOrganization?: { readonly reference: string }
  readonly identifier: readonly { readonly system: string; readonly value: string }[]
}

export type Practice = {
  readonly organizationId: string
  readonly locationId: string
  readonly practitionerRoleId: string
  /** In the order of the seeds. */
  readonly patientIds: readonly string[]
}

type Answer = { readonly entry?: readonly { readonly response?: { readonly location?: string } }[] }

/** Uses an existing person with the same first identifier unchanged. */
export async function createPeople(client: Client, seeds: readonly string[]): Promise<Practice> {
  const answer = await client.fhir<Answer>('POST', '', buildPeopleTransaction(seeds))
  const ids = (answer.entry ?? []).map(({ response }) => /[A-Z][A-Za-z]+\/([^/]+)/.exec(response?.location ?? '')?.[1])
  const [organizationId = '', locationId = '', _practitioner, practitionerRoleId = '', ...patients] = ids
  return { organizationId, locationId, practitionerRoleId, patientIds: patients.map((id) => id ?? '') }
}

export function buildPeopleTransaction(seeds: readonly string[]) {
  const at = { organization: urn(), location: urn(), practitioner: urn() }
  const role = {
    ...practitionerRole,
    practitioner: { reference: at.practitioner },
    organization: { reference: at.organization },
    location: [{ reference: at.location }],
  }
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      buildEntry(at.organization, organization),
      buildEntry(at.location, { ...location, managingOrganization: { reference: at.organization } }),
      buildEntry(at.practitioner, practitioner),
      buildEntry(urn(), role),
      ...seeds.map((seed) => buildEntry(urn(), buildPatient(seed))),
    ],
  }
}

const urn = (): string => `urn:uuid:${randomUUID()}`

function buildEntry(fullUrl: string, resource: Identified) {
  const [first] = resource.identifier
  const ifNoneExist = `identifier=${first?.system}|${first?.value}`
  const request = { method: 'POST', url: resource.resourceType, ifNoneExist }
  return { fullUrl, resource, request }
}
