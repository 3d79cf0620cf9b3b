/** Types of values: FHIRPath's own, and FHIR's by their definitions. FHIRPath N1 §2.2, R4 fhirpath.html#types. */
import type { SystemName, TypeName } from './syntax.ts'

/** The part of the definitions that the engine needs; members are by their JSON name, with `value[x]` as the element of `valueString`. */
export type TypeModel = { readonly findType: (name: string) => ModelType | undefined }

type ModelType = { readonly kind: string; readonly members: ReadonlyMap<string, ModelMember> }
type ModelMember = { readonly element: string; readonly type: string; readonly array: boolean }

/** A member in JSON. R4 json.html#primitive. */
export class Member {
  readonly name: string
  /** Member with the id and extensions of a primitive. */
  readonly extras: string
  readonly isArray: boolean
  readonly isPrimitive: boolean
  readonly #find: () => Type
  #type: Type | undefined

  constructor(name: string, { type, array }: ModelMember, find: (name: string) => Type) {
    this.name = name
    this.extras = `_${name}`
    this.isArray = array
    this.isPrimitive = primitives.has(type) || type.startsWith(systemNamespace)
    this.#find = () => find(type)
  }

  /** Its definition is read on first use: most possible members never occur. */
  get type(): Type {
    this.#type ??= this.#find()
    return this.#type
  }
}

/** For FHIRPath's own types, as a definition names them. R4 fhirpath.html#types. */
export const systemNamespace = 'http://hl7.org/fhirpath/'

/** One type. Its members are read on first use, because types refer to each other. */
export class Type {
  readonly namespace: 'FHIR' | 'System'
  readonly name: string
  readonly base: Type | undefined
  /** The FHIRPath type of a primitive, a System value or a Quantity. */
  readonly system: SystemName | undefined
  readonly isPrimitive: boolean
  readonly isResource: boolean
  readonly #members: () => readonly (readonly [element: string, Member])[]
  #byElement: ReadonlyMap<string, readonly Member[]> | undefined
  #byJson: ReadonlyMap<string, Member> | undefined

  constructor(parts: TypeParts) {
    this.namespace = parts.namespace
    this.name = parts.name
    this.base = parts.base
    this.system = parts.system
    this.isPrimitive = parts.isPrimitive
    this.isResource = parts.isResource
    this.#members = parts.members
  }

  /** The members of the element with this name: several for `value`, which is `value[x]`; one for `valueString`. */
  findMembers(element: string): readonly Member[] {
    this.#byElement ??= this.#listByElement()
    return this.#byElement.get(element) ?? noMembers
  }

  /** Each member with the name of its element; `value[x]` has one for each type. */
  get elements(): readonly (readonly [element: string, Member])[] {
    return this.#members()
  }

  get members(): ReadonlyMap<string, Member> {
    this.#byJson ??= new Map(this.#members().map(([, member]) => [member.name, member]))
    return this.#byJson
  }

  #listByElement(): ReadonlyMap<string, readonly Member[]> {
    const found = new Map<string, Member[]>()
    for (const [element, member] of this.#members())
      for (const name of new Set([element, element.replace(/\[x\]$/, ''), member.name])) {
        const others = found.get(name)
        if (others === undefined) found.set(name, [member])
        else others.push(member)
      }
    return found
  }

  isA(other: Type): boolean {
    for (let type: Type | undefined = this; type !== undefined; type = type.base) if (type === other) return true
    return false
  }
}

type TypeParts = Pick<Type, 'namespace' | 'name' | 'base' | 'system' | 'isPrimitive' | 'isResource'> & {
  readonly members: () => readonly (readonly [string, Member])[]
}

const none = () => []
const noMembers: readonly Member[] = []
const systemType = (name: SystemName, base?: Type): Type =>
  new Type({ namespace: 'System', name, base, system: name, isPrimitive: true, isResource: false, members: none })

const any = systemType('Any')

/** N1 §2.2. */
export const systemTypes: Readonly<Record<SystemName, Type>> = {
  Any: any,
  Boolean: systemType('Boolean', any),
  String: systemType('String', any),
  Integer: systemType('Integer', any),
  Decimal: systemType('Decimal', any),
  Date: systemType('Date', any),
  DateTime: systemType('DateTime', any),
  Time: systemType('Time', any),
  Quantity: systemType('Quantity', any),
}

