/** The paths of an expression, as far as a search can give their values. R4 search.html#ptypes. */
import type { SearchParameter as Published } from '@medplum/fhirtypes'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { compilePath, listAlternatives, type SearchPath } from './search-paths.ts'

/** HumanName and Address are searched by each of their parts. R4 search.html#string. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  HumanName: ['family', 'given', 'prefix', 'suffix', 'text'],
  Address: ['line', 'city', 'district', 'state', 'country', 'postalCode', 'text'],
}

/** Published expressions name them, but no search can give their values. */
const unvalued: ReadonlySet<string> = new Set(['SampledData'])

/** The beginning of a component's expression that is about the whole resource. */
export const ofResource = '%resource.'

const registry = 'http://hl7.org/fhir/SearchParameter'

/** Components whose published expressions belong to each other's types. */
export const corrections: Readonly<Record<string, Published['component']>> = {
  [`${registry}/DocumentReference-relationship`]: [
    { definition: `${registry}/DocumentReference-relatesto`, expression: 'target' },
    { definition: `${registry}/DocumentReference-relation`, expression: 'code' },
  ],
}

type Expression = { readonly expression: string; readonly kind: Published['type'] }

export function expandPath(
  definitions: Definitions,
  type: string,
  { expression, kind }: Expression,
): readonly SearchPath[] {
  const compiled = compilePath(definitions, type, expression)
  if (compiled.types.length > 0 && compiled.types.every((one) => unvalued.has(one))) return []
  const path = kind === 'date' && compiled.types.includes('string') ? withoutTexts(compiled) : compiled
  const parts = kind === 'string' && path.types.length === 1 ? partsOf[path.types[0] ?? ''] : undefined
  return parts?.map((part) => compilePath(definitions, type, `${expression}.${part}`)) ?? [path]
}

/** A text instead of a date counts as no value. */
const withoutTexts = (path: SearchPath): SearchPath => ({
  ...path,
  read: (value) => path.read(value).filter((node) => node.type !== 'string'),
})

/** If an expression of a tenant fails on a resource, it has no value there. R4 fhirpath.html. */
export const readWhereEvaluated =
  ({ read }: SearchPath): SearchPath['read'] =>
  (value) => {
    try {
      return read(value)
    } catch {
      return []
    }
  }

export const withoutTarget = (path: string): string => path.replace(/\.where\(resolve\(\) is \w+\)$/, '')

/** The alternatives of the expression for this type. */
export const listPaths = ({ expression }: { readonly expression: string }, type: string): string[] =>
  listAlternatives(expression).filter((path) => {
    const root = /^([A-Z]\w*)/.exec(path)?.[1]
    return path !== '' && (root === undefined || root === type || root === 'Resource' || root === 'DomainResource')
  })
