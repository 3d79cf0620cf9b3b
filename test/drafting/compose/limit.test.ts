/** The most statements of a note, and what becomes of the others. D369. */
import { expect, test } from '@jest/globals'
import { chooseCandidates } from '../../../src/drafting/compose/selection.ts'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { type Candidate, claim, says } from '../../../src/drafting/extract/candidates.ts'
import { talk } from '../dialogues.ts'

const quotes = readDialogue(talk('C: Rest your leg.')).flatMap(says)
const linesOf = (kind: 'symptom' | 'plan') => Array.from({ length: 30 }, (_, at): Candidate => ({ text: `Line ${at}.`, claims: [claim(kind, { key: `words-${at}`, display: `line ${at}` })], quotes, weight: 90 - at, at })) // biome-ignore format: short

const lines = linesOf('symptom')

test('D369: the statements without room in the note are the slightest, and are not lost', () => {
  const { packs, cut } = chooseCandidates(lines, () => 'section', 100)

  expect(packs.flat()).toEqual(lines.slice(0, 25))
  expect(cut.flat()).toEqual(lines.slice(25))
})

test('D455: a longer talk has room for more statements', () => {
  expect(chooseCandidates(lines, () => 'section', 1_000).packs.flat()).toHaveLength(25)
  expect(chooseCandidates(lines, () => 'section', 1_120).packs.flat()).toHaveLength(28)
  expect(chooseCandidates(lines, () => 'section', 5_000).cut).toEqual([])
})

test('D444: the plan has room of its own', () => {
  const { packs } = chooseCandidates([...lines, ...linesOf('plan')], () => 'section', 1_000)
  const count = (kind: string) => packs.flat().filter(({ claims }) => claims[0]?.kind === kind).length

  expect([count('symptom'), count('plan')]).toEqual([25, 20])
})
