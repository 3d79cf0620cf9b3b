/** Lines that belong to their own clause, words that deny within themselves, and allergies behind a denial. D449 to D451. */
import { expect, test } from '@jest/globals'
import type { Drafted, DraftedLine } from './drafted/drafted.ts'
import { judgeDrafted } from './drafted/judge-drafted.ts'

type Row = readonly [rule: 'D449' | 'D450' | 'D451', lines: readonly string[], line: DraftedLine, isRight: boolean]

const order = 'It can upset the stomach, so take it slowly, and have biscuits handy.'
const rows: readonly Row[] = [
  ['D449', ['C: Dropping weight without trying?', 'P: I wish. No, nothing like that.'], ['symptom', 'No weight loss.', 'weight loss|-', 'Dropping weight without trying?', 'I wish. No, nothing like that.'], true],
  ['D449', ['C: Out of ten at its worst?', 'P: At the worst, nine. Now, a three.'], ['symptom', 'At worst 9/10, now 3/10.', 'severity', 'Out of ten at its worst?', 'At the worst, nine. Now, a three.'], true],
  ['D449', ['C: Out of ten at its worst?', 'P: At the worst, nine. Now, a three.'], ['symptom', 'At worst 3/10, now 9/10.', 'severity', 'Out of ten at its worst?', 'At the worst, nine. Now, a three.'], false],
  ['D450', [`C: ${order}`], ['plan', 'Have biscuits handy.', 'biscuits', order], true],
  ['D450', ["C: Don't stop dead, it gives you a headache."], ['plan', 'Do not stop dead.', 'do not stop dead', "Don't stop dead, it gives you a headache."], true],
  ['D450', ['C: No spray, no drops either.'], ['plan', 'No spray, no drops either.', 'no spray', 'No spray, no drops either.'], true],
  ['D451', ["P: I'm not allergic to anything, well, elastoplast."], ['allergy', 'Allergic to elastoplast.', 'elastoplast', "I'm not allergic to anything, well, elastoplast."], true],
  ['D451', ["P: I'm allergic to, Keflex? I got hives.", "C: Cefalexin, hives, I've got that."], ['allergy', 'Allergic to cefalexin: hives.', 'cefalexin', "I'm allergic to, Keflex? I got hives.", "Cefalexin, hives, I've got that."], true],
  ['D451', ["P: I'm not allergic to anything."], ['allergy', 'Allergic to latex.', 'latex', "I'm not allergic to anything."], false],
] // biome-ignore format: one row a line

const of = (rule: Row[0]): readonly Row[] => rows.filter(([own]) => own === rule)

function judges(lines: readonly string[], line: DraftedLine, isRight: boolean): void {
  const drafted: Drafted = { cause: 'thing', lines, right: line, wrong: line }

  const { right } = judgeDrafted(drafted)

  expect(right.length === 0).toBe(isRight)
}

const [words, clauses, exceptions] = [of('D449'), of('D450'), of('D451')]

test.each(words)('D449: %s, after %j the line %j is right: %s', (_, lines, line, isRight) => {
  judges(lines, line, isRight)
})

test.each(clauses)('D450: %s, after %j the line %j is right: %s', (_, lines, line, isRight) => {
  judges(lines, line, isRight)
})

test.each(exceptions)('D451: %s, after %j the line %j is right: %s', (_, lines, line, isRight) => {
  judges(lines, line, isRight)
})
