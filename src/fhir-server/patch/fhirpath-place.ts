/** Finds the places in a resource that a FHIRPath selects: members, indexes, and a few functions. R4 fhirpatch.html, fhirpath.html. */
import { compileParsed } from '../../fhirpath/compile.ts'
import { Node } from '../../fhirpath/node.ts'
import { parseFhirPath } from '../../fhirpath/parser.ts'
import type { Syntax, TypeName } from '../../fhirpath/syntax.ts'
import { typeNameOf } from '../../fhirpath/type-tests.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Member } from '../../profiles/definitions/element-tables.ts'
import type { Pointer } from './json-pointer.ts'
import { fromNumberTexts, isTextObject, measure, type TextObject, type TextValue } from './number-text.ts'
import { besideOf, findAt } from './patch-steps.ts'

export type Place = {
  readonly pointer: Pointer
  readonly value: TextValue
  /** A type's name, or the path of a backbone element. */
  readonly type: string
  /** The type that it is a member of. */
  readonly owner: string
  /** The resource itself has none. */
  readonly member?: Member
}

export type PathScope = {
  readonly definitions: Definitions
  /** How much the criteria of one patch have read so far. */
  readonly seen: { size: number }
}

type Scope = PathScope & { readonly resourceType: string; readonly resource: TextObject }

/** Only these functions can select. None of them makes a value or takes long. */
const functions: ReadonlySet<string> = new Set([
  'where',
  'exists',
  'empty',
  'not',
  'first',
  'last',
  'extension',
  'ofType',
  'as',
  'startsWith',
  'endsWith',
])

const maxPathLength = 1000
const maxCriteriaSize = 2_000_000

/** Undefined if the path is not supported. */
export function findPlaces(scope: PathScope, resource: TextObject, path: string): readonly Place[] | undefined {
  const syntax = parsePath(path)
  if (syntax === undefined || !isSupported(syntax)) return undefined
  const resourceType = String(resource['resourceType'])
  return select({ ...scope, resourceType, resource }, syntax, [
    { pointer: [], value: resource, type: resourceType, owner: '' },
  ])
}

function parsePath(path: string): Syntax | undefined {
  if (path.length > maxPathLength) return undefined
  try {
    return parseFhirPath(path)
  } catch {
    return undefined
  }
}

function isSupported(syntax: Syntax): boolean {
  if (syntax.kind === 'variable' || (syntax.kind === 'special' && syntax.name !== 'this')) return false
  if (syntax.kind === 'call' && !functions.has(syntax.name)) return false
  return listParts(syntax).every(isSupported)
}

function listParts(syntax: Syntax): readonly Syntax[] {
  if (syntax.kind === 'binary') return [syntax.left, syntax.right]
  const own = 'of' in syntax && syntax.of !== undefined ? [syntax.of] : []
  if (syntax.kind === 'index') return [...own, syntax.index]
  return syntax.kind === 'call' ? [...own, ...syntax.args] : own
}

function select(scope: Scope, syntax: Syntax, places: readonly Place[]): readonly Place[] | undefined {
  if (syntax.kind === 'special') return places
  const item = itemOf(syntax)
  if (item !== undefined) return selectItem(scope, item, places)
  const inner = 'of' in syntax && syntax.of !== undefined ? select(scope, syntax.of, places) : places
  if (inner === undefined) return undefined
  switch (syntax.kind) {
    case 'member':
      return selectMember(scope, syntax.name, inner)
    case 'call':
      return selectByFunction(scope, syntax, inner)
    case 'index':
      return pick(inner, literalOf(syntax.index))
    case 'type':
      return syntax.operator === 'as' ? selectType(syntax.type, inner) : undefined
    default:
      return undefined
  }
}

type Item = { readonly of: Syntax | undefined; readonly name: string; readonly index: number }

