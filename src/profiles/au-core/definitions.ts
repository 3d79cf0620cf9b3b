/**
 * The profiles of AU Core 2.0.0 over AU Base 6.0.0, and five of the 2.1.0 draft, as our own definitions: written from the published
 * facts, with their canonical addresses. docs/au-core.md.
 */
import type { StructureDefinition } from '@medplum/fhirtypes'
import { buildProfile, type ProfileRow } from './build-profile.ts'
import { clinical } from './clinical.ts'
import { documents } from './documents.ts'
import { medicines } from './medicines.ts'
import { people } from './people.ts'
import { providers } from './providers.ts'
import { results } from './results.ts'
import { vitalSigns } from './vital-signs.ts'

export const auCoreRows: readonly ProfileRow[] = [
  ...people,
  ...providers,
  ...clinical,
  ...medicines,
  ...vitalSigns,
  ...results,
  ...documents,
]

/** Differentials as published, without prose; the build generates snapshots over AU Base. */
export const auCoreProfiles: readonly StructureDefinition[] = auCoreRows.map(buildProfile)
