/** The examples of AU Base, which every checkout has: npm hl7.fhir.au.base, CC0. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const auBaseExamples = join(
  dirname(fileURLToPath(import.meta.resolve('hl7.fhir.au.base/package.json'))),
  'example',
)
