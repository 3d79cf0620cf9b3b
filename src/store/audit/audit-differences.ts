/** Finds which records of a batch no longer fit it: compares the fingerprints from the time of sealing with the records that are there now. */
import type pg from 'pg'
import type { Batch } from './audit-batches.ts'
import type { Finding } from './audit-findings.ts'
import { hashLeaf, type Leaf, type Position, pageLeaves, recordIdOf } from './audit-leaves.ts'
import { fingerprintBytes, type SealedTenant } from './audit-sealer.ts'

/** A gap between two records that fit: the missing records, and the records that do not fit. */
type Gap = { readonly batch: number; readonly missing: Missing[]; readonly foreign: Leaf[] }
type Missing = { readonly position: number; readonly fingerprint: string }

export type Differences = { readonly tenant: SealedTenant; readonly gaps: readonly Gap[] }

/** With more records than this, they are not compared one by one. */
const maxCompared = 200
/** Reading stops at this many extra records in one batch. */
const maxExtra = 10_000

const fingerprintOf = (tenant: number, leaf: Leaf): string =>
  hashLeaf(tenant, leaf).toString('hex', 0, fingerprintBytes)

const splitFingerprints = (bytes: Buffer): string[] =>
  Array.from({ length: Math.floor(bytes.length / fingerprintBytes) }, (_, at) =>
    bytes.toString('hex', at * fingerprintBytes, (at + 1) * fingerprintBytes),
  )

export async function listGaps(client: pg.Pool, tenant: SealedTenant, batch: Batch): Promise<Gap[]> {
  const sealed = splitFingerprints(batch.fingerprints)
  const positions = new Map(sealed.map((fingerprint, position) => [fingerprint, position]))
  const gaps: Gap[] = []
  let foreign: Leaf[] = []
  let next = 0
  const close = (until: number): void => {
    const missing = sealed.slice(next, until).map((fingerprint, at) => ({ position: next + at + 1, fingerprint }))
    if (missing.length > 0 || foreign.length > 0) gaps.push({ batch: batch.number, missing, foreign })
    foreign = []
  }
  const span = { tenant: tenant.number, from: batch.from, through: batch.through }
  for await (const page of pageLeaves(client, span, batch.records + maxExtra)) {
    for (const leaf of page) {
      const position = positions.get(fingerprintOf(tenant.number, leaf))
      if (position === undefined || position < next) foreign.push(leaf)
      else {
        close(position)
        next = position + 1
      }
    }
  }
  close(sealed.length)
  return gaps
}

/** Says of each record that does not fit what happened to it. */
export async function nameDifferences(client: pg.Pool, { tenant, gaps }: Differences): Promise<Finding[]> {
  const swapped = takeSwapped(tenant, gaps)
  const spliced: Finding[] = []
  for (const { batch, foreign } of gaps) {
    for (const leaf of foreign.slice(0, maxCompared)) {
      const otherTenant = await findOwner(client, tenant, leaf)
      if (otherTenant === undefined) continue
      foreign.splice(foreign.indexOf(leaf), 1)
      spliced.push({ kind: 'spliced', tenant: tenant.id, batch, record: recordIdOf(leaf), otherTenant })
    }
  }
  return [...swapped, ...spliced, ...gaps.flatMap((gap) => nameGap(tenant.id, gap))]
}

/** If a gap has one missing and one foreign record, the record was edited. */
function nameGap(tenant: string, { batch, missing, foreign }: Gap): Finding[] {
  const edited = Math.min(missing.length, foreign.length)
  return [
    ...foreign.map((leaf, at): Finding => {
      const place = at < edited ? { position: missing[at]?.position ?? 0 } : {}
      return { kind: at < edited ? 'edited' : 'added', tenant, batch, record: recordIdOf(leaf), ...place }
    }),
    ...missing.slice(edited).map(({ position }): Finding => ({ kind: 'dropped', tenant, batch, position })),
  ]
}

type Place = { readonly gap: Gap; readonly leaf: Leaf }

/** Finds two records that would each fit in the place of the other, and removes them from their gaps. */
function takeSwapped(tenant: SealedTenant, gaps: readonly Gap[]): Finding[] {
  const places = gaps.flatMap((gap) => gap.foreign.map((leaf): Place => ({ gap, leaf }))).slice(0, maxCompared)
  const findings: Finding[] = []
  const taken = new Set<Leaf>()
  for (const [at, one] of places.entries()) {
    const other = places.slice(at + 1).find((two) => {
      if (taken.has(one.leaf) || taken.has(two.leaf)) return false
      return fits(tenant, one.leaf, two.leaf, gaps) && fits(tenant, two.leaf, one.leaf, gaps)
    })
    if (other === undefined) continue
    for (const [place, counterpart] of [[one, other] as const, [other, one] as const]) {
      taken.add(place.leaf)
      place.gap.foreign.splice(place.gap.foreign.indexOf(place.leaf), 1)
      takeMissing(gaps, fingerprintOf(tenant.number, moved(place.leaf, counterpart.leaf)))
    }
    const names = { record: recordIdOf(one.leaf), other: recordIdOf(other.leaf) }
    findings.push({ kind: 'reordered', tenant: tenant.id, batch: one.gap.batch, ...names })
  }
  return findings
}

const moved = ({ values }: Leaf, { tx, seq }: Position): Leaf => ({ tx, seq, values })

function fits(tenant: SealedTenant, leaf: Leaf, place: Position, gaps: readonly Gap[]): boolean {
  const fingerprint = fingerprintOf(tenant.number, moved(leaf, place))
  return gaps.some(({ missing }) => missing.some((one) => one.fingerprint === fingerprint))
}

function takeMissing(gaps: readonly Gap[], fingerprint: string): void {
  for (const { missing } of gaps) {
    const at = missing.findIndex((one) => one.fingerprint === fingerprint)
    if (at >= 0) missing.splice(at, 1)
  }
}

/** Finds another tenant whose chain sealed this record, or that has a record of the same id. */
async function findOwner(client: pg.Pool, tenant: SealedTenant, leaf: Leaf): Promise<string | undefined> {
  const { rows: others } = await client.query<SealedTenant>('select id, number from tenant where number <> $1', [
    tenant.number,
  ])
  const { rows } = await client.query<{ tenant: number }>(
    `select o.number as tenant from unnest($1::int[], $2::bytea[]) as o (number, fingerprint)
     where exists (
       select from audit_batch b where b.tenant = o.number and (b.from_tx, b.from_seq) < ($3::xid8, $4::bigint)
         and (b.through_tx, b.through_seq) >= ($3::xid8, $4::bigint) and position(o.fingerprint in b.fingerprints) > 0
     ) or exists (select from audit a where a.tenant = o.number and a.id = $5::uuid) limit 1`,
    [
      others.map(({ number }) => number),
      others.map(({ number }) => hashLeaf(number, leaf).subarray(0, fingerprintBytes)),
      leaf.tx,
      leaf.seq,
      recordIdOf(leaf),
    ],
  )
  return others.find(({ number }) => number === rows[0]?.tenant)?.id
}
