/** A tenant with a record that a consent denies to a colleague, and others that fill it. */
import { randomUUID } from 'node:crypto'
import { developmentTenants } from '../../src/core/caller.ts'
import { newId } from '../../src/core/ids.ts'
import { type DevelopmentTokenOptions, requestDevelopmentToken } from '../../src/identity/development-token.ts'

export type BoundaryWorld = {
  readonly base: string
  readonly tokens: Readonly<Record<'patient' | 'denied' | 'tenant', string>>
  /** Resources of the hidden record by type, and the encounter and artifact of the Hub. */
  readonly hidden: Readonly<Record<string, string>>
}

const tenant = developmentTenants[1]
const system = 'http://ns.example.org/numbers'
const codes = 'http://terminology.hl7.org/CodeSystem'
const reference = (to: string) => ({ reference: to })
const named = { text: 'seen' }

const denial = (patient: string) => ({
  status: 'active',
  scope: { coding: [{ system: `${codes}/consentscope`, code: 'patient-privacy' }] },
  category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
  patient: reference(`Patient/${patient}`),
  policyRule: { text: 'as said' },
  provision: {
    type: 'deny',
    actor: [
      {
        role: { coding: [{ system: `${codes}/v3-ParticipationType`, code: 'IRCP' }] },
        reference: reference('Practitioner/colleague'),
      },
    ],
  },
})

export async function fillBoundary(base: string, filler: number): Promise<BoundaryWorld> {
  const ask = (options: DevelopmentTokenOptions) => requestDevelopmentToken(base, options)
  const clinician = await ask({ tenant })
  const send = async (method: string, path: string, body: object, type: string): Promise<Response> => {
    const headers = {
      authorization: `Bearer ${clinician}`,
      'content-type': type,
      'x-tenant-id': tenant,
      'x-spoke-id': 'connect',
      'x-request-id': newId(),
      'x-idempotency-key': randomUUID(),
    }
    const answer = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer
  }
  const put = (resourceType: string, id: string, content: object) =>
    send('PUT', `/fhir/R4/${resourceType}/${id}`, { ...content, resourceType, id }, 'application/fhir+json')
  const record = async (patient: string) => {
    const [subject, encounterId] = [reference(`Patient/${patient}`), newId()]
    const ids = { Patient: patient, mrn: newId(), Encounter: encounterId, Observation: newId(), List: newId() }
    const visit = { status: 'finished', class: { system: `${codes}/v3-ActCode`, code: 'AMB' }, subject }
    const encounter = reference(`Encounter/${encounterId}`)
    await put('Patient', patient, { identifier: [{ system, value: ids.mrn }] })
    await put('Encounter', encounterId, visit)
    await put('Observation', ids.Observation, { status: 'final', code: named, subject, encounter })
    const item = reference(`Observation/${ids.Observation}`)
    await put('List', ids.List, { status: 'current', mode: 'snapshot', entry: [{ item }] })
    return ids
  }
  await put('Practitioner', 'colleague', {})
  await put('PractitionerRole', 'colleague', { practitioner: reference('Practitioner/colleague') })
  for (let at = 0; at < filler; at += 1) await record(newId())
  const [own, hidden] = [await record(newId()), await record(newId())]
  const opened = await send(
    'POST',
    '/v1/encounters',
    {
      patientId: hidden.Patient,
      practitionerRoleId: '00000000-0000-7000-8000-00000000d001',
      period: { start: '2026-03-14T02:45:00.000Z' },
    },
    'application/json',
  )
  const { id: encounterId } = (await opened.json()) as { readonly id: string }
  await put('Consent', newId(), denial(hidden.Patient))
  const denied = await ask({ tenant, practitionerRole: 'colleague' })
  // Every process knows of a denial within two seconds.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return {
    base,
    hidden: { ...hidden, encounterId },
    tokens: {
      denied,
      patient: await ask({ tenant, role: 'patient', patient: own.Patient }),
      tenant: await ask({ tenant: developmentTenants[0] }),
    },
  }
}
