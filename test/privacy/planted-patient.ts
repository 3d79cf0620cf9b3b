/** One unmistakable patient through the main flow of the Hub, with requests that fail. docs/design/house.md#patient-data. */
import { expect } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import {
  createPatient,
  exampleSections,
  generate,
  giveConsent,
  longerSegments,
  must,
  openEncounter,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../consultation.ts'
import { waitFor } from '../patience.ts'
import type { Receiver } from '../queues/receivers.ts'
import type { Answer, Call } from '../running-server.ts'

/** Each in a place of its own, so that a find tells where it came from. */
export const canaries = {
  family: 'Quokkabellworth',
  given: 'Zephyrinatta',
  street: 'Bandicootsedge',
  phone: '0491 570 313',
  birthDate: '1931-07-23',
  record: 'KG-PHI-88131',
  reason: 'Wombatache',
  said: 'Numbatgrumbling',
  written: 'Bilbyfluttering',
  title: 'Potoroonote',
  recipient: 'Dunnartcousin',
  speaker: 'Cuscuslabel',
  funding: 'CANARY29529364',
} as const

export type Planted = {
  readonly call: Call
  /** A receiver that refuses. */
  readonly receiver: Receiver
  /** The folder that a channel writes its files to. */
  readonly folder: string
}

/** From channel to recall, with refusals, until every delivery has ended. Answers the refusals. */
export async function runPlantedFlow({ call, receiver, folder }: Planted): Promise<readonly Answer[]> {
  const channel = {
    templateIds: [templateId],
    recipient: { name: 'Heath Specialists' },
    purposeOfUse: 'TREAT',
    legalBasis: 'consent',
    retry: { attempts: 2, baseMs: 50, maxMs: 100 },
  }
  const as = { role: 'operator' }
  const files = { ...channel, name: 'Folder', format: 'rtf', transport: 'file', destination: { directory: folder } }
  const destination = { host: '127.0.0.1', port: receiver.port }
  const messages = { ...channel, name: 'Messages', format: 'hl7v2', transport: 'mllp', destination }
  await must(201, call('POST', '/v1/channels', { body: files, as }))
  await must(201, call('POST', '/v1/channels', { body: messages, as }))

  const identifier = [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      system: 'http://ns.electronichealth.net.au/id/hpio-scoped/medicalrecord/1.0/8003628233352432',
      value: canaries.record,
    },
  ]
  const patientId = await createPatient(call, {
    identifier,
    name: [{ family: canaries.family, given: [canaries.given] }],
    birthDate: canaries.birthDate,
    telecom: [{ system: 'phone', value: canaries.phone }],
    address: [{ line: [`7 ${canaries.street} Lane`], city: 'Bangalow', state: 'NSW', postalCode: '2479' }],
  })
  const funding = { scheme: 'private', identifier: canaries.funding }
  const encounterId = await openEncounter(call, patientId, { reason: canaries.reason, funding })
  await giveConsent(call, patientId)
  await giveConsent(call, patientId, { recipients: [canaries.recipient] })
  const spoken = { speaker: canaries.speaker, startMs: 90_000, endMs: 93_000, text: `I call it my ${canaries.said}.` }
  const transcriptId = await storeTranscript(call, encounterId, [...longerSegments, spoken])
  const speakers = [
    { label: 'S1', role: 'clinician' },
    { label: 'S2', role: 'patient' },
  ]
  await must(200, call('PUT', `/v1/transcripts/${transcriptId}/diarisation`, { body: { speakers } }))
  await generate(call, encounterId)
  const sections = exampleSections(transcriptId, `Sore throat for 4 days, ${canaries.written}.`)
  const body = { templateId, transcriptIds: [transcriptId], title: canaries.title, sections }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  await askForHer(call)
  const refusals = await runRefusals(call, { patientId, encounterId, artifactId: id })

  const attestations = [{ statementId: 'one', reasonCode: 'observed' }]
  await must(200, call('POST', `/v1/artifacts/${id}:verify`))
  await must(200, call('POST', `/v1/artifacts/${id}:verify`, { body: { attestations } }))
  await must(200, call('POST', `/v1/artifacts/${id}:approve`))
  await waitForStates(call, id, ['dead', 'sent'])
  await must(200, call('POST', `/v1/artifacts/${id}:recall`, { body: { reasonCode: 'wrong_patient' } }))
  await waitForStates(call, id, ['dead', 'dead', 'rejected', 'sent'])
  return refusals
}

