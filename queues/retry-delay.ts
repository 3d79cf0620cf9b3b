/** The wait before something is sent again. */
import type { Receipt } from '../src/channels/transport.ts'

export type RetryRule = { readonly baseMs: number; readonly maxMs: number }

/** Random, between half and the whole of a doubling delay. */
const backoffMs = ({ baseMs, maxMs }: RetryRule, tries: number): number =>
  Math.min(maxMs, baseMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)

/** No sooner than the other side asks for, but no later than the longest wait of the rule. RFC 9110 10.2.3 */
export const retryDelayMs = (rule: RetryRule, tries: number, { retryAfterMs = 0 }: Receipt): number =>
  Math.max(backoffMs(rule, tries), Math.min(rule.maxMs, retryAfterMs))
