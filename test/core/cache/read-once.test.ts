import { expect, test } from '@jest/globals'
import { readingOnce, readOnce, readOnceIn, readOnceOf } from '../../../src/core/cache/read-once.ts'

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

test('D347: a thing is read once, and each text that is sought in it', () => {
  const read: string[] = []
  const [one, other] = [['pain', 'cough'], ['fever']]
  const sizeOf = readOnceOf((words: readonly string[]) => {
    read.push(`size of ${words.join(' ')}`)
    return words.length === 1 ? undefined : words.length
  })
  const placesOf = readOnceIn((word: string, words: readonly string[]) => {
    read.push(word)
    return words.flatMap((own, at) => (own === word ? [at] : []))
  })

  expect([sizeOf(one), sizeOf(one), sizeOf(other), sizeOf(other)]).toEqual([2, 2, undefined, undefined])
  expect([placesOf('cough', one), placesOf('cough', one), placesOf('cough', other)]).toEqual([[1], [1], []])
  expect(read).toEqual(['size of pain cough', 'size of fever', 'cough', 'cough'])
})
