/** Hashes under which the rows of a predicate have entries. docs/design/store.md#search. */
import { compartmentHash, referenceConstant, referenceHash, type Token, tokenHash } from '../index-rows.ts'
import type { Predicate } from './predicates.ts'
import type { Scope } from './search-scope.ts'

type Of<K extends Predicate['kind']> = Predicate & { readonly kind: K }

export const hashTokens = ({ tenant, space, types }: Scope, tokens: readonly Token[]): string[] =>
  types.flatMap((type) => tokens.map((token) => tokenHash(tenant, { space, type }, token)))

export const hashReferences = (
  { tenant, space, types }: Scope,
  parameters: readonly string[],
  targets: readonly string[],
): string[] =>
  types.flatMap((type) =>
    parameters.flatMap((parameter) =>
      targets.map((target) => referenceHash(tenant, { space, type }, { parameter, target })),
    ),
  )

/** Entries of these resources by their ids; those of other types are left out. */
export const hashResources = ({ tenant, space, types }: Scope, targets: readonly string[]): string[] =>
  targets.flatMap((target) => {
    const [type = '', value = ''] = target.split('/')
    return types.includes(type) ? [tokenHash(tenant, { space, type }, { parameter: '_id', value })] : []
  })

/** Entries of members of the target, and of the target itself. */
export function hashMembers({ tenant, space, types }: Scope, { target, by }: Of<'members'>): string[] {
  const [type = '', value = ''] = target.split('/')
  const own = types.includes(type) ? [tokenHash(tenant, { space, type }, { parameter: '_id', value })] : []
  const others = by.flatMap((one) =>
    one.parameters.map((parameter) => referenceHash(tenant, { space, type: one.type }, { parameter, target })),
  )
  return [...own, ...others]
}

export const listConstants = ({ tenant, space, types }: Scope, parameters: readonly string[]): string[] =>
  types.flatMap((type) => parameters.map((parameter) => referenceConstant(tenant, { space, type }, parameter)))

/** Every resource that meets the predicate has an entry under one of them. Undefined if that is not certain. */
export function listHashes(scope: Scope, predicate: Predicate): readonly string[] | undefined {
  switch (predicate.kind) {
    case 'tokens':
      return predicate.accessTokens.length === 0 ? undefined : hashTokens(scope, predicate.accessTokens)
    case 'references':
      return hashReferences(scope, predicate.parameters, predicate.targets)
    case 'resources':
      return hashResources(scope, predicate.targets)
    case 'compartment':
    case 'own':
      return [compartmentHash(scope.tenant, scope.space, predicate.target)]
    case 'members':
      return hashMembers(scope, predicate)
    case 'all':
      return predicate.of.map((one) => listHashes(scope, one)).find((hashes) => hashes !== undefined)
    case 'any': {
      const lists = predicate.of.map((one) => listHashes(scope, one))
      return lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined
    }
    default:
      return undefined
  }
}

const probedConditions = 2
const probedHashes = 4

/** Tests entries instead of rows: an entry costs less to read than its row. */
export function probesText(scope: Scope, predicates: readonly Predicate[], entry: string): string {
  const { statement, tenant } = scope
  const asked = predicates.flatMap((predicate) => {
    const hashes = listHashes(scope, predicate)
    return hashes === undefined || hashes.length > probedHashes ? [] : [hashes]
  })
  const probes = asked.slice(0, probedConditions).map((hashes) => {
    const alias = statement.alias()
    return `exists (select from ${tenant.tables.token} ${alias} where ${alias}.tenant = ${statement.tenant(tenant)}
      and ${alias}.hash = any (${statement.array(hashes)}) and ${alias}.d = ${entry}.d and ${alias}.key = ${entry}.key offset 0) and `
  })
  return probes.join('')
}
