/** The findings of a verification of the audit. docs/design/store.md#audit. */

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

/** Names the place by identifiers; the record itself has the details. */
export type Finding = {
  readonly kind: FindingKind
  readonly tenant: string
  readonly batch?: number
  /** Number of records that the finding is about, if it names none. */
  readonly records?: number
  /** The id of the record that is there now. */
  readonly record?: string
  /** `reordered`: the record with which it changed places. */
  readonly other?: string
  /** `spliced`: the tenant to which the record belongs. */
  readonly otherTenant?: string
  /** The record's place in its batch, from 1, as it was sealed. */
  readonly position?: number
}

const meanings: ReadonlyMap<FindingKind, string> = new Map(findingKinds.map(({ kind, meaning }) => [kind, meaning]))

/** As one line of text. */
export function describeFinding({ kind, tenant, ...place }: Finding): string {
  const parts = Object.entries(place).map(([name, value]) => `${name} ${value}`)
  return [`${kind}: ${meanings.get(kind)}`, `tenant ${tenant}`, ...parts].join(', ')
}
