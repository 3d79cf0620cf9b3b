/** Names by which a definition may mean an element: paths from its resource and from each data type around it, and its types. R4 defining-extensions.html#context. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import type { Registry } from '../registry.ts'

/** Lists the names of the element that the steps lead to, from a resource down; `undefined` where they lead nowhere, or into another resource. */
export type FindAliases = (type: string, names: readonly string[]) => ReadonlySet<string> | undefined

type Found = { readonly aliases: readonly string[]; readonly type: string; readonly path: string }

const parts: ReadonlySet<string> = new Set(['BackboneElement', 'Element'])
const resources: ReadonlySet<string> = new Set(['Resource', 'DomainResource'])
/** Definitions have fewer paths; more come from data. */
const maxKnown = 20_000

export function openAliases(registry: Registry): FindAliases {
  const known = new Map<string, ReadonlySet<string> | undefined>()
  const elementsOf = openElements(registry)
  const step = (from: Found | undefined, name: string): Found | undefined =>
    from && stepInto(from, name, { registry, elements: elementsOf(from.type) })
  return (type, names) => {
    const key = `${type}.${names.join('.')}`
    if (known.has(key)) return known.get(key)
    const start = {
      aliases: [...typesOf(registry, type), ...interfacesOf(elementsOf(type), type), 'Element'],
      type,
      path: type,
    }
    const last = names.reduce<Found | undefined>(step, start)
    const aliases = last && new Set(last.aliases)
    if (known.size < maxKnown) known.set(key, aliases)
    return aliases
  }
}

/** Whether a type has an element at the end of these names; a choice is named without its type. */
export function openPaths(registry: Registry): (type: string, names: readonly string[]) => boolean {
  const find = openAliases(registry)
  const elementsOf = openElements(registry)
  return (type, names) => {
    const last = names.at(-1)
    if (last === undefined || find(type, names) !== undefined) return true
    const before = find(type, names.slice(0, -1))
    return before !== undefined && [...before].some((alias) => isChoice(elementsOf, alias, last))
  }
}

const isChoice = (elementsOf: ElementsOf, path: string, name: string): boolean =>
  elementsOf(path.split('.')[0] ?? '').has(`${path}.${name}[x]`)

type ElementsOf = (type: string) => ReadonlyMap<string, ElementDefinition>

function openElements(registry: Registry): ElementsOf {
  const elements = new Map<string, ReadonlyMap<string, ElementDefinition>>()
  return (type) => {
    const found = elements.get(type)
    if (found !== undefined) return found
    const own = registry.findType(type)?.snapshot?.element ?? []
    const byPath = new Map(own.map((element) => [element.path ?? '', element]))
    elements.set(type, byPath)
    return byPath
  }
}

/** A type and those that it specializes. */
function typesOf(registry: Registry, type: string): string[] {
  const base = registry.findType(type)?.baseDefinition
  return base === undefined ? [type] : [type, ...typesOf(registry, base.slice(base.lastIndexOf('/') + 1))]
}

/** Later definitions of extensions name interfaces that R4 lacks; we tell such resources by their common elements. R5 canonicalresource.html. */
function interfacesOf(elements: ReadonlyMap<string, ElementDefinition>, type: string): string[] {
  const has = (name: string): boolean => elements.has(`${type}.${name}`)
  if (!has('status') || !(has('url') || type === 'NamingSystem')) return []
  return has('approvalDate') ? ['CanonicalResource', 'MetadataResource'] : ['CanonicalResource']
}

type At = { readonly registry: Registry; readonly elements: ReadonlyMap<string, ElementDefinition> }

function stepInto({ aliases, type, path }: Found, name: string, { registry, elements }: At): Found | undefined {
  const chosen = elements.has(`${path}.${name}`) ? undefined : findChoice(elements, path, name)
  const element = chosen?.element ?? elements.get(`${path}.${name}`)
  if (element === undefined) return undefined
  const names = chosen === undefined ? [name] : [name, chosen.name]
  const below = aliases.flatMap((alias) => names.map((one) => `${alias}.${one}`))
  const same = element.contentReference?.slice(element.contentReference.indexOf('#') + 1)
  if (same !== undefined)
    return { aliases: [...below, same, ...typesOf(registry, 'BackboneElement')], type, path: same }
  const own = chosen?.type ?? element.type?.[0]?.code ?? ''
  if (resources.has(own)) return undefined
  const all = [...below, ...typesOf(registry, own)]
  return parts.has(own) ? { aliases: all, type, path: element.path ?? '' } : { aliases: all, type: own, path: own }
}

/** `valueQuantity` is `value[x]`. */
function findChoice(elements: ReadonlyMap<string, ElementDefinition>, path: string, name: string) {
  for (let length = name.length - 1; length > 0; length--) {
    const element = elements.get(`${path}.${name.slice(0, length)}[x]`)
    const type = element?.type?.find(({ code }) => code?.toLowerCase() === name.slice(length).toLowerCase())?.code
    if (element !== undefined && type !== undefined) return { element, type, name: `${name.slice(0, length)}[x]` }
  }
  return undefined
}
