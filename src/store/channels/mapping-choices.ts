/** The mapping tables, in their versions, by which forms are made: each combination is kept once, under its hash. D248 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import type { JsonValue } from '../../core/json.ts'
import { sha256Of } from '../../core/sha256.ts'
import type { Tx } from '../transaction.ts'
import type { ChannelMapping } from './channel-settings.ts'

/** A table as a channel names it, with its identifier and the version that is taken. */
export type ChosenTable = ChannelMapping & { readonly tableId: string; readonly version: number }
export type MappingChoice = readonly ChosenTable[]

/** The hash of a form that is made without mapping tables. */
export const unmapped = ''

/** Keeps a choice of tables. Answers its hash. */
export async function putMappingChoice(tx: Tx, choice: MappingChoice): Promise<string> {
  if (choice.length === 0) return unmapped
  // A choice is plain JSON; a readonly type does not say so.
  const text = canonicalJson(choice as unknown as JsonValue)
  const hash = sha256Of(text)
  await tx.client.query(
    'insert into mapping_choice (tenant, hash, choice) values ($1, $2, $3) on conflict (tenant, hash) do nothing',
    [tx.tenant.number, hash, text],
  )
  return hash
}

/** Reads a choice by its hash; it is empty for a form without tables. Throws if no such choice is kept. */
export async function readMappingChoice(tx: Tx, hash: string): Promise<MappingChoice> {
  if (hash === unmapped) return []
  const { rows } = await tx.client.query<{ choice: MappingChoice }>(
    'select choice from mapping_choice where tenant = $1 and hash = $2',
    [tx.tenant.number, hash],
  )
  if (rows[0] === undefined) throw new TypeError('a form names a combination of mapping tables that is kept')
  return rows[0].choice
}
