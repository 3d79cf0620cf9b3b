/** API6:2023, unrestricted access to sensitive business flows: a step that is left out, repeated, raced or guessed. */
import { expect } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { examplePatient } from '../builders.ts'
import {
  approveOne,
  draftByHand,
  draftVerified,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
} from '../consultation.ts'
import { waitForQuiet } from '../running-server.ts'
import type { Attack } from './attack.ts'
import { hubTenant, type Told, type World } from './world.ts'

const source = 'API6:2023'
const share = (artifactId: string, more: object = {}) => ({
  artifactId,
  recipient: { name: 'The patient', class: 'patient' },
  purposeOfUse: 'PATRQT',
  legalBasis: 'consent',
  link: true,
  ...more,
})

async function unverified(w: World): Promise<Told> {
  const { artifactId } = await draftByHand(w.server.call)
  return w.hub({}, 'POST', `artifacts/${artifactId}:approve`)
}

async function approvedTwice(w: World): Promise<readonly Told[]> {
  const { artifactId } = await draftVerified(w.server.call)
  const headers = { 'if-match': (await w.hub({}, 'GET', `artifacts/${artifactId}`)).headers.get('etag') ?? '' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => w.hub({}, 'POST', `artifacts/${artifactId}:approve`, { headers })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await waitForQuiet(w.server.site.pool)
  return answers.filter(({ status }) => status !== 200)
}

/** What was seen is not what is approved. */
async function stale(w: World): Promise<Told> {
  const { artifactId, transcriptId } = await draftVerified(w.server.call)
  const headers = { 'if-match': (await w.hub({}, 'GET', `artifacts/${artifactId}`)).headers.get('etag') ?? '' }
  await must(
    200,
    w.server.call('PATCH', `/v1/artifacts/${artifactId}`, {
      body: { sections: exampleSections(transcriptId, 'Sore throat for 4 days!') },
    }),
  )
  return w.hub({}, 'POST', `artifacts/${artifactId}:approve`, { headers })
}

/** An edit of what somebody else has edited meanwhile. */
async function overwritten(w: World): Promise<Told> {
  const { artifactId, transcriptId } = await draftByHand(w.server.call)
  const headers = { 'if-match': (await w.hub({}, 'GET', `artifacts/${artifactId}`)).headers.get('etag') ?? '' }
  const edit = (text: string) => ({ body: { sections: exampleSections(transcriptId, text) } })
  await must(200, w.server.call('PATCH', `/v1/artifacts/${artifactId}`, edit('Sore throat for 4 days!')))
  return w.hub({}, 'PATCH', `artifacts/${artifactId}`, { ...edit('Sore throat for four days.'), headers })
}

async function keyAgain(w: World): Promise<Told> {
  const key = newId()
  const body = (patientId: string) => ({ patientId, permits: ['record'], purposes: ['TREAT'], method: 'verbal' })
  await must(201, w.server.call('POST', '/v1/consents', { body: body(w.note.patientId), key }))
  return w.hub({}, 'POST', 'consents', { body: body(w.draft.patientId), key })
}

/** Another person finds the answer that was kept for the first. */
async function keyOfAnother(w: World): Promise<Told> {
  const key = newId()
  await must(
    201,
    w.server.call('POST', '/v1/consents', {
      body: { patientId: w.note.patientId, permits: ['record'], purposes: ['TREAT'], method: 'verbal' },
      key,
    }),
  )
  return w.hub({ ...{ tenant: hubTenant }, role: 'patient', patient: 'somebody' }, 'POST', 'consents', {
    body: { patientId: w.note.patientId, permits: ['record'], purposes: ['TREAT'], method: 'verbal' },
    key,
  })
}

async function withoutConsent(w: World): Promise<Told> {
  const { patientId } = await draftByHand(w.server.call)
  const encounterId = await openEncounter(w.server.call, patientId)
  await must(200, revokeAll(w, patientId))
  return w.hub({}, 'POST', `encounters/${encounterId}/transcripts`, {
    body: { language: 'en-AU', segments: [{ id: 's0', speaker: 'clinician', text: 'x', startMs: 0, endMs: 1 }] },
  })
}

async function revokeAll({ server: { call } }: World, patientId: string) {
  const { body } = await must(200, call('GET', `/v1/consents?patientId=${patientId}`))
  const [{ id }] = body.items
  return call('POST', `/v1/consents/${id}:revoke`)
}

async function sharedAfterRevocation(w: World): Promise<Told> {
  const { artifactId, patientId } = await approveOne(w.server.call)
  const consentId = await giveConsent(w.server.call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  await must(200, w.server.call('POST', `/v1/consents/${consentId}:revoke`))
  await waitForQuiet(w.server.site.pool)
  return w.hub({}, 'POST', 'shares', { body: share(artifactId) })
}

async function openLink(
  w: World,
  { artifactId, patientId }: { readonly artifactId: string; readonly patientId: string },
) {
  await giveConsent(w.server.call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await must(201, w.server.call('POST', '/v1/shares', { body: share(artifactId, { expiresAt }) }))
  return {
    id: String(body.id),
    link:
      String(body.linkUrl ?? body.url ?? body.link)
        .split('#')
        .at(-1) ?? '',
  }
}

const redeem = (w: World, link: string, dateOfBirth: string): Promise<Told> =>
  w.raw('/s', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ link, dateOfBirth }),
  })

