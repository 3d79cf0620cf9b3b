/** Requests of the Hub: the load client sends them, and this program prepares its data by them. */
import { randomUUID } from 'node:crypto'
import { developmentTenants } from '../../src/core/caller.ts'
import type { Request } from '../fhir/load-client.ts'
import type { Site } from '../fhir/site.ts'

const mediaType = 'application/json'

const hubHeaders = (isMutation: boolean): Readonly<Record<string, string>> => ({
  'X-Tenant-Id': developmentTenants[0],
  'X-Spoke-Id': 'connect',
  'X-Request-Id': randomUUID(),
  ...(isMutation ? { 'X-Idempotency-Key': randomUUID() } : {}),
})

export type Versioned = { readonly id: string; readonly version: number }

/** Each mutation has a key of its own, and names the version that it changes. */
export const hubRequest = (
  method: string,
  path: string,
  body?: unknown,
  changed?: Pick<Versioned, 'version'>,
): Request => ({
  method,
  path,
  mediaType,
  headers: {
    ...hubHeaders(method !== 'GET'),
    ...(changed === undefined ? {} : { 'If-Match': `W/"${changed.version}"` }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Body = any

export async function call(site: Site, request: Request, token = site.token): Promise<Body> {
  const { method, path, body, headers = {}, mediaType: type = mediaType } = request
  const response = await fetch(`${site.server.base}${path}`, {
    method,
    headers: { ...headers, Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  return response.json()
}

/** At most so many at a time. */
export async function each<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const walk = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  return results
}
