/** The subject of a claim as CodeableConcept. docs/au-core.md: text always, a code only if it is certain. */
import type { CodeableConcept, Coding } from '@medplum/fhirtypes'
import type { Claim, Note } from '../core/clinical-note.ts'
import { codeSystems } from './code-systems.ts'
import { displayOfCode } from './displays.ts'
import { listFactGroups } from './facts/stated-facts.ts'
import { plainLine } from './plain-text.ts'

/** A diagnosis or medicine to code. */
export type FactTerm = {
  readonly type: 'Condition' | 'MedicationStatement'
  readonly words: string
  /** SNOMED CT code, if the draft is certain of it. */
  readonly snomed?: string
}

/**
 * Codings of a term by the loaded code systems: ICD-10-AM beside SNOMED CT-AU, PBS beside AMT, if a concept has these words or a map
 * gives the code. It is passed in, and gives only certain codings.
 */
export type FindCodings = (term: FactTerm) => readonly Coding[]

export const termOf = (type: FactTerm['type'], { display, code }: Claim): FactTerm => ({
  type,
  words: plainLine(display),
  ...(code === undefined ? {} : { snomed: code }),
})

/** The terms of a note that become coded resources. */
export const listFactTerms = (note: Note): readonly FactTerm[] =>
  listFactGroups(note).flatMap(({ type, facts }) =>
    type === 'Condition' || type === 'MedicationStatement' ? [termOf(type, facts[0].claim)] : [],
  )

/** With one coding for each system, the draft's own first. That one has no display: the words are the speaker's, not the code system's. */
export function buildClaimCode(claim: Claim, codings: readonly Coding[] = []): CodeableConcept {
  const words = plainLine(claim.display).replace(/^\p{Ll}(?=[\p{Ll} '-])/u, (letter) => letter.toUpperCase())
  const text = claim.side === undefined ? words : `${words} (${claim.side})`
  const own: Coding[] = claim.code === undefined ? [] : [{ system: codeSystems.snomed, code: claim.code }]
  const bySystem = new Map<string | undefined, Coding>()
  for (const coding of [...own, ...codings]) if (!bySystem.has(coding.system)) bySystem.set(coding.system, coding)
  return bySystem.size === 0 ? { text } : { coding: [...bySystem.values()], text }
}

/** Marks words without a code, so that they can be found and coded: v3-NullFlavor "un-encoded". */
export const uncodedTag = ({ coding }: CodeableConcept): { readonly tag?: Coding[] } =>
  coding === undefined ? { tag: [{ system: codeSystems.nullFlavor, code: 'UNC', ...displayOfCode('UNC') }] } : {}
