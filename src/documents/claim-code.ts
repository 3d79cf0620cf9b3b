/** What a claim is about, as CodeableConcept. DESIGN.md "Profiles, decided": text always, a code only where it is certain. */
import type { CodeableConcept, Coding } from '@medplum/fhirtypes'
import type { Claim, Note } from '../core/clinical-note.ts'
import { codeSystems } from './code-systems.ts'
import { plainLine } from './plain-text.ts'
import { listFactGroups } from './stated-facts.ts'

/** A diagnosis or a medicine that is to be coded. */
export type FactTerm = {
  readonly type: 'Condition' | 'MedicationStatement'
  readonly words: string
  /** Of SNOMED CT, where the draft is certain of it. */
  readonly snomed?: string
}

/**
 * What the loaded code systems say of a term: ICD-10-AM beside SNOMED CT-AU, PBS beside AMT, where a concept has these words or is what
 * the code maps to. It is passed in, and what is not certain is not answered.
 */
export type FindCodings = (term: FactTerm) => readonly Coding[]

export const termOf = (type: FactTerm['type'], { display, code }: Claim): FactTerm => ({
  type,
  words: plainLine(display),
  ...(code === undefined ? {} : { snomed: code }),
})

/** The terms of a note that become coded resources. */
export const listFactTerms = (note: Note): readonly FactTerm[] =>
  listFactGroups(note).flatMap(({ type, facts }) => (type === 'Observation' ? [] : [termOf(type, facts[0].claim)]))

/** With one coding of a system, the draft's own before another. That has no display: the words are the speaker's, not the code system's. */
export function buildClaimCode(claim: Claim, codings: readonly Coding[] = []): CodeableConcept {
  const words = plainLine(claim.display).replace(/^\p{Ll}(?=[\p{Ll} '-])/u, (letter) => letter.toUpperCase())
  const text = claim.side === undefined ? words : `${words} (${claim.side})`
  const own: Coding[] = claim.code === undefined ? [] : [{ system: codeSystems.snomed, code: claim.code }]
  const bySystem = new Map<string | undefined, Coding>()
  for (const coding of [...own, ...codings]) if (!bySystem.has(coding.system)) bySystem.set(coding.system, coding)
  return bySystem.size === 0 ? { text } : { coding: [...bySystem.values()], text }
}

/** Marks what has words and no code, so that it can be found and coded: v3-NullFlavor "un-encoded". */
export const uncodedTag = ({ coding }: CodeableConcept): { readonly tag?: Coding[] } =>
  coding === undefined ? { tag: [{ system: codeSystems.nullFlavor, code: 'UNC' }] } : {}
