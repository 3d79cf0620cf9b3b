/** Sends the message of an alert to its target. docs/channels.md#alerts */
import { systemClock } from '../../core/clock.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { statusReceipt } from '../fhir/receipt.ts'
import { outboundReceipt } from '../outbound-receipt.ts'
import { sendSigned } from '../signed-request.ts'
import { acceptedReceipt, type Receipt, rejectedReceipt } from '../transport.ts'
import type { Telling } from './alert-message.ts'
import { alertTarget, type WebhookTarget } from './alert-target.ts'
import { sendMail } from './send-mail.ts'

/** Never throws for a failure of the target or the network: that is a Receipt. */
export type TellAlert = (target: unknown, telling: Telling, signal: AbortSignal) => Promise<Receipt>

const timeoutMs = 10_000
const maxAnswerBytes = 64 * 1024

export const openTellAlert =
  (policy: OutboundPolicy): TellAlert =>
  async (given, telling, signal) => {
    const parsed = alertTarget.safeParse(given)
    // The record of an earlier release.
    if (!parsed.success) return rejectedReceipt('bad-destination')
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    if (parsed.data.kind === 'email') return sendMail(policy, parsed.data, telling, limit)
    return post(policy, parsed.data, telling, limit)
  }

async function post(
  policy: OutboundPolicy,
  target: WebhookTarget,
  { message, key }: Telling,
  signal: AbortSignal,
): Promise<Receipt> {
  const body = Buffer.from(JSON.stringify(message))
  const sent = { body, mediaType: 'application/json', key, kind: 'alert', timeoutMs, maxBytes: maxAnswerBytes }
  try {
    const { status } = await sendSigned({ policy, clock: systemClock, signal }, target, sent)
    return status >= 200 && status <= 299 ? acceptedReceipt(String(status)) : statusReceipt(status)
  } catch (error) {
    return outboundReceipt(error)
  }
}
