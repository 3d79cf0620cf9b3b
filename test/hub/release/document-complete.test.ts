/** A clinician who approves is told what a channel's form lacks, before anything is queued. D140; docs/channels.md. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createPatient,
  draftVerified,
  exampleSections,
  giveConsent,
  must,
  openEncounter,
  storeTranscript,
} from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

const operator = { role: 'operator' } as const

let server: RunningServer
let call: Call
let folder: string

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-test-complete-'))
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

/** A template of referrals of its own, so that no other test's channel takes them. */
async function openTemplate(name = 'Referral'): Promise<string> {
  const post = async (path: string, status: number, body?: object) =>
    (await must(status, call('POST', path, { as: operator, ...(body === undefined ? {} : { body }) }))).body.id
  const template = await post('/v1/templates', 201, { title: 'Referral', artifactType: 'letter' })
  const sections = [{ key: 'subjective', title: 'Reason', code: '61150-9', draws: ['complaint'] }]
  const version = { label: '1', title: name, code: '57133-1', codeDisplay: 'Referral note', sections }
  const versionId = await post(`/v1/templates/${template}/versions`, 201, version)
  await post(`/v1/templates/${template}/versions/${versionId}:publish`, 200)
  return template
}

const numbered = { name: 'Heath Specialists', providerNumber: '2122661L' }

const bodyOf = (template: string, more: object = {}) => ({
  name: 'Specialists by Argus',
  templateIds: [template],
  recipient: { name: 'Heath Specialists' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'hl7v2',
  preset: 'adrm-strict',
  transport: 'file',
  destination: { directory: folder },
  ...more,
})

const openChannel = async (body: object): Promise<string> =>
  (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
const changeChannel = (id: string, body: object) => must(200, call('PUT', `/v1/channels/${id}`, { body, as: operator }))

async function draft(templateId: string): Promise<string> {
  const { encounterId, transcriptId } = await draftVerified(call)
  const body = { templateId, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body }))).body
  expect((await must(200, call('POST', `/v1/artifacts/${id}:verify`))).body.outcome).toBe('passed')
  return id
}

const approve = (id: string) => call('POST', `/v1/artifacts/${id}:approve`)
const readArtifact = async (id: string) => (await must(200, call('GET', `/v1/artifacts/${id}`))).body
const listDeliveries = async (artifactId: string) =>
  (await must(200, call('GET', `/v1/deliveries?artifactId=${artifactId}`))).body.items
const untilSent = (artifactId: string) =>
  waitFor(
    () => listDeliveries(artifactId),
    (items) => items.some(({ state }: { state: string }) => state === 'sent'),
  )

const lacking = { status: 422, problem: 'document-incomplete', fields: ['recipient.providerNumber'] }

test('D140: an approval whose document a channel cannot take is refused by element and channel, and nothing is written', async () => {
  const template = await openTemplate()
  await openChannel(bodyOf(template, { name: 'Anybody', format: 'pdf', preset: 'default' }))
  const channelId = await openChannel(bodyOf(template))
  const artifactId = await draft(template)
  const before = await readArtifact(artifactId)

  const previewed = await call('GET', `/v1/artifacts/${artifactId}/preview?channelId=${channelId}`)
  const refused = await approve(artifactId)
  const after = await readArtifact(artifactId)
  const document = await call('GET', `/fhir/R4/Bundle/${before.documentId}`)
  const text = `select kind from audit where artifact_id = $1 and kind in ('artifact.approved', 'delivery.queued')`
  const { rows } = await server.site.pool.query(text, [artifactId])
  const queued = await listDeliveries(artifactId)
  await changeChannel(channelId, bodyOf(template, { recipient: numbered }))
  await must(200, approve(artifactId))
  await untilSent(artifactId)

  expect(previewed).toMatchObject(lacking)
  expect(refused).toMatchObject(lacking)
  expect(refused.body.errors[0].message).toContain('(hl7v2, channel Specialists by Argus)')
  expect(after).toEqual(before)
  expect(document.status).toBe(404)
  expect([rows, queued, await readdir(folder)]).toEqual([[], [], expect.any(Array)])
})

test('D140: a paused channel asks as others do, and one without a template or by a FHIR document does not', async () => {
  const template = await openTemplate()
  const channelId = await openChannel(bodyOf(template))
  await openChannel(bodyOf(template, { name: 'Bundles', format: 'bundle', preset: 'default' }))
  await changeChannel(channelId, bodyOf(template, { status: 'paused' }))
  const artifactId = await draft(template)

  const refused = await approve(artifactId)
  await changeChannel(channelId, bodyOf(template, { templateIds: [] }))
  const approved = await approve(artifactId)

  expect(refused).toMatchObject(lacking)
  expect(approved.status).toBe(200)
})

