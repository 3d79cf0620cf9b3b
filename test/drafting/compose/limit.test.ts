/** The most statements of a note, and what becomes of the others. D369. */
import { expect, test } from '@jest/globals'
import { chooseCandidates } from '../../../src/drafting/compose/selection.ts'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { type Candidate, claim, says } from '../../../src/drafting/extract/candidates.ts'
import { talk } from '../dialogues.ts'

const quotes = readDialogue(talk('C: Rest your leg.')).flatMap(says)
const lines = Array.from({ length: 30 }, (_, at): Candidate => ({ text: `Line ${at}.`, claims: [claim('plan', { key: `words-${at}`, display: `line ${at}` })], quotes, weight: 90 - at, at })) // biome-ignore format: short

test('D369: the statements without room in the note are the slightest, and are not lost', () => {
  const { packs, cut } = chooseCandidates(lines, () => 'plan', 100)

  expect(packs.flat()).toEqual(lines.slice(0, 25))
  expect(cut.flat()).toEqual(lines.slice(25))
})

test('D455: a longer talk has room for more statements', () => {
  expect(chooseCandidates(lines, () => 'plan', 1_000).packs.flat()).toHaveLength(25)
  expect(chooseCandidates(lines, () => 'plan', 1_120).packs.flat()).toHaveLength(28)
  expect(chooseCandidates(lines, () => 'plan', 5_000).cut).toEqual([])
})
