/** What goes with the beginning of a transaction, so that its work begins with the answers. STORE.md "Connections". */
import type pg from 'pg'
import type { Tenant } from './keys/tenants.ts'
import type { Statement } from './postgres/pipeline.ts'
import type { Tx } from './transaction.ts'

/** Made again for each attempt: the tenant's keys may be others by then. */
export type Opening<T> = (tenant: Tenant) => {
  readonly first: readonly Statement[]
  /** `found`: what those statements answered. */
  readonly work: (tx: Tx, found: readonly pg.QueryResult[]) => Promise<T>
}
