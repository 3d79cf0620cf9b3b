/** A tenant's SearchParameter resource in the form of the published definitions. R4 searchparameter.html. */
import type { SearchParameter as Published } from '@medplum/fhirtypes'
import { isJsonObject, type JsonObject, type JsonValue, textOrNone } from '../../core/json.ts'

export type OwnDefinition = { readonly published: Published; readonly pending: ReadonlySet<string> }

const textsOf = (value: JsonValue | undefined): string[] => (Array.isArray(value) ? value.map(textOrNone) : [])

/** Characters of an expression. */
export const maxExpression = 1000

/** `as` and `extension()` in the form of the published expressions. R4 fhirpath.html#functions. */
export const plainExpression = (expression: string): string =>
  expression
    // A longer expression is refused without reading it.
    .slice(0, maxExpression + 1)
    .replaceAll(/\(\s*([\w.]+)\s+as\s+(\w+)\s*\)/g, '$1.ofType($2)')
    .replaceAll(/\.as\(\s*(\w+)\s*\)/g, '.ofType($1)')
    .replaceAll(/\bextension\(\s*'([^']*)'\s*\)/g, "extension.where(url='$1')")
    .replaceAll(/\s*=\s*'/g, "='")
    .trim()

export function readDefinition(resource: JsonObject, pending: ReadonlySet<string> = new Set()): OwnDefinition {
  const components = Array.isArray(resource['component']) ? resource['component'].filter(isJsonObject) : []
  const published = {
    resourceType: 'SearchParameter',
    url: textOrNone(resource['url']),
    code: textOrNone(resource['code']),
    type: textOrNone(resource['type']),
    base: textsOf(resource['base']),
    target: textsOf(resource['target']),
    expression: plainExpression(textOrNone(resource['expression'])),
    component: components.map((part) => ({
      definition: textOrNone(part['definition']),
      expression: plainExpression(textOrNone(part['expression'])),
    })),
  }
  // It was checked against R4 when it was written.
  return { published: published as unknown as Published, pending }
}
