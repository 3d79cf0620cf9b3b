/** The terminology of a process. R4 terminology-service.html; DESIGN.md "Profiles, decided". */
import { type Ground, openGround, type TerminologyDefinitions } from './ground.ts'

export type Terminology = { readonly ground: Ground }

export const openTerminology = (definitions: TerminologyDefinitions): Terminology => ({
  ground: openGround(definitions),
})
