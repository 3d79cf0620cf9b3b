/** What a claim is about, as CodeableConcept. DESIGN.md "Profiles, decided": text always, a code only where it is certain. */
import type { CodeableConcept } from '@medplum/fhirtypes'
import type { Claim } from '../note.ts'
import { codeSystems } from './code-systems.ts'
import { plainLine } from './plain-text.ts'

/** The coding has no display: the words are the speaker's, not the code system's. */
export function buildClaimCode({ display, side, code }: Claim): CodeableConcept {
  const words = plainLine(display).replace(/^\p{Ll}(?=[\p{Ll} '-])/u, (letter) => letter.toUpperCase())
  const text = side === undefined ? words : `${words} (${side})`
  return code === undefined ? { text } : { coding: [{ system: codeSystems.snomed, code }], text }
}
