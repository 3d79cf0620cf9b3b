/** A bulk export whose server is killed while it is made. Bulk Data Access 2.0 export.html. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { waitUntil } from '../../patience.ts'
import { endAll, makeFolder, type Server, startServer } from '../processes.ts'

afterAll(endAll)

const authorization = `Basic ${Buffer.from('tenant-2:development').toString('base64')}`
const ids = Array.from({ length: 3000 }, (_, at) => `p${at}`)

const call = ({ base }: Server, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${base}/fhir/R4${path}`, {
    ...init,
    headers: { authorization, 'content-type': 'application/fhir+json', ...init.headers },
  })

const entryOf = (id: string) => ({
  resource: { resourceType: 'Patient', id, name: [{ family: `Wattle${id}` }] },
  request: { method: 'PUT', url: `Patient/${id}` },
})

async function importPatients(server: Server): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const entry = ids.slice(at, at + 500).map(entryOf)
    const body = JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry })
    expect((await call(server, '', { method: 'POST', body })).status).toBe(200)
  }
}

test('docs/fhir.md#bulk-export: kill -9 while an export is made: it is finished by the next server, with everything once and nothing newer', async () => {
  const folder = join(makeFolder(), 'data')
  let server = await startServer(folder)
  await importPatients(server)
  const kickOff = await call(server, '/$export?_type=Patient', { headers: { prefer: 'respond-async' } })
  const path = (kickOff.headers.get('content-location') ?? '').split('/fhir/R4')[1] ?? ''

  for (const [round, pauseMs] of [0, 80, 200].entries()) {
    await sleep(pauseMs)
    server.child.kill('SIGKILL')
    await server.ended
    server = await startServer(folder, { port: server.port })
    await call(server, '/Patient', { method: 'POST', body: JSON.stringify({ ...entryOf('').resource, id: undefined }) })
    await call(server, `/Patient/p${round}`, { method: 'DELETE' })
  }
  await waitUntil(async () => (await call(server, path)).status !== 202)

  const done = await call(server, path)
  const { output } = (await done.json()) as { output: { url: string }[] }
  const found: string[] = []
  for (const { url } of output) {
    const text = await (await call(server, `/$export-file/${url.split('/').at(-1)}`)).text()
    found.push(...[...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id))
  }
  expect(done.status).toBe(200)
  expect(found.toSorted()).toEqual(ids.toSorted())
})
