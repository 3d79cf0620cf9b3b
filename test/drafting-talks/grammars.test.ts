/** Made-up talks: the same seed gives the same talk, the truth stands in the segments, and grammar B shares little with grammar A. */
import { expect, test } from '@jest/globals'
import { grammars as all, lexiconOf } from '../../bench/drafting/grammars.ts'
import { scoreNote } from '../../bench/drafting/score-talks.ts'
import { grammarA } from '../../bench/drafting/talks/a/grammar.ts'
import { grammarB } from '../../bench/drafting/talks/b/grammar.ts'
import type { Grammar } from '../../bench/drafting/talks/grammar.ts'
import { listConcepts } from '../../bench/drafting/talks/lexicon.ts'
import { type TrapKind, trapKinds } from '../../bench/drafting/talks/truth.ts'
import { generateTalk, generateTalks } from '../../bench/drafting/talks.ts'
import { writePerfectNote } from './perfect-note.ts'

const grammars = all.map((grammar) => [grammar.name, grammar] as const)
/** Grammars beside A and B. */
const further = grammars.slice(2)

/** Each way to say a line with alternatives: "<Yes|Yeah>, often." */
function expand(line: string): readonly string[] {
  const [whole, words = ''] = /<([^<>]*)>/.exec(line) ?? []
  return whole === undefined ? [line] : words.split('|').flatMap((word) => expand(line.replace(whole, () => word)))
}

/** A sentence without its facts: all slots look the same. One or two words ("Right, okay.") belong to the language, not to a grammar. */
const listPatterns = ({ exchanges, variants = {} }: Grammar, words: number): readonly string[] =>
  [exchanges, ...Object.values(variants).map((variant) => variant.exchanges)]
    .flatMap((all) => Object.values(all).flat(2))
    .flatMap(expand)
    .map((line) =>
      line
        .slice(3)
        .toLowerCase()
        .replace(/\{\w+\}/g, '{}')
        .replace(/[^a-z{}' ]/g, '')
        .replace(/ +/g, ' ')
        .trim(),
    )
    .filter((pattern) => pattern.split(' ').length >= words)

test('docs/design/drafting.md: no sentence of grammar B stands in grammar A', () => {
  const known = new Set(listPatterns(grammarA, 2))

  expect(listPatterns(grammarB, 2).filter((pattern) => known.has(pattern))).toEqual([])
  expect(known.size).toBeGreaterThan(200)
})

test.each(further)('docs/design/drafting.md: no sentence of grammar %s stands in grammars A and B', (_, grammar) => {
  const known = new Set([...listPatterns(grammarA, 4), ...listPatterns(grammarB, 4)])
  const own = new Set(listPatterns(grammar, 4))

  expect([...own].filter((pattern) => known.has(pattern))).toEqual([])
  expect(own.size).toBeGreaterThan(500)
})

const namesOf = (grammar: Grammar) => listConcepts(grammar).map(({ concept }) => concept.toLowerCase())

test('docs/design/drafting.md: three of five concepts of grammar B are not in grammar A under any name', () => {
  const known = new Set(namesOf(grammarA))
  const own = new Set(namesOf(grammarB))

  expect([...own].filter((concept) => !known.has(concept)).length).toBeGreaterThan(own.size * 0.6)
})

test.each(grammars)(
  'docs/design/drafting.md: the same seed gives the same talk of grammar %s, another seed another',
  (_, grammar) => {
    expect(generateTalk(grammar, 5)).toEqual(generateTalk(grammar, 5))
    expect(generateTalk(grammar, 5).segments).not.toEqual(generateTalk(grammar, 6).segments)
  },
)

test.each(grammars)(
  'docs/design/drafting.md: talks of grammar %s are as long as real ones, without digits, with their truth in segments',
  (_, grammar) => {
    for (const { segments, facts, traps } of generateTalks(grammar, 100)) {
      const ids = new Set(segments.map(({ id }) => id))
      const located = [...facts, ...traps].map((each) => each.segments)

      expect(segments.length).toBeGreaterThanOrEqual(60)
      expect(segments.length).toBeLessThanOrEqual(200)
      expect(segments.filter(({ text }) => /\d|[{}<>|]|undefined/.test(text))).toEqual([])
      expect(located.filter((each) => each.length === 0 || each.some((id) => !ids.has(id)))).toEqual([])
    }
  },
)

test.each(grammars)('docs/design/drafting.md: talks of grammar %s hold every kind of trap', (name, grammar) => {
  const kinds = new Set(generateTalks(grammar, 100).flatMap(({ traps }) => traps.map(({ kind }) => kind)))
  const later: readonly TrapKind[] = name === 'a' || name === 'b' ? ['unanswered', 'not-chosen'] : []

  expect([...kinds].sort()).toEqual(trapKinds.filter((kind) => !later.includes(kind)).sort())
})

test.each(grammars)(
  'docs/design/drafting.md: a perfect note on a talk of grammar %s is scored as perfect',
  (name, grammar) => {
    for (const talk of generateTalks(grammar, 25, 500)) {
      const { statements, wanted, found } = scoreNote({ sections: writePerfectNote(talk) }, talk, lexiconOf(name))

      expect(statements.filter(({ verdict }) => verdict.words !== 'right' || verdict.claims !== 'right')).toEqual([])
      expect(wanted.filter((fact) => !found.both.includes(fact))).toEqual([])
    }
  },
)
