/** A sender that signs its messages over HTTPS. docs/inbound.md#reception */
import { newId } from '../../../src/core/ids.ts'
import { buildSignature } from '../../../src/core/signature.ts'
import { must } from '../../consultation.ts'
import { admissionOf } from '../../intake/receive/mllp-sender.ts'
import { waitFor } from '../../patience.ts'
import type { Call } from '../../running-server.ts'

type Server = { readonly base: string; readonly call: Call }

const operator = { role: 'operator' } as const

export type SignedSender = { readonly id: string; readonly secret: string }

/** Known to the process that takes messages. */
export async function makeSignedSender(server: Server): Promise<SignedSender> {
  const sender = (
    await must(201, server.call('POST', '/v1/senders', { body: { name: 'Ward', withSecret: true }, as: operator }))
  ).body
  const probe = Buffer.from(admissionOf({ controlId: 'PROBE', number: '', processing: 'T' }))
  await waitFor(
    () => sendSigned(server, sender, probe),
    (status) => status !== 401,
  )
  return sender
}

/** Answers the status. */
export async function sendSigned(
  server: Pick<Server, 'base'>,
  { id, secret }: SignedSender,
  body: Uint8Array,
): Promise<number> {
  const idempotencyKey = newId()
  const response = await fetch(`${server.base}/v1/inbound/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'x-application/hl7-v2+er7',
      'idempotency-key': idempotencyKey,
      'banksia-signature': buildSignature({ keyId: id, key: secret }, { at: new Date(), idempotencyKey, body }),
    },
    body: Buffer.from(body),
  })
  await response.arrayBuffer()
  return response.status
}
