/** Usage and billable events go to the spoke of the artifact, whatever `X-Spoke-Id` says. D85. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  addColleague,
  createPatient,
  exampleSections,
  giveConsent,
  must,
  practitionerRoleId,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

const [owner, actor] = ['triage', 'connect'] as const
const asOwner = { spoke: owner }
const billing = { role: 'billing' }

let server: RunningServer
let call: Call

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  await addColleague(call)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const read = async (path: string) => (await must(200, call('GET', path, { as: billing }))).body

async function draftOfOwner(): Promise<{ encounterId: string; artifactId: string }> {
  const patientId = await createPatient(call)
  await giveConsent(call, patientId, { purposes: ['TREAT', 'PATRQT'] })
  const opening = { patientId, practitionerRoleId, period: { start: '2026-03-14T02:45:00.000Z' } }
  const encounterId = (await must(201, call('POST', '/v1/encounters', { body: opening, as: asOwner }))).body.id
  const transcriptId = await storeTranscript(call, encounterId, undefined, asOwner)
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const path = `/v1/encounters/${encounterId}/artifacts`
  const artifactId = (await must(201, call('POST', path, { body, as: asOwner }))).body.id
  return { encounterId, artifactId }
}

test('D85: verified, approved, exported, shared and recalled through another spoke, it is all of its own', async () => {
  const { encounterId, artifactId } = await draftOfOwner()
  const path = `/v1/artifacts/${artifactId}`
  const as = { spoke: actor }
  await must(200, call('POST', `${path}:verify`, { as }))
  await must(200, call('POST', `${path}:approve`, { as }))
  await must(202, call('POST', `${path}/exports`, { body: { format: 'pdf' }, as }))
  const sharing = { artifactId, link: true, purposeOfUse: 'PATRQT', legalBasis: 'consent' }
  const recipient = { name: 'The patient', class: 'patient' }
  await must(201, call('POST', '/v1/shares', { body: { ...sharing, recipient }, as }))
  await must(200, call('POST', `${path}:recall`, { body: { reasonCode: 'clinical_error' }, as }))

  const { breakdown } = await read('/v1/usage/summary?groupBy=spoke')
  const events = await read(`/v1/billing/events?encounterId=${encounterId}`)
  const of = async (spoke: string) => (await read(`/v1/billing/events?spokeId=${spoke}`)).items

  expect(breakdown).toEqual([
    {
      spokeId: owner,
      usage: {
        encountersCreated: 1,
        artifactsGenerated: 0,
        verificationRuns: 1,
        artifactsApproved: 1,
        exportsCreated: 1,
        sharesDispatched: 1,
      },
    },
  ])
  expect(events.items.map(({ type, spokeId }: Record<string, string>) => [type, spokeId])).toEqual([
    ['reversal', owner],
    ['service', owner],
  ])
  expect(await of(owner)).toEqual(events.items)
  expect(await of(actor)).toEqual([])
  const audited = await must(
    200,
    call('GET', `/v1/audit/events?artifactId=${artifactId}&kind=artifact.approved`, { as: { role: 'auditor' } }),
  )
  expect(audited.body.items).toMatchObject([{ spoke: actor, artifactSpoke: owner }])
})
