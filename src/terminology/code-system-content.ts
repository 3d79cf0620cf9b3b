/** A CodeSystem resource, indexed by code on first use. R4 codesystem.html. */
import type { CodeSystem, CodeSystemConcept, CodeSystemConceptProperty } from '@medplum/fhirtypes'
import type { Concept, Property, PropertyType, SystemContent } from './concepts.ts'

type Entry = { readonly source: CodeSystemConcept; readonly parents: string[]; concept?: Concept }
type Entries = ReadonlyMap<string, Entry>

/** Properties that name codes above or below, besides the nesting. */
const parentProperties = new Set(['parent', 'subsumedBy'])
const childProperties = new Set(['child'])

export function indexCodeSystem(codeSystem: CodeSystem): SystemContent {
  const isCaseSensitive = codeSystem.caseSensitive !== false
  const fold = (code: string): string => (isCaseSensitive ? code : code.toLowerCase())
  const entries = indexConcepts(codeSystem, fold)
  const ancestors = new Map<string, ReadonlySet<string>>()
  let above: ReadonlySet<string> | undefined
  const { url = '', name, version } = codeSystem
  return {
    url,
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    isCaseSensitive,
    isComplete: codeSystem.content === 'complete',
    find: (code) => {
      const entry = entries.get(fold(code))
      if (entry === undefined) return undefined
      entry.concept ??= buildConcept(entry)
      return entry.concept
    },
    listAncestors: (code) => {
      const known = ancestors.get(code)
      if (known !== undefined) return known
      const found = collectAncestors(entries, fold, code)
      ancestors.set(code, found)
      return found
    },
    hasChildren: (code) => {
      above ??= new Set([...entries.values()].flatMap(({ parents }) => parents))
      return above.has(code)
    },
    list: function* () {
      for (const entry of entries.values()) yield buildConcept(entry)
    },
  }
}

function indexConcepts(codeSystem: CodeSystem, fold: (code: string) => string): Entries {
  const entries = new Map<string, Entry>()
  const below: [string, string][] = []
  const visit = (source: CodeSystemConcept, parent: string | undefined): void => {
    const code = source.code ?? ''
    const known = entries.get(fold(code))
    const entry = known ?? { source, parents: [] }
    if (known === undefined) entries.set(fold(code), entry)
    if (parent !== undefined) entry.parents.push(parent)
    for (const property of source.property ?? []) {
      const other = property.valueCode ?? property.valueCoding?.code
      if (other === undefined) continue
      if (parentProperties.has(property.code ?? '')) entry.parents.push(other)
      if (childProperties.has(property.code ?? '')) below.push([other, code])
    }
    for (const inner of source.concept ?? []) visit(inner, code)
  }
  for (const concept of codeSystem.concept ?? []) visit(concept, undefined)
  for (const [child, parent] of below) entries.get(fold(child))?.parents.push(parent)
  return entries
}

/** Published code systems have about twenty codes above one; a chain of all codes would cost the square of their number. */
const maxAncestors = 500

function collectAncestors(entries: Entries, fold: (code: string) => string, code: string): ReadonlySet<string> {
  const found = new Set<string>(entries.get(fold(code))?.parents)
  // The loop also visits what is added during it, and a cycle ends.
  for (const parent of found) {
    if (found.size > maxAncestors) break
    for (const above of entries.get(fold(parent))?.parents ?? []) found.add(above)
  }
  return found
}

function buildConcept({ source, parents }: Entry): Concept {
  return {
    code: source.code ?? '',
    ...(source.display === undefined ? {} : { display: source.display }),
    ...(source.definition === undefined ? {} : { definition: source.definition }),
    designations: (source.designation ?? []).map(({ language, use, value = '' }) => ({
      ...(language === undefined ? {} : { language }),
      ...(use?.code === undefined ? {} : { use: use.code }),
      value,
    })),
    properties: (source.property ?? []).flatMap(readProperty),
    parents,
  }
}

function readProperty(property: CodeSystemConceptProperty): Property[] {
  const { code = '', valueCoding } = property
  if (valueCoding !== undefined) return [{ code, value: valueCoding.code ?? '', type: 'Coding' }]
  for (const [name, type] of propertyValues) {
    const value = property[name]
    if (value !== undefined) return [{ code, value: String(value), type }]
  }
  return []
}

const propertyValues = [
  ['valueCode', 'code'],
  ['valueString', 'string'],
  ['valueInteger', 'integer'],
  ['valueBoolean', 'boolean'],
  ['valueDateTime', 'dateTime'],
  ['valueDecimal', 'decimal'],
] as const satisfies readonly (readonly [keyof CodeSystemConceptProperty, PropertyType])[]
