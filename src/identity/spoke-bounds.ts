/** Limits a token's scopes to those of its spoke: a spoke that only reads writes nothing, whatever its token says. D74 */
import type { Spoke } from '../core/spokes.ts'
import { hubScope, parseFhirScope } from './scopes.ts'

export type SpokeBounds = {
  /** The known spokes. */
  readonly ids: readonly string[]
  readonly mayWrite: (spoke: string) => boolean
  readonly narrow: (spoke: string, scopes: readonly string[]) => readonly string[]
}

/** Reads the bounds from the table of spokes. `namespace` is that of the Hub's own scopes. */
export function openSpokeBounds(spokes: readonly Spoke[], namespace: string): SpokeBounds {
  const writing = new Set(spokes.filter(({ scopes }) => scopes.includes('write')).map(({ id }) => id))
  const write = hubScope(namespace, 'write')
  return {
    ids: spokes.map(({ id }) => id),
    mayWrite: (spoke) => writing.has(spoke),
    narrow: (spoke, scopes) =>
      writing.has(spoke) ? scopes : scopes.flatMap((scope) => (scope === write ? [] : readingOf(scope))),
  }
}

/** The letters of SMART 2 that only read. A text that is no FHIR scope stays. */
function readingOf(text: string): readonly string[] {
  const scope = parseFhirScope(text)
  if (scope === undefined) return [text]
  const permissions = scope.permissions.replace(/[^rs]/g, '')
  const query = scope.query === undefined ? '' : `?${scope.query}`
  return permissions === '' ? [] : [`${scope.level}/${scope.type}.${permissions}${query}`]
}
