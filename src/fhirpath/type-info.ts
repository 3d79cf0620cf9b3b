/** The answers of `type()`: SimpleTypeInfo and ClassInfo. FHIRPath N1 §10 (types and reflection). */
import type { JsonObject } from '../core/json.ts'
import { Node } from './node.ts'
import { Member, systemNamespace, systemTypes, Type } from './types.ts'

type InfoMember = readonly [name: string, type: Type, isArray?: boolean]

const infoClass = (name: string, members: readonly InfoMember[]): Type =>
  new Type({
    namespace: 'System',
    name,
    base: systemTypes.Any,
    system: undefined,
    isPrimitive: false,
    isResource: false,
    members: () => members.map(([element, type, array = false]) => [element, infoMember(element, type, array)]),
  })

const infoMember = (element: string, type: Type, array: boolean): Member =>
  new Member(
    element,
    { element, type: type.isPrimitive ? `${systemNamespace}${fullName(type)}` : type.name, array },
    () => type,
  )

const fullName = ({ namespace, name }: Type): string => `${namespace}.${name}`

const names: readonly InfoMember[] = [
  ['namespace', systemTypes.String],
  ['name', systemTypes.String],
  ['baseType', systemTypes.String],
]

const elementInfo = infoClass('ClassInfoElement', [
  ['name', systemTypes.String],
  ['type', systemTypes.String],
  ['isOneBased', systemTypes.Boolean],
])
const simpleInfo = infoClass('SimpleTypeInfo', names)
const classInfo = infoClass('ClassInfo', [...names, ['element', elementInfo, true]])

export function typeInfoOf(type: Type): Node {
  const { namespace, name, base } = type
  const info: JsonObject = { namespace, name, ...(base === undefined ? {} : { baseType: fullName(base) }) }
  return type.isPrimitive ? new Node(simpleInfo, info) : new Node(classInfo, { ...info, element: listElements(type) })
}

/** One for each element; a choice names all of its types. */
function listElements(type: Type): JsonObject[] {
  const byElement = Map.groupBy(type.elements, ([element]) => element.replace(/\[x\]$/, ''))
  return [...byElement].map(([name, members]) => {
    const types = members.map(([, member]) => fullName(member.type)).join(', ')
    const one = members.length > 1 ? `Choice<${types}>` : types
    const isList = members.some(([, { isArray }]) => isArray)
    return { name, type: isList ? `List<${one}>` : one, isOneBased: false }
  })
}
