import { expect, test } from '@jest/globals'
import { type Rewriting, rewrite, singleSpaced } from '../../../src/core/talk/rewrite.ts'

const rows: readonly Rewriting[] = [
  [/n't\b/g, ' not', "n't"],
  [/\b(?:gran|nan)\b/g, 'grandmother', 'gran', 'nan'],
  [/\bnot not\b/g, 'not'],
]

test.each([
  ["she isn't my gran", 'she is not my grandmother'],
  ['my nan and my gran', 'my grandmother and my grandmother'],
  ["it isn't not here", 'it is not here'],
  ['nothing of it', 'nothing of it'],
])('D347: "%s" is rewritten by each row that may match, in their order', (text, expected) => {
  expect(rewrite(text, rows)).toBe(expected)
})

test('D347: a row without its mark is not tried', () => {
  expect(rewrite('a cough', [[/cough/g, 'fever', 'fever']])).toBe('a cough')
})

test.each(['a  b', 'a\tb', 'a \n b', '\u00a0a b', 'a b', '  '])('D347: white space becomes one space (%j)', (text) => {
  expect(singleSpaced(text)).toBe(text.replaceAll(/\s+/g, ' '))
})
