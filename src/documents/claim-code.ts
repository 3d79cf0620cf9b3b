/** What a claim is about, as CodeableConcept. DESIGN.md "Profiles, decided": text always, a code only where it is certain. */
import type { CodeableConcept } from '@medplum/fhirtypes'
import type { Claim } from '../note.ts'
import { codeSystems } from './code-systems.ts'
import { plainLine } from './plain-text.ts'

export function buildClaimCode(claim: Claim): CodeableConcept {
  const display = plainLine(claim.display)
  const text = claim.side === undefined ? display : `${display} (${claim.side})`
  if (claim.code === undefined) return { text }
  return { coding: [{ system: codeSystems.snomed, code: claim.code, display }], text }
}
