/** Loads the files that a publisher gives its licensees; loading them again replaces them. docs/terminology.md. */
import type { CodeSystem, ConceptMap, ValueSet } from '@medplum/fhirtypes'
import type pg from 'pg'
import { codeSystems } from '../../profiles/code-systems.ts'
import {
  beginPreferences,
  beginSystem,
  endLoading,
  finishSystem,
  type NewSystem,
  putDefinition,
  removeSystem,
  showPreferred,
} from '../../store/terminology/load-concepts.ts'
import { type CsvColumns, loadCsv } from './csv.ts'
import { loadCodeSystem, readResources } from './fhir-definitions.ts'
import { type LoadTarget, openTarget, type Progress } from './load-target.ts'
import { loadPbsXml } from './pbs-xml.ts'
import { findEdition, isRf2, loadRf2 } from './rf2.ts'
import { LoadError, type SourceFile } from './source-file.ts'
import { listSourceFiles } from './source-files.ts'

export type LoadOptions = {
  /** For a table, whose files do not name it. */
  readonly system?: string
  readonly version?: string
  readonly columns: CsvColumns
  readonly progress: Progress
}

export type Loaded = { readonly url: string; readonly version: string; readonly concepts?: number }

type Loading = { readonly pool: pg.Pool; readonly options: LoadOptions }

export async function loadTerminology(pool: pg.Pool, path: string, options: LoadOptions): Promise<readonly Loaded[]> {
  const files = await listSourceFiles(path)
  const loading = { pool, options }
  if (isRf2(files)) return [await loadSnomed(loading, files)]
  const loaded: Loaded[] = []
  for (const file of files) {
    const kind = /\.(json|csv|tsv|xml)$/i.exec(file.name)?.[1]?.toLowerCase()
    if (kind === 'json' && file.name !== 'package.json') loaded.push(...(await loadResources(loading, file)))
    else if (kind === 'xml') loaded.push(await loadSchedule(loading, file))
    else if (kind === 'csv' || kind === 'tsv') loaded.push(await loadTable(loading, file))
  }
  if (loaded.length > 0) return loaded
  throw new LoadError('there is nothing that can be loaded: RF2 snapshot, FHIR JSON, PBS XML, CSV or TSV')
}

function loadSnomed(loading: Loading, files: readonly SourceFile[]): Promise<Loaded> {
  const version = loading.options.version ?? findEdition(files)
  if (version === undefined) throw new LoadError('the edition is not told by the file names: name it with --version')
  const system = { url: codeSystems.snomed, version, name: 'SNOMED CT', isComplete: true, isCaseSensitive: true }
  return loadSystem(loading, system, async (target, client, number) => {
    await beginPreferences(client)
    await loadRf2(target, files)
    await showPreferred(client, number)
  })
}

function loadTable(loading: Loading, file: SourceFile): Promise<Loaded> {
  const { system: url, version = '', columns } = loading.options
  if (url === undefined) throw new LoadError(`${file.name} does not tell its code system: name it with --system`)
  return loadSystem(loading, { url, version, isComplete: true, isCaseSensitive: true }, (target) =>
    loadCsv(target, file, columns),
  )
}

function loadSchedule(loading: Loading, file: SourceFile): Promise<Loaded> {
  const { version = '' } = loading.options
  const system = { url: codeSystems.pbs, version, name: 'PBS Item', isComplete: true, isCaseSensitive: true }
  return loadSystem(loading, system, (target) => loadPbsXml(target, file))
}

async function loadResources(loading: Loading, file: SourceFile): Promise<Loaded[]> {
  const { progress } = loading.options
  progress.begin(file)
  const loaded: Loaded[] = []
  for (const resource of await readResources(file, progress.advance)) {
    if (resource.url === undefined) throw new LoadError(`${file.name} has a resource without url`)
    loaded.push(
      resource.resourceType === 'CodeSystem'
        ? await loadResource(loading, resource)
        : await keepDefinition(loading, resource),
    )
  }
  return loaded
}

function loadResource(loading: Loading, codeSystem: CodeSystem): Promise<Loaded> {
  const { url = '', version = '', name, content, caseSensitive } = codeSystem
  const system = { url, version, isComplete: content === 'complete', isCaseSensitive: caseSensitive !== false }
  return loadSystem(loading, { ...system, ...(name === undefined ? {} : { name }) }, (target) =>
    loadCodeSystem(target, codeSystem),
  )
}

async function keepDefinition({ pool }: Loading, definition: ValueSet | ConceptMap): Promise<Loaded> {
  const { resourceType: type, url = '', version = '' } = definition
  await withClient(pool, (client) => putDefinition(client, { type, url, version, content: JSON.stringify(definition) }))
  return { url, version }
}

type Fill = (target: LoadTarget, client: pg.PoolClient, number: number) => Promise<void>

/** Loads all of a system, or nothing. */
const loadSystem = ({ pool, options }: Loading, system: NewSystem, fill: Fill): Promise<Loaded> =>
  withClient(pool, async (client) => {
    const number = await beginSystem(client, system)
    try {
      await fill(openTarget(client, number, options.progress), client, number)
      return { url: system.url, version: system.version, concepts: await finishSystem(client, number) }
    } catch (error) {
      // The first error is thrown; the next load removes the rest.
      await removeSystem(client, number).catch(() => undefined)
      throw error
    } finally {
      // The temporary tables end with the connection at the latest.
      await endLoading(client).catch(() => undefined)
    }
  })

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
