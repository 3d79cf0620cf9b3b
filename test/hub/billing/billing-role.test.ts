/** Every route of the Hub, asked by the roles that never receive clinical text: nothing of a patient comes back. docs/design/hub.md#access. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hubRoutes } from '../../../src/hub/routes.ts'
import {
  createPatient,
  exampleSections,
  exampleSegments,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
  templateId,
} from '../../consultation.ts'
import { openFinder } from '../../privacy/needles.ts'
import { createSite, type RunningServer, startRunning } from '../../running-server.ts'

const planted = {
  family: 'Zyzzogeton',
  reason: 'Quokkitis of the elbow',
  said: 'Wombatine',
  written: 'Sore throat',
} as const

let server: RunningServer
/** The values for the names in paths. */
const ids: Record<string, string> = { gateName: 'clinical_review', spokeId: 'connect' }

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  const { call } = server
  const patientId = await createPatient(call, { name: [{ family: planted.family, given: ['Robin'] }] })
  await giveConsent(call, patientId)
  const encounterId = await openEncounter(call, patientId, { reason: planted.reason })
  const said = { id: 's4', speaker: 'patient', startMs: 20_000, endMs: 21_000, text: `I take ${planted.said}.` }
  const transcriptId = await storeTranscript(call, encounterId, [...exampleSegments, said])
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const { id: artifactId } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  await must(200, call('POST', `/v1/artifacts/${artifactId}:verify`))
  await must(200, call('POST', `/v1/artifacts/${artifactId}:approve`))
  const { items: consents } = (await must(200, call('GET', `/v1/consents?patientId=${patientId}`))).body
  const [event] = (await must(200, call('GET', '/v1/audit/events', { as: { role: 'auditor' } }))).body.items
  Object.assign(ids, {
    encounterId,
    transcriptId,
    artifactId,
    templateId,
    consentId: consents[0].id,
    eventId: event.id,
  })
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const fill = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '0198f2a0-0000-7000-8000-0000000000a1')

test.each(['billing', 'operator', 'auditor'])(
  'docs/design/hub.md#access: no route answers the role %s with anything of a patient',
  async (role) => {
    const found: string[] = []
    const find = openFinder(Object.values(planted))
    for (const { method, path } of hubRoutes(1_000)) {
      // It does not end.
      if (path === '/v1/events') continue
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const answer = await server.call(method, fill(path), { as: { role }, ...body })
      if (find(Buffer.from(answer.text)).length > 0) found.push(`${method} ${path}`)
    }

    expect(found).toEqual([])
  },
)

test('docs/design/hub.md#access: what the other roles do not get is there', async () => {
  const find = openFinder(Object.values(planted))
  const get = async (path: string) => find(Buffer.from((await must(200, server.call('GET', fill(path)))).text))

  expect(await get('/v1/artifacts/{artifactId}')).not.toEqual([])
  expect(await get('/v1/encounters/{encounterId}')).not.toEqual([])
  expect(await get('/v1/encounters/{encounterId}/transcripts')).not.toEqual([])
})
