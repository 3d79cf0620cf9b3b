/** Facts of one ElementDefinition, in the form that checks are compiled from. R4 elementdefinition.html. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import type { JsonValue } from '../../core/json.ts'

export type ElementType = NonNullable<ElementDefinition['type']>[number]

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const typeExtension = 'http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type'
const systemTypes: Readonly<Record<string, string>> = {
  'http://hl7.org/fhirpath/System.String': 'string',
  'http://hl7.org/fhirpath/System.Boolean': 'boolean',
  'http://hl7.org/fhirpath/System.Date': 'date',
  'http://hl7.org/fhirpath/System.DateTime': 'dateTime',
  'http://hl7.org/fhirpath/System.Decimal': 'decimal',
  'http://hl7.org/fhirpath/System.Integer': 'integer',
  'http://hl7.org/fhirpath/System.Time': 'time',
}

/** Returns the name of a type; published snapshots write that of ids and urls in an extension. */
export function typeNameOf(type: ElementType): string {
  const hidden = type.extension?.find(({ url }) => url === typeExtension)
  return hidden?.valueUrl ?? systemTypes[type.code] ?? type.code
}

export const typeNamesOf = (element: ElementDefinition): string[] => [
  ...new Set((element.type ?? []).map((type) => typeNameOf(type))),
]

/** Lists JSON name and type of each form of an element: a choice has several. R4 json.html. */
export function listForms(element: ElementDefinition): { readonly name: string; readonly type: string }[] {
  const name = element.path.slice(element.path.lastIndexOf('.') + 1)
  const types = typeNamesOf(element)
  if (!name.endsWith('[x]')) return [{ name, type: types[0] ?? '' }]
  return types.map((type) => ({ name: name.slice(0, -3) + capitalize(type), type }))
}

export type Demand = { readonly kind: 'fixed' | 'pattern'; readonly value: JsonValue }

/** `fixed[x]` or `pattern[x]`. */
export function demandOf(element: ElementDefinition): Demand | undefined {
  for (const [name, value] of Object.entries(element)) {
    const kind = /^(fixed|pattern)[A-Z]/.exec(name)?.[1]
    if (kind !== undefined) return { kind: kind as 'fixed' | 'pattern', value: value as JsonValue } // what the expression captured
  }
  return undefined
}

/** `minValue[x]`, `maxValue[x]`. */
export function boundOf(element: ElementDefinition, side: 'minValue' | 'maxValue'): JsonValue | undefined {
  const found = Object.entries(element).find(([name]) => name.startsWith(side) && name.length > side.length)
  return found?.[1] as JsonValue | undefined // a definition is JSON
}

export const maxOf = (element: ElementDefinition): number =>
  element.max === undefined || element.max === '*' ? Number.POSITIVE_INFINITY : Number(element.max)

/** Whether JSON writes an array: the base element decides. */
export const isArray = (element: ElementDefinition): boolean => {
  const max = element.base?.max ?? element.max ?? '*'
  return max !== '0' && max !== '1'
}

export const contentPathOf = (element: ElementDefinition): string | undefined =>
  element.contentReference?.slice(element.contentReference.indexOf('#') + 1)
