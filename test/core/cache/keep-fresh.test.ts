import { expect, test } from '@jest/globals'
import { keepFresh } from '../../../src/core/cache/keep-fresh.ts'

/** Readings that the test ends one by one. */
function readings() {
  const begun: PromiseWithResolvers<string>[] = []
  const load = (): Promise<string> => {
    const reading = Promise.withResolvers<string>()
    begun.push(reading)
    return reading.promise
  }
  return { begun, load }
}

test('docs/design/identity.md#tokens: one reading serves all who ask until it is old', async () => {
  const { begun, load } = readings()
  let at = 0
  const { read } = keepFresh(load, { freshMs: 100, now: () => at })

  const both = [read(), read()]
  begun[0]?.resolve('first')
  at = 99
  const third = await read()
  at = 100
  const fourth = read()
  begun[1]?.resolve('second')

  expect([...(await Promise.all(both)), third, await fourth]).toEqual(['first', 'first', 'first', 'second'])
  expect(begun).toHaveLength(2)
})

test('docs/design/identity.md#tokens: after a failure the next caller reads anew, or gets the same error for a while', async () => {
  let at = 0
  for (const [failedMs, count] of [
    [0, 2],
    [50, 1],
  ] as const) {
    const { begun, load } = readings()
    const { read } = keepFresh(load, { freshMs: 100, failedMs, now: () => at })
    const failed = read()
    begun[0]?.reject(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    const next = read()
    begun[1]?.resolve('there')
    await next.catch(() => undefined)
    expect(begun).toHaveLength(count)
    at += 50
    const later = read()
    begun.at(-1)?.resolve('there')
    expect(await later).toBe('there')
  }
})

test('docs/design/identity.md#tokens: what is forgotten is read anew, and a late failure of the forgotten reading changes nothing', async () => {
  const { begun, load } = readings()
  const { read, forget } = keepFresh(load, { freshMs: 100, now: () => 0 })

  const first = read()
  forget()
  const second = read()
  begun[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  begun[1]?.resolve('there')

  expect([await second, await read()]).toEqual(['there', 'there'])
  expect(begun).toHaveLength(2)
})
