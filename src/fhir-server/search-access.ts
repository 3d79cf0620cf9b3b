/** What a search may look at: the caller's scopes as a part of each statement. SMART App Launch 2.2; DESIGN.md "Identity". */
import type { Caller } from '../caller.ts'
import type { Condition } from '../store/search-conditions.ts'
import type { Restriction } from '../store/search-tests.ts'
import { type Access, findPartAccess, type Grant, isDirectory, isWhole } from './access.ts'
import { buildQueryCondition } from './scope-query.ts'
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
  const patient = own.find(({ access }) => access?.patient !== undefined)?.access?.patient
  return {
    compartments: patient === undefined ? [] : [`Patient/${patient}`],
    openTypes: own.flatMap(({ type, access }) => (access !== undefined && isOpen(type, access) ? [type] : [])),
    narrowed: own.flatMap(({ type, access }) =>
      access?.narrowed === undefined ? [] : [{ type, of: anyOf(parameters, type, access.narrowed) }],
    ),
  }
}

const isOpen = (type: string, access: Access): boolean =>
  isWhole(access) || (access.patient !== undefined && isDirectory(type))

const anyOf = (parameters: SearchParameters, type: string, grants: readonly Grant[]): Condition => ({
  kind: 'any',
  of: grants.map(({ patient, query }) => ({
    kind: 'all',
    of: [
      ...(patient === undefined || isDirectory(type)
        ? []
        : [{ kind: 'compartment', target: `Patient/${patient}` } as const]),
      ...(query === undefined ? [] : [buildQueryCondition(parameters, type, query)]),
    ],
  })),
})
