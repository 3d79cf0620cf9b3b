/** How sure a draft is of a diagnosis, and that the verifier knows it of any draft. D72. */
import { expect, test } from '@jest/globals'
import type { Claim, Segment, Statement } from '../../src/core/clinical-note.ts'
import { withholdUnsupported } from '../../src/drafting/compose/withhold.ts'
import { buildNote, type DraftAnswer } from '../../src/drafting/providers/draft-answer.ts'
import { type Certainty, type CertaintyRow, seen, unseen } from './certainty-sentences.ts'
import { draft, handWritten, noteOf, rulesOf, statementsOf, talk, template, verify } from './dialogues.ts'

const frame = (speaker: 'C' | 'P', said: string): readonly Segment[] =>
  speaker === 'P'
    ? talk('C: Tell me a bit about your background.', `P: ${said}`, 'C: Thanks for that.', 'P: Sure.', 'C: Take care.')
    : talk('C: What can I do for you today?', 'P: I came to hear what you make of it.', 'C: Let me have a look.', 'P: Sure.', `C: ${said}`, 'P: Right, okay.', 'C: Take care then.') // biome-ignore format: one row

const plans: ReadonlySet<Claim['kind']> = new Set(['plan', 'safety-net'])
const isFact = ({ text, claims }: Statement): boolean =>
  !/^(?:Reports|Also said):/.test(text) &&
  claims.some(({ kind, polarity }) => polarity === 'present' && !plans.has(kind))

function certaintyOf({ text, claims }: Statement): Certainty {
  if (claims.every(({ certainty }) => certainty === 'certain')) return 'stated'
  return claims.length > 1 || text.startsWith('To exclude') ? 'several' : 'one'
}

/** The certainty of the condition in the note that a reviewer sees, and whether it is a plan there. */
type Told = { readonly got: Certainty; readonly isPlan: boolean }

function tell([, speaker, said, condition]: CertaintyRow): Told {
  const segments = frame(speaker, said)
  const drafted = draft(segments)
  const own = statementsOf(withholdUnsupported(drafted, verify(drafted, segments))).filter(({ text }) => condition.test(text)) // biome-ignore format: one row
  const [fact] = own.filter(isFact)
  const isAct = /rule out|exclude|check|make sure|treat/i.test(said)
  const isPlan = !isAct && own.some(({ claims }) => claims.some(({ kind }) => plans.has(kind)))
  return { got: fact === undefined ? 'none' : certaintyOf(fact), isPlan }
}

const toldOf = new Map<CertaintyRow, Told>()
function read(row: CertaintyRow): Told {
  const told = toldOf.get(row) ?? tell(row)
  toldOf.set(row, told)
  return told
}

const isRight = (row: CertaintyRow): boolean => read(row).got === row[0] && !(read(row).isPlan && row[0] !== 'none')
/** The note's certainty differs from the spoken one; an omission is no error. */
const isWrong = (row: CertaintyRow): boolean => !isRight(row) && (read(row).got !== 'none' || read(row).isPlan)

test('D72: no sentence that the rules were made with gets another certainty than it was said with', () => {
  expect(seen.filter(isWrong).map(([, , said]) => said)).toEqual([])
  expect(seen.filter(isRight).length).toBeGreaterThanOrEqual(57)
})

test('D72: at most one of the sentences that were kept aside gets another certainty', () => {
  expect(unseen.filter(isWrong).length).toBeLessThanOrEqual(1)
  expect(unseen.filter(isRight).length).toBeGreaterThanOrEqual(55)
})

/** The note's text for one sentence of the clinician or the patient. */
// biome-ignore format: one row a line
const told: readonly (readonly [rule: string | undefined, text: string, section: string, speaker: 'C' | 'P', said: string])[] = [
  [undefined,            'Type 2 diabetes.', 'assessment', 'C', 'You have type 2 diabetes.'],
  ['certainty-mismatch', 'Likely type 2 diabetes.', 'assessment', 'C', 'You have type 2 diabetes.'],
  ['certainty-mismatch', 'Possible pneumonia.', 'assessment', 'C', 'The X-ray confirmed pneumonia.'],
  ['certainty-mismatch', 'Pneumonia, query.', 'assessment', 'C', 'The X-ray confirmed pneumonia.'],
  [undefined,            'Likely gout.', 'assessment', 'C', 'I think this is gout.'],
  ['certainty-mismatch', 'Gout.', 'assessment', 'C', 'I think this is gout.'],
  ['certainty-mismatch', 'Gout.', 'assessment', 'C', "It's gout, I suspect."],
  ['certainty-mismatch', 'Shingles.', 'assessment', 'C', 'It could be shingles.'],
  ['certainty-mismatch', 'Pulmonary embolism.', 'assessment', 'C', 'We need to rule out a pulmonary embolism.'],
  [undefined,            'To exclude: pulmonary embolism.', 'assessment', 'C', 'We need to rule out a pulmonary embolism.'],
  ['certainty-mismatch', 'Dercum disease.', 'assessment', 'C', 'This is probably Dercum disease.'],
  ['certainty-mismatch', 'Likely Dercum disease.', 'assessment', 'C', 'This is Dercum disease.'],
  [undefined,            'Dercum disease.', 'assessment', 'C', 'This is Dercum disease.'],
  ['certainty-mismatch', 'History of asthma.', 'subjective', 'P', 'I think I have asthma.'],
  ['certainty-mismatch', 'Possible asthma.', 'subjective', 'P', 'I have asthma.'],
  ['certainty-mismatch', 'Allergic to penicillin.', 'subjective', 'P', "I think I'm allergic to penicillin."],
  ['certainty-mismatch', 'Possibly allergic to penicillin.', 'subjective', 'P', "I'm allergic to penicillin."],
]

