/** Sealing of content. docs/design/store.md#resources. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { seal, unseal } from '../../src/store/keys/seal.ts'

test('docs/design/store.md#resources: no two seals of a key share a nonce, however many there are', () => {
  const key = { id: 7, key: createSecretKey(randomBytes(32)) }

  const sealed = Array.from({ length: 2_000 }, () => seal(Buffer.from('plain'), key, 'place'))

  expect(new Set(sealed.map((one) => one.subarray(5, 17).toString('hex'))).size).toBe(2_000)
  expect(new Set(sealed.map((one) => unseal(one, key.key, 'place').toString()))).toEqual(new Set(['plain']))
})
