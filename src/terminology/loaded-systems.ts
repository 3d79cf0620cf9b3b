/** Loaded code systems, as far as one question needs them: two statements for each system. */
import type { ConceptMap, ValueSet, ValueSetComposeInclude } from '@medplum/fhirtypes'
import type { Code } from '../profiles/code-lookup.ts'
import { codeSystems } from '../profiles/code-systems.ts'
import type { Queryable } from '../store/postgres/queryable.ts'
import {
  type CodeChoice,
  findLoadedByName,
  type LoadedConcept,
  type LoadedSystem,
  listLoadedCodes,
  listLoadedDefinitions,
  listLoadedSystems,
  readLoadedAncestors,
  readLoadedConcepts,
} from '../store/terminology/loaded-concepts.ts'
import type { Concept, PropertyType, SystemContent, Systems } from './concepts.ts'

/** The code systems with everything about these codes; systems that are not loaded stay as they are. */
export async function gatherSystems(runner: Queryable, systems: Systems, codes: readonly Code[]): Promise<Systems> {
  const urls = [...new Set(codes.flatMap(({ system }) => system ?? []))]
  const loaded = urls.length === 0 ? [] : await listLoadedSystems(runner, urls)
  if (loaded.length === 0) return systems
  const contents = new Map<LoadedSystem, SystemContent>()
  const asked = Map.groupBy(codes, ({ system, version }) => chooseVersion(loaded, system, version))
  for (const [system, own] of asked) {
    if (system !== undefined)
      contents.set(
        system,
        await readContent(
          runner,
          system,
          own.flatMap(({ code }) => code ?? []),
        ),
      )
  }
  return {
    findSystem: (url, version) => {
      const system = chooseVersion(loaded, url, version)
      return (system && contents.get(system)) ?? systems.findSystem(url, version)
    },
  }
}

/** That version, or an edition's newest; else the newest of the Australian edition, else the newest. R4 snomedct.html#versions. */
export function chooseVersion(
  loaded: readonly LoadedSystem[],
  url: string | undefined,
  version: string | undefined,
): LoadedSystem | undefined {
  const own = loaded.filter((system) => system.url === url).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const named = own.filter((system) => system.version === version || system.version.startsWith(`${version}/`))
  return named.at(-1) ?? own.at(-1)
}

const australian = `${codeSystems.snomed}/32506021000036107/`

const rank = ({ version, number }: LoadedSystem): string =>
  `${version.startsWith(australian) ? 1 : 0} ${version.split('/').at(-1)} ${String(number).padStart(10, '0')}`

/** `chosen`: reads only those codes above them that chose them. */
async function readContent(
  runner: Queryable,
  system: LoadedSystem,
  codes: readonly string[],
  chosen?: CodeChoice,
): Promise<SystemContent> {
  const fold = (code: string): string => (system.isCaseSensitive ? code : code.toLowerCase())
  const concepts = await readLoadedConcepts(runner, system, codes)
  const found = new Map(concepts.map((concept) => [fold(concept.code), buildConcept(concept)]))
  const told = chosen === undefined ? undefined : new Set(chosen.below === undefined ? [] : [chosen.below])
  const ancestors =
    told !== undefined
      ? undefined
      : await readLoadedAncestors(
          runner,
          system,
          concepts.map(({ code }) => code),
        )
  return {
    url: system.url,
    ...(system.name === null ? {} : { name: system.name }),
    ...(system.version === '' ? {} : { version: system.version }),
    isCaseSensitive: system.isCaseSensitive,
    isComplete: system.isComplete,
    find: (code) => found.get(fold(code)),
    listAncestors: (code) => (code === chosen?.below ? undefined : told) ?? ancestors?.get(code) ?? new Set(),
  }
}

