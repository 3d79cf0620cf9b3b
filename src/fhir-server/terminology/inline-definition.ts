/** A definition inside a request, which no check has seen: it is read as far as its members have R4's form. */
import type { CodeSystem, ConceptMap, ValueSet } from '@medplum/fhirtypes'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import type { FhirRequest } from '../exchange.ts'
import { findObject } from './asked-code.ts'

type Definition = CodeSystem | ValueSet | ConceptMap

/** The type of a simple value, the members of an object, or a list of either. */
type Shape = 'string' | 'boolean' | Members | readonly [Shape]
type Members = { readonly [name: string]: Shape }

const text = 'string'
const texts = ['string'] as const
const named = { url: text, version: text, name: text, status: text } as const
const coding = { system: text, version: text, code: text, display: text } as const
const designation: Shape = [{ language: text, use: coding, value: text }]

/** A part that contains itself is filled in below. */
const concept: Record<string, Shape> = {
  ...{ code: text, display: text, definition: text, designation },
  property: [
    {
      code: text,
      ...{ valueCode: text, valueString: text, valueDateTime: text, valueCoding: coding },
      valueBoolean: 'boolean',
    },
  ],
}
concept['concept'] = [concept]

const contains: Record<string, Shape> = { ...coding, abstract: 'boolean', inactive: 'boolean', designation }
contains['contains'] = [contains]

const includes: Shape = [
  {
    ...{ system: text, version: text, valueSet: texts },
    concept: [{ code: text, display: text, designation }],
    filter: [{ property: text, op: text, value: text }],
  },
]

const dependencies: Shape = [{ property: text, system: text, value: text, display: text }]

const shapes: Readonly<Record<Definition['resourceType'], Members>> = {
  CodeSystem: { ...named, content: text, caseSensitive: 'boolean', concept: [concept] },
  ValueSet: {
    ...named,
    compose: { inactive: 'boolean', include: includes, exclude: includes },
    expansion: { contains: [contains] },
  },
  ConceptMap: {
    ...named,
    ...{ sourceUri: text, sourceCanonical: text, targetUri: text, targetCanonical: text },
    group: [
      {
        ...{ source: text, sourceVersion: text, target: text, targetVersion: text },
        element: [
          {
            ...{ code: text, display: text },
            target: [
              {
                ...{ code: text, display: text, equivalence: text, comment: text },
                ...{ dependsOn: dependencies, product: dependencies },
              },
            ],
          },
        ],
        unmapped: { mode: text, code: text, display: text, url: text },
      },
    ],
  },
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

function hasShape(value: JsonValue | undefined, shape: Shape): boolean {
  if (typeof shape === 'string') return typeof value === shape
  if (isList(shape)) return Array.isArray(value) && value.every((item) => hasShape(item, shape[0]))
  if (!isJsonObject(value)) return false
  return Object.entries(shape).every(([name, inner]) => value[name] === undefined || hasShape(value[name], inner))
}

export function findInline<T extends Definition['resourceType']>(
  request: FhirRequest,
  type: T,
  parameter: string,
): Extract<Definition, { readonly resourceType: T }> | undefined {
  const inline = findObject(request, parameter)
  if (inline === undefined) return undefined
  if (inline['resourceType'] !== type) throw invalidField(parameter, `must be a ${type}`)
  if (!hasShape(inline, shapes[type])) throw invalidField(parameter, `is not formed as a ${type}`)
  return inline as unknown as Extract<Definition, { readonly resourceType: T }> // as far as it is read
}
