/** A consultation through `/v1`, a step at a time, for tests that need one that has come so far. */
import { builtInTemplates } from '../src/hub/templates/built-in-templates.ts'
import { examplePatient } from './builders.ts'
import { waitFor } from './patience.ts'
import type { Answer, Call } from './running-server.ts'

export const templateId = builtInTemplates[0].id
/** The practitioner of the development records. */
export const practitionerRoleId = '00000000-0000-7000-8000-00000000d001'
export const practitionerId = '00000000-0000-7000-8000-00000000d002'
export const organizationId = '00000000-0000-7000-8000-00000000d003'

/** The labels are a recogniser's: a diarisation says whose they are. */
export const buildSegments = (spoken: readonly (readonly [speaker: string, text: string])[]) =>
  spoken.map(([speaker, text], at) => ({ id: `s${at}`, speaker, text, startMs: at * 3000, endMs: at * 3000 + 2500 }))

export const exampleSegments = buildSegments([
  ['clinician', 'What can I do for you today?'],
  ['patient', 'I have had a sore throat for four days.'],
  ['clinician', 'Any fever?'],
  ['patient', 'No, no fever.'],
])

/** Enough for Conditions and a MedicationStatement. */
export const longerSegments = buildSegments([
  ['S1', 'What can I do for you today?'],
  ['S2', 'I have had a sore throat for four days.'],
  ['S1', 'Any fever?'],
  ['S2', 'No, no fever.'],
  ['S1', 'Do you have any medical conditions?'],
  ['S2', 'I have asthma.'],
  ['S1', 'Do you take any medicines?'],
  ['S2', 'I take paracetamol, 500 milligrams, four times a day.'],
  ['S1', 'I think this is tonsillitis.'],
  ['S1', 'I will prescribe you amoxicillin.'],
  ['S1', 'Come back if you are not better in three days.'],
])

/** The words of the example's patient, as a clinician would write them down. */
export const exampleSections = (transcriptId: string, text = 'Sore throat for 4 days.') => [
  {
    key: 'subjective',
    statements: [
      {
        id: 'one',
        text,
        claims: [exampleComplaint],
        evidence: [{ kind: 'segment', transcriptId, segmentId: 's1', start: 0, end: 39, role: 'statement' }],
      },
    ],
  },
]

const exampleComplaint = {
  kind: 'complaint',
  concept: 'sore throat',
  display: 'Sore throat',
  polarity: 'present',
  certainty: 'certain',
  person: 'patient',
  time: 'current',
  duration: '4 days',
}

/** The answer, where it is the status that the step must have. */
export async function must(status: number, answer: Promise<Answer>): Promise<Answer> {
  const got = await answer
  // The text names the problem if there is one.
  if (got.status !== status) throw new Error(`${got.status} ${got.text}`)
  return got
}

/** Reads a thing and makes the header for a change of it. */
export async function readHeld(call: Call, path: string, as: object = {}): Promise<{ readonly 'if-match': string }> {
  return { 'if-match': (await must(200, call('GET', path, { as }))).headers.get('etag') ?? '' }
}

export async function createPatient(call: Call, more: object = {}): Promise<string> {
  const { id: _id, ...patient } = examplePatient
  const headers = { 'content-type': 'application/fhir+json' }
  const answer = await must(201, call('POST', '/fhir/R4/Patient', { body: { ...patient, ...more }, headers }))
  return answer.body.id
}

/** Another person with a role of their own, for a token to name: `Practitioner/<name>`, `PractitionerRole/<name>`. */
export async function createColleague(call: Call, name = 'colleague', more: object = {}): Promise<void> {
  const headers = { 'content-type': 'application/fhir+json' }
  const system = 'https://hr.example.org/staff'
  const practitioner = {
    resourceType: 'Practitioner',
    id: name,
    identifier: [{ system, value: name }],
    name: [{ family: 'Colleague', given: [name] }],
  }
  const role = {
    resourceType: 'PractitionerRole',
    id: name,
    active: true,
    identifier: [{ system, value: `role-${name}` }],
    practitioner: { reference: `Practitioner/${name}` },
    organization: { reference: `Organization/${organizationId}` },
    ...more,
  }
  for (const body of [practitioner, role])
    await must(201, call('PUT', `/fhir/R4/${body.resourceType}/${body.id}`, { body, headers }))
}

