/** Code systems and value sets of our own, small enough to see through. */
import type { CodeSystem, ValueSet, ValueSetCompose } from '@medplum/fhirtypes'
import type { Registry } from '../../src/profiles/registry.ts'

export type SmallDefinitions = Pick<Registry, 'findCodeSystem' | 'findValueSet'>

const canonicalsOf = ({ url = '', version }: CodeSystem | ValueSet): string[] =>
  version === undefined ? [url] : [url, `${url}|${version}`]

/** The last one of an address is the newest. */
export function holdDefinitions(...items: (CodeSystem | ValueSet)[]): SmallDefinitions {
  const systems = new Map<string, CodeSystem>()
  const sets = new Map<string, ValueSet>()
  for (const item of items) {
    for (const canonical of canonicalsOf(item)) {
      if (item.resourceType === 'CodeSystem') systems.set(canonical, item)
      else sets.set(canonical, item)
    }
  }
  return { findCodeSystem: (canonical) => systems.get(canonical), findValueSet: (canonical) => sets.get(canonical) }
}

/** Trees: eucalypts with two below, one of them with one below; wattles; one that is no longer used. */
export const trees: CodeSystem = {
  resourceType: 'CodeSystem',
  url: 'https://example.org/trees',
  version: '2',
  name: 'Trees',
  status: 'active',
  content: 'complete',
  caseSensitive: true,
  concept: [
    {
      code: 'EUC',
      display: 'Eucalypt',
      property: [{ code: 'notSelectable', valueBoolean: true }],
      concept: [
        {
          code: 'GUM',
          display: 'Gum',
          designation: [{ language: 'de', value: 'Gummibaum' }],
          concept: [{ code: 'RED', display: 'River red gum', property: [{ code: 'height', valueInteger: 45 }] }],
        },
        { code: 'IRON', display: 'Ironbark', property: [{ code: 'height', valueInteger: 30 }] },
      ],
    },
    { code: 'WAT', display: 'Wattle', property: [{ code: 'status', valueCode: 'active' }] },
    { code: 'OLD', display: 'Old name', property: [{ code: 'status', valueCode: 'retired' }] },
    { code: 'MALLEE', display: 'Mallee', property: [{ code: 'subsumedBy', valueCode: 'GUM' }] },
  ],
}

/** Known in part, and in any case. */
export const shrubs: CodeSystem = {
  resourceType: 'CodeSystem',
  url: 'https://example.org/shrubs',
  status: 'active',
  content: 'fragment',
  caseSensitive: false,
  concept: [{ code: 'Grevillea' }, { code: 'Hakea' }],
}

export const valueSet = (name: string, compose: ValueSetCompose): ValueSet => ({
  resourceType: 'ValueSet',
  url: `https://example.org/vs/${name}`,
  status: 'active',
  compose,
})
