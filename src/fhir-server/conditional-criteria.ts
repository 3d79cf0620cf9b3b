/** The criteria of conditional interactions. R4 http.html#ccreate, http.html#cond-update. */
import { Problem } from '../core/problems.ts'
import { buildLeafPredicate } from '../fhir-search/criteria/criterion-predicates.ts'
import { parseCriterion } from '../fhir-search/criteria/parse-criterion.ts'
import type { Parameters } from '../fhir-search/criteria/search-criteria.ts'
import { isLeaf } from '../fhir-search/criteria/search-criteria.ts'
import type { Conditional } from '../store/resources/conditional.ts'
import type { AccessScope } from '../store/resources/search/access-scope.ts'
import type { Predicate } from '../store/resources/search/predicates.ts'
import type { FhirServer } from './exchange.ts'

/** `identifier=a|b`, with or without the part before its question mark. */
export const parseCriteria = (text: string): Parameters => [...new URLSearchParams(text.slice(text.indexOf('?') + 1))]

/** They change the form of the reply. */
const forms: ReadonlySet<string> = new Set(['_format', '_pretty'])

/** Index rows must decide them. Ignoring a criterion would find more, so none is ignored. */
export function parseConditional(server: FhirServer, { type, scope }: Searched, given: Parameters): Conditional {
  return { space: 'fhir', type, scope, ...parseExact(server, type, given) }
}

/** A type of which the caller may search this part. */
type Searched = { readonly type: string; readonly scope: AccessScope }

/** The predicates of the criteria, and the token that is locked for them. */
export function parseExact(
  server: FhirServer,
  type: string,
  given: Parameters,
): { readonly token: Conditional['token']; readonly where: readonly Predicate[] } {
  const asked = given.filter(([name]) => !forms.has(name))
  if (asked.length === 0) throw unusable('criteria', 'are missing: a search of this type, as identifier=system|value')
  const context = { parameters: server.parameters, now: Date.now() }
  const where = asked.map(([name, value]) => {
    const criterion = parseCriterion(context, type, { name, value })
    const code = criterion?.kind === 'value' || criterion?.kind === 'missing' ? criterion.parameter.code : 'criteria'
    if (criterion == null || !isLeaf(criterion)) throw unusable(code, 'is no criterion here')
    const { predicate, isExact } = buildLeafPredicate(server.parameters, type, criterion)
    if (!isExact) throw unusable(code, 'cannot be a criterion with this value or modifier')
    return predicate
  })
  return { token: lockOf(asked), where }
}

/** The same criteria wait for one another, in any order. */
const lockOf = (asked: Parameters): Conditional['token'] => ({
  parameter: 'criteria',
  value: JSON.stringify(asked.map(([name, value]) => `${name}=${value}`).sort()),
})

const unusable = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'not-supported' }] })
