/** The written consultations of `bench/drafting/written`: their form, and how the facts of their notes are cut. */
import { describe, expect, test } from '@jest/globals'
import { listWritten, parseTalks } from '../../bench/drafting/written/read-talks.ts'

const talks = (['read', 'kept'] as const).flatMap(listWritten)

describe('bench/drafting/written/README.md: written consultations', () => {
  test('a talk has its turns with their speakers, and the parts of its facts', () => {
    const [talk] = parseTalks(
      '## one\nD: Any fever?\nP: No.\nO: She had one.\n= PMH: asthma; no fever, cough\n= F/U: 1 week\n',
    )

    expect(talk?.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['clinician', 'Any fever?'],
      ['patient', 'No.'],
      ['other', 'She had one.'],
    ])
    expect(talk?.highlights).toEqual(['asthma', 'no fever', 'no cough', '1 week'])
  })

  test('each talk has a name of its own, at least 50 turns and at least 14 facts', () => {
    expect(talks).toHaveLength(158)
    expect(new Set(talks.map(({ id }) => id)).size).toBe(158)
    for (const { segments, highlights } of talks) {
      expect(segments.length).toBeGreaterThanOrEqual(50)
      expect(highlights.length).toBeGreaterThanOrEqual(14)
    }
  })

  test('the sets share no sentence of eight words or more', () => {
    const sentencesOf = (set: 'read' | 'kept'): ReadonlySet<string> =>
      new Set(listWritten(set).flatMap(({ segments }) => segments.flatMap(({ text }) => text.toLowerCase().split(/[.?!]\s*/))).filter((sentence) => sentence.split(' ').length >= 8)) // biome-ignore format: short

    const read = sentencesOf('read')
    expect([...sentencesOf('kept')].filter((sentence) => read.has(sentence))).toEqual([])
  })
})
