/** What a talk is about, what a reply refuses or tells, and what a test to come does not show. D476 to D478. */
import { expect, test } from '@jest/globals'
import type { Claim, Statement } from '../../../src/core/clinical-note.ts'
import { handWritten, noteOf, talk, verify } from '../dialogues.ts'

type Row = readonly [text: string, kind: Claim['kind'], display: string, isKept: boolean, cited: readonly number[], lines: readonly string[], marks?: string] // biome-ignore format: one row

function isKept([text, kind, display, , cited, lines, marks = '']: Row): boolean {
  const segments = talk(...lines)
  const roleAt = (at: number): 'question' | 'answer' | 'statement' =>
    lines[at]?.startsWith('C:') ? (lines[at]?.endsWith('?') ? 'question' : 'statement') : cited.includes(at - 1) && lines[at - 1]?.endsWith('?') ? 'answer' : 'statement' // biome-ignore format: short
  const claim: Claim = { kind, concept: display, display, polarity: marks.includes('-') ? 'absent' : 'present', certainty: 'certain', person: marks.includes('r') ? 'relative' : 'patient', time: 'current' } // biome-ignore format: short
  const statement: Statement = { ...handWritten(text, cited.map((segment) => ({ segment, role: roleAt(segment) })), segments), claims: [claim] } // biome-ignore format: short
  const { findings } = verify(noteOf(kind === 'plan' ? 'plan' : kind === 'finding' ? 'objective' : 'subjective', statement), segments) // biome-ignore format: short
  return findings
    .filter(({ statementId }) => statementId !== undefined)
    .every(({ rule }) => rule === 'said-in-other-words')
}

const wrist = ['C: What brings you in?', 'P: My wrist. I fell on the ice and the wrist swelled up.', 'C: Which wrist?', 'P: The left wrist.', 'C: Where is the pain now?', 'P: On the thumb side, it throbs.', 'P: On the top, it throbs.'] // biome-ignore format: one talk
const scan = ['P: Do I need a scan?', "C: I don't believe so. You are well in between."]
const stress = ["C: I'd like a stress test, to see how the heart copes.", 'P: Okay.']
const home = ['C: Who is at home?', 'P: My husband. The boys have moved out.']
const family = ['C: Anyone in the family with glaucoma?', 'P: My aunt had it.']
const none = ['C: Anyone in the family with glaucoma?', 'P: My aunt never had it.']

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  ['Throbbing wrist pain.',           'symptom', 'wrist pain',       true,  [4, 6], wrist],
  ['Throbbing knee pain.',            'symptom', 'knee pain',        false, [4, 6], wrist],
  ['No scan needed.',                 'plan',    'scan',             true,  [0, 1], scan, '-'],
  ['Scan arranged.',                  'plan',    'scan',             false, [0, 1], scan],
  ['Stress test.',                    'plan',    'stress test',      true,  [0],    stress],
  ['Stress test showed how the heart copes.', 'finding', 'stress test', false, [0], stress],
  ['Lives with husband.',             'social',  'lives with husband', true, [0, 1], home],
  ['Aunt: glaucoma.',                 'family',  'glaucoma',         true,  [0, 1], family, 'r'],
  ['Aunt: glaucoma.',                 'family',  'glaucoma',         false, [0, 1], none, 'r'],
]
const [topics, answers, replies] = [rows.slice(0, 2), rows.slice(2, 7), rows.slice(7)]
test.each(topics)('D476: "%s" (%s %s): %s', (...row) => expect(isKept(row)).toBe(row[3]))
test.each(answers)('D477: "%s" (%s %s): %s', (...row) => expect(isKept(row)).toBe(row[3]))
test.each(replies)('D478: "%s" (%s %s): %s', (...row) => expect(isKept(row)).toBe(row[3]))
