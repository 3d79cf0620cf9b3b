/** fhir-kit-client over the outbound client. */
import { Client, type FhirResource } from 'fhir-kit-client'
import { JsonError, parseJsonBytes, stringifyJson } from '../core/json.ts'
import type { OutboundPolicy } from './policy.ts'
import { type OutboundRequest, sendRequest } from './request.ts'

/** The server did not answer 2xx with FHIR JSON. The body is not kept, because it may quote the patient. */
export class FhirRefusal extends Error {
  readonly status: number
  /** As it was sent. */
  readonly retryAfter: string | undefined

  constructor(status: number, retryAfter?: string) {
    super('refused by the FHIR server')
    this.name = 'FhirRefusal'
    this.status = status
    this.retryAfter = retryAfter
  }
}

export type FhirConnection = {
  readonly policy: OutboundPolicy
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
} & Pick<OutboundRequest, 'tls' | 'signal' | 'timeoutMs' | 'maxBytes'>

/**
 * The library calls the global `fetch`, which checks no allow-list and pins no address, and accepts no other. Everything goes through
 * one function, `httpClient.request`, which is replaced.
 */
export function openFhirClient(connection: FhirConnection): Client {
  const { baseUrl, headers, ...outbound } = connection
  const client = new Client({ baseUrl })
  client.httpClient.request = async (method, path, options = {}, body) => {
    const answer = await sendRequest(outbound.policy, {
      ...outbound,
      method,
      // R4 http.html#transaction: POST [base], without a slash of its own.
      url: path === '/' ? baseUrl : client.httpClient.expandUrl(path),
      headers: { accept: 'application/fhir+json', ...headers, ...options.headers },
      ...(body === undefined ? {} : { body: stringifyJson(body) }),
    })
    if (answer.status < 200 || answer.status > 299) throw new FhirRefusal(answer.status, answer.headers['retry-after'])
    return readAnswered(answer.body)
  }
  return client
}

/** A 200 with a proxy's login page is no FHIR answer: it comes back empty, and the expected members are missing. */
function readAnswered(body: Uint8Array): FhirResource {
  try {
    return parseJsonBytes(body) as FhirResource
  } catch (error) {
    if (error instanceof JsonError) return {} as FhirResource
    throw error
  }
}
