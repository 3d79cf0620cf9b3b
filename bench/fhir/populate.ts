/** Fills the server with records by transactions, as a migration would, and picks samples of them. */

import type { Sample } from '../search-shapes.ts'
import { buildDirectoryBundle, buildRecordBundle, mrnOf, resourcesPerPatient } from './records.ts'
import { type Cost, measure, queryDatabase, refuseErrors, type Site } from './site.ts'

const batch = 200

export const fhir = async <Body>(site: Site, path: string): Promise<Body> => {
  const url = path.startsWith('http') ? path : `${site.server.base}/fhir/R4/${path}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${site.token}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  return (await response.json()) as Body
}

export async function importDirectory(site: Site): Promise<void> {
  const response = await fetch(`${site.server.base}/fhir/R4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/fhir+json' },
    body: buildDirectoryBundle(),
  })
  if (!response.ok) throw new Error(`directory: ${response.status} ${(await response.text()).slice(0, 300)}`)
  await response.body?.cancel()
}

/** Imports patients `from` to `until`; resources a second and milliseconds of processor time a resource, over all of it. */
export async function importPatients(
  site: Site,
  from: number,
  until: number,
): Promise<{ perSecond: number; node: number; postgres: number }> {
  const costs: Cost[] = []
  for (let start = from; start < until; start += batch) {
    const count = Math.min(batch, until - start)
    const requests = Array.from({ length: count }, (_, at) => ({
      method: 'POST',
      path: '/fhir/R4',
      body: buildRecordBundle(start + at),
    }))
    const { port } = site.server
    const cost = await measure(site, site.server.pid, {
      kind: 'once',
      port,
      connections: 8,
      token: site.token,
      requests,
    })
    refuseErrors('import', cost)
    costs.push(cost)
    process.stderr.write(
      `\r${start + count} patients, ${Math.round(cost.perSecond * resourcesPerPatient)} resources/s  `,
    )
  }
  process.stderr.write('\n')
  const seconds = costs.reduce((sum, { outcome }) => sum + outcome.seconds, 0)
  const perResource = (part: 'node' | 'postgres'): number =>
    costs.reduce((sum, cost) => sum + cost[part] * cost.outcome.requests, 0) / ((until - from) * resourcesPerPatient)
  return {
    perSecond: ((until - from) * resourcesPerPatient) / seconds,
    node: perResource('node'),
    postgres: perResource('postgres'),
  }
}

/** docs/design/store.md#connections: statistics after a bulk load. */
export const analyze = (site: Site): Promise<void> => queryDatabase(site, [{ text: 'vacuum analyze' }])

type Bundle = { readonly entry?: readonly { readonly resource: { readonly id: string } }[] }

/** Patients spread evenly over those that the server holds. */
export async function readSamples(site: Site, patients: number, count: number): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (let at = 0; at < count; at += 1) {
    const number = Math.floor((at * patients) / count)
    const found = await fhir<Bundle>(site, `Patient?identifier=http://example.org/mrn|${mrnOf(number)}`)
    const patientId = found.entry?.[0]?.resource.id ?? ''
    const encounters = await fhir<Bundle>(site, `Encounter?patient=${patientId}&_count=1`)
    samples.push({ number, patientId, encounterId: encounters.entry?.[0]?.resource.id ?? '' })
  }
  return samples
}
