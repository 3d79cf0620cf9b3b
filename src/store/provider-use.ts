import { type ConsentQuestion, checkConsented, isConsented } from './consent-check.ts'
import type { Tx } from './transaction.ts'

export type ProviderPurpose = 'draft' | 'transcribe'

/** Of one tenant and day (UTC), for each purpose. */
export type ProviderBudget = { readonly requests: number; readonly tokens: number }

export type ProviderDisclosure = {
  readonly purpose: ProviderPurpose
  readonly host: string
  readonly patientId: string
  readonly encounterId: string
  readonly resourceType: 'AudioSession' | 'Job'
  readonly resourceId: string
  /** SHA-256 of what is sent, hexadecimal. */
  readonly hash: string
  /** Bytes of a recording, segments of a transcript. */
  readonly count: number
}

const externalTo = (patientId: string, host: string): ConsentQuestion => ({
  patientId,
  permit: 'generate_external',
  recipient: { name: host },
})

/** By a consent that names nobody, or this host. */
export const isExternalConsented = (tx: Tx, patientId: string, host: string): Promise<boolean> =>
  isConsented(tx, externalTo(patientId, host))

/** Throws `consent-required`. */
export const checkExternal = (tx: Tx, patientId: string, host: string): Promise<void> =>
  checkConsented(tx, externalTo(patientId, host))

/** Records the disclosure; false where the budget of the day is spent. Throws `consent-required`. */
export async function recordDisclosure(
  tx: Tx,
  disclosure: ProviderDisclosure,
  budget: ProviderBudget,
): Promise<boolean> {
  const { purpose, host, patientId, ...fields } = disclosure
  await checkExternal(tx, patientId, host)
  const { rowCount } = await tx.client.query(
    `insert into provider_use as used (tenant, day, purpose, requests) values ($1, (now() at time zone 'utc')::date, $2, 1)
     on conflict (tenant, day, purpose) do update set requests = used.requests + 1 where used.requests < $3 and used.tokens < $4`,
    [tx.tenant.number, purpose, budget.requests, budget.tokens],
  )
  if (rowCount !== 1) return false
  tx.record('provider.disclosed', { ...fields, patientId, toState: purpose, reason: host })
  return true
}

/** What the provider says that it has counted. */
export async function countTokens(tx: Tx, purpose: ProviderPurpose, tokens: number): Promise<void> {
  await tx.client.query(
    `update provider_use set tokens = tokens + $3 where tenant = $1 and day = (now() at time zone 'utc')::date and purpose = $2`,
    [tx.tenant.number, purpose, tokens],
  )
}
