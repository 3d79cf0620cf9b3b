/** Sealed cursors: they show nothing and cannot be made by a client. docs/design/house.md#patient-data. */
import { seal, unseal } from '../../keys/seal.ts'
import type { Tenant } from '../../tenants/tenant.ts'

type Holder = { readonly tenant: Tenant }

const context = (tx: Holder, list: string): string => `cursor|${tx.tenant.number}|${list}`

export const sealCursor = (tx: Holder, list: string, text: string): string =>
  seal(Buffer.from(text), tx.tenant.keys.cursor, context(tx, list)).toString('base64url')

/** Opens a cursor. Undefined if it was not sealed for this list and tenant, or is written in another way than it was given out. */
export function openCursor(tx: Holder, list: string, cursor: string): string | undefined {
  try {
    const sealed = Buffer.from(cursor, 'base64url')
    // The decoder passes over letters that make no whole byte, and over those of no alphabet.
    if (sealed.toString('base64url') !== cursor) return undefined
    return unseal(sealed, tx.tenant.keys.cursor.key, context(tx, list)).toString('utf8')
  } catch {
    return undefined
  }
}
