/** The dry run of a channel: what it would send, shown to those who may read it, and to others masked. docs/channels.md; D227. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { approveOne, draftVerified, must, readHeld } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let folder: string

const operator = { role: 'operator' } as const
const recipient = { name: 'Heath Specialists', class: 'organisation' } as const
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banksia-dry-'))
  server = await startRunning({ site: await createSite(), env: { BANKSIA_FILE_FOLDERS: folder } })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

async function openChannel(more: object = {}): Promise<string> {
  const body = {
    name: 'Specialists',
    recipient: { name: recipient.name },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'text',
    transport: 'file',
    destination: { directory: folder },
    ...more,
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
}

const tryOne = (channelId: string, artifactId: string, as: object = {}) =>
  call('POST', `/v1/channels/${channelId}:dry-run`, { body: { artifactId }, as })

test('D227: a clinician sees the bytes that a dispatch sends, and nothing is queued by that', async () => {
  const channelId = await openChannel()
  const { artifactId, patientId } = await approveOne(call)

  const { body: shown } = await must(200, tryOne(channelId, artifactId))
  const queued = (await must(200, call('GET', `/v1/deliveries?channelId=${channelId}`))).body.items
  const { body } = await must(
    202,
    call('POST', '/v1/deliveries', { body: { artifactId, channelId, recipient, purposeOfUse: 'TREAT' } }),
  )
  await waitFor(
    async () => (await must(200, call('GET', `/v1/deliveries/${body.id}`))).body,
    ({ state }) => state === 'sent',
  )
  const [file = ''] = await readdir(folder)
  const sent = await readFile(join(folder, file))

  expect(queued).toEqual([])
  expect(shown).toMatchObject({ channelId, channelVersion: 1, artifactId, filter: { outcome: 'sent' }, format: 'text' })
  expect(Buffer.from(shown.content, 'base64').toString()).toBe(sent.toString())
  expect([shown.bytes, shown.sha256]).toEqual([sent.length, hashOf(sent)])
  expect(shown).not.toHaveProperty('masked')
  const text = 'select kind, hash from audit where resource_id = $1 and patient_id = $2 order by seq'
  const { rows } = await server.site.pool.query(text, [channelId, patientId])
  expect(rows.map(({ kind }) => kind)).toEqual(['channel.tried', 'document.read'])
})

test('D227: an operator sees the filter and a masked message, and no value of the document', async () => {
  const channelId = await openChannel({
    ...{ format: 'hl7v2', transport: 'mllp', destination: { host: '127.0.0.1', port: 9 } },
    ...{ filter: { artifactTypes: ['referral'] }, legalBasis: 'consent' },
  })
  const { artifactId } = await approveOne(call)

  const { body: masked } = await must(200, tryOne(channelId, artifactId, operator))
  const { body: clear } = await must(200, tryOne(channelId, artifactId))

  expect(masked).toMatchObject({ filter: { outcome: 'left-out', by: 'artifactTypes' }, isConsented: false })
  expect(masked.masked).toMatch(/^MSH\|/)
  expect(masked).not.toHaveProperty('content')
  const message = Buffer.from(clear.content, 'base64').toString()
  const names = [...message.matchAll(/^PID\|(?:[^|]*\|){4}([^|^]+)\^([^|^]+)/gm)].flatMap(([, ...found]) => found)
  expect(names).toHaveLength(2)
  for (const value of [...names, 'Sore throat']) {
    expect(message).toContain(value)
    expect(masked.masked).not.toContain(value)
  }
})

test('D227: no answer of an expression tells an operator what a document says', async () => {
  const expression = "entry.resource.ofType(Patient).name.exists(family.startsWith('A'))"
  const channelId = await openChannel({ filter: { expression } })
  const { artifactId } = await approveOne(call)

  expect(await tryOne(channelId, artifactId, operator)).toMatchObject({ status: 409, problem: 'business-rule' })
  expect((await must(200, tryOne(channelId, artifactId))).body.filter.outcome).toMatch(/^(sent|left-out)$/)
})

test('D227: what is not released, recalled, of another tenant or not there is refused', async () => {
  const channelId = await openChannel()
  const drafted = await draftVerified(call)
  const { artifactId } = await approveOne(call)
  const as = { tenant: developmentTenants[1] }

  expect(await tryOne(channelId, drafted.artifactId)).toMatchObject({ status: 409, problem: 'business-rule' })
  expect(await tryOne(channelId, channelId)).toMatchObject({ status: 400, fields: ['artifactId'] })
  expect(await tryOne(artifactId, artifactId)).toMatchObject({ status: 404 })
  expect(await tryOne(channelId, artifactId, as)).toMatchObject({ status: 404 })
  const headers = await readHeld(call, `/v1/artifacts/${artifactId}`)
  await must(
    200,
    call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' }, headers }),
  )
  expect(await tryOne(channelId, artifactId)).toMatchObject({ status: 409, problem: 'business-rule' })
})
