/** Step 4: the resources that the tenant now has of its patients, and the counted usage. */
import type { Client } from '../../client/client.ts'
import { mapConcurrently } from './concurrency.ts'
import type { Session } from './session.ts'

export type TenantRecord = {
  /** Resources of the demo's patients by type. */
  readonly resources: ReadonlyMap<string, number>
  readonly usage: Readonly<Record<string, number>>
  /** Billable events of the artifacts in this run. */
  readonly billable: readonly { readonly kind: string; readonly artifactId?: string }[]
}

type Searchset = {
  readonly entry?: readonly {
    readonly resource?: { readonly id?: string }
    readonly search?: { readonly mode?: string }
  }[]
  readonly link?: readonly { readonly relation: string; readonly url: string }[]
}

const clinical = [
  'Encounter',
  'Composition',
  'DocumentReference',
  'Condition',
  'MedicationStatement',
  'Observation',
] as const

export type Subjects = {
  readonly clinician: Client
  readonly patientIds: readonly string[]
  readonly artifactIds: ReadonlySet<string>
}

export async function readTenantRecord(session: Session, subjects: Subjects): Promise<TenantRecord> {
  const auditor = await session.as('auditor')
  const counts = await mapConcurrently(subjects.patientIds, (id) => countOf(subjects.clinician, auditor, id))
  const resources = new Map<string, number>()
  for (const [type, count] of counts.flat()) resources.set(type, (resources.get(type) ?? 0) + count)
  const billing = await session.as('billing')
  const { usage } = await billing.call('GET', '/v1/usage/summary?periodDays=1')
  const { items } = await billing.call('GET', '/v1/billing/events?limit=200')
  const own = items.filter(({ type, artifactId = '' }) => type === 'service' && subjects.artifactIds.has(artifactId))
  return { resources, usage, billable: own }
}

async function countOf(clinician: Client, auditor: Client, patientId: string): Promise<readonly [string, number][]> {
  const patient = `patient=Patient/${patientId}`
  const counts: [string, number][] = []
  for (const type of clinical) {
    const ids = await searchIds(clinician, `/${type}?${patient}`)
    counts.push([type, ids.length])
    // R4 has no patient of a Provenance: a search by its target finds it.
    if (type === 'Composition') counts.push(['Provenance', await countProvenances(clinician, ids)])
  }
  counts.push(['AuditEvent', (await searchIds(auditor, `/AuditEvent?${patient}`)).length])
  return counts
}

async function countProvenances(clinician: Client, compositionIds: readonly string[]): Promise<number> {
  const found = new Set<string>()
  for (const id of compositionIds) {
    for (const provenance of await searchIds(clinician, `/Provenance?target=Composition/${id}`)) found.add(provenance)
  }
  return found.size
}

async function searchIds(client: Client, search: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (let next: string | undefined = `${search}&_count=200`; next !== undefined; ) {
    const page: Searchset = await client.fhir<Searchset>('GET', next)
    const matches = (page.entry ?? []).filter(({ search: { mode } = {} }) => mode !== 'outcome')
    ids.push(...matches.flatMap(({ resource }) => resource?.id ?? []))
    next = page.link?.find(({ relation }) => relation === 'next')?.url.replace(/^.*\/fhir\/R4/, '')
  }
  return ids
}
