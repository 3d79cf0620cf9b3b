/** The outbound client in the form of `fetch`, for libraries that take one. It throws OutboundError and follows no redirect. */
import type { OutboundPolicy } from './policy.ts'
import { type OutboundRequest, sendRequest } from './request.ts'
import { hostOf } from './web-address.ts'

/** RFC 9110: these answers have no body, and `Response` refuses one. */
const bodiless = new Set([204, 205, 304])

/** The host of an address in a setting may be called without being listed. */
export const withHost = (policy: OutboundPolicy, address: string): OutboundPolicy => ({
  ...policy,
  allowedHosts: [...policy.allowedHosts, hostOf(new URL(address))],
})

/**
 * As `fetchWithin`, for an address that the operator trusts: its own host may be on a private network whatever the policy says, but never
 * on a link-local or metadata address. Any other host has to pass the policy.
 */
export function fetchTrusting(policy: OutboundPolicy, address: string): typeof fetch {
  const trusted = hostOf(new URL(address))
  const own = fetchWithin({ allowedHosts: [trusted], allowPrivate: true })
  const others = fetchWithin(policy)
  return (input, init) => {
    const { url } = new Request(input)
    return hostOf(new URL(url)) === trusted ? own(input, init) : others(input, init)
  }
}

export type FetchLimits = Pick<OutboundRequest, 'timeoutMs' | 'maxBytes' | 'tls'>

export function fetchWithin(policy: OutboundPolicy, limits: FetchLimits = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) }
    const answer = await sendRequest(policy, {
      ...limits,
      ...body,
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((item): [string, string] => [name, item]),
    )
    const content = bodiless.has(answer.status) ? null : Buffer.from(answer.body)
    return new Response(content, { status: answer.status, headers })
  }
}
