/** A FHIR package: the definitions in a `.tgz` of npm's form. https://hl7.org/fhir/packages.html */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import type { Definition } from '../definition.ts'
import { isDefinition } from '../definition.ts'
import { type GlobalProfile, listGlobalProfiles } from '../global-profiles.ts'
import { PackageError } from './package-error.ts'
import { readTar, type TarBounds, type TarEntry } from './tar.ts'

export type FhirPackage = {
  readonly name: string
  readonly version: string
  /** Names and versions of the packages that it needs, as its author wrote them. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly definitions: readonly Definition[]
  /** Questionnaires to check QuestionnaireResponses. */
  readonly questionnaires: readonly JsonObject[]
  /** Of its ImplementationGuide. */
  readonly globalProfiles: readonly GlobalProfile[]
}

/** The largest published ones unpack to some 300 MB. */
const usual: TarBounds = { entries: 50_000, entryBytes: 64 * 1024 * 1024, allBytes: 1024 * 1024 * 1024 }

const manifestName = 'package/package.json'

/** The first level of a package, without its manifest; its examples are deeper. */
const isWanted = (name: string): boolean => /^package\/[^/]+\.json$/.test(name) && name !== 'package/.index.json'

/** Throws PackageError; nothing is kept of a package that cannot be read completely. */
export async function readPackage(path: string, bounds: TarBounds = usual): Promise<FhirPackage> {
  const definitions: Definition[] = []
  const questionnaires: JsonObject[] = []
  const globalProfiles: GlobalProfile[] = []
  const names = new Set<string>()
  let manifest: Manifest | undefined
  try {
    for await (const entry of readTar(unpack(path), bounds, isWanted)) {
      if (names.has(entry.name)) throw new PackageError('entry-repeated', entry.number)
      names.add(entry.name)
      if (entry.name === manifestName) manifest = parseManifest(entry)
      else {
        const resource = parseEntry(entry)
        if (isDefinition(resource)) definitions.push(resource)
        else if (isQuestionnaire(resource)) questionnaires.push(resource)
        else globalProfiles.push(...listGlobalProfiles(resource))
      }
    }
  } catch (error) {
    throw toPackageError(error, path)
  }
  if (manifest === undefined) throw new PackageError('manifest-missing', undefined, path)
  return { ...manifest, definitions, questionnaires, globalProfiles }
}

/** An error of the file reaches the reader through gunzip. */
const unpack = (path: string): AsyncIterable<Buffer> =>
  pipeline(createReadStream(path), createGunzip(), () => undefined)

function toPackageError(error: unknown, path: string): unknown {
  if (error instanceof PackageError) return new PackageError(error.fault, error.entry, path)
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (code.startsWith('Z_')) return new PackageError('damaged', undefined, path)
  return /^E(?!RR_)/.test(code) ? new PackageError('unreadable', undefined, path) : error
}

type Manifest = Pick<FhirPackage, 'name' | 'version' | 'dependencies'>

function parseManifest(entry: TarEntry): Manifest {
  const manifest = parseEntry(entry)
  if (typeof manifest !== 'object' || manifest === null) throw new PackageError('manifest-missing')
  const { name, version, fhirVersions, dependencies } = manifest as Readonly<Record<string, unknown>>
  const versions = Array.isArray(fhirVersions) ? fhirVersions : []
  if (versions.length > 0 && !versions.some((one) => String(one).startsWith('4.0')))
    throw new PackageError('fhir-version')
  return { name: String(name ?? ''), version: String(version ?? ''), dependencies: readDependencies(dependencies) }
}

const readDependencies = (given: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(isJsonObject(given) ? given : {}).map(([name, value]) => [name, String(value)]))

const isQuestionnaire = (resource: unknown): resource is JsonObject =>
  isJsonObject(resource) && resource['resourceType'] === 'Questionnaire'

function parseEntry({ bytes, number }: TarEntry): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new PackageError('entry-json', number)
  }
}