export async function openEncounter(call: Call, patientId: string, more: object = {}): Promise<string> {
  const body = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' }, ...more }
  return (await must(201, call('POST', '/v1/encounters', { body }))).body.id
}

export async function giveConsent(call: Call, patientId: string, more: object = {}, as: object = {}): Promise<string> {
  const body = { patientId, permits: ['record', 'generate', 'share'], purposes: ['TREAT'], method: 'verbal', ...more }
  return (await must(201, call('POST', '/v1/consents', { body, as }))).body.id
}

/** A channel that sends the releases of the SOAP note into a folder by itself. */
export async function openFolder(
  call: Call,
  { directory, format, recipient }: Readonly<Record<'directory' | 'format' | 'recipient', string>>,
): Promise<string> {
  const body = {
    name: 'Folder',
    templateIds: [templateId],
    recipient: { name: recipient },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format,
    transport: 'file',
    destination: { directory },
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: { role: 'operator' } }))).body.id
}

export async function storeTranscript(
  call: Call,
  encounterId: string,
  segments: readonly object[] = exampleSegments,
  as: object = {},
): Promise<string> {
  const path = `/v1/encounters/${encounterId}/transcripts`
  return (await must(201, call('POST', path, { body: { segments }, as }))).body.id
}

export type Drafted = {
  readonly patientId: string
  readonly encounterId: string
  readonly transcriptId: string
  readonly artifactId: string
}

/** A patient of their own, an encounter, a transcript, and an artifact by hand that awaits its verification. */
export async function draftByHand(call: Call, text?: string, as: object = {}): Promise<Drafted> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { permits: ['record', 'generate'] })
  const encounterId = await openEncounter(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId)
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId, text) }
  const answer = await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body, as }))
  return { patientId, encounterId, transcriptId, artifactId: answer.body.id }
}

export async function draftVerified(call: Call): Promise<Drafted> {
  const drafted = await draftByHand(call)
  const answer = await must(200, call('POST', `/v1/artifacts/${drafted.artifactId}:verify`))
  const { outcome, findings } = answer.body
  if (outcome !== 'passed' || findings.length > 0) throw new Error(`the verification ended ${outcome}: ${answer.text}`)
  return drafted
}

export async function approveOne(call: Call): Promise<Drafted> {
  const drafted = await draftVerified(call)
  await must(200, call('POST', `/v1/artifacts/${drafted.artifactId}:approve`))
  return drafted
}

/** Another clinician of the development practice, beside its first one: the id of their PractitionerRole. */
export async function addColleague(call: Call): Promise<string> {
  const headers = { 'content-type': 'application/fhir+json' }
  const copy = async (path: string, change: object): Promise<string> => {
    const { id: _id, meta: _meta, ...resource } = (await must(200, call('GET', `/fhir/R4/${path}`))).body
    const body = { ...resource, ...change }
    return (await must(201, call('POST', `/fhir/R4/${resource.resourceType}`, { body, headers }))).body.id
  }
  const role = (await must(200, call('GET', `/fhir/R4/PractitionerRole/${practitionerRoleId}`))).body
  const practitioner = await copy(role.practitioner.reference, {})
  return copy(`PractitionerRole/${practitionerRoleId}`, { practitioner: { reference: `Practitioner/${practitioner}` } })
}

/** Generates by a job, and answers the artifact's id. */
export async function generate(call: Call, encounterId: string): Promise<string> {
  const path = `/v1/encounters/${encounterId}/artifacts:generate`
  const { body: queued } = await must(202, call('POST', path, { body: { templateId } }))
  const job = await waitFor(
    async () => (await must(200, call('GET', `/v1/jobs/${queued.id}`))).body,
    ({ state }) => state !== 'queued' && state !== 'running',
  )
  if (job.state !== 'succeeded') throw new Error(`the job ended ${job.state}`)
  return job.artifactId
}
