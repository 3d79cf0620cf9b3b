/** What the reference is given to know AU Core by: as published. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export const packages = [
  ...['hl7.fhir.uv.extensions.r4', 'hl7.terminology.r4', 'hl7.fhir.au.base'].map((name) => `node_modules/${name}`),
  '../shared/au-core/hl7.fhir.au.core-definitions.tgz',
]
  .map((path) => join(root, path))
  .filter((path) => existsSync(path))
