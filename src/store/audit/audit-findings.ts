/** What a verification of the audit can find. STORE.md "Audit". */

// biome-ignore format: one row a line
export const findingKinds = [
  { kind: 'edited',        meaning: 'a record is not as it was sealed' },
  { kind: 'dropped',       meaning: 'a sealed record is gone' },
  { kind: 'added',         meaning: 'a record stands among sealed ones that it was not sealed with' },
  { kind: 'reordered',     meaning: 'two records have changed places' },
  { kind: 'spliced',       meaning: "a record is another tenant's" },
  { kind: 'misdated',      meaning: 'a record bears a time at which it was not written' },
  { kind: 'unexplained',   meaning: 'the records of a batch no longer give its root' },
  { kind: 'batch-forged',  meaning: 'a batch does not bear the signature of its content' },
  { kind: 'batch-dropped', meaning: 'batches are gone from the chain' },
  { kind: 'chain-broken',  meaning: 'a batch does not follow the one before it' },
  { kind: 'key-unknown',   meaning: 'a signing key of the checkpoint is not one of this installation' },
  { kind: 'truncated',     meaning: 'the chain ends before the checkpoint' },
  { kind: 'rewritten',     meaning: 'the chain is not the one of the checkpoint' },
  { kind: 'unsealed',      meaning: 'records have waited for their seal for too long' },
] as const

export type FindingKind = (typeof findingKinds)[number]['kind']

/** Names the place by identifiers: whoever looks further reads the record there. */
export type Finding = {
  readonly kind: FindingKind
  readonly tenant: string
  readonly batch?: number
  /** Of how many records it is true, where none is named. */
  readonly records?: number
  /** The record's id as it stands there now. */
  readonly record?: string
  /** `reordered`: the record that it changed places with. */
  readonly other?: string
  /** `spliced`: whose it is. */
  readonly otherTenant?: string
  /** The record's place in its batch, from 1, as it was sealed. */
  readonly position?: number
}

const meanings: ReadonlyMap<FindingKind, string> = new Map(findingKinds.map(({ kind, meaning }) => [kind, meaning]))

/** One line. */
export function describeFinding({ kind, tenant, ...place }: Finding): string {
  const parts = Object.entries(place).map(([name, value]) => `${name} ${value}`)
  return [`${kind}: ${meanings.get(kind)}`, `tenant ${tenant}`, ...parts].join(', ')
}
