import { expect, test } from '@jest/globals'
import { putBounded } from '../../../src/core/cache/put-bounded.ts'

test('docs/channels.md#fhir-servers: a full map drops its oldest entry, and an entry that is put again is the youngest', () => {
  const kept = new Map<string, number>()
  const put = (key: string, value: number): void => putBounded(kept, { key, value, most: 2 })

  put('a', 1)
  put('b', 2)
  put('a', 3)
  put('c', 4)

  expect([...kept]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
