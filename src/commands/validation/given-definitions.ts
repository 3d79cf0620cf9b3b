/** What a caller gives beside the files: packages, and single definitions. */
import { readFileSync } from 'node:fs'
import { parseJsonBytes } from '../../json.ts'
import { type Definition, isDefinition } from '../../profiles/definitions/definition.ts'
import { DefinitionError } from '../../profiles/definitions/definition-error.ts'
import { layerRegistry } from '../../profiles/definitions/layer-registry.ts'
import { PackageError } from '../../profiles/definitions/packages/package-error.ts'
import { readPackage } from '../../profiles/definitions/packages/read-package.ts'
import type { Registry } from '../../profiles/registry.ts'
import { UsageError } from '../command-line.ts'

type Given = { readonly packages: readonly string[]; readonly supporting: readonly string[] }

export async function readGiven({ packages, supporting }: Given): Promise<Definition[]> {
  const definitions: Definition[] = []
  for (const path of packages) definitions.push(...(await readWholePackage(path)))
  return [...definitions, ...supporting.map(readSupporting).filter(isDefinition)]
}

async function readWholePackage(path: string): Promise<readonly Definition[]> {
  try {
    return (await readPackage(path)).definitions
  } catch (error) {
    if (error instanceof PackageError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function readSupporting(path: string): unknown {
  try {
    return parseJsonBytes(readFileSync(path))
  } catch (cause) {
    throw new UsageError('a --supporting file cannot be read as JSON', { cause })
  }
}

/** One that cannot be used is told and left out: whoever is held against it hears that it is not known. */
export function layerUsable(base: Registry, given: readonly Definition[], tell: (text: string) => void): Registry {
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
