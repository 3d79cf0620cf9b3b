/** Input beside the files: packages, and single definitions and other resources. */
import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../core/json.ts'
import { type Definition, isDefinition } from '../../profiles/definitions/definition.ts'
import { DefinitionError } from '../../profiles/definitions/definition-error.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { GlobalProfile } from '../../profiles/definitions/global-profiles.ts'
import { layerRegistry } from '../../profiles/definitions/layer-registry.ts'
import type { FhirPackage } from '../../profiles/definitions/packages/read-package.ts'
import type { Registry } from '../../profiles/registry.ts'
import { type Given, isFindable, openSupporting, type Supporting, unpackBundle } from '../../profiles/supporting.ts'
import { UsageError } from '../subcommand.ts'
import { isTextError, parseText } from './read-resource.ts'

type Named = { readonly packages: readonly FhirPackage[]; readonly supporting: readonly string[] }
type Tell = (text: string) => void

/** The process's definitions with the given ones on top, and other given resources. Reports what cannot be used. */
export async function readGiven(
  definitions: Definitions,
  { packages, supporting }: Named,
  tell: Tell,
): Promise<{
  readonly registry: Registry
  readonly supporting: Supporting
  readonly globalProfiles: readonly GlobalProfile[]
}> {
  const own: Definition[] = []
  const others: Given[] = []
  for (const read of packages) {
    own.push(...read.definitions)
    others.push(...read.questionnaires.map((resource) => ({ resource })))
  }
  for (const path of supporting)
    for (const one of await readSupporting(definitions, path)) {
      if (isDefinition(one.resource)) own.push(one.resource)
      else if (isFindable(one) && definitions.isResourceType(String(one.resource['resourceType']))) others.push(one)
      else tell(`${path}: a resource without a type of R4, or without an id or url by which it could be found`)
    }
  const globalProfiles = packages.flatMap((one) => one.globalProfiles)
  return { registry: layerUsable(definitions.registry, own, tell), supporting: openSupporting(others), globalProfiles }
}

async function readSupporting(definitions: Definitions, path: string): Promise<readonly Given[]> {
  const refuse = (cause?: unknown): never => {
    throw new UsageError(`${path} cannot be read as a resource in JSON or XML`, { cause })
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    return refuse(cause)
  }
  try {
    const { value, errors } = await parseText(definitions, bytes)
    return isJsonObject(value) && errors.length === 0 ? unpackBundle(value) : refuse()
  } catch (cause) {
    if (!isTextError(cause)) throw cause
    return refuse(cause)
  }
}

/** Reports an unusable one and leaves it out; the report on a resource that claims it says that it is unknown. */
function layerUsable(base: Registry, given: readonly Definition[], tell: Tell): Registry {
  let definitions = given
  for (;;) {
    try {
      return layerRegistry(base, definitions)
    } catch (error) {
      const rest = error instanceof DefinitionError ? definitions.filter(({ url }) => url !== error.definition) : []
      if (!(error instanceof DefinitionError) || rest.length === definitions.length) throw error
      tell(error.message)
      definitions = rest
    }
  }
}
