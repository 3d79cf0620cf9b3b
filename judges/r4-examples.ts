/** The published examples of R4: npm hl7.fhir.r4.examples 4.0.1, CC0. `npm run judges` installs them. */
import { join } from 'node:path'

export const r4Examples = join(import.meta.dirname, 'node_modules/hl7.fhir.r4.examples')
