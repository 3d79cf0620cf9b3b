import { expect, test } from '@jest/globals'
import { openBreaker } from '../../../queues/delivery/breaker.ts'
import { acceptedReceipt, failedReceipt } from '../../../src/channels/transport.ts'

const unreached = failedReceipt('connect', false)

function failing(times: number) {
  let at = 0
  const breaker = openBreaker(() => at)
  for (let failure = 0; failure < times; failure += 1) breaker.note('a', unreached)
  return {
    breaker,
    pass: (ms: number) => {
      at += ms
    },
  }
}

test('D208: four failed connections spare nobody; the fifth lets nothing out for a while, to this destination alone', () => {
  const { breaker } = failing(4)
  const four = breaker.admit('a')
  const fifth = breaker.note('a', unreached)

  expect([four, fifth, breaker.admit('a'), breaker.admit('b')]).toEqual(['open', 'spared', 'wait', 'open'])
  expect([breaker.waitMs('a'), breaker.waitMs('b')]).toEqual([500, 0])
})

test('D208: then one delivery at a time probes, and each failure doubles the pause, up to a quarter of a minute', () => {
  const { breaker, pass } = failing(5)
  const pauses: number[] = []
  for (let probe = 0; probe < 8; probe += 1) {
    let paused = 0
    while (breaker.admit('a') === 'wait') {
      pass(500)
      paused += 500
    }
    expect(breaker.admit('a')).toBe('wait')
    breaker.note('a', unreached)
    breaker.release('a')
    pauses.push(paused)
  }

  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
})

test.each([
  ['an acceptance', acceptedReceipt('AA')],
  ['a refusal', failedReceipt('error-at-receiver', false)],
  ['an unknown outcome', failedReceipt('timeout', true)],
])('D208: %s shows that the destination can be reached', (_name, receipt) => {
  const { breaker, pass } = failing(5)
  pass(500)
  const probe = breaker.admit('a')

  const noted = breaker.note('a', receipt)
  breaker.release('a')

  expect([probe, noted, breaker.admit('a'), breaker.waitMs('a')]).toEqual(['probe', 'back', 'open', 0])
})

test('D208: a probe that sent nothing says nothing, and the next may try', () => {
  const { breaker, pass } = failing(5)
  pass(500)
  breaker.admit('a')

  breaker.note('a', { ...failedReceipt('cancelled', false), isUnstarted: true })
  breaker.release('a')

  expect(breaker.admit('a')).toBe('probe')
})
