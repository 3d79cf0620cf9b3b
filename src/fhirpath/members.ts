/** Members of elements, read directly from JSON if the definitions give the type. FHIRPath N1 §3, R4 fhirpath.html#polymorphism. */
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import { type Compiled, compiled, type ElementPath, objectOf, type Scope } from './compiled.ts'
import type { Run } from './environment.ts'
import { type Collection, empty, type Node, pushMember } from './node.ts'
import { checkElement, checkRoot } from './strict.ts'
import type { Syntax } from './syntax.ts'
import type { Member, Type, TypeTable } from './types.ts'

/** `$this`. */
export const compileSelf = (type: Type | undefined): Compiled =>
  compiled({
    read: (self) => [self],
    exists: () => true,
    type,
    isSingle: true,
    path: type === undefined ? undefined : { through: throughSelf, pick: (value) => value },
  })

const throughSelf: ElementPath['through'] = (test) => (value) => isJsonObject(value) && test(value)

export function compileMember(syntax: Syntax & { kind: 'member' }, of: Compiled, scope: Scope): Compiled {
  const { name } = syntax
  const isRoot = syntax.of === undefined && /^[A-Z]/.test(name)
  const [named] = isRoot ? scope.types.findNamed({ name }) : []
  if (named === undefined) {
    checkElement(of.type, name, { scope, at: syntax.at })
    return of.type === undefined ? readUnknown(name, of, scope) : readKnown(of.type, name, { of, scope })
  }
  if (of.type?.isA(named)) return of
  checkRoot(of.type, named, { scope, at: syntax.at })
  // The resource itself, by its type.
  const isNamed = (node: Node): boolean => node.type.isA(named)
  return compiled({
    read: (self, run) => of.read(self, run).filter(isNamed),
    type: named,
    isSingle: of.isSingle,
    isConstant: of.isConstant,
  })
}

/** The type is known only at run time. */
function readUnknown(name: string, of: Compiled, { types }: Scope): Compiled {
  const readOwners = of.readComplex ?? of.read
  const read = (self: Node, run: Run): Collection => {
    const items = readOwners(self, run)
    if (items.length === 0) return empty
    const out: Node[] = []
    for (const item of items) pushMembers(out, item, { members: item.type.findMembers(name), types, run })
    return out
  }
  return compiled({ read, isConstant: of.isConstant })
}

type Reading = { readonly members: readonly Member[]; readonly types: TypeTable; readonly run: Run }

function pushMembers(out: Node[], item: Node, { members, types, run }: Reading): void {
  run.spend(1)
  const object = objectOf(item)
  if (object !== undefined) for (const member of members) pushMember(out, types, object, member)
}

type ListPresent = (object: JsonObject) => readonly Member[]

/** From so many on, an object has fewer members than its type. */
const many = 8

/** Members that an object may have; for `value[x]`, the one or none that it has. */
function compilePresent(members: readonly Member[]): ListPresent {
  if (members.length < many) return () => members
  const byKey = new Map(members.flatMap((member) => [[member.name, member] as const, [member.extras, member] as const]))
  return (object) => {
    const found = Object.keys(object).flatMap((key) => byKey.get(key) ?? [])
    return found.length < 2 ? found : [...new Set(found)]
  }
}

type Place = { readonly of: Compiled; readonly scope: Scope }

function readKnown(type: Type, name: string, { of, scope }: Place): Compiled {
  const { types } = scope
  const members = type.findMembers(name)
  const present = compilePresent(members)
  const path = of.path && !type.isPrimitive ? extendPath(of.path, members) : undefined
  const isThere =
    of.path && !type.isPrimitive ? of.path.through((object) => hasAny(object, present(object))) : undefined
  const read = (self: Node, run: Run): Collection => {
    if (isThere !== undefined && !isThere(self.value)) return empty
    const out: Node[] = []
    for (const item of of.read(self, run)) {
      const object = objectOf(item)
      if (object !== undefined) pushMembers(out, item, { members: present(object), types, run })
    }
    return out
  }
  const [only] = members
  const isKnown = members.length === 1 && only !== undefined && !isAbstract(only.type)
  return compiled({
    read,
    ...(isThere === undefined ? {} : { exists: (self) => isThere(self.value) }),
    type: isKnown ? only.type : undefined,
    isSingle: of.isSingle && members.every(({ isArray }) => !isArray),
    isConstant: of.isConstant,
    path: isKnown ? path : undefined,
  })
}

/** The type of a resource inside another is known at run time. */
const isAbstract = ({ name }: Type): boolean => name === 'Resource' || name === 'DomainResource'

function extendPath({ through, pick }: ElementPath, members: readonly Member[]): ElementPath | undefined {
  const [member] = members
  if (member === undefined || members.length > 1) return undefined
  const { name, isArray } = member
  const next: ElementPath['through'] = (test) => through((object) => isAny(object[name], test))
  if (pick === undefined || isArray) return { through: next, pick: undefined }
  return {
    through: next,
    pick: (value) => {
      const object = pick(value)
      return isJsonObject(object) ? object[name] : undefined
    },
  }
}

function isAny(value: JsonValue | undefined, test: (object: JsonObject) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => isAny(item, test))
  return isJsonObject(value) && test(value)
}

function hasAny(object: JsonObject, members: readonly Member[]): boolean {
  for (const { name, extras, isPrimitive } of members) {
    const value = object[name]
    if (value !== undefined && value !== null && !isVoid(value)) return true
    if (isPrimitive && isJsonObject(object[extras])) return true
    if (isPrimitive && Array.isArray(object[extras])) return (object[extras] as JsonValue[]).some(isJsonObject)
  }
  return false
}

const isVoid = (value: JsonValue): boolean => Array.isArray(value) && value.every((item) => item === null)
