/** Words of speech are read as groups and stretches. docs/design/drafting.md. */
import { expect, test } from '@jest/globals'
import { cutStretches, isClause, isDeed, readChunks, withoutHedges } from '../../../src/drafting/grammar/chunks.ts'

const shapes = (said: string): readonly string[] => readChunks(said).map(({ kind, text }) => `${kind}: ${text}`)

test('D418: nouns stay with what describes them, and a preposition with its nouns', () => {
  expect(shapes('i have got a hard yellow lump behind my left ear')).toEqual(['noun: i', 'verb: have got', 'noun: a hard yellow lump', 'place: behind my left ear']) // biome-ignore format: short
})

test('D418: words are cut at marks and joining words, and each stretch tells what it is', () => {
  const stretches = cutStretches(withoutHedges('climbing stairs, a bit of stress, um, or it comes when i kneel'))
  expect(stretches.map(({ text }) => text)).toEqual(['climbing stairs', 'stress', 'it comes', 'i kneel'])
  expect(stretches.map(isDeed)).toEqual([true, false, false, false])
  expect(stretches.map(isClause)).toEqual([false, false, true, true])
})

test('D418: words that say nothing are left out, and nothing else', () => {
  expect(withoutHedges('well, it was sort of, you know, behind the knee, i guess')).toBe('well, it was behind the knee')
  expect(withoutHedges('no')).toBe('no')
})
