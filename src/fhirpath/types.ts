/** Types of values: those of FHIRPath itself, and those of FHIR by their definitions. FHIRPath N1 §2.2, R4 fhirpath.html#types. */
import type { SystemName, TypeName } from './syntax.ts'

/** What the engine asks of the definitions; members are by their name in JSON, where `value[x]` is the element of `valueString`. */
export type TypeModel = { readonly findType: (name: string) => ModelType | undefined }

type ModelType = { readonly kind: string; readonly members: ReadonlyMap<string, ModelMember> }
type ModelMember = { readonly element: string; readonly type: string; readonly array: boolean }

/** A member in JSON. R4 json.html#primitive. */
export class Member {
  readonly name: string
  /** Where the id and extensions of a primitive are. */
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

  /** Its definition is read when it is first asked for: most that could be there never are. */
  get type(): Type {
    this.#type ??= this.#find()
    return this.#type
  }
}

/** Of types that are FHIRPath's own, as a definition names them. R4 fhirpath.html#types. */
const systemNamespace = 'http://hl7.org/fhirpath/'

/** One type. Its members are looked up when they are first asked for, as types refer to each other. */
export class Type {
  readonly namespace: 'FHIR' | 'System'
  readonly name: string
  readonly base: Type | undefined
  /** The type of FHIRPath that a primitive, a System value or a Quantity stands for. */
  readonly system: SystemName | undefined
  readonly isPrimitive: boolean
  readonly isResource: boolean
  readonly #members: () => readonly (readonly [element: string, Member])[]
  readonly #byElement = new Map<string, readonly Member[]>()
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

  /** The members that an element's name stands for: several for `value[x]`. */
  findMembers(element: string): readonly Member[] {
    const known = this.#byElement.get(element)
    if (known !== undefined) return known
    const found = this.#members().flatMap(([name, member]) =>
      name === element || name === `${element}[x]` || member.name === element ? [member] : [],
    )
    // A name that is none may be anything that somebody asks for: it is not kept.
    if (found.length > 0) this.#byElement.set(element, found)
    return found
  }

  get members(): ReadonlyMap<string, Member> {
    this.#byJson ??= new Map(this.#members().map(([, member]) => [member.name, member]))
    return this.#byJson
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

/** R4 fhirpath.html#types: the primitive types, the type of FHIRPath that each stands for, and the one that it is derived from. */
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

/** R4 datatypes.html: the data types that are derived from another than Element. */
const derived: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ Age: 'Quantity', Count: 'Quantity', Distance: 'Quantity', Duration: 'Quantity' },
    ...{ MoneyQuantity: 'Quantity', SimpleQuantity: 'Quantity' },
    ...{ Dosage: 'BackboneElement', ElementDefinition: 'BackboneElement', Timing: 'BackboneElement' },
  }),
)

/** The types of a set of definitions, each made when it is first met. */
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

  /** What a type is named by in an expression; without a namespace, FHIR's before FHIRPath's. N1 §5.1 (is). */
  findNamed({ namespace, name }: TypeName): readonly Type[] {
    const fhir = namespace === 'System' ? undefined : this.find(name)
    const system = namespace === 'FHIR' ? undefined : systemByName.get(name)
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
      members: () => [...members].flatMap(([json, member]) => this.#makeMember(json, member, primitive !== undefined)),
    })
  }

  #makeMember(json: string, member: ModelMember, isPrimitive: boolean): [string, Member][] {
    // The value of a primitive is the primitive itself, not a member of it.
    if (isPrimitive && member.element === 'value') return []
    return [[member.element, new Member(json, member, (name) => this.find(name) ?? systemTypes.String)]]
  }
}

/** R4 types.html: what a type is derived from, by its place in the hierarchy. */
function baseOf(name: string, { kind, members }: ModelType): string | undefined {
  if (name === 'Element' || name === 'Resource') return undefined
  if (kind === 'resource') return members.has('contained') && name !== 'DomainResource' ? 'DomainResource' : 'Resource'
  if (name.includes('.')) return members.has('modifierExtension') ? 'BackboneElement' : 'Element'
  return derived.get(name) ?? 'Element'
}
