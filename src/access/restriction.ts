/** The resources that a search may look at: the caller's scopes as part of each statement. SMART App Launch 2.2; docs/security.md#whose-record-a-patients-token-reads. */

import type { Caller } from '../core/caller.ts'
import { knownTargets, listMemberTypes } from '../fhir-search/index/compartments.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import { type AccessScope, makeAccessScope, wholeScope } from '../store/resources/search/access-scope.ts'
import type { Predicate } from '../store/resources/search/predicates.ts'
import type { Restriction } from '../store/resources/search/search-scope.ts'
import type { Stored } from '../store/resources/types.ts'
import type { View } from '../store/resources/view.ts'
import { type Access, findPartAccess, type Grant, isDirectory, isWhole, isWholeType } from './access.ts'
import { buildQueryPredicate } from './scope-query.ts'

/** Returns the access of the caller on these types. */
export function accessScopeOf(parameters: SearchParameters, caller: Caller, types: readonly string[]): AccessScope {
  const own = [...new Set(types)].map((type) => ({
    type,
    access: findPartAccess(caller, type, 'search-type') ?? findPartAccess(caller, type, 'read'),
  }))
  if (own.every(({ access }) => access !== undefined && isWhole(access))) return wholeScope
  const { deniedPatients } = caller
  const patient = own.find(({ access }) => access?.patient !== undefined)?.access?.patient
  return makeAccessScope({
    ...(patient === undefined ? {} : { own: `Patient/${patient}` }),
    ...(deniedPatients === undefined ? {} : { denied: buildDenied(parameters, deniedPatients, types) }),
    openTypes: own.flatMap(({ type, access }) => (access !== undefined && isOpen(type, access) ? [type] : [])),
    narrowed: own.flatMap(({ type, access }) => {
      if (access?.narrowed !== undefined) return [{ type, of: anyOf(parameters, type, access.narrowed) }]
      return type === 'Provenance' && access?.patient !== undefined
        ? [{ type, of: tellsOf(parameters, `Patient/${access.patient}`) }]
        : []
    }),
  })
}

const isOpen = (type: string, access: Access): boolean =>
  isWholeType(access) || (access.patient !== undefined && isDirectory(type))

/** Compartments; a Provenance about something in them; and Bundles and Binaries, because a search cannot decide whose they are. */
const buildDenied = (
  parameters: SearchParameters,
  deniedPatients: readonly string[],
  types: readonly string[],
): NonNullable<Restriction['denied']> => {
  const compartments = deniedPatients.map((id) => `Patient/${id}`)
  const any: Predicate = { kind: 'any', of: compartments.map((target) => ({ kind: 'compartment', target })) }
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

/** For a Provenance: a target in one of these records meets the predicate. */
function pointsTo(parameters: SearchParameters, where: Predicate): Predicate {
  const parameter = parameters.find('Provenance', 'target')
  const keys = parameter === undefined ? [] : parameters.paths('Provenance', parameter).map(({ key }) => key)
  const types = listMemberTypes('Patient').filter((type) => !isDirectory(type))
  return { kind: 'chain', parameters: [...new Set(keys)], types, where: [where] }
}

const anyOf = (parameters: SearchParameters, type: string, grants: readonly Grant[]): Predicate => ({
  kind: 'any',
  of: grants.map(({ patient, query }) => ({
    kind: 'all',
    of: [
      ...(patient === undefined || isDirectory(type) ? [] : [{ kind: 'own', target: `Patient/${patient}` } as const]),
      ...(query === undefined ? [] : [buildQueryPredicate(parameters, type, query)]),
    ],
  })),
})

/** A Provenance belongs to a patient if all its targets do: R4's compartment holds only those of the Patient resource. D27. */
export function tellsOf(parameters: SearchParameters, target: string): Predicate {
  const own: Predicate = { kind: 'own', target }
  const others: Predicate = { kind: 'not', of: own }
  const known: Predicate = { kind: 'tokens', any: [knownTargets], accessTokens: [] }
  return { kind: 'all', of: [known, pointsTo(parameters, own), { kind: 'not', of: pointsTo(parameters, others) }] }
}

/** True if a search by this caller would find it: the resource alone cannot decide that. */
export async function isFound(
  { tx, server }: { readonly tx: View; readonly server: { readonly parameters: SearchParameters } },
  { type, id }: Pick<Stored, 'type' | 'id'>,
): Promise<boolean> {
  const any = [{ parameter: '_id', value: id }]
  const { items } = await tx.search({
    space: 'fhir',
    type,
    where: [{ kind: 'tokens', any, accessTokens: any }],
    limit: 1,
    scope: accessScopeOf(server.parameters, tx.caller, [type]),
  })
  return items.length > 0
}