test.each(told)('D72: the verifier finds %s in "%s", whoever wrote it', (rule, text, section, speaker, said) => {
  const segments = frame(speaker, said)
  const at = segments.findIndex((segment) => segment.text === said)

  const rules = rulesOf(verify(noteOf(section, handWritten(text, [{ segment: at }], segments)), segments))

  expect(rules.filter((found) => found === 'certainty-mismatch')).toEqual(rule === undefined ? [] : [rule])
})

test.each([
  ['Likely gout.', 'certain', 'I think this is gout.'],
  ['Gout.', 'uncertain', 'This is gout.'],
  ['Advised: I reckon this is gout.', 'certain', 'I reckon this is gout.'],
] as const)('D72: a claim that is surer or less sure than its sentence is found: %s %s', (text, certainty, said) => {
  const segments = frame('C', said)
  const claim: Claim = { kind: 'impression', concept: 'gout', display: 'gout', polarity: 'present', certainty, person: 'patient', time: 'current' } // biome-ignore format: one row
  const other = { ...claim, certainty: certainty === 'certain' ? ('uncertain' as const) : ('certain' as const) }
  const statement = handWritten(text, [{ segment: 4 }], segments)
  const rulesFor = (own: Claim) => rulesOf(verify(noteOf('assessment', { ...statement, claims: [own] }), segments))

  expect(rulesFor(claim)).toContain('claim-mismatch')
  expect(rulesFor(other)).not.toContain('claim-mismatch')
})

test('D72: what was not heard well may be hedged, and two diagnoses are weighed in one sentence', () => {
  const unclear = talk('C: How are you?', 'P: Well.', 'C: So.', 'P: Yes?', 'C~: You have gout.', 'P: Oh.')
  const weighed = frame('C', 'I think it is the flu, but it could be COVID.')

  expect(statementsOf(draft(unclear)).map(({ text }) => text)).toContain('Possibly gout (recording unclear).')
  expect(rulesOf(verify(draft(unclear), unclear)).filter((rule) => rule !== 'section-required')).toEqual([])
  expect(statementsOf(draft(weighed)).map(({ text }) => text)).toEqual(['Possible influenza or COVID.'])
})

test.each([
  ['Gout.', 'certain', 'I think this is gout.', ['certainty-mismatch']],
  ['Likely gout.', 'uncertain', 'This is gout.', ['certainty-mismatch']],
  ['Likely gout.', 'uncertain', 'I think this is gout.', []],
  ['Gout.', 'certain', 'This is gout.', []],
] as const)(
  'D72: a draft of an outside provider is held to what was said: %s %s',
  (text, certainty, said, expected) => {
    const segments = frame('C', said)
    const span = (start: number, end: number) => ({ start, end })
    const sent = {
      template,
      segments: new Map(segments.map(({ id, text: own }) => [id, { transcriptId: 't1', segmentId: id, redacted: { text: own, span } }])), // biome-ignore format: one row
      record: new Map<string, string>(),
      redaction: { redact: (own: string) => ({ text: own, span }), restore: (own: string) => own },
    }
    const claim = { kind: 'impression', concept: 'gout', polarity: 'present', person: 'patient', time: 'current', side: null, value: null, unit: null, frequency: null, duration: null } as const // biome-ignore format: one row
    const evidence = [{ segmentId: 's4', quote: said, role: 'statement' as const }]
    const answer: DraftAnswer = {
      statements: [{ section: 'assessment', text, certainty, claims: [claim], evidence, recordIds: [] }],
      notFound: [],
    }

    const rules = rulesOf(verify(buildNote(sent, answer), segments))

    expect(rules.filter((rule) => rule !== 'section-required')).toEqual(expected)
  },
)

test('D72: what the record has not confirmed is told with a hedge, and without one it is found', () => {
  const segments = talk('C: Any fever?', 'P: No.')
  const fact = { reference: 'AllergyIntolerance/1', kind: 'allergy', display: 'Latex' } as const
  const record = [{ ...fact, isUnconfirmed: true as const }]
  const note = draft(segments, record)
  const sure = { ...note, sections: note.sections.map((section) => ({ ...section, statements: section.statements.map((statement) => ({ ...statement, text: statement.text.replace(/^Possibly a/, 'A') })) })) } // biome-ignore format: one row

  expect(statementsOf(note).map(({ text }) => text)).toContain('Possibly allergic to Latex (from the record).')
  expect(rulesOf(verify(note, segments, record))).toEqual([])
  expect(rulesOf(verify(sure, segments, record))).toContain('certainty-mismatch')
  expect(rulesOf(verify(note, segments, [fact]))).toContain('certainty-mismatch')
})
