/** Fixed words: how to mend a failure, or why a check was left out. */
import { classOfReason, explainClass, type ReasonClass } from '../../domain/delivery/reason-classes.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import type { ReceiptReason } from '../transport.ts'

export type CheckResult = {
  readonly check: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** About this check. */
  readonly advice?: string
  /** The class of the failure, as deliveries have it. */
  readonly class?: ReasonClass
  readonly cause?: string
  readonly remedy?: string
}

export const passedCheck = (check: string): CheckResult => ({ check, outcome: 'passed' })

export const skippedCheck = (check: string, advice: string): CheckResult => ({ check, outcome: 'skipped', advice })

/** Why a check that would write is left out. */
export const unwritten = 'Nothing is written now: run `:test` when the channel is there'

export type Failed = { readonly check: string; readonly advice: string; readonly reason: ReceiptReason }

/** A delivery that fails for this reason has the same class, cause and remedy. */
export function failedCheck({ check, advice, reason }: Failed): CheckResult {
  const name = classOfReason(reason)
  return { check, outcome: 'failed', advice, class: name, ...explainClass(name) }
}

/** The reason of a network failure; any other failure has the reason `otherwise`. */
export const networkReason = (error: unknown, otherwise: ReceiptReason): ReceiptReason =>
  error instanceof OutboundError ? error.reason : otherwise

/** A destination that needs longer for one question keeps a lane from the deliveries behind it. */
export const slowMs = 5_000
