/** The packages that --package names: files, and `name#version` with its dependencies from the cache or a registry. */
import { existsSync } from 'node:fs'
import { PackageError } from '../../../profiles/definitions/packages/package-error.ts'
import { type FhirPackage, readPackage } from '../../../profiles/definitions/packages/read-package.ts'
import { UsageError } from '../../subcommand.ts'
import { cachedFile, isCached, keepPackage } from './package-cache.ts'
import { isExact, type PackageName, parsePackageName, textOfName } from './package-name.ts'
import type { PackageRegistry } from './package-registry.ts'

export type PackageSources = {
  /** Of the downloads. */
  readonly folder: string
  /** Absent without the setting. */
  readonly registry: PackageRegistry | undefined
  readonly tell: (text: string) => void
}

/** Definitions of these come along; another version of them is loaded only if the caller names it. */
const comesAlong = /^hl7\.(?:fhir\.r4\.\w+|terminology(?:\.r4)?|fhir\.uv\.extensions(?:\.r4)?|fhir\.au\.(?:base|core))$/

/** Dependencies come before the packages that need them. Throws UsageError. */
export async function findPackages(named: readonly string[], sources: PackageSources): Promise<readonly FhirPackage[]> {
  const found = new Map<string, FhirPackage>()
  for (const text of named) {
    const name = existsSync(text) ? undefined : parsePackageName(text)
    if (name === undefined) found.set(text, await readOrRefuse(text))
    else await gather(name, { sources, found, path: [] })
  }
  return [...found.values()]
}

type Search = {
  readonly sources: PackageSources
  readonly found: Map<string, FhirPackage>
  /** The packages that need this one. */
  readonly path: readonly string[]
}

async function gather(wanted: PackageName, { sources, found, path }: Search): Promise<void> {
  const name = await resolveOpen(wanted, sources)
  const key = textOfName(name)
  if (found.has(key) || path.includes(key)) return
  const loaded = await load(name, sources)
  for (const [other, version] of Object.entries(loaded.dependencies)) {
    if (comesAlong.test(other)) continue
    const dependency = parsePackageName(`${other}#${version}`)
    if (dependency === undefined) throw new UsageError(`${key} names a dependency that is no package`)
    await gather(dependency, { sources, found, path: [...path, key] })
  }
  found.set(key, loaded)
}

const resolveOpen = async (wanted: PackageName, sources: PackageSources): Promise<PackageName> =>
  isExact(wanted.version) ? wanted : needRegistry(wanted, sources).resolve(wanted)

async function load(name: PackageName, sources: PackageSources): Promise<FhirPackage> {
  const { folder, tell } = sources
  if (isCached(folder, name)) return readOrRefuse(cachedFile(folder, name))
  const registry = needRegistry(name, sources)
  tell(`downloads ${textOfName(name)}`)
  const bytes = await registry.download(name)
  return keepPackage(folder, name, { bytes, check: (file) => readNamed(file, name) })
}

function needRegistry(name: PackageName, { folder, registry }: PackageSources): PackageRegistry {
  if (registry !== undefined) return registry
  throw new UsageError(`${textOfName(name)} is not in ${folder}, and BANKSIA_PACKAGE_REGISTRY names no registry`)
}

/** The manifest has to say what the registry says. */
async function readNamed(file: string, name: PackageName): Promise<FhirPackage> {
  const read = await readOrRefuse(file, textOfName(name))
  if (read.name !== name.name || read.version !== name.version)
    throw new UsageError(`the archive of ${textOfName(name)} holds another package`)
  return read
}

/** `shown`: the name for messages. */
async function readOrRefuse(file: string, shown = file): Promise<FhirPackage> {
  try {
    return await readPackage(file)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const { fault, entry } = error
    throw new UsageError(new PackageError(fault, entry, shown).message, { cause: error })
  }
}
