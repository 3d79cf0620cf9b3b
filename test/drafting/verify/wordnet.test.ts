/** What WordNet knows of English: words that entail each other, and statements that stay by it. D313. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { lemmasOf } from '../../../src/drafting/verify/wordnet/lemmas.ts'
import { entails } from '../../../src/drafting/verify/wordnet/wordnet.ts'
import { listRows } from '../../../tools/wordnet/entailments.ts'
import type { Synset, WordNet } from '../../../tools/wordnet/read-wordnet.ts'
import { judgePair } from './pairs/judge.ts'
import type { Pair } from './pairs/pair.ts'

const folder = resolve(import.meta.dirname, '../../../src/drafting/verify/wordnet')

// biome-ignore format: one row a line
test.each([
  ['breathless', 'breathlessness', true], ['headache', 'pain', true], ['pain', 'headache', false], ['cardiac', 'heart', true], ['heart', 'cardiac', true],
  ['teacher', 'occupation', true], ['spouse', 'wife', false], ['worsened', 'worse', true], ['threw up', 'vomiting', true], ['fever', 'afebrile', false],
  ['sharp', 'dull', false], ['arm', 'leg', false], ['climbing', 'ascended', true], ['gluten', 'protein', true], ['a', 'a', false], ['qqqq', 'qqqq', false],
])('D313: "%s" entails "%s": %s', (said, told, isEntailed) => {
  expect(entails(said, told)).toBe(isEntailed)
})

test('D313: a word has the lemmas of its form, and the first word of a phrase bends', () => {
  expect(lemmasOf('stopping')).toEqual(expect.arrayContaining(['stopping', 'stop']))
  expect(lemmasOf('allergies')).toContain('allergy')
  expect(lemmasOf('women')).toContain('woman')
  expect(lemmasOf('passed out')).toContain('pass out')
})

test('D313: the table is sorted by its bytes, and each line has a word, its meanings and what follows', () => {
  const lines = readFileSync(join(folder, 'wordnet.tsv'), 'latin1').trimEnd().split('\n')

  expect(lines.filter((line) => !/^[a-z]+(?: [a-z]+){0,2}\t(?:[a-z\d]+(?: [a-z\d]+)*)?\t(?:[a-z\d]+(?: [a-z\d]+)*)?$/.test(line))).toEqual([])
  expect(lines.filter((line, at) => line <= (lines[at - 1] ?? ''))).toEqual([])
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('WordNet 3.1 Copyright 2011 by Princeton University')
}) // biome-ignore format: short

const synset = (id: string, words: readonly string[], ...pointers: readonly (readonly [symbol: string, target: string])[]): Synset => ({ id, file: 4, isSatellite: false, words, pointers: pointers.map(([symbol, target]) => ({ symbol, target, from: 0, to: 1 })) }) // biome-ignore format: short

test('D313: a kind entails what it is a kind of, and a sense that is hardly used counts for nothing', () => {
  const all = [synset('n1', ['ailment']), synset('n2', ['gripe'], ['@', 'n1']), synset('v1', ['gripe', 'grumble'])]
  const senses = { ailment: [['n1', 3]], gripe: [['n2', 40], ['v1', 1]], grumble: [['v1', 2]] } as const // biome-ignore format: short
  const net: WordNet = {
    synsets: new Map(all.map((one) => [one.id, one])),
    senses: new Map(Object.entries(senses).map(([word, own]) => [word, own.map(([id, uses]) => ({ synset: id, number: 1, uses }))])),
  } // biome-ignore format: short

  expect(listRows(net)).toEqual([
    { word: 'ailment', says: ['n1'], entails: ['n1'] },
    { word: 'gripe', says: ['n2'], entails: ['n2', 'n1'] },
    { word: 'grumble', says: ['v1'], entails: ['v1'] },
  ])
})

// biome-ignore format: one row a line
const pairs: readonly Pair[] = [
  ['attribute', 'symptom', 'Ankle itchy after gardening.|itchy', 'Ankle itchy after swimming.|itchy', ['P: My ankle gets itchy when I have been weeding the garden.']],
  ['scope', 'social', 'Does not drive a lorry.|lorry|-', 'Does not drive a motor vehicle.|vehicle|-', ['C: Do you drive a lorry?', 'P: No.']],
  ['scope', 'social', 'Does not drive a lorry.|lorry|-', 'Does not repair a lorry.|lorry|-', ['C: Do you drive any vehicle at all?', 'P: No, never have.']],
]

test.each(pairs)('D313: a wrong word stays wrong (%s, %s): "%s", "%s"', async (...pair) => {
  const { right, wrong } = await judgePair(pair)

  expect({ right: right.isKept, wrong: wrong.isKept }).toEqual({ right: true, wrong: false })
})
