/** A type's members in XML: their order and form. R4 xml.html. */
import type { Member, TypeDefinition } from './element-tables.ts'

export type Element = {
  /** In XML and in JSON. */
  readonly name: string
  /** A type's name, or the path of a backbone element. */
  readonly type: string
  readonly array: boolean
  /** Its place in the definition: later elements have greater ones. */
  readonly order: number
  readonly form: 'attribute' | 'primitive' | 'object' | 'resource' | 'xhtml'
}

export type ElementTable = { readonly isResource: boolean; readonly elements: ReadonlyMap<string, Element> }

/** JSON writes these primitives without quotes. R4 json.html#primitive. */
export const unquoted: Readonly<Record<string, 'boolean' | 'number'>> = {
  boolean: 'boolean',
  decimal: 'number',
  integer: 'number',
  positiveInt: 'number',
  unsignedInt: 'number',
}

/** `findType` gives the type of a member. */
export function buildElements(
  type: TypeDefinition,
  findType: (name: string) => TypeDefinition | undefined,
): ElementTable {
  const isResource = type.kind === 'resource'
  const formOf = (name: string, member: Member): Element['form'] => {
    if (isAttribute(type, name)) return 'attribute'
    if (member.type === 'xhtml') return 'xhtml'
    const kind = findType(member.type)?.kind
    if (kind === 'resource') return 'resource'
    return kind === 'primitive-type' ? 'primitive' : 'object'
  }
  const elements = [...type.members].map(([name, member], order): [string, Element] => [
    name,
    { name, type: member.type, array: member.array, order, form: formOf(name, member) },
  ])
  return { isResource, elements: new Map(elements) }
}

/** R4 xml.html: the id of anything but a resource, and the url of an extension. */
const isAttribute = ({ name: type, kind }: TypeDefinition, name: string): boolean =>
  (name === 'id' && kind !== 'resource') || (name === 'url' && type === 'Extension')
