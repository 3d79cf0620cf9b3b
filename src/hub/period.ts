/** `from` and `to` of a list, both included, and `updatedSince`. docs/design/hub.md#routes. */
import { invalidField } from '../core/problems.ts'
import type { AuditTest } from '../store/audit/audit.ts'
import type { Range } from '../store/resources/index-rows.ts'
import type { IntervalTest, Predicate } from '../store/resources/search/predicates.ts'

type Period = { readonly from?: string | undefined; readonly to?: string | undefined }

export function checkPeriod({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from))
    throw invalidField('to', 'is before from')
}

/** For the audit: when a record was written. */
export function between(period: Period): readonly AuditTest[] {
  checkPeriod(period)
  const { from = '-infinity', to = 'infinity' } = period
  return period.from === undefined && period.to === undefined ? [] : [{ by: 'at', any: [[from, to]] }]
}

const microseconds = (instant: string): number => Date.parse(instant) * 1000

const entry = { parameter: 'start', value: '' } as const

/** The index row of an encounter whose period begins then. */
export function startRange(start: string): Range {
  const at = microseconds(start)
  return { ...entry, low: at, high: at }
}

function testOf(period: Period): IntervalTest | undefined {
  checkPeriod(period)
  const { from, to } = period
  if (from === undefined && to === undefined) return undefined
  const low = from === undefined ? Number.MIN_SAFE_INTEGER : microseconds(from)
  const high = to === undefined ? Number.MAX_SAFE_INTEGER : microseconds(to)
  return { prefix: 'eq', low, high }
}

/** Begun within the period. */
export function begunWithin(period: Period): readonly Predicate[] {
  const test = testOf(period)
  return test === undefined ? [] : [{ kind: 'ranges', any: [entry], test }]
}

/** Last written at that instant or later. */
export const updatedSince = (instant: string | undefined): readonly Predicate[] =>
  instant === undefined
    ? []
    : [{ kind: 'updated', test: { prefix: 'eq', low: microseconds(instant), high: Number.POSITIVE_INFINITY } }]
