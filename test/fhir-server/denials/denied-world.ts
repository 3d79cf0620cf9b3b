/** A server with a patient who denies everything to a colleague, and one who denies nothing. */
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, createSite, type RunningServer, startRunning } from '../../running-server.ts'

export const deniedPerson = { practitionerRole: 'colleague' }
export const hiddenPatient = { reference: 'Patient/hidden' }
export const openPatient = { reference: 'Patient/open' }

/** By id. */
export type Resources = Readonly<Record<string, { readonly resourceType: string } & Readonly<Record<string, unknown>>>>

export type DeniedWorld = {
  readonly server: RunningServer
  readonly base: string
  readonly fhir: (method: string, path: string, body?: object, as?: object, headers?: object) => Promise<Answer>
  /** One after the other. */
  readonly put: (resources: Resources) => Promise<void>
  readonly close: () => Promise<void>
}

const codes = 'http://terminology.hl7.org/CodeSystem'

export const denial = (actor: readonly object[]) => ({
  resourceType: 'Consent',
  status: 'active',
  scope: { coding: [{ system: `${codes}/consentscope`, code: 'patient-privacy' }] },
  category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
  patient: hiddenPatient,
  policyRule: { text: 'as said' },
  provision: { type: 'deny', actor },
})

export const actorOf = (reference: string, role = 'IRCP') => ({
  role: { coding: [{ system: `${codes}/v3-ParticipationType`, code: role }] },
  reference: { reference },
})

/** The tenant takes any reference, and base R4. Without `actors` nothing is denied yet. */
export async function openDeniedWorld(actors?: readonly object[]): Promise<DeniedWorld> {
  const server = await startRunning({ site: await createSite() })
  const tenant = developmentTenants[1]
  const fhir: DeniedWorld['fhir'] = (method, path, body, as = {}, headers = {}) =>
    server.call(method, `/fhir/R4/${path}`, {
      ...(body === undefined ? {} : { body }),
      as: { tenant, ...as },
      headers: { 'content-type': body === undefined ? '' : 'application/fhir+json', ...headers },
    })
  const put = async (resources: Resources): Promise<void> => {
    for (const [id, resource] of Object.entries(resources))
      await must(201, fhir('PUT', `${resource.resourceType}/${id}`, { ...resource, id }))
  }
  const world = {
    server,
    base: `${server.base}/fhir/R4`,
    fhir,
    put,
    close: async () => {
      await server.stop()
      await server.site.remove()
    },
  }
  await put({ hidden: { resourceType: 'Patient' }, open: { resourceType: 'Patient' } })
  await must(201, fhir('PUT', 'Practitioner/colleague', { resourceType: 'Practitioner', id: 'colleague' }))
  await put({
    colleague: { resourceType: 'PractitionerRole', practitioner: { reference: 'Practitioner/colleague' } },
  })
  if (actors !== undefined) {
    await put({ denial: denial(actors) })
    await waitUntilDenied(world)
  }
  return world
}

/** Every process knows of it within two seconds. */
export const waitUntilDenied = ({ fhir }: Pick<DeniedWorld, 'fhir'>) =>
  waitFor(
    () => fhir('GET', 'Patient/hidden', undefined, deniedPerson),
    ({ status }) => status === 404,
  )
