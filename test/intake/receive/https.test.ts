/** Messages by HTTPS, of a sender that proves itself. docs/inbound.md#by-https; D210, D211. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { buildSignature } from '../../../src/core/signature.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { useRunning } from '../../use-running.ts'
import { admissionOf, msaOf } from './mllp-sender.ts'

const server = useRunning()
const operator = { role: 'operator' } as const
const mediaType = 'x-application/hl7-v2+er7'

type Made = { readonly id: string; readonly secret: string }

async function makeSender(more: object = {}, as: object = operator): Promise<Made> {
  const body = { name: 'By HTTPS', withSecret: true, ...more }
  const { id, secret } = (await must(201, server.call('POST', '/v1/senders', { body, as }))).body
  return { id, secret }
}

/** Known to the process at most a second later. */
async function makeKnownSender(more: object = {}, as: object = operator): Promise<Made> {
  const sender = await makeSender(more, as)
  const probe = admissionOf({ controlId: 'PROBE', number: '', processing: 'T' })
  await waitFor(
    () => post(sender, probe),
    ({ status }) => status !== 401,
  )
  return sender
}

type Posting = { readonly at?: Date; readonly key?: string; readonly sign?: string; readonly headers?: object }

let count = 0
async function post({ id, secret }: Made, message: string, { at = new Date(), key, sign, headers = {} }: Posting = {}) {
  count += 1
  const idempotencyKey = key ?? `"${count}"`
  const signature =
    sign ?? buildSignature({ keyId: id, key: secret }, { at, idempotencyKey, body: Buffer.from(message) })
  const response = await fetch(`${server.base}/v1/inbound/${id}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': mediaType, 'idempotency-key': idempotencyKey },
      ...(signature === '' ? {} : { 'banksia-signature': signature }),
      ...headers,
    },
    body: message,
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('D211: a signed message is stored and acknowledged; repeated, it is answered alike', async () => {
  const sender = await makeKnownSender()
  const message = admissionOf({ controlId: 'H1', number: '5711' })

  const first = await post(sender, message)
  const again = await post(sender, message)
  const refused = await post(sender, admissionOf({ controlId: 'H2', number: '5711', type: 'SIU^S12' }))
  const both = await post(sender, admissionOf({ controlId: 'H3', number: '5711', asked: ['AL', 'AL'] }))

  expect([first, again, refused, both].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(first.type).toBe(mediaType)
  expect([first, again, both].map(({ text }) => msaOf(text))).toEqual([
    ['AA', 'H1'],
    ['AA', 'H1'],
    ['AA', 'H3'],
  ])
  expect(msaOf(refused.text).slice(0, 2)).toEqual(['AR', 'H2'])
  const found = await must(200, server.call('GET', '/fhir/R4/Patient?identifier=5711'))
  expect(found.body.entry).toHaveLength(1)
})

test('D210: a request that proves nothing, or too late, or twice, gets one refusal, and nothing is stored', async () => {
  const sender = await makeKnownSender()
  const theirs = await makeKnownSender({}, { role: 'operator', tenant: developmentTenants[1] })
  const far = await makeSender({ addresses: ['10.0.0.9'] })
  const message = admissionOf({ controlId: 'H4', number: '5712' })
  const old = new Date(Date.now() - 301_000)
  const ahead = new Date(Date.now() + 302_000)
  const [at, key] = [new Date(), '"once"']
  const one = admissionOf({ controlId: 'H5', number: '5713' })
  const used = await post(sender, one, { at, key })
  const body = Buffer.from(one)
  const sign = buildSignature({ keyId: sender.id, key: sender.secret }, { at, idempotencyKey: key, body })

  const answers = [
    await post(sender, message, { sign: '' }),
    await post(sender, message, { sign: 'nonsense' }),
    await post(sender, message, { sign: sign.replace(/sha256=.{4}/, 'sha256=0000') }),
    await post(sender, `${one}ZZZ|1\r`, { sign, key }),
    await post(sender, one, { sign, key: '"other"' }),
    await post(sender, one, { at, key }),
    await post(sender, message, { at: old }),
    await post(sender, message, { at: ahead }),
    await post({ ...theirs, id: sender.id }, message),
    await post({ ...sender, id: theirs.id }, message),
    await post({ ...sender, id: newId() }, message),
    await post({ ...sender, id: 'none' }, message),
    await post(far, message),
  ]

  expect(used.status).toBe(200)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
  expect(new Set(answers.map(({ text }) => JSON.parse(text).detail)).size).toBe(1)
  const found = await must(200, server.call('GET', '/fhir/R4/Patient?identifier=5712'))
  expect(found.body.entry ?? []).toEqual([])
})

test('D210: a rotated secret and a disabled sender count no longer', async () => {
  const sender = await makeKnownSender()
  const path = `/v1/senders/${sender.id}`
  const message = admissionOf({ controlId: 'H6', number: '5714' })

  const { body } = await must(200, server.call('POST', `${path}:rotate`, { as: operator }))
  const before = await waitFor(
    () => post(sender, message),
    ({ status }) => status === 401,
  )
  const renewed = await post({ id: sender.id, secret: body.secret }, message)
  await must(200, server.call('POST', `${path}:disable`, { as: operator }))
  const disabled = await post({ id: sender.id, secret: body.secret }, message)

  expect([before.status, renewed.status, msaOf(renewed.text)[0]]).toEqual([401, 200, 'AA'])
  // Of a second ago it is still known; the transaction looks again.
  expect(disabled.status === 401 || msaOf(disabled.text)[0] === 'AR').toBe(true)
})

test('docs/inbound.md#by-https: other methods and types are refused, and a message that is too large', async () => {
  const sender = await makeKnownSender({ maxBytes: 2048 })
  const large = `${admissionOf({ controlId: 'H7', number: '5715' })}ZZZ|${'x'.repeat(3000)}\r`

  const read = await fetch(`${server.base}/v1/inbound/${sender.id}`)
  const json = await post(sender, '{}', { headers: { 'content-type': 'application/json' } })
  const tooLarge = await post(sender, large)

  expect([read.status, json.status, tooLarge.status]).toEqual([405, 415, 413])
})
