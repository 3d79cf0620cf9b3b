/** Prepared answers for search and base checks: codes of required value sets, and which concept is below which. */
import type { CodeSystem, StructureDefinition, ValueSet } from '@medplum/fhirtypes'

/** Codes by system; `null` marks a system whose codes are not listed in the definitions. */
export type Codes = Readonly<Record<string, readonly string[] | null>>

/** The codes directly above each code. */
export type Parents = Readonly<Record<string, readonly string[]>>

type Terminology = readonly (ValueSet | CodeSystem)[]

function listCodes(concepts: CodeSystem['concept']): string[] {
  return (concepts ?? []).flatMap((concept) => [concept.code ?? '', ...listCodes(concept.concept)])
}

function codesOf(valueSet: ValueSet, systems: ReadonlyMap<string, CodeSystem>): Codes {
  const codes: Record<string, string[] | null> = {}
  for (const include of valueSet.compose?.include ?? []) {
    const system = include.system ?? ''
    const known = systems.get(system)
    const listed = include.concept?.map((concept) => concept.code ?? '')
    const all = known?.content === 'complete' && include.filter === undefined ? listCodes(known.concept) : null
    codes[system] = listed ?? all
  }
  return codes
}

/** Every value set of a required binding of the base types that the definitions hold. */
export function listRequiredCodes(
  types: readonly StructureDefinition[],
  terminology: Terminology,
): Record<string, Codes> {
  const systems = new Map(
    terminology.flatMap((item) => (item.resourceType === 'CodeSystem' ? [[item.url ?? '', item]] : [])),
  )
  const sets = new Map(
    terminology.flatMap((item) => (item.resourceType === 'ValueSet' ? [[item.url ?? '', item]] : [])),
  )
  const bindings = types.flatMap((type) => (type.snapshot?.element ?? []).flatMap((element) => element.binding ?? []))
  const bound = bindings.flatMap(({ strength, valueSet = '' }) => (strength === 'required' ? [valueSet] : []))
  const found = new Set(bound.map((url) => url.split('|')[0] ?? url))
  return Object.fromEntries(
    [...found].sort().flatMap((url) => {
      const set = sets.get(url)
      return set === undefined ? [] : [[url, codesOf(set, systems)]]
    }),
  )
}

/** A concept is below the one around it, and below those in its properties. */
function listPairs(concepts: CodeSystem['concept'], above: readonly string[] = []): [string, string][] {
  return (concepts ?? []).flatMap(({ code = '', property, concept }) => {
    const named = (property ?? []).flatMap((one) => (one.code === 'subsumedBy' ? (one.valueCode ?? []) : []))
    const own = [...above, ...named].map((parent): [string, string] => [code, parent])
    return [...own, ...listPairs(concept, [code])]
  })
}

/** Lists the parents in every code system that the definitions list completely. */
export function listParents(terminology: Terminology): Record<string, Parents> {
  const complete = terminology.flatMap((item) =>
    item.resourceType === 'CodeSystem' && item.content === 'complete' ? [item] : [],
  )
  return Object.fromEntries(
    complete.map(({ url = '', concept }) => {
      const pairs = listPairs(concept)
      const codes = [...new Set(pairs.map(([code]) => code))]
      return [url, Object.fromEntries(codes.map((code) => [code, parentsOf(pairs, code)]))]
    }),
  )
}

const parentsOf = (pairs: readonly [string, string][], code: string): string[] => [
  ...new Set(pairs.flatMap(([own, parent]) => (own === code ? [parent] : []))),
]
