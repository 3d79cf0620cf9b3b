/** The clauses of a refused sentence that stand alone. D543. */
import { expect, test } from '@jest/globals'
import type { Claim, Statement } from '../../../src/core/clinical-note.ts'
import { settleDraft } from '../../../src/drafting/compose/settle.ts'
import { keepClauses } from '../../../src/drafting/compose/standing-clauses.ts'
import { handWritten, noteOf, talk, verify } from '../dialogues.ts'

const claimOf = (kind: Claim['kind'], named: string): Claim => {
  const display = named.replace(/^-/, '')
  return { kind, concept: display, display, polarity: named.startsWith('-') ? 'absent' : 'present', certainty: 'certain', person: 'patient', time: 'current' } // biome-ignore format: short
}

const lines = [
  'C: What is wrong?',
  'P: My elbow aches. It started a week ago.',
  'C: Any fever?',
  'P: No.',
  'C: Stop the ibuprofen. Start paracetamol, two tablets three times a day. Come back in a week.',
  'C: My mother had gout.',
]
const segments = talk(...lines)

/** The sentences that stay, and the lines for the reviewer. */
async function settled(kind: Claim['kind'], text: string, names: readonly string[]) {
  const cited = lines.map((line, segment) => ({ segment, role: line.endsWith('?') ? 'question' : line.startsWith('P') ? 'answer' : 'statement' }) as const) // biome-ignore format: short
  const statement: Statement = { ...handWritten(text, cited, segments), claims: names.map((name) => claimOf(kind, name)) } // biome-ignore format: short
  const drafted = noteOf(kind === 'plan' ? 'plan' : 'subjective', statement)
  const judge = async (note: typeof drafted) => verify(note, segments)
  const { note } = await settleDraft(drafted, judge)
  const kept = await keepClauses(note, drafted, judge)
  return { texts: kept.sections.flatMap(({ statements }) => statements.map((own) => own.text)), told: kept.openQuestions.filter((line) => line.startsWith('Left out')) } // biome-ignore format: short
}

test('D543: a clause that the recording does not support takes no other clause with it', async () => {
  const { texts, told } = await settled('symptom', 'Elbow pain for a week; no fever; calf swelling.', ['elbow pain', '-fever', 'calf swelling']) // biome-ignore format: short

  expect(texts).toEqual(['Elbow pain for a week.', 'No fever.'])
  expect(told).toEqual(['Left out, since the recording does not support it: Calf swelling.'])
})

test('D543: each order of a plan is judged by its own words', async () => {
  const { texts } = await settled('plan', 'Stop ibuprofen; start paracetamol two tablets three times a day; refer to a surgeon.', ['stop ibuprofen', 'start paracetamol', 'refer to surgeon']) // biome-ignore format: short

  expect(texts).toEqual(['Stop ibuprofen.', 'Start paracetamol two tablets three times a day.'])
})

// biome-ignore format: one row a line
test.each([
  ['a denial stands before all clauses',      'No fever; elbow pain; rash.',                 ['-fever', 'elbow pain', '-rash']],
  ['a relative stands before all clauses',    'Mother had gout; elbow pain for a month.',    ['gout', 'elbow pain']],
  ['a clause leans on the one before it',     'Elbow pain for a month; without fever.',      ['elbow pain', '-fever']],
  ['a label stands before all clauses',       'Previous: elbow pain; calf swelling.',        ['elbow pain', 'calf swelling']],
])('D543: a sentence stays whole, and is left out, if %s', async (_, text, names) => {
  const { texts, told } = await settled('symptom', text, names)

  expect(texts).toEqual([])
  expect(told).toEqual([`Left out, since the recording does not support it: ${text}`])
})

test('D543: a sentence that holds as a whole stays whole', async () => {
  const { texts, told } = await settled('symptom', 'Elbow pain for a week; no fever.', ['elbow pain', '-fever'])

  expect([texts, told]).toEqual([['Elbow pain for a week; no fever.'], []])
})
