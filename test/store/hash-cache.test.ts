/** Hashes that are kept. STORE.md "Search". */
import { expect, test } from '@jest/globals'
import { HashCache } from '../../src/store/resources/hash-cache.ts'

test('STORE "Search": what is asked for again and again is made once, whatever else comes between', () => {
  const cache = new HashCache()
  let made = 0
  const ask = (text: string) =>
    cache.read(text, () => {
      made += text === 'status' ? 1 : 0
      return `hash of ${text}`
    })

  for (let number = 0; number < 50_000; number += 1) {
    expect(ask(`other ${number}`)).toBe(`hash of other ${number}`)
    if (number % 1000 === 0) expect(ask('status')).toBe('hash of status')
  }

  expect(made).toBe(1)
})

test('STORE "Search": what is not asked for any more is forgotten, and a long text is not kept', () => {
  const cache = new HashCache()
  let made = 0
  const make = () => {
    made += 1
    return String(made)
  }
  cache.read('once', make)
  cache.read('x'.repeat(1000), make)
  for (let number = 0; number < 20_000; number += 1) cache.read(`other ${number}`, () => '')

  expect([cache.read('once', make), cache.read('x'.repeat(1000), make)]).toEqual(['3', '4'])
})
