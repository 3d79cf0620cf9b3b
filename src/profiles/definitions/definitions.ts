/** The definitions of one process, from a cache that a child process fills once. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SearchParameter } from '@medplum/fhirtypes'
import { dayMs } from '../../core/durations.ts'
import { TypeTable } from '../../fhirpath/types.ts'
import { auSearchParameters } from '../au-core/search-parameters.ts'
import type { Registry } from '../registry.ts'
import { type Container, openContainer } from './container.ts'
import { buildTypes, type TypeDefinition } from './element-tables.ts'
import { buildElements, type ElementTable } from './elements.ts'
import type { GlobalProfile } from './global-profiles.ts'
import { layerRegistry } from './layer-registry.ts'
import { openRegistry } from './open-registry.ts'
import { readPackage } from './packages/read-package.ts'
import type { Codes, Parents } from './required-codes.ts'
import { readFingerprint } from './sources.ts'

/** The tables of a type are derived on first use. */
export class Definitions {
  readonly registry: Registry
  /** Of the packages, for all resources. */
  readonly globalProfiles: readonly GlobalProfile[]
  readonly searchParameters: readonly SearchParameter[]
  /** The types for FHIRPath. */
  readonly fhirPathTypes = new TypeTable(this)
  private readonly container: Container
  private readonly resourceTypes: ReadonlySet<string>
  private readonly types = new Map<string, TypeDefinition>()
  private readonly elements = new Map<string, ElementTable>()
  private readonly codes = new Map<string, ReadonlyMap<string, ReadonlySet<string> | null>>()
  private requiredCodes: Readonly<Record<string, Codes>> | undefined
  private parents: Readonly<Record<string, Parents>> | undefined

  constructor(
    container: Container,
    registry: Registry = openRegistry(container),
    globalProfiles: readonly GlobalProfile[] = [],
  ) {
    this.container = container
    this.registry = registry
    this.globalProfiles = globalProfiles
    // The container holds what compact-definitions.ts wrote under the name.
    const published = container.readBlock('searchParameters') as readonly SearchParameter[]
    this.searchParameters = [...published, ...auSearchParameters]
    const resources = container.entries.filter(
      ({ structure, abstract, derivation }) => structure === 'resource' && !abstract && derivation !== 'constraint',
    )
    this.resourceTypes = new Set(resources.map(({ type = '' }) => type))
  }

  /** With the definitions of these packages on top, later ones above earlier. Throws PackageError and DefinitionError. */
  async withPackages(files: readonly string[]): Promise<Definitions> {
    if (files.length === 0) return this
    const packages = await Promise.all(files.map((file) => readPackage(file)))
    const laid = packages.flatMap(({ definitions }) => definitions)
    const globalProfiles = packages.flatMap((one) => one.globalProfiles)
    return new Definitions(this.container, layerRegistry(this.registry, laid), globalProfiles)
  }

  /** A type's or backbone element's members, e.g. `Patient` or `Patient.contact`. */
  findType(name: string): TypeDefinition | undefined {
    const known = this.types.get(name)
    if (known !== undefined) return known
    const structure = this.registry.findType(name.split('.')[0] ?? '')
    if (structure === undefined) return undefined
    for (const type of buildTypes(structure)) this.types.set(type.name, type)
    return this.types.get(name)
  }

  /** The same members for XML. */
  findElements(name: string): ElementTable | undefined {
    const known = this.elements.get(name)
    const type = this.findType(name)
    if (known !== undefined || type === undefined) return known
    const table = buildElements(type, (member) => this.findType(member))
    this.elements.set(name, table)
    return table
  }

  isResourceType(name: string): boolean {
    return this.resourceTypes.has(name)
  }

  /** Codes by system of a required value set; `undefined` if the definitions lack it. */
  findCodes(valueSet: string): ReadonlyMap<string, ReadonlySet<string> | null> | undefined {
    this.requiredCodes ??= this.container.readBlock('requiredCodes') as Readonly<Record<string, Codes>>
    const url = valueSet.split('|')[0] ?? valueSet
    const known = this.codes.get(url)
    const compact = this.requiredCodes[url]
    if (known !== undefined || compact === undefined) return known
    const sets = new Map(Object.entries(compact).map(([system, codes]) => [system, codes && new Set(codes)]))
    this.codes.set(url, sets)
    return sets
  }

  /** A code with everything above or below it; undefined if the definitions do not list the system. R4 codesystem.html#subsumption. */
  listRelated(system: string, code: string, side: 'above' | 'below'): readonly string[] | undefined {
    this.parents ??= this.container.readBlock('parents') as Readonly<Record<string, Parents>>
    const parents = this.parents[system]
    if (parents === undefined) return undefined
    const nextTo = (one: string): readonly string[] =>
      side === 'above'
        ? (parents[one] ?? [])
        : Object.entries(parents).flatMap(([child, above]) => (above.includes(one) ? [child] : []))
    const found = new Set([code])
    // The loop also visits what is added during it.
    for (const one of found) for (const other of nextTo(one)) found.add(other)
    return [...found]
  }
}

/** Reads the cache in this directory; fills it first if it is missing or damaged. */
export async function openDefinitions(cacheDirectory: string): Promise<Definitions> {
  const path = join(cacheDirectory, `definitions-${readFingerprint()}`)
  const cached = openContainer(path)
  if (cached !== undefined) return new Definitions(cached)
  await fillCache(path)
  await removeOthers(path)
  const filled = openContainer(path)
  if (filled === undefined) throw new Error('the definitions cache could not be read back')
  return new Definitions(filled)
}

async function fillCache(path: string): Promise<void> {
  const program = fileURLToPath(new URL('./compact-definitions.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', program, path], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the definitions could not be compacted')
}

/** Caches of other releases, unless one may have just been filled. A process keeps its cache open. */
async function removeOthers(path: string): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    const other = join(folder, name)
    if (!name.startsWith('definitions-') || other === path) continue
    // Another process has deleted it: it counts as new and is left alone.
    const changedMs = (await stat(other).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - changedMs > dayMs) await rm(other, { force: true })
  }
}
