/** Work that takes too long is ended, and leaves nothing behind. */
import { getEventListeners } from 'node:events'
import { expect, test } from '@jest/globals'
import { withinLimit } from '../../src/core/time-limit.ts'

const hourMs = 3_600_000

/** Settles when the signal aborts. */
const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(signal.reason)
    signal.addEventListener('abort', () => resolve(signal.reason))
  })

test('after its time the signal says that it timed out', async () => {
  // The timer keeps no process running by itself.
  const running = setInterval(() => undefined, hourMs)

  const reason = await withinLimit({ ms: 1, outer: new AbortController().signal }, untilAborted)

  clearInterval(running)
  expect(reason).toMatchObject({ name: 'TimeoutError' })
})

test.each([
  ['before the work', true],
  ['during the work', false],
])('the reason of the outer signal is passed on: %s', async (_when, isBefore) => {
  const outer = new AbortController()
  if (isBefore) outer.abort('stop')

  const given = withinLimit({ ms: hourMs, outer: outer.signal }, untilAborted)
  outer.abort('stop')

  expect(await given).toBe('stop')
})

test.each([
  ['succeeds', async () => 'done'],
  ['fails', () => Promise.reject(new Error('failed'))],
])('the outer signal keeps no listener after work that %s', async (_how, work) => {
  const outer = new AbortController()

  await withinLimit({ ms: hourMs, outer: outer.signal }, work).catch(() => undefined)

  expect(getEventListeners(outer.signal, 'abort')).toEqual([])
})
