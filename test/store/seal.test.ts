/** Sealing of content. docs/design/store.md#resources. */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { blind, seal, unseal } from '../../src/store/keys/seal.ts'

test('docs/design/store.md#resources: no two seals of a key share a nonce, however many there are', () => {
  const key = { id: 7, key: createSecretKey(randomBytes(32)) }

  const sealed = Array.from({ length: 2_000 }, () => seal(Buffer.from('plain'), key, 'place'))

  expect(new Set(sealed.map((one) => one.subarray(5, 17).toString('hex'))).size).toBe(2_000)
  expect(new Set(sealed.map((one) => unseal(one, key.key, 'place').toString()))).toEqual(new Set(['plain']))
})

test('docs/design/store.md#search: a token is the first 64 bits of the HMAC of its text, whatever its length and letters', () => {
  const keys = [32, 64, 1].map((size) => createSecretKey(randomBytes(size)))
  const texts = [
    '',
    'fhir|Patient|family|Wattle',
    'é'.repeat(341),
    'é'.repeat(342),
    '漢🌿'.repeat(120),
    '\ud800',
    'x'.repeat(9_000),
  ]
  const cases = keys.flatMap((key) => [...texts, ...texts.toReversed()].map((text) => ({ key, text })))

  const tokens = cases.map(({ key, text }) => blind(key, text))

  const expected = cases.map(({ key, text }) =>
    createHmac('sha256', key).update(text).digest().readBigInt64BE(0).toString(),
  )
  expect(tokens).toEqual(expected)
})
