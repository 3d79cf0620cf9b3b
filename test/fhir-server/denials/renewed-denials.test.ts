/** Denials that an earlier release has stored and did not obey. D56. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { queueOutdated } from '../../../src/store/reindex/reindex-queue.ts'
import { createPatient, must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let patientId: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  patientId = await createPatient(server.call)
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const codes = 'http://terminology.hl7.org/CodeSystem'
/** The policy denies everything that no provision permits. */
const optOut = (patient: string) => ({
  resourceType: 'Consent',
  status: 'active',
  scope: { coding: [{ system: `${codes}/consentscope`, code: 'patient-privacy' }] },
  category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0' }] }],
  patient: { reference: patient },
  policyRule: { coding: [{ system: `${codes}/v3-ActCode`, code: 'OPTOUT' }] },
})
const write = (body: object) =>
  must(201, server.call('POST', '/fhir/R4/Consent', { body, headers: { 'content-type': 'application/fhir+json' } }))
const readStatus = async (): Promise<number> =>
  (await server.call('GET', `/fhir/R4/Patient/${patientId}`, { headers: { 'content-type': '' } })).status

test('D56: a denial that an earlier release did not know is obeyed once its tenant is indexed again', async () => {
  const { pool } = server.site
  await write(optOut(`Patient/${patientId}`))
  await waitFor(readStatus, (status) => status === 404)

  await pool.query('delete from consent_denial')
  await pool.query('update tenant set index_version = 1, generation = generation + 1')
  const before = await waitFor(readStatus, (status) => status === 200)
  await queueOutdated(pool)

  expect(before).toBe(200)
  expect(await waitFor(readStatus, (status) => status === 404)).toBe(404)
})

test('D56: a denial of whose patient nobody can be sure any more is warned of', async () => {
  await write(optOut(`${server.base}/fhir/R4/Patient/${await createPatient(server.call)}`))
  await server.stop()
  // A server of another address, which does not know its former one.
  server = await startRunning({ site: server.site })

  const warning = await waitFor(
    async () => server.lines.find(({ event }) => event === 'consent.unobeyed'),
    (line) => line !== undefined,
  )

  expect(warning).toMatchObject({ level: 'warn', fields: { count: 1 } })
})
