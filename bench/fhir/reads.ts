/** Read by id against its floors: the same bytes from Koa alone, and from Koa by one PostgreSQL read. Rounds are interleaved; the median counts. */
import { once } from 'node:events'
import type { Sample } from '../search-shapes.ts'
import { fhir } from './populate.ts'
import { type Cost, measure, medianCost, queryDatabase, refuseErrors, type Site, startPart } from './site.ts'

const connections = 32

export type ReadCosts = { readonly bytes: Cost; readonly row: Cost; readonly read: Cost }

async function startFloor(site: Site, ids: readonly string[]): Promise<{ pid: number; port: number }> {
  const text = JSON.stringify(await fhir(site, `Patient/${ids[0]}`))
  await queryDatabase(site, [
    { text: 'drop schema if exists bench_floor cascade' },
    { text: 'create schema bench_floor' },
    { text: 'create table bench_floor.row (id text primary key, content bytea)' },
    { text: 'insert into bench_floor.row select id, $2 from unnest($1::text[]) id', values: [ids, Buffer.from(text)] },
  ])
  const child = startPart('floor-server.ts')
  child.send({ connection: site.database, bytes: text })
  const [port] = (await once(child, 'message')) as [number]
  return { pid: child.pid ?? 0, port }
}

export async function measureReads(
  site: Site,
  samples: readonly Sample[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<ReadCosts> {
  const ids = [...new Set(samples.map(({ patientId }) => patientId))]
  const floor = await startFloor(site, ids)
  const targets = [
    { name: 'bytes', pid: floor.pid, port: floor.port, path: () => '/bytes' },
    { name: 'row', pid: floor.pid, port: floor.port, path: (id: string) => `/row/${id}` },
    { name: 'read', pid: site.server.pid, port: site.server.port, path: (id: string) => `/fhir/R4/Patient/${id}` },
  ] as const
  const costs = { bytes: [] as Cost[], row: [] as Cost[], read: [] as Cost[] }
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, pid, port, path } of targets) {
      const requests = ids.map((id) => ({ method: 'GET', path: path(id) }))
      const cost = await measure(site, pid, {
        kind: 'requests',
        port,
        connections,
        token: site.token,
        requests,
        seconds,
      })
      refuseErrors(name, cost)
      if (round > 0) costs[name].push(cost)
    }
  }
  return { bytes: medianCost(costs.bytes), row: medianCost(costs.row), read: medianCost(costs.read) }
}

export async function measureCrud(site: Site, { rounds, seconds }: { rounds: number; seconds: number }): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { port, pid } = site.server
    const cost = await measure(site, pid, { kind: 'crud', port, connections, token: site.token, seconds })
    refuseErrors('crud', cost)
    if (round > 0) costs.push(cost)
  }
  return medianCost(costs)
}
