/** The places in a resource that a FHIRPath selects: members, indexes, and a few functions. R4 fhirpatch.html, fhirpath.html. */
import {
  AsAtom,
  type Atom,
  DotAtom,
  FhirPathAtom,
  FunctionAtom,
  IndexerAtom,
  LiteralAtom,
  parseFhirPath,
  SymbolAtom,
  toJsBoolean,
} from '@medplum/core'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Member } from '../../profiles/definitions/element-tables.ts'
import { fromNumberTexts, isTextObject, measure, type TextObject, type TextValue } from '../index/number-text.ts'
import type { Pointer } from './json-pointer.ts'

export type Place = {
  readonly pointer: Pointer
  readonly value: TextValue
  /** A type's name, or the path of a backbone element. */
  readonly type: string
  /** Type of what it is a member of. */
  readonly owner: string
  /** The resource itself has none. */
  readonly member?: Member
}

export type PathScope = {
  readonly definitions: Definitions
  /** How much the criteria of one patch have looked at so far. */
  readonly seen: { size: number }
}

type Scope = PathScope & { readonly resourceType: string }

/** What is not selected by these is not selected here; none of them makes up a value or takes long. */
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

/** Undefined where the path is none that is supported. */
export function findPlaces(scope: PathScope, resource: TextObject, path: string): readonly Place[] | undefined {
  const atom = parsePath(path)
  if (atom === undefined || !isSupported(atom)) return undefined
  const resourceType = String(resource['resourceType'])
  return select({ ...scope, resourceType }, atom, [{ pointer: [], value: resource, type: resourceType, owner: '' }])
}

function parsePath(path: string): Atom | undefined {
  if (path.length > maxPathLength) return undefined
  try {
    return parseFhirPath(path)
  } catch {
    // The parser's errors repeat the path.
    return undefined
  }
}

function isSupported(atom: Atom): boolean {
  if (atom instanceof FunctionAtom) return functions.has(atom.name) && atom.args.every(isSupported)
  if (atom instanceof SymbolAtom) return !atom.name.startsWith('%')
  const parts = Object.values(atom).filter((part): part is Atom => typeof part?.eval === 'function')
  return parts.every(isSupported)
}

function select(scope: Scope, atom: Atom, places: readonly Place[]): readonly Place[] | undefined {
  if (atom instanceof FhirPathAtom) return select(scope, atom.child, places)
  if (atom instanceof SymbolAtom) return selectMember(scope, atom.name, places)
  if (atom instanceof FunctionAtom) return selectByFunction(scope, atom, places)
  const inner = hasLeft(atom) ? select(scope, atom.left, places) : undefined
  if (inner === undefined) return undefined
  if (atom instanceof DotAtom) return select(scope, atom.right, inner)
  if (atom instanceof IndexerAtom)
    return atom.expr instanceof LiteralAtom ? pick(inner, literalOf(atom.expr)) : undefined
  return atom instanceof AsAtom ? selectType(atom.right, inner) : undefined
}

const hasLeft = (atom: Atom): atom is DotAtom | IndexerAtom | AsAtom => 'left' in atom

const literalOf = (atom: Atom | undefined): unknown => (atom instanceof LiteralAtom ? atom.value.value : undefined)

const pick = (places: readonly Place[], index: unknown): readonly Place[] | undefined =>
  typeof index === 'number' ? places.slice(index, index + 1) : undefined

function selectMember(scope: Scope, name: string, places: readonly Place[]): readonly Place[] {
  if (name === '$this') return places
  const [first] = places
  const isRoot = first?.pointer.length === 0 && [scope.resourceType, 'Resource', 'DomainResource'].includes(name)
  return isRoot ? places : places.flatMap((place) => listChildren(scope.definitions, place, name))
}

/** The members of a place by an element's name, where `value` stands for each type of `value[x]`. */
function listChildren(definitions: Definitions, { pointer, value, type }: Place, name: string): Place[] {
  if (!isTextObject(value)) return []
  return [...(definitions.findType(type)?.members ?? [])].flatMap(([key, member]) => {
    const child = Object.hasOwn(value, key) ? value[key] : undefined
    if (child === undefined || (key !== name && member.element !== `${name}[x]`)) return []
    const at = [...pointer, key]
    const items = Array.isArray(child) ? child : [child]
    return items.map((item, index) => ({
      pointer: Array.isArray(child) ? [...at, String(index)] : at,
      value: item,
      type: member.type === 'Resource' && isTextObject(item) ? String(item['resourceType']) : member.type,
      owner: type,
      member,
    }))
  })
}

function selectByFunction(scope: Scope, { name, args }: FunctionAtom, places: readonly Place[]) {
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
      return argument && selectType(argument, places)
    case 'extension': {
      const url = literalOf(argument)
      return selectMember(scope, 'extension', places).filter(({ value }) => isTextObject(value) && value['url'] === url)
    }
    default:
      return undefined
  }
}

/** A type by its name, with or without `FHIR.` in front. */
function selectType(atom: Atom, places: readonly Place[]): readonly Place[] | undefined {
  const named = atom instanceof DotAtom ? atom.right : atom
  return named instanceof SymbolAtom ? places.filter(({ type }) => type === named.name) : undefined
}

function selectWhere({ seen }: Scope, criteria: Atom, places: readonly Place[]): readonly Place[] | undefined {
  try {
    return places.filter(({ value, type }) => {
      seen.size += measure(value).size
      if (seen.size > maxCriteriaSize) throw new RangeError('too much to look at')
      const own = {
        type: type.replaceAll(/\.(.)/g, (_, letter: string) => letter.toUpperCase()),
        value: plainOf(value),
      }
      return toJsBoolean(criteria.eval({ variables: {} }, [own]))
    })
  } catch {
    // Criteria that cannot be evaluated select nothing that could be changed safely.
    return undefined
  }
}

const plainOf = (value: TextValue): unknown => fromNumberTexts(value)
