/** The terminology of a process: its definitions, and what was loaded beside them. R4 terminology-service.html; DESIGN.md "Profiles, decided". */
import type { Code } from '../profiles/code-lookup.ts'
import type { Systems } from './concepts.ts'
import type { ListConcepts } from './expansion.ts'
import { type Ground, openGround, type TerminologyDefinitions } from './ground.ts'

export type Terminology = {
  readonly ground: Ground
  /** The code systems, with all that has to be known of these codes. */
  readonly gather: (ground: Ground, codes: readonly Code[]) => Promise<Systems>
  readonly listConcepts: ListConcepts
}

export const openTerminology = (definitions: TerminologyDefinitions): Terminology => ({
  ground: openGround(definitions),
  gather: async ({ systems }) => systems,
  listConcepts: async () => undefined,
})
