/** Posts notifications to an endpoint. R4 subscription.html#rest-hook. */
import { systemClock } from '../core/clock.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { sendRequest } from '../outbound/request.ts'
import { parseRetryAfter } from '../outbound/retry-after.ts'
import { httpAddress } from './destination.ts'
import { statusReceipt } from './fhir/receipt.ts'
import { outboundReceipt } from './outbound-receipt.ts'
import { acceptedReceipt, type Receipt } from './transport.ts'

export type Hook = {
  readonly url: string
  readonly mediaType: string
  /** `name: value`, from the Subscription. */
  readonly headers: readonly string[]
  readonly timeoutMs: number
}

/** True for an address of a form that may be called; each send checks the policy. */
export const isHookAddress = (text: string): boolean => httpAddress.safeParse(text).success

const maxAnswerBytes = 1024 * 1024

/** Never throws for a failure of the endpoint or network: that is a Receipt. */
export type SendHook = (hook: Hook, body: string, signal: AbortSignal) => Promise<Receipt>

export const openRestHook =
  (policy: OutboundPolicy): SendHook =>
  (hook, body, signal) =>
    send(policy, { hook, body, signal })

type Sending = { readonly hook: Hook; readonly body: string; readonly signal: AbortSignal }

async function send(policy: OutboundPolicy, { hook, body, signal }: Sending): Promise<Receipt> {
  try {
    const answer = await sendRequest(policy, {
      method: 'POST',
      url: hook.url,
      headers: { ...headersOf(hook), 'content-type': `${hook.mediaType}; charset=utf-8` },
      body,
      signal,
      timeoutMs: hook.timeoutMs,
      maxBytes: maxAnswerBytes,
    })
    const isTaken = answer.status >= 200 && answer.status <= 299
    if (isTaken) return acceptedReceipt(String(answer.status))
    return statusReceipt(answer.status, parseRetryAfter(answer.headers['retry-after'], systemClock()))
  } catch (error) {
    return outboundReceipt(error)
  }
}

const headersOf = ({ headers }: Hook): Record<string, string> =>
  Object.fromEntries(
    headers.map((header) => [header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1).trim()]),
  )