const systemByName: ReadonlyMap<string, Type> = new Map(Object.entries(systemTypes))

/** R4 fhirpath.html#types: the primitive types, the type of FHIRPath for each, and the one that it is derived from. */
// biome-ignore format: a type a line
const primitives: ReadonlyMap<string, readonly [SystemName, string?]> = new Map(Object.entries<readonly [SystemName, string?]>({
  boolean:      ['Boolean'],
  string:       ['String'],
  code:         ['String', 'string'],
  id:           ['String', 'string'],
  markdown:     ['String', 'string'],
  uri:          ['String'],
  url:          ['String', 'uri'],
  canonical:    ['String', 'uri'],
  oid:          ['String', 'uri'],
  uuid:         ['String', 'uri'],
  base64Binary: ['String'],
  xhtml:        ['String'],
  integer:      ['Integer'],
  positiveInt:  ['Integer', 'integer'],
  unsignedInt:  ['Integer', 'integer'],
  decimal:      ['Decimal'],
  date:         ['Date'],
  dateTime:     ['DateTime'],
  instant:      ['DateTime'],
  time:         ['Time'],
}))

/** R4 datatypes.html: data types that are derived from others than Element. */
const derived: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ Age: 'Quantity', Count: 'Quantity', Distance: 'Quantity', Duration: 'Quantity' },
    ...{ MoneyQuantity: 'Quantity', SimpleQuantity: 'Quantity' },
    ...{ Dosage: 'BackboneElement', ElementDefinition: 'BackboneElement', Timing: 'BackboneElement' },
  }),
)

/** The types of a set of definitions, each made on first use. */
export class TypeTable {
  readonly #model: TypeModel
  readonly #types = new Map<string, Type>()

  constructor(model: TypeModel) {
    this.#model = model
  }

  /** `Patient`, `HumanName`, `code`, or a backbone element such as `Patient.contact`. */
  find(name: string): Type | undefined {
    const known = this.#types.get(name)
    if (known !== undefined) return known
    const found = this.#model.findType(name)
    if (found === undefined) return undefined
    const type = this.#make(name, found)
    this.#types.set(name, type)
    return type
  }

  /** A type by its name in an expression; without a namespace, FHIR's before FHIRPath's. N1 §5.1 (is). */
  findNamed({ namespace, name }: TypeName): readonly Type[] {
    const fhir = namespace === undefined || namespace === 'FHIR' ? this.find(name) : undefined
    const system = namespace === undefined || namespace === 'System' ? systemByName.get(name) : undefined
    return [fhir, system].filter((type) => type !== undefined)
  }

  #make(name: string, { kind, members }: ModelType): Type {
    const primitive = kind === 'primitive-type' ? (primitives.get(name) ?? ['String']) : undefined
    const base = primitive === undefined ? baseOf(name, { kind, members }) : (primitive[1] ?? 'Element')
    return new Type({
      namespace: 'FHIR',
      name,
      base: base === undefined ? undefined : this.find(base),
      system: primitive?.[0] ?? ((derived.get(name) ?? name) === 'Quantity' ? 'Quantity' : undefined),
      isPrimitive: primitive !== undefined,
      isResource: kind === 'resource',
      members: () =>
        // The value of a primitive is the primitive itself, and no member.
        [...members]
          .filter(([, { element }]) => primitive === undefined || element !== 'value')
          .map(([json, member]) => this.#makeMember(json, member, kind === 'resource')),
    })
  }

  /** The `id` of a resource is an id, although some definitions say string. R4 resource.html#id. */
  #makeMember(json: string, member: ModelMember, isOfResource: boolean): [string, Member] {
    const own = isOfResource && json === 'id' ? { ...member, type: 'id' } : member
    return [member.element, new Member(json, own, (name) => this.find(name) ?? systemTypes.String)]
  }
}

/** R4 types.html: the type that a type is derived from, by its place in the hierarchy. */
function baseOf(name: string, { kind, members }: ModelType): string | undefined {
  if (name === 'Element' || name === 'Resource') return undefined
  if (kind === 'resource') return members.has('contained') && name !== 'DomainResource' ? 'DomainResource' : 'Resource'
  if (name.includes('.')) return members.has('modifierExtension') ? 'BackboneElement' : 'Element'
  return derived.get(name) ?? 'Element'
}