const waitForStates = (call: Call, artifactId: string, states: readonly string[]) =>
  waitFor(
    async () =>
      (await must(200, call('GET', `/v1/deliveries?artifactId=${artifactId}`))).body.items
        .map(({ state }: { state: string }) => state)
        .sort(),
    (found) => JSON.stringify(found) === JSON.stringify(states),
  )

/** Her name in the place of an id: nobody has that id, and the record of it does not repeat the name. D69. */
async function askForHer(call: Call): Promise<void> {
  const { family, given } = canaries
  const fhir = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, as: { role: 'clinician' } }
  for (const list of ['encounters', 'consents', 'shares'])
    await must(200, call('GET', `/v1/${list}?patientId=${family}-${given}`))
  for (const path of [
    `Observation?patient=${family}`,
    `Condition?subject=Patient/${given}`,
    `Patient/${family}/Condition`,
    `Patient/${family}.${given}/*`,
    `DocumentReference/$docref?patient=${family}`,
  ])
    await must(200, call('GET', `/fhir/R4/${path}`))
  await must(200, call('GET', `/fhir/R4/AuditEvent?patient=${family}`, { as: { role: 'auditor' } }))
  await must(200, call('POST', '/fhir/R4/Observation/_search', { ...fhir, body: `patient=${family}` }))
}

type Ids = { readonly patientId: string; readonly encounterId: string; readonly artifactId: string }

/** Her values in every place of a request that can be refused. */
async function runRefusals(call: Call, { patientId, encounterId, artifactId }: Ids): Promise<readonly Answer[]> {
  const refusals: Answer[] = []
  const { family, given, said, written, reason, birthDate } = canaries
  const encounter = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00Z' } }
  const fhir = { headers: { 'content-type': 'application/fhir+json' } }
  const asks = [
    call('POST', '/v1/encounters', { body: { ...encounter, patientId: `${family}!` } }),
    call('POST', '/v1/encounters', { body: { ...encounter, patientId: family } }),
    call('POST', '/v1/encounters', { body: { ...encounter, class: family, status: given, reason: `${reason}\u0007` } }),
    call('POST', '/v1/encounters', { body: { ...encounter, [`${family} ${given}`]: 1 } }),
    call('POST', '/v1/encounters', { body: `{"reason": "${reason}"` }),
    call('POST', '/v1/encounters', { body: encounter, headers: { 'x-request-id': family } }),
    call('POST', '/v1/encounters', { body: encounter, headers: { 'x-spoke-id': given } }),
    call('POST', '/v1/encounters', { body: encounter, headers: { authorization: `Bearer ${family}` } }),
    call('POST', '/v1/encounters', { body: encounter, headers: { 'x-idempotency-key': `${family} ${given}` } }),
    call('GET', `/v1/encounters?patientId=${family}%20${given}`),
    call('GET', `/v1/encounters?cursor=${family}`),
    call('GET', `/v1/encounters/${family}`),
    call('GET', `/v1/${family}/${given}`),
    call('GET', `/v1/release-gates/${family.toLowerCase()}/queue`),
    call('POST', `/v1/encounters/${encounterId}/transcripts`, { body: { segments: [{ speaker: given, text: said }] } }),
    call('POST', `/v1/artifacts/${artifactId}:reject`, { body: { reasonCode: written } }),
    call('PATCH', `/v1/artifacts/${artifactId}`, { body: { sections: [{ key: written, statements: [] }] } }),
    call('POST', `/v1/artifacts/${artifactId}:approve`),
    call('POST', `/v1/artifacts/${newId()}:approve`),
    call('POST', '/fhir/R4/Patient', { ...fhir, body: { resourceType: 'Patient', gender: family, birthDate: given } }),
    call('POST', '/fhir/R4/Patient', { ...fhir, body: `{"resourceType": "Patient", "name": ${family}` }),
    call('POST', '/fhir/R4/Patient', { ...fhir, body: { resourceType: 'Patient', [family]: given, birthDate } }),
    call('GET', `/fhir/R4/Patient/${family}`),
    call('GET', `/fhir/R4/Patient?${family}=${given}`, { headers: { prefer: 'handling=strict' } }),
    call('GET', `/fhir/R4/${family}/${given}`),
    call('GET', `/oidc/${family}`),
  ]
  for (const ask of asks) {
    const answer = await ask
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    refusals.push(answer)
  }
  return refusals
}
