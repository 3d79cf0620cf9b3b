/** An operator's operations on a channel: test, pause, resume, delete. docs/design/hub.md#routes. */
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { explainClass } from '../../../src/domain/delivery/reason-classes.ts'
import { login, openSftpPeer } from '../../channels/sftp/sftp-peer.ts'
import { approveOne, must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let folder: string

const operator = { role: 'operator' } as const
const recipient = { name: 'Heath Specialists', class: 'organisation' } as const

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banksia-channels-'))
  server = await startRunning({ site: await createSite(), env: { BANKSIA_FILE_FOLDERS: folder } })
  call = server.call
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

const channelBody = (more: object = {}) => ({
  name: 'Folder',
  recipient: { name: recipient.name },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'pdf',
  transport: 'file',
  destination: { directory: folder },
  ...more,
})
const openChannel = async (more: object = {}): Promise<string> =>
  (await must(201, call('POST', '/v1/channels', { body: channelBody(more), as: operator }))).body.id
const act = (id: string, verb: string, as: object = operator) => call('POST', `/v1/channels/${id}:${verb}`, { as })

async function testChannel(id: string) {
  const { body: queued, headers } = await must(202, act(id, 'test'))
  expect(headers.get('location')).toBe(`/v1/jobs/${queued.id}`)
  const { body } = await waitFor(
    () => must(200, call('GET', `/v1/jobs/${queued.id}`, { as: operator })),
    (answer) => answer.body.state !== 'queued' && answer.body.state !== 'running',
  )
  expect(body).toMatchObject({ kind: 'channel-test', state: 'succeeded', targetId: id })
  return body.result
}
const outcomes = ({ checks }: { checks: { check: string; outcome: string }[] }) =>
  Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]))

const dispatch = async (channelId: string) => {
  const { artifactId } = await approveOne(call)
  const body = { artifactId, channelId, recipient, purposeOfUse: 'TREAT' }
  return (await must(202, call('POST', '/v1/deliveries', { body }))).body.id as string
}
const stateOf = async (id: string) => (await must(200, call('GET', `/v1/deliveries/${id}`))).body.state

describe('pause and resume', () => {
  test('docs/design/exports-and-delivery.md#deliveries: what is queued for a paused channel waits, and goes on', async () => {
    const channelId = await openChannel()

    expect((await must(200, act(channelId, 'pause'))).body).toMatchObject({ status: 'paused' })
    await must(200, act(channelId, 'pause'))
    const id = await dispatch(channelId)
    await waitFor(
      async () => (await must(200, call('GET', `/v1/deliveries/${id}`))).body,
      ({ reason }) => reason === 'channel_paused',
    )
    expect((await must(200, act(channelId, 'resume'))).body).toMatchObject({ status: 'active' })

    expect(
      await waitFor(
        () => stateOf(id),
        (state) => state === 'sent',
      ),
    ).toBe('sent')
  })
})

describe('delete', () => {
  test('D47: a channel is deleted when nothing waits for it', async () => {
    const channelId = await openChannel()
    await must(200, act(channelId, 'pause'))
    const id = await dispatch(channelId)
    const remove = () => call('DELETE', `/v1/channels/${channelId}`, { as: operator })

    expect(await remove()).toMatchObject({ status: 409, problem: 'business-rule' })
    await must(200, call('POST', `/v1/deliveries/${id}:cancel`))
    expect(await remove()).toMatchObject({ status: 204, text: '' })

    expect(await call('GET', `/v1/channels/${channelId}`, { as: operator })).toMatchObject({ status: 404 })
    expect(await remove()).toMatchObject({ status: 404 })
    expect(await stateOf(id)).toBe('cancelled')
  })

  test.each([['test'], ['pause'], ['resume']])(
    'docs/design/hub.md#requests-and-answers: another tenant cannot :%s it, nor delete it',
    async (verb) => {
      const channelId = await openChannel()
      const as = { ...operator, tenant: developmentTenants[1] }

      expect(await act(channelId, verb, as)).toMatchObject({ status: 404, problem: 'not-found' })
      expect(await call('DELETE', `/v1/channels/${channelId}`, { as })).toMatchObject({ status: 404 })
      expect(await call('GET', `/v1/channels/${channelId}`, { as: operator })).toMatchObject({ status: 200 })
    },
  )
})

describe('form', () => {
  test('D237: a new channel to a FHIR server chooses its form, and keeps the one that it names', async () => {
    const destination = { baseUrl: `${server.base}/fhir/R4`, auth: { type: 'none' } }
    const fhir = { transport: 'fhir', format: 'bundle' }
    const id = await openChannel({ ...fhir, destination })
    const pinned = await openChannel({ ...fhir, destination: { ...destination, form: 'bundle' } })
    const formOf = async (channelId: string) =>
      (await must(200, call('GET', `/v1/channels/${channelId}`, { as: operator }))).body.destination.form

    expect([await formOf(id), await formOf(pinned)]).toEqual(['auto', 'bundle'])
    await must(200, call('PUT', `/v1/channels/${id}`, { body: channelBody({ ...fhir, destination }), as: operator }))
    expect(await formOf(id)).toBe('auto')
  })
})

