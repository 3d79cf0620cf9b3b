/**
 * FHIRPath expressions of search parameters: each alternative is compiled to a reader over the element tables. Expressions in other forms
 * than R4's own are evaluated as FHIRPath. R4 search.html, fhirpath.html.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { namedType } from '../../fhir/reference.ts'
import { compileFhirPath } from '../../fhirpath/compile.ts'
import { Node as FhirNode } from '../../fhirpath/node.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Member, TypeDefinition } from '../../profiles/definitions/element-tables.ts'

/** One value at the end of a path. */
export type Node = { readonly type: string; readonly value: JsonValue; readonly valueSet?: string }

export type SearchPath = {
  /** The expression without the type of its target. */
  readonly name: string
  /** The type in `where(resolve() is Patient)`. */
  readonly target?: string
  /** At most one value. */
  readonly isSingle: boolean
  /** Types of the values, as far as the definitions say. */
  readonly types: readonly string[]
  /** If false, it is evaluated as FHIRPath, and the definitions say nothing. */
  readonly isCompiled: boolean
  readonly read: (value: JsonObject) => Node[]
}

type Step =
  | { readonly member: string; readonly first: boolean }
  | { readonly ofType: string }
  | { readonly name: string; readonly equals: string }

const stepPattern =
  /^(?:\.(?!where\(|ofType\(|extension\()(?<member>\w+)(?<first>\[0\])?|\.ofType\((?<type>\w+)\)|\.where\((?<name>\w+)='(?<equals>[^']*)'\)|\.extension\('(?<url>[^']*)'\))/
const targetPattern = /\.where\(resolve\(\) is (\w+)\)$/

/** The alternatives of an expression, as written, without parentheses around a whole one. */
export const listAlternatives = (expression: string): string[] =>
  expression.split('|').map((part) => part.trim().replace(/^\(([^()]*(?:\([^()]*\)[^()]*)*)\)(?=$|\.)/, '$1'))

/** The path from a type, or from a value of that type in a composite. */
export function compilePath(definitions: Definitions, type: string, expression: string): SearchPath {
  const target = targetPattern.exec(expression)?.[1]
  // Some published expressions write the type of a choice with a capital.
  const name = expression.replace(targetPattern, '').replace('ofType(DateTime)', 'ofType(dateTime)')
  const steps = parseSteps(name, type)
  const found = steps && compileSteps(definitions, { type }, steps)
  const read = found === undefined ? evaluate(definitions, type, name) : readAll(found.reader)
  const narrow =
    target === undefined ? read : (value: JsonObject) => read(value).filter((node) => pointsTo(node, target))
  const { isSingle = false, types = [] } = found ?? {}
  return {
    name,
    isSingle,
    types,
    isCompiled: found !== undefined,
    read: narrow,
    ...(target === undefined ? {} : { target }),
  }
}

/** Undefined for another form, or a name that the type does not have. */
function parseSteps(name: string, type: string): Step[] | undefined {
  const root = [`${type}.`, 'Resource.', 'DomainResource.'].find((prefix) => name.startsWith(prefix))
  if (name === type || name === '$this') return []
  let rest = root === undefined ? `.${name}` : name.slice(root.length - 1)
  const steps: Step[] = []
  while (rest !== '') {
    const match = stepPattern.exec(rest)
    if (match?.groups === undefined) return undefined
    const { member, first, type: ofType, name: named, equals, url } = match.groups
    if (url !== undefined) steps.push({ member: 'extension', first: false }, { name: 'url', equals: url })
    else if (member !== undefined) steps.push({ member, first: first !== undefined })
    else if (ofType !== undefined) steps.push({ ofType })
    else steps.push({ name: named ?? '', equals: equals ?? '' })
    rest = rest.slice(match[0].length)
  }
  return steps
}

type Reader = (value: JsonValue, out: Node[]) => void
type Compiled = { readonly reader: Reader; readonly isSingle: boolean; readonly types: readonly string[] }

/** Known facts about the values after these steps. */
type Place = Omit<Node, 'value'>

const readAll =
  (reader: Reader) =>
  (value: JsonObject): Node[] => {
    const out: Node[] = []
    reader(value, out)
    return out
  }

function compileSteps(definitions: Definitions, place: Place, steps: readonly Step[]): Compiled | undefined {
  const { type } = place
  const [step, ...rest] = steps
  if (step === undefined) return { reader: (value, out) => pushNode(out, place, value), isSingle: true, types: [type] }
  if ('ofType' in step) return type === step.ofType ? compileSteps(definitions, place, rest) : noValue
  if ('equals' in step) {
    const next = compileSteps(definitions, place, rest)
    const { name, equals } = step
    return next && { ...next, reader: (value, out) => hasValue(value, name, equals) && next.reader(value, out) }
  }
  const definition = definitions.findType(type)
  const members = definition === undefined ? [] : findMembers(definition, step.member)
  const nexts = members.flatMap(([json, member]) => {
    const next = compileSteps(definitions, placeOf(member), rest)
    return next === undefined ? [] : [{ json, member, ...next }]
  })
  if (nexts.length === 0) return undefined
  const isSingle = nexts.every(({ member, isSingle: own }) => !member.array && own)
  const readers = nexts.map(({ json, reader }) => readMember(json, step.first, reader))
  return { reader: readEach(readers), isSingle, types: nexts.flatMap(({ types }) => types) }
}

const noValue: Compiled = { reader: () => undefined, isSingle: true, types: [] }

const placeOf = ({ type, valueSet }: Member): Place => (valueSet === undefined ? { type } : { type, valueSet })

/** The `value` of a choice means `valueQuantity` and so on. */
function findMembers({ members }: TypeDefinition, name: string): [string, Member][] {
  const own = members.get(name)
  if (own !== undefined) return [[name, own]]
  return [...members].filter(([, { element }]) => element === `${name}[x]`)
}

function readEach(readers: readonly Reader[]): Reader {
  const [only] = readers
  if (readers.length === 1 && only !== undefined) return only
  return (value, out) => {
    for (const read of readers) read(value, out)
  }
}

function readMember(json: string, first: boolean, next: Reader): Reader {
  return (parent, out) => {
    const value = isJsonObject(parent) ? parent[json] : undefined
    if (value === undefined || value === null) return
    if (!Array.isArray(value)) return next(value, out)
    for (const item of first ? value.slice(0, 1) : value) if (item !== null) next(item, out)
  }
}

/** A resource inside a resource has the type that it names. */
function pushNode(out: Node[], { type, valueSet }: Place, value: JsonValue): void {
  const own = isJsonObject(value) ? value['resourceType'] : undefined
  const named = typeof own === 'string' ? own : type
  out.push(valueSet === undefined ? { type: named, value } : { type: named, value, valueSet })
}

const hasValue = (value: JsonValue, name: string, equals: string): boolean =>
  isJsonObject(value) && value[name] === equals

function evaluate({ fhirPathTypes: types }: Definitions, type: string, expression: string): SearchPath['read'] {
  const path = compileFhirPath(expression, { types, type })
  const root = types.find(type)
  return (value) => (root === undefined ? [] : path.evaluate(new FhirNode(root, value)).flatMap(nodeOf))
}

/** A boolean result of FHIRPath is searched as a FHIR boolean. */
function nodeOf({ type: { name, namespace }, value }: FhirNode): Node[] {
  const type = namespace === 'System' ? name.charAt(0).toLowerCase() + name.slice(1) : name
  return value === undefined ? [] : [{ type, value }]
}

/** `Patient/1`, `https://x/Patient/1`, or a reference with a type. */
function pointsTo({ value }: Node, target: string): boolean {
  if (!isJsonObject(value)) return false
  const { reference, type } = value
  if (typeof reference !== 'string') return type === target
  return (namedType(reference) ?? type) === target
}
