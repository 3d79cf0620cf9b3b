/** The parameters that say how a search answers, instead of what it finds. R4 search.html#table. */
import { invalidField } from '../../core/problems.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'

const ofSearch = [
  ...['_count', '_format', '_pretty', '_total', '_sort', '_summary', '_elements', '_include', '_revinclude', '_type'],
  ...['_contained', '_cursor'],
]
const searchNames: ReadonlySet<string> = new Set(ofSearch)
/** With those of a history. */
const names: ReadonlySet<string> = new Set([...ofSearch, '_since', '_at'])
const repeated: ReadonlySet<string> = new Set(['_include', '_revinclude', '_type'])

/** The name without modifier and chain. */
export const codeOf = (name: string): string => /^[^:.]*/.exec(name)?.[0] ?? ''

/** True for a parameter of a search that is no criterion. */
export const isControl = (code: string): boolean => searchNames.has(code)

/** Throws if one has a modifier or a chain, but the includes, whose modifiers `parseInclude` reads: without it the request would mean something else. R4 search.html#modifiers. */
export function checkControls(parameters: Parameters): void {
  for (const [name] of parameters) {
    const code = codeOf(name)
    const isInclude = (code === '_include' || code === '_revinclude') && name.startsWith(`${code}:`)
    if (names.has(code) && name !== code && !isInclude) throw unsupported(code, 'takes no modifier')
  }
}

/** They change the form of one answer, also of a page that a link leads to. */
const forms: ReadonlySet<string> = new Set(['_format', '_pretty'])

export const withoutForms = (parameters: Parameters): Parameters => parameters.filter(([name]) => !forms.has(name))

/** Throws if something stands beside a link's cursor, which holds the whole request. R4 http.html#paging. */
export function checkAlone(definitions: SearchParameters, parameters: Parameters): void {
  const given = withoutForms(parameters)
  const isLink = given.some(([name]) => name === '_cursor')
  const [added] = isLink ? given.filter(([name], at) => name !== '_cursor' || given[at - 1]?.[0] === name) : []
  if (added === undefined) return
  const code = codeOf(added[0])
  const isKnown = names.has(code) || definitions.isPublished(code)
  throw invalidField(isKnown ? code : 'parameter', 'cannot be added to a link of this server: search anew')
}

/** The controls that an answer obeys, as it understands them; of one that may occur once the last counts. */
export const listObeyed = (parameters: Parameters, count: number): Parameters =>
  withoutForms(parameters).flatMap(([name, value], at) => {
    const code = codeOf(name)
    const isLater = parameters.slice(at + 1).some(([other]) => other === name)
    if (!searchNames.has(code) || value === '' || (isLater && !repeated.has(code))) return []
    return [[name, code === '_count' ? String(count) : value] as const]
  })