describe('test', () => {
  test('spec 4.6: a FHIR server passes the six acceptance checks, and keeps nothing of them', async () => {
    const countText = `select count(*)::int as count from resource where space = 'fhir' and not deleted and type in ('Patient', 'Condition', 'DocumentReference')`
    const count = async () => (await server.site.pool.query(countText)).rows[0].count
    const auth = { type: 'basic', username: 'tenant-2', password: 'development' }
    const id = await openChannel({
      transport: 'fhir',
      format: 'bundle',
      destination: { baseUrl: `${server.base}/fhir/R4`, auth },
    })
    const before = await count()

    const result = await testChannel(id)

    expect(result).toMatchObject({ isPassed: true })
    expect(outcomes(result)).toEqual({
      connection: 'passed',
      'response-time': 'passed',
      authentication: 'passed',
      form: 'passed',
      'patient-lookup': 'passed',
      'document-creation': 'passed',
      conditions: 'passed',
      provenance: 'passed',
      audit: 'passed',
      cleanup: 'passed',
    })
    expect(await count()).toBe(before)
  })

  test('spec 4.6: wrong credentials, and an address where nobody is, are told in words', async () => {
    const auth = { type: 'basic', username: 'tenant-2', password: 'Zebulon' }
    const wrong = await openChannel({
      transport: 'fhir',
      format: 'bundle',
      destination: { baseUrl: `${server.base}/fhir/R4`, auth },
    })
    const absent = await openChannel({
      transport: 'fhir',
      format: 'bundle',
      destination: { baseUrl: `http://127.0.0.1:${await findPort()}/fhir`, auth },
    })

    const [refused, silent] = [await testChannel(wrong), await testChannel(absent)]

    expect(refused).toMatchObject({ isPassed: false })
    expect(refused.checks.at(-1)).toMatchObject({
      check: 'authentication',
      outcome: 'failed',
      advice: expect.any(String),
      class: 'credentials',
      ...explainClass('credentials'),
    })
    expect(silent.checks).toMatchObject([
      { check: 'connection', outcome: 'failed', advice: expect.any(String), class: 'unreachable' },
    ])
    expect(JSON.stringify([refused, silent])).not.toContain('Zebulon')
  })

  test('spec 4.6: an MLLP receiver is connected to, and sent nothing', async () => {
    let bytes = 0
    const receiver = createServer((socket) =>
      socket.on('data', (chunk) => (bytes += chunk.length)).on('error', () => {}),
    )
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as { port: number }
    const id = await openChannel({ transport: 'mllp', format: 'hl7v2', destination: { host: '127.0.0.1', port } })

    const open = await testChannel(id)
    await new Promise((resolve) => receiver.close(resolve))
    const closed = await testChannel(id)

    expect(outcomes(open)).toEqual({ connection: 'passed', acknowledgement: 'skipped' })
    expect(outcomes(closed)).toEqual({ connection: 'failed', acknowledgement: 'skipped' })
    expect(bytes).toBe(0)
  })

  test('spec 4.6: an https receiver gets a signed request without a document, and its answer is told in words', async () => {
    const kinds: unknown[] = []
    let status = 200
    const receiver = createHttpServer((request, response) => {
      kinds.push([request.method, request.headers['banksia-kind'], request.headers['content-length']])
      response.writeHead(status).end('Zebulon')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as { port: number }
    const destination = { url: `http://127.0.0.1:${port}/in`, signature: { keyId: 'a', key: 'k'.repeat(40) } }
    const id = await openChannel({ transport: 'https', destination })

    const taken = await testChannel(id)
    status = 403
    const refused = await testChannel(id)
    status = 422
    const unknown = await testChannel(id)
    await new Promise((resolve) => receiver.close(resolve))
    const gone = await testChannel(id)

    expect(outcomes(taken)).toEqual({ connection: 'passed', 'test-request': 'passed' })
    expect(outcomes(refused)).toEqual({ connection: 'passed', authentication: 'failed' })
    expect(outcomes(unknown)).toEqual({ connection: 'passed', 'test-request': 'failed' })
    expect(outcomes(gone)).toEqual({ connection: 'failed' })
    expect(kinds).toEqual(Array(3).fill(['POST', 'test', '0']))
    expect(JSON.stringify([taken, refused, unknown, gone])).not.toMatch(/Zebulon|kkkk/)
  })

  test('spec 4.6: a folder is one that may be written, and is left as it was', async () => {
    const inner = await mkdtemp(join(folder, 'inner-'))
    const id = await openChannel({ destination: { directory: inner } })

    const open = await testChannel(id)
    expect(await readdir(inner)).toEqual([])
    await rm(inner, { recursive: true })
    const gone = await testChannel(id)

    expect(outcomes(open)).toEqual({ 'directory-allowed': 'passed', 'directory-writable': 'passed' })
    expect(outcomes(gone)).toEqual({ 'directory-allowed': 'failed' })
    const acknowledgements = { form: 'hl7', directory: inner }
    const answered = await testChannel(await openChannel({ destination: { directory: folder, acknowledgements } }))
    expect(outcomes(answered)).toMatchObject({ 'directory-writable': 'passed', 'answers-readable': 'failed' })
  })
})

describe('https', () => {
  test('D232: a release goes out signed, its recall under another key, and the record shows no secret', async () => {
    const seen: { body: string; key: unknown; kind: unknown }[] = []
    const receiver = createHttpServer(async (request, response) => {
      const { 'idempotency-key': key, 'banksia-kind': kind } = request.headers
      seen.push({ body: Buffer.concat(await request.toArray()).toString(), key, kind })
      response.writeHead(seen.length === 1 ? 503 : 200, { 'retry-after': '0' }).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as { port: number }
    const signature = { keyId: 'a', key: 'k'.repeat(40) }
    const destination = { url: `http://127.0.0.1:${port}/in`, signature }
    const channelId = await openChannel({
      ...{ transport: 'https', format: 'text', destination },
      retry: { attempts: 3, baseMs: 10, maxMs: 100 },
    })

    const id = await dispatch(channelId)
    await waitFor(
      () => stateOf(id),
      (state) => state === 'accepted',
    )
    const { body: delivery } = await must(200, call('GET', `/v1/deliveries/${id}`))
    await must(
      200,
      call('POST', `/v1/artifacts/${delivery.artifactId}:recall`, { body: { reasonCode: 'wrong_patient' } }),
    )
    await waitFor(
      async () => seen.length,
      (count) => count === 3,
    )
    await new Promise((resolve) => receiver.close(resolve))

    expect(seen.map(({ key }) => key)).toEqual([
      `"${delivery.documentId}/original"`,
      `"${delivery.documentId}/original"`,
      `"${delivery.documentId}/recall"`,
    ])
    expect(seen.map(({ kind }) => kind)).toEqual(['original', 'original', 'recall'])
    expect(seen[1]?.body).toBe(seen[0]?.body)
    expect(seen[2]?.body).not.toBe(seen[0]?.body)
    const { body: channel } = await must(200, call('GET', `/v1/channels/${channelId}`, { as: operator }))
    expect(channel.destination).toEqual({ ...destination, signature: { keyId: 'a', key: '***' }, timeoutMs: 30_000 })
  })
})

describe('sftp', () => {
  test('D234: a release goes to the server with the known key, and no answer shows the login', async () => {
    const peer = await openSftpPeer()
    const { port, hostKey, files } = peer
    const secrets = { password: login.password, passphrase: 'Quokkaword' }
    const known = { host: '127.0.0.1', port, hostKeys: [hostKey], username: login.username, directory: '/in' }
    const channelId = await openChannel({ transport: 'sftp', destination: { ...known, ...secrets } })

    const tested = await testChannel(channelId)
    const id = await dispatch(channelId)
    await waitFor(
      () => stateOf(id),
      (state) => state === 'sent',
    )
    const { body: delivery } = await must(200, call('GET', `/v1/deliveries/${id}`))
    const { body: channel } = await must(200, call('GET', `/v1/channels/${channelId}`, { as: operator }))
    await peer.close()

    expect(tested).toMatchObject({ isPassed: true })
    expect([...files.keys()]).toEqual([`/in/${delivery.documentId}.pdf`])
    expect(String(files.get(`/in/${delivery.fileName}`)?.subarray(0, 5))).toBe('%PDF-')
    expect(channel.destination).toEqual({ ...known, password: '***', passphrase: '***', timeoutMs: 30_000 })
  })
})

describe('folders', () => {
  test.each([['/etc'], ['/'], ['..']])('docs/design/hub.md#routes: a channel into %s is refused', async (directory) => {
    const path = directory === '..' ? join(folder, '..', newId()) : directory
    const body = channelBody({ destination: { directory: path } })

    expect(await call('POST', '/v1/channels', { body, as: operator })).toMatchObject({
      status: 400,
      fields: ['destination.directory'],
    })
    for (const members of [{ directory: path }, { directory: folder, keepIn: path }]) {
      const acknowledgements = { form: 'hl7', ...members }
      const answered = channelBody({ destination: { directory: folder, acknowledgements } })
      expect(await call('POST', '/v1/channels', { body: answered, as: operator })).toMatchObject({
        status: 400,
        fields: [`destination.acknowledgements.${members.directory === path ? 'directory' : 'keepIn'}`],
      })
    }
  })

  test('docs/design/hub.md#release: a link that leads out of the folders is written to by nobody', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'banksia-outside-'))
    await symlink(outside, join(folder, 'way-out'))
    const channelId = await openChannel({
      destination: { directory: join(folder, 'way-out') },
      retry: { attempts: 1 },
    })

    const id = await dispatch(channelId)

    expect(
      await waitFor(
        () => stateOf(id),
        (state) => state === 'dead',
      ),
    ).toBe('dead')
    expect(await readdir(outside)).toEqual([])
    await rm(outside, { recursive: true })
  })
})
