/** Each search shape over HTTP by one client: percentiles of its times, and matches that it found. */
import { type Sample, type SearchShape, searchShapes } from '../search-shapes.ts'
import { fhir } from './populate.ts'
import { measure, percentile, refuseErrors, type Site } from './site.ts'

export type ShapeTimes = {
  readonly shape: SearchShape
  readonly p50: number
  readonly p99: number
  readonly found: number
}

const warmUp = 20

type Page = {
  readonly entry?: readonly unknown[]
  readonly total?: number
  readonly link?: readonly { readonly relation: string; readonly url: string }[]
}

/** The address of a page further on. */
async function walk(site: Site, path: string, pages: number): Promise<string> {
  let at = path
  for (let page = 0; page < pages; page += 1) {
    const { link = [] } = await fhir<Page>(site, at)
    const next = link.find(({ relation }) => relation === 'next')?.url
    if (next === undefined) return at
    at = next
  }
  return at
}

const pathOf = (site: Site, at: string): string =>
  at.startsWith('http') ? at.slice(site.server.base.length) : `/fhir/R4/${at}`
/** Encodes a path for a request line. */
export const encodePath = (path: string): string =>
  path.replaceAll('|', '%7C').replaceAll('$', '%24').replaceAll(' ', '%20')

export async function measureShape(site: Site, shape: SearchShape, samples: readonly Sample[]): Promise<ShapeTimes> {
  const paths =
    shape.deep === undefined
      ? samples.map(shape.path)
      : [await walk(site, shape.path(samples[0] as Sample), shape.deep)]
  const requests = samples.map((_, at) => ({
    method: 'GET',
    path: encodePath(pathOf(site, paths[at % paths.length] ?? '')),
  }))
  const { port, pid } = site.server
  const load = { kind: 'once', port, connections: 1, token: site.token } as const
  await measure(site, pid, { ...load, requests: requests.slice(0, warmUp) })
  const cost = await measure(site, pid, { ...load, requests })
  refuseErrors(shape.name, cost)
  const { entry, total } = await fhir<Page>(site, encodePath(paths[0] ?? ''))
  const { latencies } = cost.outcome
  return {
    shape,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    found: entry?.length ?? total ?? 0,
  }
}

export async function measureShapes(site: Site, samples: readonly Sample[]): Promise<readonly ShapeTimes[]> {
  const times: ShapeTimes[] = []
  for (const shape of searchShapes) times.push(await measureShape(site, shape, samples))
  return times
}