/** `name[0]` and `name.first()`: looks at one item of a long list. */
function itemOf(syntax: Syntax): Item | undefined {
  const isFirst = syntax.kind === 'call' && syntax.name === 'first'
  const index = isFirst ? 0 : syntax.kind === 'index' ? literalOf(syntax.index) : undefined
  const of = isFirst || syntax.kind === 'index' ? syntax.of : undefined
  return of?.kind === 'member' && typeof index === 'number' ? { of: of.of, name: of.name, index } : undefined
}

function selectItem(scope: Scope, { of, name, index }: Item, places: readonly Place[]): readonly Place[] | undefined {
  const inner = of === undefined ? places : select(scope, of, places)
  return inner && pick(selectMember(scope, name, inner, index + 1), index)
}

const literalOf = (syntax: Syntax | undefined): unknown => (syntax?.kind === 'literal' ? syntax.value : undefined)

const pick = (places: readonly Place[], index: unknown): readonly Place[] | undefined =>
  typeof index === 'number' ? places.slice(index, index + 1) : undefined

/** Selects at most `limit` members of each place. */
function selectMember(scope: Scope, name: string, places: readonly Place[], limit?: number): readonly Place[] {
  const [first] = places
  const isRoot = first?.pointer.length === 0 && [scope.resourceType, 'Resource', 'DomainResource'].includes(name)
  return isRoot ? places : places.flatMap((place) => listChildren(scope, place, { name, limit }))
}

type Asked = { readonly name: string; readonly limit: number | undefined }

/** The members of a place by an element's name; `value` means any type of `value[x]`. */
function listChildren(scope: Scope, place: Place, { name, limit }: Asked): Place[] {
  const { definitions } = scope
  const { type } = place
  // The id and the extensions of a primitive stand beside it.
  const pointer = isTextObject(place.value) ? place.pointer : besideOf(place.pointer)
  const value = isTextObject(place.value) ? place.value : findAt({ '': scope.resource }, pointer)
  if (!isTextObject(value)) return []
  return [...(definitions.findType(type)?.members ?? [])].flatMap(([key, member]) => {
    const child = Object.hasOwn(value, key) ? value[key] : undefined
    if (child === undefined || (key !== name && member.element !== `${name}[x]`)) return []
    const at = [...pointer, key]
    const items = Array.isArray(child) ? child.slice(0, limit) : [child]
    return items.map((item, index) => ({
      pointer: Array.isArray(child) ? [...at, String(index)] : at,
      value: item,
      type: member.type === 'Resource' && isTextObject(item) ? String(item['resourceType']) : member.type,
      owner: type,
      member,
    }))
  })
}

function selectByFunction(scope: Scope, { name, args }: Syntax & { kind: 'call' }, places: readonly Place[]) {
  const [argument] = args
  switch (name) {
    case 'first':
      return places.slice(0, 1)
    case 'last':
      return places.slice(-1)
    case 'where':
      return argument && selectWhere(scope, argument, places)
    case 'ofType':
    case 'as':
      return selectType(typeNameOf(argument), places)
    case 'extension': {
      const url = literalOf(argument)
      return selectMember(scope, 'extension', places).filter(({ value }) => isTextObject(value) && value['url'] === url)
    }
    default:
      return undefined
  }
}

/** A type by its name, with or without `FHIR.` in front. */
const selectType = (named: TypeName | undefined, places: readonly Place[]): readonly Place[] | undefined =>
  named && places.filter(({ type }) => type === named.name)

function selectWhere(scope: Scope, criteria: Syntax, places: readonly Place[]): readonly Place[] | undefined {
  const { seen } = scope
  const types = scope.definitions.fhirPathTypes
  try {
    const path = compileParsed(criteria, { types })
    return places.filter(({ value, type: name }) => {
      seen.size += measure(value).size
      if (seen.size > maxCriteriaSize) throw new RangeError('too much to look at')
      const type = types.find(name)
      return type !== undefined && path.isTrue(new Node(type, fromNumberTexts(value)))
    })
  } catch {
    // Criteria that cannot be evaluated select nothing that could be changed safely.
    return undefined
  }
}
