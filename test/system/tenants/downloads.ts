/** Downloads that begin before something happens to their tenant. */
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import type { RunningServer } from '../../running-server.ts'

/** An answer that nobody has begun to read. */
export async function startDownload(
  server: RunningServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const all = {
    authorization: `Bearer ${await server.token()}`,
    'x-tenant-id': developmentTenants[0],
    'x-spoke-id': 'connect',
    'x-request-id': crypto.randomUUID(),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    request(`${server.base}${path}`, { headers: all }, resolve).on('error', reject).end()
  })
}

export async function readAll(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part)
  return Buffer.concat(parts)
}

/** A file of a bulk export with more than the buffers between a server and a client that does not read. */
export async function exportMuch({
  call,
  base,
}: RunningServer): Promise<{ readonly path: string; readonly ids: readonly string[] }> {
  const ids = []
  const headers = { 'content-type': 'application/fhir+json' }
  for (let at = 0; at < 16; at += 1) {
    const bytes = randomBytes(600_000).toString('base64')
    const extension = [{ url: 'https://example.org/bytes', valueBase64Binary: bytes }]
    const resource = { resourceType: 'Basic', code: { text: 'bytes' }, extension }
    ids.push((await must(201, call('POST', '/fhir/R4/Basic', { body: resource, headers }))).body.id)
  }
  const asked = { headers: { prefer: 'respond-async' } }
  const begun = await must(202, call('GET', '/fhir/R4/$export?_type=Basic', asked))
  const status = begun.headers.get('content-location')?.slice(base.length) ?? ''
  const done = await waitFor(
    () => call('GET', status),
    ({ status: code }) => code !== 202,
  )
  return { path: done.body.output[0].url.slice(base.length), ids }
}