function buildConcept({ code, display, isActive, properties, parents, refsets, names }: LoadedConcept): Concept {
  const definition = properties.find(([name]) => name === 'definition')?.[1]
  return {
    code,
    ...(display === null ? {} : { display }),
    ...(definition === undefined ? {} : { definition }),
    designations: names.flatMap(({ language, use, value }) =>
      value === display
        ? []
        : [{ ...(language === null ? {} : { language }), ...(use === null ? {} : { use }), value }],
    ),
    properties: [
      ...properties.flatMap(
        ([name, value, type]) => (name === 'definition' ? [] : [{ code: name, value, type: type as PropertyType }]), // as the load wrote it
      ),
      ...(isActive || properties.some(([name]) => name === 'inactive')
        ? []
        : [{ code: 'inactive', value: 'true', type: 'boolean' } as const]),
      ...refsets.map((value) => ({ code: 'refset', value, type: 'code' }) as const),
    ],
    parents,
  }
}

const readAtOnce = 5000
/** Listing more takes seconds. */
const maxListed = 20_000

/** Candidates of an include, narrowed by its filters; the caller tests each of them. */
export async function listLoadedConcepts(
  runner: Queryable,
  include: ValueSetComposeInclude,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<{ readonly systems: Systems; readonly concepts: readonly Concept[]; readonly isCut: boolean } | undefined> {
  const { system: url = '', version, filter = [] } = include
  const system = chooseVersion(await listLoadedSystems(runner, [url]), url, version)
  if (system === undefined || !system.isComplete) return undefined
  const choice = chooseCodes(include)
  const most = Math.min(limit, maxListed + 1)
  const codes = await listLoadedCodes(runner, system, { ...choice, words }, most)
  if (codes.length === most) return { concepts: [], systems: { findSystem: () => undefined }, isCut: true }
  const isToldBelow = filter.length === 0 || (filter.length === 1 && choice.below !== undefined)
  const contents: SystemContent[] = []
  for (let at = 0; at < codes.length; at += readAtOnce) {
    const content = await readContent(
      runner,
      system,
      codes.slice(at, at + readAtOnce),
      isToldBelow ? choice : undefined,
    )
    contents.push(content)
  }
  const concepts = codes.flatMap((code, index) => contents[Math.floor(index / readAtOnce)]?.find(code) ?? [])
  const findSystem = (asked: string) => (asked === url ? joinContents(contents) : undefined)
  return { concepts, systems: { findSystem }, isCut: false }
}

function joinContents(contents: readonly SystemContent[]): SystemContent | undefined {
  const [first] = contents
  if (first === undefined) return undefined
  const holding = (code: string) => contents.find((content) => content.find(code) !== undefined)
  return {
    ...first,
    find: (code) => holding(code)?.find(code),
    listAncestors: (code) => holding(code)?.listAncestors(code) ?? new Set(),
  }
}

function chooseCodes({ system, filter = [] }: ValueSetComposeInclude): CodeChoice {
  const below = filter.find(({ op }) => op === 'is-a' || op === 'descendent-of')?.value
  const isRefset = ({ op, property, value = '' }: (typeof filter)[number]): boolean =>
    system === codeSystems.snomed && op === 'in' && property === 'concept' && !value.includes(',')
  const refset = filter.find(isRefset)?.value
  return { ...(below === undefined ? {} : { below }), ...(refset === undefined ? {} : { refset }) }
}

/** The one code in use with this name in a loaded system; none if several have it. */
export async function findByName(runner: Queryable, url: string, name: string): Promise<Code | undefined> {
  const system = chooseVersion(await listLoadedSystems(runner, [url]), url, undefined)
  if (system === undefined) return undefined
  const [code, other] = await findLoadedByName(runner, system, name)
  if (code === undefined || other !== undefined) return undefined
  const display = (await readLoadedConcepts(runner, system, [code]))[0]?.display
  return { system: url, code, ...(display == null ? {} : { display }) }
}

export async function findLoadedDefinition(
  runner: Queryable,
  type: 'ValueSet' | 'ConceptMap',
  canonical: string,
): Promise<ValueSet | ConceptMap | undefined> {
  const found = (await listLoadedDefinitions(runner, [canonical])).filter((one) => one.type === type)
  const content = found.at(-1)?.content
  return content === undefined ? undefined : (JSON.parse(content) as ValueSet | ConceptMap) // as the load wrote it
}
