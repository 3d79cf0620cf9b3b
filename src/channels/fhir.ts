/** Sends documents to another FHIR server, by one transaction. R4 http.html#transaction. */
import type { Bundle } from '@medplum/fhirtypes'
import type { FhirResource } from 'fhir-kit-client'
import { z } from 'zod'
import { type Clock, systemClock } from '../core/clock.ts'
import { isJsonObject, JsonError, parseJsonBytes } from '../core/json.ts'
import { type FhirConnection, FhirRefusal, openFhirClient } from '../outbound/fhir-client.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { parseRetryAfter } from '../outbound/retry-after.ts'
import { httpAddress, requestHeaders, tlsSettings } from './destination.ts'
import { FhirAuthorizer, fhirAuth, TokenRefused } from './fhir-authorization.ts'
import { statusReceipt, transactionReceipt } from './fhir-receipt.ts'
import { buildTransaction } from './fhir-transaction.ts'
import { outboundReceipt } from './outbound-receipt.ts'
import {
  failedReceipt,
  type Receipt,
  rejectedReceipt,
  type Transmission,
  type Transport,
  unstartedReceipt,
} from './transport.ts'

export const fhirDestination = z.strictObject({
  baseUrl: httpAddress,
  auth: fhirAuth,
  headers: requestHeaders.exactOptional(),
  tls: tlsSettings.exactOptional(),
})
export type FhirDestination = z.output<typeof fhirDestination>

export function openFhir(policy: OutboundPolicy, clock: Clock = systemClock): Transport<FhirDestination> {
  const authorizer = new FhirAuthorizer(policy, clock)
  return {
    async send(destination, transmission, signal) {
      const transaction = parseTransaction(transmission)
      if (transaction === undefined) return rejectedReceipt('bad-message')
      const authorization = await authorize(authorizer, destination, signal)
      if (!authorization.granted) return authorization.receipt
      if ((await transmission.mayStart?.()) === false) return unstartedReceipt
      const { baseUrl, tls } = destination
      const headers = { ...destination.headers, ...authorization.headers }
      const connection = { policy, baseUrl, headers, signal, ...(tls && { tls }) }
      const receipt = await submit(connection, transaction, clock)
      if (receipt.acknowledgement === '401') authorizer.forget(destination.auth)
      return receipt
    },
    close: async () => {},
  }
}

/** The rendered export is the document Bundle; its numbers keep their text. */
function parseTransaction(transmission: Transmission): Bundle | undefined {
  try {
    const document = parseJsonBytes(transmission.bytes)
    if (!isJsonObject(document) || document.resourceType !== 'Bundle') return undefined
    // Our renderer wrote it.
    return buildTransaction(document as unknown as Bundle, transmission)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

type Authorization =
  | { readonly granted: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly granted: false; readonly receipt: Receipt }

/** If anything fails here, the document was not sent. */
async function authorize(
  authorizer: FhirAuthorizer,
  destination: FhirDestination,
  signal: AbortSignal,
): Promise<Authorization> {
  try {
    return { granted: true, headers: await authorizer.headers(destination.auth, signal) }
  } catch (error) {
    const isRefused = error instanceof TokenRefused
    const receipt = isRefused ? failedReceipt('authentication', false) : outboundReceipt(error)
    const wait = isRefused && error.retryAfterMs !== undefined ? { retryAfterMs: error.retryAfterMs } : {}
    return { granted: false, receipt: { ...receipt, ...wait, unknown: false } }
  }
}

async function submit(connection: FhirConnection, transaction: Bundle, clock: Clock): Promise<Receipt> {
  try {
    // The library types resources of any version of FHIR.
    const body = transaction as unknown as FhirResource & { type: 'transaction' }
    const answer = await openFhirClient(connection).transaction({ body })
    return transactionReceipt(answer, transaction.entry?.length ?? 0)
  } catch (error) {
    if (!(error instanceof FhirRefusal)) return outboundReceipt(error)
    return statusReceipt(error.status, parseRetryAfter(error.retryAfter, clock()))
  }
}
