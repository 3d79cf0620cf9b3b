/** Several facts as one statement: each claim and each evidence once, and the parts that point to them. */
import type { Claim, Evidence, StatementPart } from '../../core/clinical-note.ts'

type Fact = { readonly text: string; readonly claims: readonly Claim[]; readonly evidence: readonly Evidence[] }

/** `parts` is absent for a single fact. */
export type Joined = {
  readonly claims: readonly Claim[]
  readonly evidence: readonly Evidence[]
  readonly parts?: readonly StatementPart[]
}

const keyOf = (evidence: Evidence): string => JSON.stringify(evidence)

export function joinParts(facts: readonly Fact[]): Joined {
  const claims = facts.flatMap((fact) => fact.claims)
  const evidence = [...new Map(facts.flatMap((fact) => fact.evidence).map((item) => [keyOf(item), item])).values()]
  if (facts.length === 1) return { claims, evidence }
  const places = new Map(evidence.map((item, at) => [keyOf(item), at]))
  const parts = facts.map((fact) => ({
    text: fact.text,
    claims: fact.claims.map((claim) => claims.indexOf(claim)),
    evidence: fact.evidence.map((item) => places.get(keyOf(item)) ?? 0),
  }))
  return { claims, evidence, parts }
}
