/** Hashes under which the rows of a condition have entries. STORE.md "Search". */
import { compartmentHash, referenceConstant, referenceHash, type Token, tokenHash } from '../index-rows.ts'
import type { Condition } from './search-conditions.ts'
import type { Scope } from './search-tests.ts'

type Of<K extends Condition['kind']> = Condition & { readonly kind: K }

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

/** Entries of what belongs to the target, and its own. */
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

/** Every resource that meets the condition has an entry under one of them; undefined where that cannot be said. */
export function listHashes(scope: Scope, condition: Condition): readonly string[] | undefined {
  switch (condition.kind) {
    case 'tokens':
      return condition.drivers.length === 0 ? undefined : hashTokens(scope, condition.drivers)
    case 'references':
      return hashReferences(scope, condition.parameters, condition.targets)
    case 'compartment':
    case 'own':
      return [compartmentHash(scope.tenant, scope.space, condition.target)]
    case 'members':
      return hashMembers(scope, condition)
    case 'all':
      return condition.of.map((one) => listHashes(scope, one)).find((hashes) => hashes !== undefined)
    case 'any': {
      const lists = condition.of.map((one) => listHashes(scope, one))
      return lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined
    }
    default:
      return undefined
  }
}

const probedConditions = 2
const probedHashes = 4

/** That the row of an entry has entries under what each of the conditions asks for: a look at them costs less than one at the row. */
export function probesText(scope: Scope, conditions: readonly Condition[], entry: string): string {
  const { statement, tenant } = scope
  const asked = conditions.flatMap((condition) => {
    const hashes = listHashes(scope, condition)
    return hashes === undefined || hashes.length > probedHashes ? [] : [hashes]
  })
  const probes = asked.slice(0, probedConditions).map((hashes) => {
    const alias = statement.alias()
    return `exists (select from ${tenant.tables.token} ${alias} where ${alias}.tenant = ${statement.tenant(tenant)}
      and ${alias}.hash = any (${statement.array(hashes)}) and ${alias}.d = ${entry}.d and ${alias}.key = ${entry}.key offset 0) and `
  })
  return probes.join('')
}