test('D140: an amendment is refused where a receiver of the edition before could not get it', async () => {
  const template = await openTemplate()
  const channelId = await openChannel(bodyOf(template, { recipient: numbered }))
  const artifactId = await draft(template)
  await must(200, approve(artifactId))
  await untilSent(artifactId)
  await changeChannel(channelId, bodyOf(template, { templateIds: [] }))
  const { body: successor } = await must(201, call('POST', `/v1/artifacts/${artifactId}:amend`))
  await must(200, call('POST', `/v1/artifacts/${successor.id}:verify`))

  const refused = await approve(successor.id)
  const standing = await readArtifact(artifactId)
  await changeChannel(channelId, bodyOf(template, { templateIds: [], recipient: numbered }))
  await must(200, approve(successor.id))
  await untilSent(successor.id)

  expect(refused).toMatchObject(lacking)
  expect(standing.state).toBe('approved')
})

test('D140: a dispatch tells the same, by the recipient of the share', async () => {
  const template = await openTemplate()
  const channelId = await openChannel(bodyOf(template, { templateIds: [] }))
  const artifactId = await draft(template)
  await must(200, approve(artifactId))
  const dispatch = (recipient: object) =>
    call('POST', '/v1/deliveries', {
      body: {
        artifactId,
        channelId,
        recipient: { name: 'Heath Specialists', class: 'organisation', ...recipient },
        purposeOfUse: 'TREAT',
      },
    })

  const refused = await dispatch({})
  const taken = await dispatch({ providerNumber: '2122661L' })
  await untilSent(artifactId)

  expect(refused).toMatchObject(lacking)
  expect(taken.status).toBe(202)
})

test('D140: letters that no page can show are told at the approval, by script and element, also without a channel', async () => {
  const artifactId = await draft(await openTemplate('ማስታወሻ'))

  const refused = await approve(artifactId)

  expect(refused).toMatchObject({ status: 422, problem: 'document-incomplete', fields: ['Composition.title'] })
  expect(refused.body.errors[0].message).toMatch(/Ethiopic.*\(pdf\)/)
  expect(refused.text).not.toContain('ማ')
  expect((await readArtifact(artifactId)).state).toBe('in_review')
})

test('D143: a name that no page can show holds the forms with a page, and the others leave', async () => {
  const template = await openTemplate()
  const channels = { text: '', html: '', bundle: '', pdf: '', hl7v2: '' }
  for (const format of Object.keys(channels) as (keyof typeof channels)[])
    channels[format] = await openChannel(
      bodyOf(template, { name: format, format, preset: 'default', recipient: numbered }),
    )
  const patientId = await createPatient(call, { name: [{ family: 'ተስፋዬ', given: ['አበበ'] }] })
  const encounterId = await openEncounter(call, patientId)
  await giveConsent(call, patientId)
  const transcriptId = await storeTranscript(call, encounterId)
  const artifact = { templateId: template, transcriptIds: [transcriptId], sections: exampleSections(transcriptId) }
  const { id } = (await must(201, call('POST', `/v1/encounters/${encounterId}/artifacts`, { body: artifact }))).body
  await must(200, call('POST', `/v1/artifacts/${id}:verify`))

  await must(200, approve(id))
  type Delivery = { readonly channelId: string; readonly state: string; readonly reason?: string }
  const ended = (items: readonly Delivery[]) =>
    items.length === 5 && items.every(({ state }) => state === 'sent' || state === 'held')
  const deliveries = await waitFor<readonly Delivery[]>(() => listDeliveries(id), ended)
  const asked = await call('POST', '/v1/deliveries', {
    body: {
      artifactId: id,
      channelId: channels.pdf,
      recipient: { ...numbered, class: 'organisation' },
      purposeOfUse: 'TREAT',
    },
  })
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const stateOf = (channelId: string) => {
    const delivery = deliveries.find((one) => one.channelId === channelId)
    return delivery?.reason === undefined ? delivery?.state : `${delivery.state}: ${delivery.reason}`
  }

  expect(Object.fromEntries(Object.entries(channels).map(([format, channel]) => [format, stateOf(channel)]))).toEqual({
    text: 'sent',
    html: 'sent',
    bundle: 'sent',
    pdf: 'held: document-incomplete',
    hl7v2: 'held: document-incomplete',
  })
  expect(files.filter((text) => text.includes('ተስፋዬ'))).toHaveLength(3)
  expect(asked).toMatchObject({ status: 422, problem: 'document-incomplete', fields: ['Composition.subject'] })
})
