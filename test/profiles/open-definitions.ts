/** The definitions, from a cache that all test files share. */
import { join } from 'node:path'
import { type Definitions, openDefinitions } from '../../src/profiles/definitions/definitions.ts'
import { openValidator, type Validator } from '../../src/profiles/validator/validator.ts'
import { openCodeLookup } from '../../src/terminology/code-lookup.ts'

const cacheDirectory = join(import.meta.dirname, '../../node_modules/.cache/banksia')

export const openTestDefinitions = (): Promise<Definitions> => openDefinitions(cacheDirectory)

export async function openTestValidator(): Promise<Validator> {
  const definitions = await openTestDefinitions()
  const { registry } = definitions
  return openValidator({
    registry,
    codes: openCodeLookup(registry),
    model: definitions,
    searchParameters: definitions.searchParameters,
  })
}
