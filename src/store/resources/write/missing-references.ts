/** The second pass of a check: which referenced resources the tenant does not have. docs/au-core.md. */

import { Problem } from '../../../core/problems.ts'
import { parseReference } from '../../../fhir/reference.ts'
import { perPart, type Tables } from '../../postgres/parts.ts'
import type { Statement } from '../../postgres/pipeline.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import { referredHash } from '../index-rows.ts'
import type { Reader, ResourceAddress } from '../types.ts'
import type { Checked, CheckFinding } from './check-rows.ts'

/** A reference that only the store can check. */
export type PendingReference = {
  readonly type: string
  readonly id: string
  /** For a reference to one version, which exists even after the resource was deleted. R4 references.html#literal. */
  readonly version?: number
  readonly expression: string
  /** The server itself wrote the reference and has just found its target. */
  readonly isFound?: true
}

/** References that a check left open; none if the tenant takes any reference. Resources of other servers are not looked for. */
export const listPending = (
  { references, addresses }: Pick<Tenant, 'references' | 'addresses'>,
  { pending }: Checked,
  { refersAsFound }: { readonly refersAsFound?: true } = {},
): readonly PendingReference[] =>
  references === 'allow'
    ? []
    : pending.references.flatMap(({ reference, expression }) => {
        const target = parseReference(addresses, reference)
        if (target?.kind === 'elsewhere') return []
        // An unresolved URN names nothing here, and neither does an address of ours without a resource.
        if (target?.kind !== 'local') return [{ type: '', id: '', expression }]
        const { type, id, version } = target
        const found = refersAsFound && { isFound: refersAsFound }
        return [{ type, id, expression, ...(version === undefined ? {} : { version: Number(version) }), ...found }]
      })

/** Part of a statement: `missing` holds the number of each reference that names nothing, and the `n` of its resource. */
export const missingText = (
  { resource }: Tables,
  [types, ids, versions, of]: readonly [string, string, string, string],
): string =>
  `missing as materialized (
  select n, number::int from unnest(${types}::text[], ${ids}::text[], ${versions}::int[], ${of}::int[])
    with ordinality as wanted (type, id, version, n, number)
  where (
    select case when wanted.version is null then not r.deleted else wanted.version between 1 and r.version end
    from ${resource} r where r.tenant = $1 and r.space = 'fhir' and r.type = wanted.type and r.id = wanted.id
  ) is not true
)`

/** Parameters for those references, of each row in turn. */
export function pendingValues(pending: readonly (readonly PendingReference[])[]): unknown[] {
  const all = pending.flat()
  return [
    all.map(({ type }) => type),
    all.map(({ id }) => id),
    // A version of another form never exists.
    all.map(({ version }) =>
      version === undefined ? null : version > 0 && version < 2 ** 31 ? Math.trunc(version) : 0,
    ),
    pending.flatMap((own, at) => own.map(() => at + 1)),
  ]
}

const find = perPart((tables) => ({
  name: `references-missing-${tables.part}`,
  text: `with ${missingText(tables, ['$2', '$3', '$4', '$5'])} select number from missing`,
}))

export const missingStatement = (tenant: Tenant, pending: readonly PendingReference[]): Statement => ({
  ...find(tenant),
  values: [tenant.number, ...pendingValues([pending])],
})

export const readMissing = (
  rows: readonly { readonly number: number }[],
  pending: readonly PendingReference[],
): readonly PendingReference[] => rows.flatMap(({ number }) => pending[number - 1] ?? [])

export async function findMissing(
  { client, tenant }: Reader,
  pending: readonly PendingReference[],
): Promise<readonly PendingReference[]> {
  if (pending.length === 0) return []
  const { rows } = await client.query<{ number: number }>(missingStatement(tenant, pending))
  return readMissing(rows, pending)
}

export const missingFinding = ({ expression }: PendingReference): CheckFinding => ({
  severity: 'error',
  code: 'not-found',
  expression,
  message: 'The referenced resource does not exist',
})

/** Part of a condition: a row other than the one with this key refers to the resource with this hash. */
export const referredText = (
  { token }: Tables,
  { hash, key }: { readonly hash: string; readonly key: string },
): string => `exists (select from ${token} t where t.tenant = $1 and t.hash = ${hash} and t.key <> ${key})`

/**
 * Resources that refer to this one have an entry under this hash; none if the tenant takes any reference. While the tenant is indexed
 * again an entry may be missing, so nobody can say that nothing refers to it. D65.
 */
export function findReferred(tenant: Tenant, { space, type, id }: ResourceAddress): string | undefined {
  if (tenant.references === 'allow' || space !== 'fhir') return undefined
  if (tenant.isOutdated) throw notYet()
  return referredHash(tenant, `${type}/${id}`)
}

const notYet = (): Problem =>
  new Problem('dependency-unavailable', {
    detail:
      'Resources are being indexed again, and nobody can tell whether others refer to it: delete it when that is done',
    headers: { 'Retry-After': '60' },
  })

const ask = perPart((tables) => ({
  name: `references-to-${tables.part}`,
  text: `select exists (select from ${tables.token} t where t.tenant = $1 and t.hash = any ($2::bigint[])) as referred`,
}))

/** True if a current resource refers to one of these, other than to say where it came from (D19). */
export async function isReferred({ client, tenant }: Reader, targets: readonly ResourceAddress[]): Promise<boolean> {
  const hashes = targets.flatMap((target) => findReferred(tenant, target) ?? [])
  if (hashes.length === 0) return false
  const { rows } = await client.query<{ referred: boolean }>({
    ...ask(tenant),
    values: [tenant.number, `{${hashes}}`],
  })
  return rows[0]?.referred === true
}
