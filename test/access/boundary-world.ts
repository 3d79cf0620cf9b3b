/** One patient whose record three callers may not read, and what the callers may. docs/security.md#what-may-not-be-read. */
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'
import { must } from '../consultation.ts'
import { actorOf, denial } from '../fhir-server/denials/denied-world.ts'
import { waitFor } from '../patience.ts'
import type { RunningServer } from '../running-server.ts'

export type Names = Readonly<Record<string, string>>

const fhirType = { 'content-type': 'application/fhir+json' }
const [tenant, otherTenant] = [developmentTenants[1], developmentTenants[0]]

/** By the reason for which the caller may not read the record. */
export type Reasons = Readonly<Record<'patient' | 'carer' | 'denied' | 'tenant', DevelopmentTokenOptions>>
export type Reason = keyof Reasons

export type BoundaryWorld = {
  readonly reasons: Reasons
  /** The ids and values of the record, by name, and as many that nobody has. */
  readonly hidden: Names
  readonly absent: Names
  /** Things that every caller of the tenant may read. */
  readonly open: Names
  /** Adds the record, and deletes one resource of it: until then only the patient and the denial are there. */
  readonly fill: () => Promise<void>
}

const system = 'http://ns.example.org/numbers'
const text = { text: 'seen' }
const to = (reference: string) => ({ reference })

export async function openBoundaryWorld({ call }: Pick<RunningServer, 'call'>): Promise<BoundaryWorld> {
  const names = ['Patient', 'Encounter', 'Observation', 'Condition', 'Composition', 'DocumentReference', 'Binary', 'Provenance', 'Consent', 'List', 'Task', 'Gone', 'Large', 'mrn', 'visit', 'value'] // biome-ignore format: one row
  const make = (): Record<string, string> => Object.fromEntries(names.map((name) => [name, newId()]))
  const [hidden, absent] = [make(), make()]
  const own = { Patient: newId(), Encounter: newId() }
  const put = (resourceType: string, id: string | undefined, content: object) =>
    must(
      201,
      call('PUT', `/fhir/R4/${resourceType}/${id}`, {
        body: { ...content, resourceType, id },
        headers: fhirType,
        as: { tenant },
      }),
    )
  await put('Patient', own.Patient, { identifier: [{ system, value: newId() }] })
  await put('Encounter', own.Encounter, visitOf(own.Patient))
  for (const _ of [1, 2])
    await put('Observation', newId(), { status: 'final', code: text, subject: to(`Patient/${own.Patient}`) })
  await put('Patient', hidden['Patient'], { identifier: [{ system, value: hidden['mrn'] }], birthDate: '1980-02-03' })
  await put('Practitioner', 'colleague', {})
  await put('PractitionerRole', 'colleague', { practitioner: to('Practitioner/colleague') })
  const { patient: _, ...denying } = denial([actorOf('Practitioner/colleague')])
  await put('Consent', hidden['Consent'], { ...denying, patient: to(`Patient/${hidden['Patient']}`) })
  const denied = { tenant, practitionerRole: 'colleague' }
  await waitFor(
    () => call('GET', `/fhir/R4/Patient/${hidden['Patient']}`, { as: denied }),
    ({ status }) => status === 404,
  )
  const ofOwn = { tenant, patient: own.Patient, fhirUser: undefined }
  return {
    hidden,
    absent,
    open: own,
    reasons: {
      patient: { ...ofOwn, role: 'patient' },
      carer: { ...ofOwn, role: 'carer' },
      denied,
      tenant: { tenant: otherTenant },
    },
    fill: async () => {
      await fillRecord(hidden, put)
      await must(204, call('DELETE', `/fhir/R4/Observation/${hidden['Gone']}`, { as: { tenant } }))
    },
  }
}

const visitOf = (patient: string | undefined) => ({
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
  subject: to(`Patient/${patient}`),
})

type Put = (resourceType: string, id: string | undefined, content: object) => Promise<unknown>

async function fillRecord(ids: Names, put: Put): Promise<void> {
  const subject = to(`Patient/${ids['Patient']}`)
  const encounter = to(`Encounter/${ids['Encounter']}`)
  await put('Encounter', ids['Encounter'], {
    ...visitOf(ids['Patient']),
    identifier: [{ system, value: ids['visit'] }],
  })
  await put('Observation', ids['Observation'], { status: 'final', code: text, subject, encounter, identifier: [{ system, value: ids['value'] }] }) // biome-ignore format: one row
  await put('Observation', ids['Gone'], { status: 'final', code: text, subject })
  await put('Binary', ids['Large'], {
    contentType: 'text/plain',
    data: 'QUFB'.repeat(100_000),
    securityContext: subject,
  })
  await put('Condition', ids['Condition'], { code: text, subject, encounter })
  await put('Binary', ids['Binary'], { contentType: 'text/plain', data: 'QQ==', securityContext: subject })
  const content = [{ attachment: { contentType: 'text/plain', url: `Binary/${ids['Binary']}` } }]
  await put('DocumentReference', ids['DocumentReference'], { status: 'current', subject, content })
  await put('Composition', ids['Composition'], { status: 'final', type: text, date: '2026-01-02', title: 'x', subject, author: [subject], section: [{ title: 'x', entry: [to(`Condition/${ids['Condition']}`)] }] }) // biome-ignore format: one row
  await put('Provenance', ids['Provenance'], { target: [to(`Observation/${ids['Observation']}`)], recorded: '2026-01-02T03:04:05Z', agent: [{ who: { display: 'x' } }] }) // biome-ignore format: one row
  await put('List', ids['List'], {
    status: 'current',
    mode: 'snapshot',
    entry: [{ item: to(`Observation/${ids['Observation']}`) }],
  })
  await put('Task', ids['Task'], {
    status: 'requested',
    intent: 'order',
    focus: to(`Observation/${ids['Observation']}`),
  })
}
