/** The definitions, from a cache that all test files share. */
import { join } from 'node:path'
import { type Definitions, openDefinitions } from '../../src/profiles/definitions/definitions.ts'

const cacheDirectory = join(import.meta.dirname, '../../node_modules/.cache/banksia')

export const openTestDefinitions = (): Promise<Definitions> => openDefinitions(cacheDirectory)
