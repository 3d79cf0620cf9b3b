/** Names that a practice prefers: each names the same concept, and the verifier takes it. D269. */
import { expect, test } from '@jest/globals'
import { verifyNote } from '../../../src/drafting/verify/verify.ts'
import { concepts } from '../../../src/drafting/vocabulary/concepts.ts'
import { preferredNames } from '../../../src/drafting/voices/preferred-names.ts'
import { sayAsPreferred } from '../../../src/drafting/voices/say-as-preferred.ts'
import { draftDocument } from '../../../src/drafting/voices/voice-note.ts'
import { talk, template, textsOf } from '../dialogues.ts'

test.each(preferredNames)('D269: "%s" stands for "%s", and is verified as that', (preferred, name) => {
  const row = concepts().find(([, , display]) => display === name)
  const isCondition = row?.[1] === 'condition'
  const segments = isCondition
    ? talk('C: Any medical conditions?', `P: I have ${name}.`)
    : talk('C: What can I help with?', `P: I have a sprained ankle.`, `C: Any ${name}?`, 'P: No.')
  const transcripts = [{ id: 't1', segments }]
  const plain = draftDocument({ template, transcriptId: 't1', segments, record: [] })
  const styled = { ...template, preferredNames: [preferred] }
  const note = draftDocument({ template: styled, transcriptId: 't1', segments, record: [] })

  expect(row?.[4].split('|')).toContain(preferred)
  expect(textsOf(plain).join(' ')).toContain(name)
  expect(textsOf(note).join(' ')).toContain(preferred)
  expect(textsOf(note).join(' ')).not.toContain(name)
  expect(verifyNote({ note, template, transcripts, record: [], threshold: 0.1 }).findings.filter(({ statementId }) => statementId !== undefined)).toEqual([]) // biome-ignore format: short
})

test('D269: a preferred name is no second name in a sentence, and quoted words stay', () => {
  expect(sayAsPreferred('Tiredness for 2 days.', ['fatigue'])).toBe('Fatigue for 2 days.')
  expect(sayAsPreferred('Tiredness; fatigue.', ['fatigue'])).toBe('Tiredness; fatigue.')
  expect(sayAsPreferred('Reports: "I have tiredness".', ['fatigue'])).toBe('Reports: "I have tiredness".')
  expect(sayAsPreferred('Tiredness.', [])).toBe('Tiredness.')
})

test.each([
  'History of hay fever.',
  'History of scarlet fever and rheumatic fever.',
  'Had yellow fever vaccine in May.',
  'Takes tablets against Ross River fever.',
])('D269: the name of another illness, operation or vaccine keeps its words: %s', (text) => {
  expect(sayAsPreferred(text, ['pyrexia'])).toBe(text)
  expect(sayAsPreferred(`Fever; ${text}`, ['pyrexia'])).toBe(`Pyrexia; ${text}`)
})
