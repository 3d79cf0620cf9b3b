/** The answer of a receiver is kept with the attempt, for each transport: bytes for clinicians, masked for operators. D222; docs/channels.md#messages. */
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { approveOne, must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { createSite, type RunningServer, startRunning } from '../../running-server.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

let server: RunningServer
let folder: string
const operator = { role: 'operator' } as const
const recipient = { name: 'Heath Specialists', class: 'organisation' } as const
const patientName = 'Wattlebird'

beforeAll(async () => {
  folder = makeScratchFolder('replies')
  server = await startRunning({ site: await createSite(), env: { BANKSIA_FILE_FOLDERS: folder } })
})
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const receivers: Server[] = []
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.close().closeAllConnections()
})

/** Opens a receiver that answers every POST in this way. Answers its address. */
async function openReceiver(answer: (response: ServerResponse) => void): Promise<string> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
  }).listen(0, '127.0.0.1')
  receivers.push(receiver)
  await once(receiver, 'listening')
  const address = receiver.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function dispatch(more: object): Promise<string> {
  const body = {
    ...{
      name: 'Answering',
      recipient: { name: recipient.name },
      purposeOfUse: 'TREAT',
      legalBasis: 'own_organisation',
    },
    ...{ retry: { attempts: 1, baseMs: 10, maxMs: 50 } },
    ...more,
  }
  const { id: channelId } = (await must(201, server.call('POST', '/v1/channels', { body, as: operator }))).body
  const { artifactId } = await approveOne(server.call)
  const dispatched = { artifactId, channelId, recipient, purposeOfUse: 'TREAT' }
  return (await must(202, server.call('POST', '/v1/deliveries', { body: dispatched }))).body.id
}

const until = (id: string, state: string) =>
  waitFor(
    async () => (await must(200, server.call('GET', `/v1/deliveries/${id}`))).body,
    (delivery) => delivery.state === state,
  )

const replyOf = (id: string, part = 'reply', as: object = {}) =>
  server.call('GET', `/v1/messages/${id}/content?part=${part}`, { as })

const maskedOf = async (id: string) =>
  (await must(200, server.call('GET', `/v1/messages/${id}`, { as: operator }))).body.masked

const signature = { keyId: 'k1', key: 'a-secret-of-at-least-thirty-two-characters' }
const overHttps = (url: string) => ({ format: 'pdf', transport: 'https', destination: { url, signature } })

const outcome = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: 'business-rule', diagnostics: `${patientName} is not registered here` }],
}

test('D222: the answer to a signed request is kept, also that of a refusal; an answer that is no FHIR is not shown', async () => {
  const refusal = JSON.stringify({ wattlebird: `no patient ${patientName}` })
  const url = await openReceiver((response) =>
    response.writeHead(422, { 'content-type': 'application/json' }).end(refusal),
  )
  const id = await dispatch(overHttps(url))
  await until(id, 'rejected')

  const reply = await replyOf(id)
  const masked = await maskedOf(id)

  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([
    200,
    refusal,
    'application/octet-stream',
  ])
  expect(masked.reply).toMatch(/^\*+$/)
  expect((await replyOf(id, 'reply', operator)).status).toBe(403)
  const { rows } = await server.site.pool.query(
    "select encode(reply, 'escape') as reply from attempt where delivery_id = $1",
    [id],
  )
  expect(rows[0].reply).not.toContain(patientName)
})

test('D222: the first 16 KiB of a long answer are kept, and nothing of an empty one', async () => {
  const long = 'x'.repeat(40_000)
  const [first, second] = [
    await dispatch(overHttps(await openReceiver((response) => response.writeHead(201).end(long)))),
    await dispatch(overHttps(await openReceiver((response) => response.writeHead(201).end()))),
  ]
  await Promise.all([until(first, 'accepted'), until(second, 'accepted')])

  expect((await replyOf(first)).text).toBe(long.slice(0, 16 * 1024))
  expect((await replyOf(second)).status).toBe(410)
  expect(await maskedOf(second)).not.toHaveProperty('reply')
})

test('D222: a FHIR server’s OperationOutcome is kept, and shown with each value masked', async () => {
  const url = await openReceiver((response) =>
    response.writeHead(422, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(outcome)),
  )
  const id = await dispatch({
    format: 'bundle',
    transport: 'fhir',
    destination: { baseUrl: url, auth: { type: 'none' }, form: 'document' },
  })
  await until(id, 'rejected')

  const reply = await replyOf(id)
  const masked = await maskedOf(id)

  expect(reply.headers.get('content-type')).toBe('application/fhir+json')
  expect(JSON.parse(reply.text)).toEqual(outcome)
  expect(JSON.parse(masked.reply)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: '**' }] })
  expect(masked.reply).not.toContain(patientName)
})

test('D222: an HL7 acknowledgement that comes as a file is kept with the attempt, whatever the form of the document', async () => {
  const [directory, acks] = [mkdtempSync(join(folder, 'in-')), mkdtempSync(join(folder, 'acks-'))]
  const acknowledgements = { form: 'hl7', directory: acks, everyMs: 1_000 }
  const id = await dispatch({ format: 'pdf', transport: 'file', destination: { directory, acknowledgements } })
  const { controlId } = await until(id, 'committed')
  const ack = `MSH|^~\\&|R|R|B|C|2026||ACK^R01^ACK|1|P|2.4\rMSA|AR|${controlId}|${patientName} is not known\r`
  writeFileSync(join(acks, 'answer.ack'), ack)
  await until(id, 'rejected')

  const answer = await replyOf(id, 'answer')
  const masked = await maskedOf(id)

  expect([answer.text, answer.headers.get('content-type')]).toEqual([ack, 'x-application/hl7-v2+er7'])
  expect(masked.answer).toMatch(/MSA\|\*\*\|/)
  expect(masked.answer).not.toContain(patientName)
})
