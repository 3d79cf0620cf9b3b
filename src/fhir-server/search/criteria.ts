/** The criteria of conditional interactions. R4 http.html#ccreate, http.html#cond-update. */
import { Problem } from '../../core/problems.ts'
import type { Conditional } from '../../store/resources/conditional.ts'
import type { FhirServer, Parameters } from '../exchange.ts'
import { answerLeaf } from './filter-conditions.ts'
import { parseFilter } from './parse-filter.ts'
import { isLeaf } from './resolve-filters.ts'

/** `identifier=a|b`, with or without what stands before its question mark. */
export const parseCriteria = (text: string): Parameters => [...new URLSearchParams(text.slice(text.indexOf('?') + 1))]

/** They change the form of the answer. */
const forms: ReadonlySet<string> = new Set(['_format', '_pretty'])

/** What index rows can tell without a look into resources; whatever is left out would find more, so nothing is left out. */
export function parseConditional(server: FhirServer, type: string, given: Parameters): Conditional {
  const asked = given.filter(([name]) => !forms.has(name))
  if (asked.length === 0) throw unusable('criteria', 'are missing: a search of this type, as identifier=system|value')
  const context = { parameters: server.parameters, now: Date.now() }
  const where = asked.map(([name, value]) => {
    const filter = parseFilter(context, type, { name, value })
    const code = filter?.kind === 'value' || filter?.kind === 'missing' ? filter.parameter.code : 'criteria'
    if (filter == null || !isLeaf(filter)) throw unusable(code, 'is no criterion here')
    const { condition, isExact } = answerLeaf(server.parameters, type, filter)
    if (!isExact) throw unusable(code, 'cannot be a criterion with this value or modifier')
    return condition
  })
  return { space: 'fhir', type, token: lockOf(asked), where }
}

/** The same criteria, in whichever order, wait for one another. */
const lockOf = (asked: Parameters): Conditional['token'] => ({
  parameter: 'criteria',
  value: JSON.stringify(asked.map(([name, value]) => `${name}=${value}`).sort()),
})

const unusable = (field: string, message: string): Problem =>
  new Problem('validation', { errors: [{ field, message, code: 'not-supported' }] })
