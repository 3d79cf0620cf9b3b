import { expect, test } from '@jest/globals'
import { readingOnce, readOnce } from '../../../src/core/cache/read-once.ts'

test('docs/design/house.md#patient-data: a text is read once in a task, and nothing of it is kept after its end', () => {
  const read: string[] = []
  const lengthOf = readOnce((text) => {
    read.push(text)
    return text === 'none' ? undefined : text.length
  })

  const within = readingOnce(() => [
    lengthOf('pain'),
    lengthOf('none'),
    readingOnce(() => lengthOf('pain')),
    lengthOf('none'),
  ])
  const failing = () =>
    readingOnce(() => {
      lengthOf('cough')
      throw new Error('stopped')
    })

  expect(within).toEqual([4, undefined, 4, undefined])
  expect(read).toEqual(['pain', 'none'])
  expect(failing).toThrow('stopped')
  expect([lengthOf('cough'), lengthOf('cough'), lengthOf('pain')]).toEqual([5, 5, 4])
  expect(read).toEqual(['pain', 'none', 'cough', 'cough', 'cough', 'pain'])
})
