/** Scopes: SMART App Launch 2 and 1 for FHIR, the Hub's own for /v1. SMART App Launch 2.2 scopes-and-launch-context.html. */

import type { Caller } from '../core/caller.ts'
import type { FhirInteraction } from '../fhir/fhir-interactions.ts'

/** The letter of SMART 2 that permits each interaction. */
const letters = {
  create: 'c',
  read: 'r',
  vread: 'r',
  'history-instance': 'r',
  update: 'u',
  patch: 'u',
  delete: 'd',
  'search-type': 's',
  'search-system': 's',
  'history-type': 's',
  'history-system': 's',
} as const satisfies Record<FhirInteraction, string>

const versionOne: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

export type FhirScope = {
  readonly level: 'patient' | 'user' | 'system'
  /** A resource type, or `*`. */
  readonly type: string
  /** Letters out of `cruds`. */
  readonly permissions: string
  /** Narrows the scope to what a search by these parameters finds. */
  readonly query?: string
}

const fhirScope = /^(patient|user|system)\/([A-Z][A-Za-z]{0,63}|\*)\.(?:(read|write|\*)|(?=.)(c?r?u?d?s?)(?:\?(.+))?)$/

/** Undefined for a text that is no FHIR scope and so grants nothing. */
export function parseFhirScope(scope: string): FhirScope | undefined {
  const [, level, type, old, permissions, query] = fhirScope.exec(scope) ?? []
  if (level === undefined || type === undefined) return undefined
  return {
    level: level as FhirScope['level'], // one of the three that the pattern lets through
    type,
    permissions: old === undefined ? (permissions ?? '') : (versionOne[old] ?? ''),
    ...(query === undefined ? {} : { query }),
  }
}

/** The scopes of a verified token are parsed once, as long as it counts. */
const parsed = new WeakMap<readonly string[], readonly FhirScope[]>()

function parseFhirScopes(scopes: readonly string[]): readonly FhirScope[] {
  const known = parsed.get(scopes) ?? scopes.flatMap((text) => parseFhirScope(text) ?? [])
  parsed.set(scopes, known)
  return known
}

/** The caller's scopes that permit an interaction on a type; a `patient` scope counts only with a patient in context. */
export const findFhirScopes = (caller: Caller, type: string, interaction: FhirInteraction): readonly FhirScope[] =>
  parseFhirScopes(caller.scopes).filter(
    (scope) =>
      (scope.type === '*' || scope.type === type) &&
      (scope.level !== 'patient' || caller.patient !== undefined) &&
      scope.permissions.includes(letters[interaction]),
  )

/** True if a scope permits it. One with a query does not count: it permits only a part. */
export const hasScope = (caller: Caller, type: string, interaction: FhirInteraction): boolean =>
  findFhirScopes(caller, type, interaction).some((scope) => scope.query === undefined)

/** `<namespace>/spoke.read` or `.write`. docs/design/hub.md#access. */
export const hubScope = (namespace: string, access: 'read' | 'write'): string => `${namespace}/spoke.${access}`

export const hasHubScope = (caller: Pick<Caller, 'scopes'>, namespace: string, access: 'read' | 'write'): boolean =>
  caller.scopes.includes(hubScope(namespace, access))
