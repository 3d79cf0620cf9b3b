/** Single requests to one FHIR server for one document: authorised, bounded, and only as long as the document may go out. R4 http.html. */
import type { Resource } from '@medplum/fhirtypes'
import type { Clock } from '../../core/clock.ts'
import { stringifyJson, tryParseJson } from '../../core/json.ts'
import { type FhirRequest, sendFhir } from '../../outbound/fhir-request.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import type { OutboundResponse } from '../../outbound/request.ts'
import { parseRetryAfter } from '../../outbound/retry-after.ts'
import { outboundReceipt } from '../outbound-receipt.ts'
import { failedReceipt, type Receipt, rejectedReceipt, unstartedReceipt } from '../transport.ts'
import type { FhirAuthorizer } from './authorization.ts'
import type { FhirDestination } from './fhir-destination.ts'
import { statusReceipt } from './receipt.ts'
import { TokenRefused } from './token-request.ts'

/** Ends the sending: the receipt says why. */
export class FhirFailure extends Error {
  readonly receipt: Receipt
  /** The status of the answer that ended it. */
  readonly status: number | undefined

  constructor(receipt: Receipt, status?: number) {
    super('not taken by the FHIR server')
    this.name = 'FhirFailure'
    this.receipt = receipt
    this.status = status
  }
}

export type FhirCall = FhirRequest & { readonly method: 'GET' | 'POST' | 'PUT'; readonly body?: Resource }

export type FhirAnswer = {
  readonly status: number
  /** Undefined if the answer is no JSON. */
  readonly body: unknown
  readonly location: string | undefined
}

export type Exchange = {
  /** A request about a patient. Any answer but 2xx throws FhirFailure. */
  readonly call: (request: FhirCall) => Promise<FhirAnswer>
  /** Throws FhirFailure if a request with this resource is larger than the channel allows. */
  readonly checkSize: (resource: Resource) => void
  /** A request about the server itself, with any answer. Throws FhirFailure if there is none. */
  readonly ask: (path: string) => Promise<FhirAnswer>
  /** A write has succeeded. */
  readonly hasWritten: () => boolean
  /** The last answer to a write, or the answer that ended the sending. Never the result of a search: that is the receiver's own record. */
  readonly findReply: () => Uint8Array | undefined
}

export type ExchangeInput = {
  readonly policy: OutboundPolicy
  readonly clock: Clock
  readonly authorizer: FhirAuthorizer
  readonly destination: FhirDestination
  readonly signal: AbortSignal
  readonly mayStart?: (() => Promise<boolean>) | undefined
  /** The largest body that the channel allows. */
  readonly maxBytes?: number | undefined
}

const isTooLarge = ({ maxBytes }: ExchangeInput, body: Resource): boolean =>
  maxBytes !== undefined && Buffer.byteLength(stringifyJson(body)) > maxBytes

export function openExchange(input: ExchangeInput): Exchange {
  // After the first request about the patient something may have arrived, whatever comes next.
  let hasBegun = false
  let hasWritten = false
  let reply: Uint8Array | undefined
  const begin = async (): Promise<void> => {
    if ((await input.mayStart?.()) !== false) return
    throw new FhirFailure(hasBegun ? failedReceipt('cancelled', true) : unstartedReceipt)
  }
  const doubted = (receipt: Receipt): Receipt => (hasBegun ? { ...receipt, unknown: true } : receipt)
  const checkSize = (body: Resource): void => {
    // It has not left: only what was written before may be there.
    if (isTooLarge(input, body)) throw new FhirFailure({ ...rejectedReceipt('over-max-bytes'), unknown: hasWritten })
  }
  return {
    checkSize,
    async call(request) {
      if (request.body !== undefined) checkSize(request.body)
      const headers = await authorize(input).catch((error: FhirFailure) => {
        throw new FhirFailure(doubted(error.receipt))
      })
      await begin()
      const answer = await send(input, request, headers).catch((error: unknown) => {
        throw new FhirFailure(doubted(outboundReceipt(error)))
      })
      const { status } = answer
      const isDone = status >= 200 && status <= 299
      const isWrite = request.form === undefined && request.method !== 'GET'
      if (isWrite || !isDone) reply = answer.body
      if (!isDone) {
        const wait = parseRetryAfter(answer.headers['retry-after'], input.clock())
        throw new FhirFailure(doubted(statusReceipt(status, wait)), status)
      }
      hasBegun = true
      hasWritten ||= isWrite
      return readAnswer(answer)
    },
    async ask(path) {
      const headers = await authorize(input)
      const answer = await send(input, { method: 'GET', path }, headers).catch((error: unknown) => {
        throw new FhirFailure({ ...outboundReceipt(error), unknown: false })
      })
      return readAnswer(answer)
    },
    hasWritten: () => hasWritten,
    findReply: () => reply,
  }
}

/** Nothing of the document has gone out by this. Throws FhirFailure. */
async function authorize({ authorizer, destination, signal }: ExchangeInput): Promise<Record<string, string>> {
  try {
    return await authorizer.headers(destination, signal)
  } catch (error) {
    const isRefused = error instanceof TokenRefused
    const receipt = isRefused ? failedReceipt('authentication', false) : outboundReceipt(error)
    const wait = isRefused && error.retryAfterMs !== undefined ? { retryAfterMs: error.retryAfterMs } : {}
    throw new FhirFailure({ ...receipt, ...wait, unknown: false })
  }
}

/** A token that is not taken is fetched once anew. */
async function send(
  input: ExchangeInput,
  request: FhirCall,
  authorization: Record<string, string>,
): Promise<OutboundResponse> {
  const answer = await sendOnce(input, request, authorization)
  if (answer.status !== 401 || !input.authorizer.forget(input.destination)) return answer
  // Without another token the first answer stands.
  const anew = await authorize(input).catch(() => undefined)
  if (anew === undefined) return answer
  const again = await sendOnce(input, request, anew)
  if (again.status === 401) input.authorizer.forget(input.destination)
  return again
}

function sendOnce(
  { policy, destination, signal }: ExchangeInput,
  request: FhirCall,
  authorization: Record<string, string>,
): Promise<OutboundResponse> {
  const { baseUrl, tls, headers } = destination
  return sendFhir(
    { policy, baseUrl, signal, headers: headers ?? {}, ...(tls && { tls }) },
    { ...request, headers: { ...request.headers, ...authorization } },
  )
}

const readAnswer = ({ status, headers, body }: OutboundResponse): FhirAnswer => ({
  status,
  // A proxy's login page is no FHIR answer.
  body: tryParseJson(body),
  location: headers.location ?? String(headers['content-location'] ?? ''),
})
