/** One request to another FHIR server, and the body of its answer. R4 http.html. */
import { stringifyJson } from '../core/json.ts'
import type { OutboundPolicy } from './policy.ts'
import { type OutboundRequest, type OutboundResponse, sendRequest } from './request.ts'

export type FhirConnection = {
  readonly policy: OutboundPolicy
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
} & Pick<OutboundRequest, 'tls' | 'signal' | 'timeoutMs' | 'maxBytes'>

export type FhirRequest = {
  readonly method: string
  /** Below the base address; empty for the base itself. */
  readonly path: string
  readonly body?: unknown
  /** The parameters of a search by POST, in place of a body. R4 http.html#search. */
  readonly form?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}

/** Any status is an answer. Throws OutboundError. */
export function sendFhir(
  { policy, baseUrl, headers, ...limits }: FhirConnection,
  { method, path, body, form, headers: own }: FhirRequest,
): Promise<OutboundResponse> {
  const content = form?.toString() ?? (body === undefined ? undefined : stringifyJson(body))
  const mediaType = form === undefined ? 'application/fhir+json' : 'application/x-www-form-urlencoded'
  return sendRequest(policy, {
    ...limits,
    method,
    // R4 http.html#transaction: POST [base], without a slash of its own.
    url: path === '' ? baseUrl : `${baseUrl.replace(/\/$/, '')}/${path}`,
    headers: {
      accept: 'application/fhir+json',
      ...headers,
      ...own,
      ...(content === undefined ? {} : { 'content-type': mediaType }),
    },
    ...(content === undefined ? {} : { body: content }),
  })
}
