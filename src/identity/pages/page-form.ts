/** A posted form of the pages. D171. */
import type { IncomingMessage } from 'node:http'
import { readSmallBody } from '../small-body.ts'

/** `foreign`: a page of another site sent it. `unread`: too long, or no form. */
export type Posted = URLSearchParams | 'foreign' | 'unread'

/** Fetch Metadata. A browser that sends none of it sends the cookie of another site's form neither: SameSite=Lax. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none'])

export async function readPosted(request: IncomingMessage): Promise<Posted> {
  if (!ownSites.has(request.headers['sec-fetch-site'])) return 'foreign'
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/x-www-form-urlencoded') return 'unread'
  const body = await readSmallBody(request)
  return body === undefined ? 'unread' : new URLSearchParams(body)
}
