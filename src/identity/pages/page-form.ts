/** A posted form of the pages. D171. */
import type { IncomingMessage } from 'node:http'
import { readSmallBody } from '../small-body.ts'

/** `foreign`: a page of another site sent it. `unread`: too long, or no form. */
export type Posted = URLSearchParams | 'foreign' | 'unread'

/** Fetch Metadata. A browser that sends none of it sends the cookie of another site's form neither: SameSite=Lax. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none'])

/**
 * Whether a page of ours sent it, where no cookie says so: another site cannot make a browser enrol its authenticator for somebody else.
 * `page`: our address. Fetch Metadata 2.4; `Origin` is "null" without a referrer.
 */
export function isOwnForm({ headers }: IncomingMessage, page: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin === undefined || origin === 'null' || origin === new URL(page).origin
}

export async function readPosted(request: IncomingMessage): Promise<Posted> {
  if (!ownSites.has(request.headers['sec-fetch-site'])) return 'foreign'
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/x-www-form-urlencoded') return 'unread'
  const body = await readSmallBody(request)
  return body === undefined ? 'unread' : new URLSearchParams(body)
}
