/** The data of the Hub's measurements: patients, consents, transcripts and drafts by hand. */
import { randomUUID } from 'node:crypto'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { examplePatient } from '../../test/builders.ts'
import type { Request } from '../fhir/load-client.ts'
import type { Site } from '../fhir/site.ts'
import { call, each, hubRequest, type Versioned } from './hub-requests.ts'

const atOnce = 8
/** The practitioner of the development records. */
const practitionerRoleId = '00000000-0000-7000-8000-00000000d001'
const templateId = builtInTemplates[0].id

const segments = [
  ['clinician', 'What can I do for you today?'],
  ['patient', 'I have had a sore throat for four days.'],
  ['clinician', 'Any fever?'],
  ['patient', 'No, no fever.'],
].map(([speaker, text], at) => ({ id: `s${at}`, speaker, text, startMs: at * 3000, endMs: at * 3000 + 2500 }))

const sectionsOf = (transcriptId: string) => [
  {
    key: 'subjective',
    statements: [
      {
        id: 'one',
        text: 'Sore throat for 4 days.',
        claims: [
          {
            kind: 'complaint',
            concept: 'sore throat',
            display: 'Sore throat',
            polarity: 'present',
            certainty: 'certain',
            person: 'patient',
            time: 'current',
            duration: '4 days',
          },
        ],
        evidence: [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: 39, role: 'statement' }],
      },
    ],
  },
]

export async function createPatients(site: Site, count: number): Promise<string[]> {
  const { id: _id, ...patient } = examplePatient
  const request = { method: 'POST', path: '/fhir/R4/Patient', mediaType: 'application/fhir+json' }
  const body = JSON.stringify(patient)
  const made = await each(Array.from({ length: count }), atOnce, () => call(site, { ...request, body }))
  return made.map(({ id }) => id)
}

export const encounterRequest = (patientId: string, id: string = randomUUID()): Request =>
  hubRequest('POST', '/v1/encounters', {
    id,
    patientId,
    practitionerRoleId,
    class: 'VR',
    period: { start: '2026-03-14T02:45:00.000Z' },
    reason: 'Sore throat',
    funding: { scheme: 'medicare', identifier: '29529364811' },
  })

export async function consentFor(site: Site, patientIds: readonly string[]): Promise<void> {
  const consent = { permits: ['record', 'generate', 'share'], purposes: ['TREAT'], method: 'verbal' }
  await each(patientIds, atOnce, (patientId) =>
    call(site, hubRequest('POST', '/v1/consents', { patientId, ...consent })),
  )
}

async function openConsultation(site: Site, patientId: string) {
  const encounterId = randomUUID()
  await call(site, encounterRequest(patientId, encounterId))
  const path = `/v1/encounters/${encounterId}`
  const transcript = await call(site, hubRequest('POST', `${path}/transcripts`, { segments }))
  return { path, transcriptId: transcript.id as string }
}

/** A draft that a worker is to make. */
export async function generateOne(site: Site, patientId: string): Promise<void> {
  const { path } = await openConsultation(site, patientId)
  await call(site, hubRequest('POST', `${path}/artifacts:generate`, { templateId }))
}

/** Drafts in encounters of their own, each verified and ready for approval. Returns their ids and versions. */
export async function draftVerified(site: Site, patientIds: readonly string[], count: number): Promise<Versioned[]> {
  const numbers = Array.from({ length: count }, (_, at) => at)
  return each(numbers, atOnce, async (at) => {
    const { path, transcriptId } = await openConsultation(site, patientIds[at % patientIds.length] ?? '')
    const draft = { templateId, transcriptIds: [transcriptId], sections: sectionsOf(transcriptId) }
    const artifact = await call(site, hubRequest('POST', `${path}/artifacts`, draft))
    const verified = await call(site, hubRequest('POST', `/v1/artifacts/${artifact.id}:verify`, undefined, artifact))
    if (verified.outcome !== 'passed') throw new Error('the verification has not passed')
    return { id: artifact.id, version: verified.version }
  })
}
