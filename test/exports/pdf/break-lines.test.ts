import { expect, test } from '@jest/globals'
import { breakLines, measureText } from '../../../src/exports/pdf/break-lines.ts'

const type = { weight: 'plain', size: 10 } as const

const textOf = ({ spans }: ReturnType<typeof breakLines>[number]): string =>
  spans.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')

test('UAX #14: a line ends at a space, behind a hyphen, between ideographs and between words of Thai', () => {
  const linesOf = (text: string, width: number) => breakLines(text, type, width).map(textOf)

  expect(linesOf('one two three', measureText('one two', type) + 1)).toEqual(['one two', 'three'])
  expect(linesOf('well-known', measureText('known', type) + 1)).toEqual(['well-', 'known'])
  expect(linesOf('王小明王小明', measureText('王小明', type) + 1)).toEqual(['王小明', '王小明'])
  expect(linesOf('สวัสดีครับ', measureText('สวัสดี', type) + 1)).toEqual(['สวัสดี', 'ครับ'])
})

test.each([
  ['a word', 'word'.repeat(5_000)],
  ['ideographs', '王'.repeat(5_000)],
  ['letters with marks', 'e\u0331'.repeat(5_000)],
  ['emoji', '\u{1F600}'.repeat(2_000)],
  ['right-to-left letters', 'שלום'.repeat(2_000)],
  ['a letter with five thousand marks', `e${'\u0331'.repeat(5_000)}`],
])('PDF: %s without a space is cut where the column ends, and nothing is lost', (_, text) => {
  const lines = breakLines(text, type, 200)

  expect(lines.every(({ width }) => width <= 200.01)).toBe(true)
  expect(lines.map(textOf).join('').length).toBeGreaterThanOrEqual(text.normalize('NFC').length)
})

test('PDF: a line of no text is one line, a line of a text begins with no space', () => {
  expect(breakLines('', type, 100)).toHaveLength(0)
  expect(breakLines('one   two', type, 30).map(textOf)).toEqual(['one', 'two'])
})
