/** The measurements of the Hub, each with its bound. Rounds alternate with those of the floor if there is one; the median counts. */
import { once } from 'node:events'
import { type Cost, measure, medianCost, percentile, refuseErrors, type Site, startPart } from '../fhir/site.ts'
import { consentFor, createPatients, draftVerified, encounterRequest } from './consultations.ts'
import { holdRenderings } from './filled.ts'
import { call, hubRequest } from './hub-requests.ts'

export type Pace = { readonly rounds: number; readonly seconds: number; readonly count: number }

const connections = 32

type Target = { readonly name: string; readonly pid: number; readonly port: number; readonly path: string }

/** A bare Koa that holds the bytes of the answer. */
async function startFloor(site: Site, bytes: string): Promise<Target> {
  const child = startPart('floor-server.ts')
  child.send({ connection: site.database, bytes })
  const [port] = (await once(child, 'message')) as [number]
  return { name: 'floor', pid: child.pid ?? 0, port, path: '/bytes' }
}

export async function measureWhoami(site: Site, { rounds, seconds }: Pace): Promise<{ floor: Cost; whoami: Cost }> {
  const path = '/v1/spokes/whoami'
  const floor = await startFloor(site, JSON.stringify(await call(site, hubRequest('GET', path))))
  const own = { name: 'whoami', pid: site.server.pid, port: site.server.port, path }
  const costs = new Map<string, Cost[]>([
    ['floor', []],
    ['whoami', []],
  ])
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const target of [floor, own]) {
      const requests = Array.from({ length: 64 }, () => hubRequest('GET', target.path))
      const { port, pid } = target
      const cost = await measure(site, pid, {
        kind: 'requests',
        port,
        connections,
        token: site.token,
        requests,
        seconds,
      })
      refuseErrors(target.name, cost)
      if (round > 0) costs.get(target.name)?.push(cost)
    }
  }
  return { floor: medianCost(costs.get('floor') ?? []), whoami: medianCost(costs.get('whoami') ?? []) }
}

async function measureOnce(
  site: Site,
  what: string,
  requests: Parameters<typeof measure>[2] & { kind: 'once' },
): Promise<Cost> {
  const cost = await measure(site, site.server.pid, requests)
  refuseErrors(what, cost)
  return cost
}

/** Encounters with funding, so with Account, Coverage and the FHIR Encounter. */
export async function measureEncounters(site: Site, { rounds, count }: Pace): Promise<Cost> {
  const patients = await createPatients(site, 50)
  const costs: Cost[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const requests = Array.from({ length: count }, (_, at) => encounterRequest(patients[at % patients.length] ?? ''))
    const { port } = site.server
    const cost = await measureOnce(site, 'encounters', { kind: 'once', port, connections, token: site.token, requests })
    if (round > 0) costs.push(cost)
  }
  return medianCost(costs)
}

export async function measureApprovals(site: Site, { rounds, count }: Pace): Promise<Cost> {
  const patients = await createPatients(site, 50)
  await consentFor(site, patients)
  await holdRenderings(site)
  const costs: Cost[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const artifacts = await draftVerified(site, patients, count)
    const requests = artifacts.map((one) => hubRequest('POST', `/v1/artifacts/${one.id}:approve`, undefined, one))
    const { port } = site.server
    const cost = await measureOnce(site, 'approvals', { kind: 'once', port, connections, token: site.token, requests })
    if (round > 0) costs.push(cost)
  }
  return medianCost(costs)
}

export type Times = { readonly name: string; readonly p50: number; readonly p99: number; readonly cost: Cost }

/** One client, one request after the other. */
export async function measurePages(
  site: Site,
  pages: readonly { readonly name: string; readonly paths: readonly string[] }[],
  token = site.token,
): Promise<Times[]> {
  const times: Times[] = []
  for (const { name, paths } of pages) {
    const requests = Array.from({ length: 200 }, (_, at) => hubRequest('GET', paths[at % paths.length] ?? ''))
    const { port } = site.server
    const load = { kind: 'once', port, connections: 1, token, requests } as const
    // The first request pays for planning and for reading from disk.
    refuseErrors(name, await measure(site, site.server.pid, { ...load, requests: requests.slice(0, 20) }))
    const cost = await measure(site, site.server.pid, load)
    refuseErrors(name, cost)
    const { latencies } = cost.outcome
    times.push({ name, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), cost })
  }
  return times
}
