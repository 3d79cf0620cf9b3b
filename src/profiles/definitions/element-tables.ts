/** The elements of a StructureDefinition as lookup tables by JSON member name. R4 json.html, elementdefinition.html. */
import type { ElementDefinition, StructureDefinition } from '@medplum/fhirtypes'

export type Member = {
  /** The element's name; a choice such as `value[x]` has a member for each type. */
  readonly element: string
  /** A type's name, or the path of a backbone element. */
  readonly type: string
  readonly array: boolean
  /** Every instance has it. */
  readonly isRequired?: boolean
  readonly isSummary?: boolean
  /** Value set of a required binding. */
  readonly valueSet?: string
  /** Resource types that a Reference may name; absent if any is allowed. */
  readonly targets?: readonly string[]
}

export type TypeDefinition = {
  readonly name: string
  readonly kind: string
  readonly members: ReadonlyMap<string, Member>
}

type ElementType = NonNullable<ElementDefinition['type']>[number]

const anyResource = 'http://hl7.org/fhir/StructureDefinition/Resource'

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The type itself and its backbone elements. */
export function buildTypes(structure: StructureDefinition): TypeDefinition[] {
  const elements = structure.snapshot?.element ?? []
  const parents = new Set(elements.slice(1).map((element) => parentOf(element.path)))
  return [...parents, structure.name].filter(isFirst).map((path) => {
    const own = elements.slice(1).filter((element) => parentOf(element.path) === path)
    const members = own.flatMap((element) => buildMembers(element, parents))
    const kind = path === structure.name ? structure.kind : 'complex-type'
    return { name: path, kind, members: new Map(members) }
  })
}

const isFirst = (path: string, index: number, all: readonly string[]): boolean => all.indexOf(path) === index

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.'))

function buildMembers(element: ElementDefinition, parents: ReadonlySet<string>): [string, Member][] {
  const name = element.path.slice(element.path.lastIndexOf('.') + 1)
  const array = (element.base?.max ?? element.max) !== '1' && (element.base?.max ?? element.max) !== '0'
  const same = element.contentReference?.slice(element.contentReference.indexOf('#') + 1)
  if (same !== undefined) return [[name, { element: name, type: same, array, ...flagsOf(element) }]]
  if (parents.has(element.path)) return [[name, { element: name, type: element.path, array, ...flagsOf(element) }]]
  return (element.type ?? []).map((type) => [
    name.endsWith('[x]') ? name.slice(0, -3) + capitalize(type.code) : name,
    { element: name, type: type.code, array, ...flagsOf(element), ...bindingOf(element), ...targetsOf(type) },
  ])
}

const flagsOf = ({ min = 0, isSummary }: ElementDefinition): Pick<Member, 'isRequired' | 'isSummary'> => ({
  ...(min > 0 ? { isRequired: true } : {}),
  ...(isSummary ? { isSummary } : {}),
})

function bindingOf(element: ElementDefinition): { valueSet?: string } {
  const { strength, valueSet } = element.binding ?? {}
  return strength !== 'required' || valueSet === undefined ? {} : { valueSet }
}

function targetsOf(type: ElementType): { targets?: readonly string[] } {
  const profiles = type.targetProfile ?? []
  if (type.code !== 'Reference' || profiles.length === 0 || profiles.includes(anyResource)) return {}
  return { targets: profiles.map((profile) => profile.slice(profile.lastIndexOf('/') + 1)) }
}