/** The right link and wrong dates, until the link is closed also to the right date. */
async function guessedDate(w: World): Promise<readonly Told[]> {
  const { link } = await openLink(w, await approveOne(w.server.call))
  const answers: Told[] = []
  for (let day = 10; day < 22; day += 1) answers.push(await redeem(w, link, `1901-01-${day}`))
  return [...answers, await redeem(w, link, examplePatient.birthDate ?? '')]
}

async function revokedLink(w: World): Promise<Told> {
  const { id, link } = await openLink(w, await approveOne(w.server.call))
  await must(200, w.server.call('POST', `/v1/shares/${id}:revoke`))
  return redeem(w, link, examplePatient.birthDate ?? '')
}

async function claimedTwice(w: World): Promise<readonly Told[]> {
  const { artifactId } = await draftVerified(w.server.call)
  const claim = (practitionerRole: string) =>
    w.hub({ practitionerRole }, 'POST', `release-gates/clinical_review/queue/${artifactId}:claim`)
  const answers = await Promise.all(['00000000-0000-7000-8000-00000000d001', 'somebody-else'].map(claim))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  return answers.filter(({ status }) => status !== 200)
}

// biome-ignore format: one row a line
export const flowAttacks: readonly Attack[] = [
  { id: 'API6-01', source, cause: 'a note is approved that was not verified',            ask: unverified,                                                                                                  answer: [403, 409, 422], writes: true },
  { id: 'API6-02', source, cause: 'a note is approved many times at once',               ask: approvedTwice,                                                                                               answer: [409, 412], writes: true },
  { id: 'API6-03', source, cause: 'a note changes after the look of who approves it',    ask: stale,                                                                                                       answer: [409, 412], writes: true },
  { id: 'API6-19', source, cause: 'an edit overwrites the edit of another',              ask: overwritten,                                                                                                 answer: 412, writes: true },
  { id: 'API6-04', source, cause: 'a change names no version',                           ask: (w) => w.hub({}, 'POST', `artifacts/${w.draft.artifactId}:approve`, { headers: { 'if-none-match': 'x' } }),  answer: [400, 412, 428] },
  { id: 'API6-05', source, cause: 'a key of a request is used for another request',      ask: keyAgain,                                                                                                    answer: [409, 422], writes: true },
  { id: 'API6-06', source, cause: 'a key of another person brings their answer',         ask: keyOfAnother,                                                                                                answer: [400, 403, 404], writes: true },
  { id: 'API6-07', source, cause: 'a change has no key',                                 ask: (w) => w.hub({}, 'POST', 'consents', { headers: { 'x-idempotency-key': '' }, body: {} }),                   answer: 400 },
  { id: 'API6-08', source, cause: 'speech is stored after the consent was taken back',   ask: withoutConsent,                                                                                              answer: 403, writes: true },
  { id: 'API6-09', source, cause: 'a draft is shared before it is released',             ask: (w) => w.hub({}, 'POST', 'shares', { body: share(w.draft.artifactId) }),                                     answer: [400, 403, 409, 422] },
  { id: 'API6-10', source, cause: 'a note is shared after the consent was taken back',   ask: sharedAfterRevocation,                                                                                       answer: [400, 403, 409], writes: true },
  { id: 'API6-11', source, cause: 'the date of birth behind a link is guessed',          ask: guessedDate,                                                                                                 answer: [401, 403, 404, 410, 422, 429], writes: true },
  { id: 'API6-12', source, cause: 'a link is opened after it was revoked',               ask: revokedLink,                                                                                                 answer: [403, 404, 410], writes: true },
  { id: 'API6-13', source, cause: 'a link is guessed',                                   ask: (w) => redeem(w, `${newId()}.${'A'.repeat(43)}`, '1970-01-01'),                                              answer: [403, 404] },
  { id: 'API6-14', source, cause: 'two people hold one review',                          ask: claimedTwice,                                                                                                answer: [403, 409], writes: true },
  { id: 'API6-15', source, cause: 'a note is recalled that was never released',          ask: (w) => w.hub({}, 'POST', `artifacts/${w.draft.artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }), answer: [409, 422] },
  { id: 'API6-16', source, cause: 'a released note is edited',                           ask: (w) => w.hub({}, 'PATCH', `artifacts/${w.note.artifactId}`, { body: { sections: exampleSections(w.note.transcriptId) } }), answer: 409 },
  { id: 'API6-17', source, cause: 'a released note is changed through FHIR',             ask: releasedByFhir,                                                                                              answer: [400, 403, 409, 422] },
  { id: 'API6-18', source, cause: 'a draft is generated by a template that is not there', ask: (w) => w.hub({}, 'POST', `encounters/${w.note.encounterId}/artifacts:generate`, { body: { templateId: newId() } }), answer: [400, 404, 422] },
]

async function releasedByFhir(w: World): Promise<Told> {
  const tenant = hubTenant
  const found = JSON.parse((await w.fhir({ tenant }, 'GET', 'Composition?_count=1')).text).entry[0].resource
  return w.fhir({ tenant }, 'PUT', `Composition/${found.id}`, { body: { ...found, title: 'other' } })
}
