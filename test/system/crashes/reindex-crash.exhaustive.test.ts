/** A server that is killed while it indexes what there is by a new search parameter. docs/design/store.md#search. */
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { waitUntil } from '../../patience.ts'
import { endAll, makeFolder, runCommand, type Server, startServer } from '../processes.ts'

afterAll(endAll)

const authorization = `Basic ${Buffer.from('tenant-2:development').toString('base64')}`
const ids = Array.from({ length: 4000 }, (_, at) => `p${at}`)

const call = ({ base }: Server, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${base}/fhir/R4${path}`, {
    ...init,
    headers: { authorization, 'content-type': 'application/fhir+json', ...init.headers },
  })

const parameter = {
  resourceType: 'SearchParameter',
  url: 'http://a.example/SearchParameter/tongue',
  name: 'tongue',
  status: 'active',
  description: 'The language of the record',
  code: 'tongue',
  base: ['Patient'],
  type: 'token',
  expression: 'Patient.language',
}

async function importPatients(server: Server): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const entry = ids.slice(at, at + 500).map((id) => ({
      resource: { resourceType: 'Patient', id, language: 'en' },
      request: { method: 'PUT', url: `Patient/${id}` },
    }))
    const body = JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry })
    expect((await call(server, '', { method: 'POST', body })).status).toBe(200)
  }
}

/** How much is done, as the refusal says; 100 where it answers. */
async function readShare(server: Server): Promise<number> {
  const answer = await call(server, '/Patient?tongue=en&_total=accurate&_count=1')
  if (answer.status === 200) return 100
  const text = await answer.text()
  expect(text).toContain('is being indexed')
  return Number(/(\d+) %/.exec(text)?.[1] ?? 0)
}

test('docs/design/store.md#search: kill -9 while everything is indexed again: the next server goes on, and a search answers when all is done', async () => {
  const folder = join(makeFolder(), 'data')
  let server = await startServer(folder)
  await importPatients(server)
  expect((await call(server, '/SearchParameter', { method: 'POST', body: JSON.stringify(parameter) })).status).toBe(201)
  // Until this process knows of it, it is ignored as any other name that is unknown.
  const strict = { headers: { prefer: 'handling=strict' } }
  await waitUntil(async () => (await (await call(server, '/Patient?tongue=en', strict)).text()).includes('indexed'))
  const shares: number[] = []

  for (const least of [5, 40]) {
    let share = 0
    await waitUntil(async () => {
      share = await readShare(server)
      return share >= least
    })
    shares.push(share)
    server.child.kill('SIGKILL')
    await server.ended
    server = await startServer(folder, { port: server.port })
    await call(server, '/Patient/new', { method: 'PUT', body: '{"resourceType":"Patient","id":"new","language":"en"}' })
    shares.push(await readShare(server))
  }
  await waitUntil(async () => (await readShare(server)) === 100)

  const { total } = (await (await call(server, '/Patient?tongue=en&_total=accurate&_count=1')).json()) as {
    total: number
  }
  const { output } = await runCommand(['status'], { env: { BANKSIA_DATA_DIR: folder } })
  const [first = 0, afterFirst = 0, second = 0, afterSecond = 0] = shares
  expect([afterFirst >= first, afterSecond >= second]).toEqual([true, true])
  expect(total).toBe(ids.length + 1)
  expect(output).toMatch(/types to index again +0\n/)
})
