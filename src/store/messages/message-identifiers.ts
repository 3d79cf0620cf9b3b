/** Keyed hashes by which messages are found: the database sees neither numbers of patients nor those of documents. D219; docs/security.md. */
import type { TenantKeys } from '../keys/keys.ts'
import { digest } from '../keys/seal.ts'

/** How a message is found: by equality of a keyed hash, never in clear. */
export type MessageIdentifier = {
  readonly kind: 'control' | 'document' | 'patient'
  /** URI of who gave the number; absent finds it whoever gave it. */
  readonly system?: string
  readonly value: string
}

type Keyed = Pick<TenantKeys, 'index'>

export const hashIdentifier = (keys: Keyed, { kind, system = '', value }: MessageIdentifier): Buffer =>
  digest(keys.index, JSON.stringify(['message', kind, system, value]))

/** Enough for any true message. A hostile one may name millions: the first are kept. */
const most = 2_000

/** Each number with its system, and without, once. */
export function hashIdentifiers(keys: Keyed, identifiers: readonly MessageIdentifier[]): readonly Buffer[] {
  const hashes = identifiers
    .filter(({ value }) => value !== '')
    .slice(0, most)
    .flatMap(({ kind, system, value }) => [
      hashIdentifier(keys, { kind, value }),
      ...(system === undefined || system === '' ? [] : [hashIdentifier(keys, { kind, system, value })]),
    ])
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()]
}

/** Tells equal messages without their bytes. */
export const hashContent = (keys: Keyed, bytes: Uint8Array): Buffer => digest(keys.index, bytes)
