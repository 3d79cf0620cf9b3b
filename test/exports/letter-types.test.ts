import { expect, test } from '@jest/globals'
import { letterKindOf } from '../../src/exports/letter-types.ts'

test.each([
  ['51852-2', 'letter'],
  ['68593-3', 'letter'],
  ['84106-4', 'letter'],
  ['57133-1', 'referral'],
  ['57170-3', 'referral'],
  ['11488-4', undefined],
  ['18842-5', undefined],
  ['60591-5', undefined],
  ['52034-6', undefined],
  [undefined, undefined],
])('docs/design/exports-and-delivery.md#formats: a document of type %s is a letter or none', (code, kind) => {
  expect(letterKindOf(code)).toBe(kind)
})
