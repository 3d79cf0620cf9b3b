/** Hashes that are kept. docs/design/store.md */
import { expect, test } from '@jest/globals'
import { HashCache, type TenantHashes } from '../../src/store/keys/hash-cache.ts'

const place = { kind: 'fhir', type: 'Observation', parameter: 'status' }
type Place = typeof place
type Making = { readonly make: () => string; readonly isTelling?: (type: string, parameter: string) => boolean }

const read = (hashes: TenantHashes, { kind, type, parameter }: Place, text: string, { make, isTelling }: Making) => {
  const kept = hashes.open(kind, type, parameter, isTelling)
  return kept.find(text) ?? kept.keep(text, make())
}

const openHashes = () => new HashCache().ofTenant(1, 1)

test('a text that is asked for again and again is hashed once, whatever else comes between', () => {
  const hashes = openHashes()
  let made = 0
  const ask = (parameter: string, text: string) =>
    read(hashes, { ...place, parameter }, text, {
      make: () => {
        made += text === 'final' ? 1 : 0
        return `hash of ${text}`
      },
    })

  const wrong: number[] = []
  for (let number = 0; number < 50_000; number += 1) {
    if (ask(`parameter ${number % 7}`, `other ${number}`) !== `hash of other ${number}`) wrong.push(number)
    if (number % 1000 === 0) expect(ask('status', 'final')).toBe('hash of final')
  }

  expect(wrong).toEqual([])
  expect(made).toBe(1)
})

test('a text that nobody asks for any more is forgotten, and a long text is not kept', () => {
  const hashes = openHashes()
  let made = 0
  const ask = (text: string) =>
    read(hashes, place, text, {
      make: () => {
        made += 1
        return String(made)
      },
    })
  ask('once')
  ask('x'.repeat(1000))
  for (let number = 0; number < 20_000; number += 1) read(hashes, place, `other ${number}`, { make: () => '' })

  expect([ask('once'), ask('x'.repeat(1000))]).toEqual(['3', '4'])
})

test('the same text has a hash of its own by kind, type, parameter, tenant and index key', () => {
  const cache = new HashCache()
  const first = cache.ofTenant(1, 1)
  const places = [place, { ...place, kind: 'hub' }, { ...place, type: 'Task' }, { ...place, parameter: 'code' }]
  const others = [cache.ofTenant(2, 1), cache.ofTenant(1, 2)]
  let made = 0
  const make = () => {
    made += 1
    return String(made)
  }
  const askAll = () => [
    ...places.map((one) => read(first, one, 'a', { make })),
    ...others.map((one) => read(one, place, 'a', { make })),
  ]

  expect(askAll()).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(askAll()).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('the texts of a telling parameter are not kept, and after a tenant is gone none is', () => {
  const cache = new HashCache()
  let made = 0
  const make = () => {
    made += 1
    return String(made)
  }
  const telling = { make, isTelling: (type: string, parameter: string) => type === 'Patient' && parameter === 'family' }
  const family = { kind: 'fhir', type: 'Patient', parameter: 'family' }
  const hashes = cache.ofTenant(1, 1)

  expect([read(hashes, family, 'a', telling), read(hashes, family, 'a', telling)]).toEqual(['1', '2'])
  expect([read(hashes, place, 'a', telling), read(hashes, place, 'a', telling)]).toEqual(['3', '3'])
  cache.clear()
  expect([read(hashes, place, 'a', telling), read(cache.ofTenant(1, 1), place, 'a', { make })]).toEqual(['4', '5'])
})
