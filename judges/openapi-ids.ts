/** Things that are there, so that operations on them come further than 404: one consultation, and what lists show of it. */
import type { Role } from '../src/core/caller.ts'
import { newId } from '../src/core/ids.ts'
import { builtInTemplates } from '../src/hub/templates/built-in-templates.ts'
import { examplePatient } from '../test/builders.ts'
import type { Call, CallOptions } from '../test/running-server.ts'

const practitionerRoleId = '00000000-0000-7000-8000-00000000d001'

const segments = [
  { speaker: 'clinician', startMs: 0, endMs: 900, text: 'What can I do for you today?' },
  { speaker: 'patient', startMs: 1000, endMs: 1900, text: 'I have had a sore throat for four days.' },
]

const sectionsOf = (transcriptId: string) => [
  {
    key: 'subjective',
    statements: [
      {
        id: 'one',
        text: 'Sore throat for 4 days.',
        evidence: [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: 39, role: 'statement' }],
      },
    ],
  },
]

const channel = {
  name: 'A system that is away',
  recipient: { name: 'Maeve Quillinan', kind: 'patient' },
  purposeOfUse: 'TREAT',
  legalBasis: 'consent',
  format: 'hl7v2',
  transport: 'mllp',
  destination: { host: '127.0.0.1', port: 9 },
}

const recipient = { name: 'Maeve Quillinan', class: 'patient' }

export async function findIds(call: Call, role: Role): Promise<Readonly<Record<string, string>>> {
  const make = async (path: string, body?: unknown, more: CallOptions = {}): Promise<string> => {
    const { status, body: made, text } = await call('POST', path, { body, ...more })
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return made.id
  }
  const { id: _id, ...patient } = examplePatient
  const patientId = await make('/fhir/R4/Patient', patient, { headers: { 'content-type': 'application/fhir+json' } })
  const consentId = await make('/v1/consents', {
    patientId,
    permits: ['record', 'generate', 'share'],
    purposes: ['TREAT'],
    method: 'verbal',
  })
  const period = { start: '2026-03-14T02:45:00.000Z' }
  const encounterId = await make('/v1/encounters', { patientId, practitionerRoleId, period })
  const transcriptId = await make(`/v1/encounters/${encounterId}/transcripts`, { segments })
  const templateId = builtInTemplates[0].id
  const jobId = await make(`/v1/encounters/${encounterId}/artifacts:generate`, { templateId })
  const draft = { templateId, transcriptIds: [transcriptId], sections: sectionsOf(transcriptId) }
  const artifactId = await make(`/v1/encounters/${encounterId}/artifacts`, draft)
  const released = await make(`/v1/encounters/${encounterId}/artifacts`, draft)
  await make(`/v1/artifacts/${released}:verify`)
  await make(`/v1/artifacts/${released}:approve`)
  const exportId = await make(`/v1/artifacts/${released}/exports`, { format: 'pdf' })
  const sharing = { artifactId: released, recipient, purposeOfUse: 'TREAT' }
  const shareId = await make('/v1/shares', { ...sharing, link: true, legalBasis: 'consent' })
  const recording = { encounterId, kind: 'consultation', mediaType: 'audio/wav' }
  const sessionId = await make('/v1/audio/sessions', recording)
  const channelId = await make('/v1/channels', channel, { as: { role: 'operator' } })
  const deliveryId = await make('/v1/deliveries', { ...sharing, channelId })
  const eventPath = role === 'billing' ? '/v1/billing/events' : '/v1/audit/events'
  const { body: events } = await call('GET', eventPath, { as: { role: role === 'billing' ? role : 'auditor' } })
  return {
    ...{ consentId, encounterId, transcriptId, jobId, artifactId, templateId },
    ...{ exportId, shareId, sessionId, channelId, deliveryId },
    versionId: builtInTemplates[0].versionId,
    eventId: events.items[0]?.id ?? newId(),
    // What is switched off for it is switched on for the one that asks.
    spokeId: 'speed',
    gateName: 'clinical_review',
  }
}
