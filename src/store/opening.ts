/** The statements that go with the beginning of a transaction, so that its work begins with the answers. docs/design/store.md#connections. */
import type pg from 'pg'
import type { Statement } from './postgres/pipeline.ts'
import type { Tenant } from './tenants/tenant.ts'
import type { Tx } from './transaction.ts'

/** Made again for each attempt, because the tenant's keys may have changed. */
export type Opening<T> = (tenant: Tenant) => {
  readonly first: readonly Statement[]
  /** `found`: the answers of those statements. */
  readonly work: (tx: Tx, found: readonly pg.QueryResult[]) => Promise<T>
}
