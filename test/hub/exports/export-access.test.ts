/** Who may not read an addressed copy gets nothing of it: not its bytes, not its recipient, not whether it is there. R5.2, D56; docs/design/hub.md#consent. */
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import {
  approveOne,
  createColleague,
  createPatient,
  draftByHand,
  giveConsent,
  must,
  practitionerRoleId,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let artifactId: string
let exportId: string
let sha256: string
let channelId: string
let patients: { readonly own: string; readonly other: string }

const colleague = { practitionerRole: 'colleague' } as const
const recipient = { name: 'Dr Zebulon Quartermain', organisation: 'Zanzibar Clinic', fax: '08 7010 0999' }
const exportKey = newId()

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  await createColleague(call)
  const approved = await approveOne(call)
  artifactId = approved.artifactId
  patients = { own: approved.patientId, other: await createPatient(call) }
  const asked = await askExport({ key: exportKey })
  exportId = asked.body.id
  const built = await waitFor(
    async () => (await must(200, call('GET', `/v1/exports/${exportId}`))).body,
    ({ state }) => state === 'built',
  )
  sha256 = built.sha256
  const channel = {
    name: 'Folder',
    recipient,
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'text',
    transport: 'file',
    destination: { directory: tmpdir() },
  }
  channelId = (await must(201, call('POST', '/v1/channels', { body: channel, as: { role: 'operator' } }))).body.id
  await giveConsent(call, approved.patientId, {
    decision: 'deny',
    permits: ['share'],
    recipients: [`PractitionerRole/${practitionerRoleId}`],
  })
  // Every process knows of it within two seconds.
  await waitFor(
    () => call('GET', `/v1/artifacts/${artifactId}`),
    ({ status }) => status === 404,
  )
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const askExport = (more: object = {}): Promise<Answer> =>
  call('POST', `/v1/artifacts/${artifactId}/exports`, { body: { format: 'text', recipient }, ...more })

const readings = [
  ['the list', () => `/v1/artifacts/${artifactId}/exports`],
  ['the next page of the list', () => `/v1/artifacts/${artifactId}/exports?limit=1`],
  ['the export', () => `/v1/exports/${exportId}`],
  ['its bytes', () => `/v1/exports/${exportId}/content`],
  ['a preview', () => `/v1/artifacts/${artifactId}/preview?format=text`],
  ['a preview of a preset', () => `/v1/artifacts/${artifactId}/preview?format=pdf&preset=archive-1b`],
  ['a preview as a channel sends it', () => `/v1/artifacts/${artifactId}/preview?channelId=${channelId}`],
  ['the artifact', () => `/v1/artifacts/${artifactId}`],
] as const

const readers = [
  ['a clinician of another tenant', () => ({ tenant: developmentTenants[1] }), 404, 'not-found'],
  ['a clinician whom the patient denies it', () => ({}), 404, 'not-found'],
  ['the patient', () => ({ role: 'patient', patient: patients.own }), 403, 'role-required'],
  ['another patient', () => ({ role: 'patient', patient: patients.other }), 403, 'role-required'],
] as const

const secrets = /Zebulon|Quartermain|Zanzibar|7010|Quillinan/i

test('R3.3: a colleague reads the export with its recipient', async () => {
  const { body } = await must(200, call('GET', `/v1/exports/${exportId}`, { as: colleague }))
  const content = await must(200, call('GET', `/v1/exports/${exportId}/content`, { as: colleague }))

  expect(JSON.stringify(body)).toContain('Quartermain')
  expect(content.text).toContain('Zanzibar Clinic')
})

describe.each(readers)('%s', (_reader, asWhom, status, problem) => {
  test.each(readings)('R5.2, D56: gets nothing of %s', async (_reading, path) => {
    const answer = await call('GET', path(), { as: asWhom() })

    expect(answer).toMatchObject({ status, problem })
    expect(answer.text).not.toMatch(secrets)
  })

  test('RFC 9110 13.1.2: learns nothing by a hash or a range of the bytes', async () => {
    const path = `/v1/exports/${exportId}/content`
    const asked = [{ 'if-none-match': `"${sha256}"` }, { 'if-none-match': '*' }, { range: 'bytes=0-9' }]

    for (const headers of asked)
      expect(await call('GET', path, { as: asWhom(), headers })).toMatchObject({ status, problem })
  })

  test('D45: gets none by asking for the same again, with the same key or another', async () => {
    for (const key of [exportKey, newId()]) {
      const answer = await askExport({ as: asWhom(), key })

      // The key of the first request is the own one of the clinician who has asked: a used key. D180
      const isUsed = key === exportKey && Object.keys(asWhom()).length === 0
      expect(answer).toMatchObject(isUsed ? { status: 422, problem: 'idempotency-key-reused' } : { status, problem })
      expect(answer.text).not.toMatch(secrets)
    }
  })

  test('R5.2: cannot tell it from one that is not there', async () => {
    const { text } = await call('GET', `/v1/exports/${exportId}`, {
      as: asWhom(),
      headers: { 'x-request-id': newId() },
    })
    const nothing = await call('GET', `/v1/exports/${newId()}`, { as: asWhom(), headers: { 'x-request-id': newId() } })
    const withoutIds = (answer: string) => answer.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')

    expect(withoutIds(text)).toBe(withoutIds(nothing.text))
  })
})

test('R5.2: a channel of another tenant, and its recipient, are none for a preview of one’s own', async () => {
  const as = { tenant: developmentTenants[1] }
  const asOther: Call = (method, path, more = {}) => call(method, path, { ...more, as })
  const own = await draftByHand(asOther)

  const answer = await asOther('GET', `/v1/artifacts/${own.artifactId}/preview?channelId=${channelId}`)

  expect(answer).toMatchObject({ status: 400, problem: 'validation', fields: ['channelId'] })
  expect(answer.text).not.toMatch(secrets)
})

test('a colleague previews what the channel sends', async () => {
  const path = `/v1/artifacts/${artifactId}/preview?channelId=${channelId}`

  expect((await must(200, call('GET', path, { as: colleague }))).text).toContain('Zanzibar Clinic')
})
