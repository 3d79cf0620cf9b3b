/** Sending to an outside provider: permitted by a consent, within a budget, on record. docs/design/hub.md#consent. */
import { countRequest, type ProviderBudget, type ProviderPurpose } from '../../store/operations/provider-use.ts'
import type { Tx } from '../../store/transaction.ts'
import { type ConsentQuestion, checkConsented, isConsented } from './consent-check.ts'

export type ProviderDisclosure = {
  readonly purpose: ProviderPurpose
  readonly host: string
  readonly patientId: string
  readonly encounterId: string
  readonly resourceType: 'AudioSession' | 'Job' | 'Artifact'
  readonly resourceId: string
  /** SHA-256 of the sent bytes, in hexadecimal. */
  readonly hash: string
  /** Bytes of a recording, segments of a transcript, cited segments and facts of a note. */
  readonly count: number
}

const externalTo = (patientId: string, host: string): ConsentQuestion => ({
  patientId,
  permit: 'generate_external',
  recipient: { name: host },
})

/** By a consent that names nobody, or names this host. */
export const isExternalConsented = (tx: Tx, patientId: string, host: string): Promise<boolean> =>
  isConsented(tx, externalTo(patientId, host))

/** Throws `consent-required`. */
export const checkExternal = (tx: Tx, patientId: string, host: string): Promise<void> =>
  checkConsented(tx, externalTo(patientId, host))

/** Records the disclosure. False if the budget of the day is spent. Throws `consent-required`. */
export async function recordDisclosure(
  tx: Tx,
  disclosure: ProviderDisclosure,
  budget: ProviderBudget,
): Promise<boolean> {
  const { purpose, host, patientId, ...fields } = disclosure
  await checkExternal(tx, patientId, host)
  if (!(await countRequest(tx, purpose, budget))) return false
  tx.record('provider.disclosed', { ...fields, patientId, toState: purpose, reason: host })
  return true
}
