/** A tenant's requests to outside providers on a day (UTC). docs/design/drafting.md#verification. */
import type { Tx } from '../transaction.ts'

export type ProviderPurpose = 'draft' | 'transcribe' | 'verify'

/** The budget of one tenant and day (UTC), for each purpose. */
export type ProviderBudget = { readonly requests: number; readonly tokens: number }

/** Counts one request. False if the budget of the day is spent. */
export async function countRequest(tx: Tx, purpose: ProviderPurpose, budget: ProviderBudget): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `insert into provider_use as used (tenant, day, purpose, requests) values ($1, (now() at time zone 'utc')::date, $2, 1)
     on conflict (tenant, day, purpose) do update set requests = used.requests + 1 where used.requests < $3 and used.tokens < $4`,
    [tx.tenant.number, purpose, budget.requests, budget.tokens],
  )
  return rowCount === 1
}

/** Tokens that the provider reports. */
export async function countTokens(tx: Tx, purpose: ProviderPurpose, tokens: number): Promise<void> {
  await tx.client.query(
    `update provider_use set tokens = tokens + $3 where tenant = $1 and day = (now() at time zone 'utc')::date and purpose = $2`,
    [tx.tenant.number, purpose, tokens],
  )
}
