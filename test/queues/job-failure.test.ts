import { expect, test } from '@jest/globals'
import { failureOf } from '../../queues/job-failure.ts'
import { Problem } from '../../src/core/problems.ts'
import { toUnavailable } from '../../src/store/postgres/unavailable.ts'

const coded = (code: string): Error => Object.assign(new Error('x'), { code })

test.each(['53100', '57P01', '08006', '25006', '58030', 'ENOSPC'])(
  'spec 7: a job that finds %s waits, and no attempt is counted',
  (code) => {
    const waiting = { reason: 'dependency-unavailable', isFinal: false, isWaiting: true }

    expect(failureOf(coded(code))).toMatchObject(waiting)
    expect(failureOf(toUnavailable(coded(code)))).toMatchObject(waiting)
  },
)

test('spec 7: what the job itself is refused is final, and a fault is tried again', () => {
  expect(failureOf(new Problem('consent-required'))).toEqual({ reason: 'consent-required', isFinal: true })
  expect(failureOf(coded('22P02'))).toEqual({ reason: 'internal', isFinal: false })
})
