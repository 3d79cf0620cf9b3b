/** What a search may look at: the caller's scopes as a part of each statement. SMART App Launch 2.2; DESIGN.md "Identity". */
import type { Caller } from '../../core/caller.ts'
import type { Stored } from '../../store/resources/content.ts'
import type { Condition } from '../../store/resources/search/search-conditions.ts'
import type { Restriction } from '../../store/resources/search/search-tests.ts'
import { type Access, findPartAccess, type Grant, isDirectory, isWhole, isWholeType } from '../access.ts'
import type { ReadExchange } from '../exchange.ts'
import { knownTargets, listMemberTypes } from '../index/compartments.ts'
import { buildQueryCondition } from '../scope-query.ts'
import type { SearchParameters } from './search-parameters.ts'

/** Undefined where the caller may see all of every type. */
export function restrict(
  parameters: SearchParameters,
  caller: Caller,
  types: readonly string[],
): Restriction | undefined {
  const own = [...new Set(types)].map((type) => ({
    type,
    access: findPartAccess(caller, type, 'search-type') ?? findPartAccess(caller, type, 'read'),
  }))
  if (own.every(({ access }) => access !== undefined && isWhole(access))) return undefined
  const { hidden } = caller
  const patient = own.find(({ access }) => access?.patient !== undefined)?.access?.patient
  return {
    ...(patient === undefined ? {} : { own: `Patient/${patient}` }),
    ...(hidden === undefined ? {} : { hidden: hide(parameters, hidden, types) }),
    openTypes: own.flatMap(({ type, access }) => (access !== undefined && isOpen(type, access) ? [type] : [])),
    narrowed: own.flatMap(({ type, access }) => {
      if (access?.narrowed !== undefined) return [{ type, of: anyOf(parameters, type, access.narrowed) }]
      return type === 'Provenance' && access?.patient !== undefined
        ? [{ type, of: tellsOf(parameters, `Patient/${access.patient}`) }]
        : []
    }),
  }
}

const isOpen = (type: string, access: Access): boolean =>
  isWholeType(access) || (access.patient !== undefined && isDirectory(type))

/** Compartments; a Provenance that tells of something in them; and Bundles and Binaries, of which a search cannot tell whose they are. */
const hide = (
  parameters: SearchParameters,
  hidden: readonly string[],
  types: readonly string[],
): NonNullable<Restriction['hidden']> => {
  const compartments = hidden.map((id) => `Patient/${id}`)
  const any: Condition = { kind: 'any', of: compartments.map((target) => ({ kind: 'compartment', target })) }
  return {
    compartments,
    narrowed: [
      ...(types.includes('Provenance') ? [{ type: 'Provenance', of: pointsTo(parameters, any) }] : []),
      ...(['Bundle', 'Binary'] as const)
        .filter((type) => types.includes(type))
        .map((type) => ({ type, of: { kind: 'all', of: [] } as const })),
    ],
  }
}

/** Of a Provenance: a target in anybody's record meets the condition. */
function pointsTo(parameters: SearchParameters, where: Condition): Condition {
  const parameter = parameters.find('Provenance', 'target')
  const keys = parameter === undefined ? [] : parameters.paths('Provenance', parameter).map(({ key }) => key)
  const types = listMemberTypes('Patient').filter((type) => !isDirectory(type))
  return { kind: 'chain', parameters: [...new Set(keys)], types, where: [where] }
}

const anyOf = (parameters: SearchParameters, type: string, grants: readonly Grant[]): Condition => ({
  kind: 'any',
  of: grants.map(({ patient, query }) => ({
    kind: 'all',
    of: [
      ...(patient === undefined || isDirectory(type) ? [] : [{ kind: 'own', target: `Patient/${patient}` } as const]),
      ...(query === undefined ? [] : [buildQueryCondition(parameters, type, query)]),
    ],
  })),
})

/** A Provenance is its patient's where all that it tells of is: R4's compartment has those of the Patient resource alone. D27. */
function tellsOf(parameters: SearchParameters, target: string): Condition {
  const own: Condition = { kind: 'own', target }
  const others: Condition = { kind: 'not', of: own }
  const known: Condition = { kind: 'tokens', any: [knownTargets], drivers: [] }
  return { kind: 'all', of: [known, pointsTo(parameters, own), { kind: 'not', of: pointsTo(parameters, others) }] }
}

/** Whether a search by this caller would find it: what a resource alone cannot tell. */
export async function isFound(
  { tx, server }: ReadExchange,
  { type, id }: Pick<Stored, 'type' | 'id'>,
): Promise<boolean> {
  const any = [{ parameter: '_id', value: id }]
  const restriction = restrict(server.parameters, tx.caller, [type])
  const { items } = await tx.search({
    space: 'fhir',
    type,
    where: [{ kind: 'tokens', any, drivers: any }],
    limit: 1,
    ...(restriction === undefined ? {} : { restriction }),
  })
  return items.length > 0
}
