/** The drafter against dialogues that it was not written for: the statements that a draft must have, and those that it must never have. docs/design/drafting.md#rules-of-the-drafter. */
import { afterAll, expect, test } from '@jest/globals'
import type { Note, NoteTemplate, Segment } from '../../src/core/clinical-note.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { type BatteryRow, battery } from './battery.ts'

const template: NoteTemplate = builtInTemplates[0].version
const transcriptId = 'battery'

/** The other one's "OK" falls into the speech: about a third of real speech overlaps. No question is cut. */
const interrupt = (row: BatteryRow): BatteryRow => ({
  ...row,
  segments: row.segments.flatMap(([speaker, text, uncertain]) => {
    const cut = text.includes('?') ? null : /^(.{25,}?,) (.*)$/.exec(text)
    const rest = uncertain === undefined ? ([] as const) : ([uncertain] as const)
    return cut === null
      ? [[speaker, text, ...rest] as const]
      : [
          [speaker, cut[1] ?? '', ...rest] as const,
          [speaker === 'c' ? 'p' : 'c', 'OK.'] as const,
          [speaker, cut[2] ?? '', ...rest] as const,
        ]
  }),
})

const listSegments = (row: BatteryRow): readonly Segment[] =>
  row.segments.map(([speaker, text, uncertain], index) => ({
    id: `s${index}`,
    speaker: speaker === 'c' ? 'clinician' : 'patient',
    startMs: index * 4000,
    endMs: index * 4000 + 3500,
    text,
    uncertain: uncertain ?? false,
  }))

const listStatements = (note: Note) =>
  note.sections.flatMap(({ key, statements }) => statements.map((statement) => ({ ...statement, section: key })))

type Drafted = ReturnType<typeof listStatements>[number]

/** Each fact of a sentence as the sentence that it would be alone. */
const listFacts = ({ text, parts }: Drafted): readonly string[] => parts?.map((part) => part.text) ?? [text]

function listMismatches(row: BatteryRow, statements: readonly Drafted[]): readonly string[] {
  const texts = statements.flatMap(listFacts)
  const objective = statements.filter(({ section }) => section === 'objective').flatMap(listFacts)
  return [
    ...row.never.flatMap((pattern) => texts.filter((text) => pattern.test(text)).map((text) => `wrong: ${text}`)),
    ...row.says.filter((pattern) => !texts.some((text) => pattern.test(text))).map((pattern) => `missing: ${pattern}`),
    ...(row.objective ?? [])
      .filter((pattern) => !objective.some((text) => pattern.test(text)))
      .map((pattern) => `missing in objective: ${pattern}`),
  ]
}

function listUnfounded(segments: readonly Segment[], statements: readonly Drafted[]): readonly string[] {
  const lengths = new Map(segments.map(({ id, text }) => [id, text.length]))
  return statements
    .filter(
      ({ evidence }) =>
        evidence.length === 0 ||
        !evidence.every(
          (item) =>
            item.kind === 'segment' &&
            item.transcriptId === transcriptId &&
            item.start >= 0 &&
            item.start < item.end &&
            item.end <= (lengths.get(item.segmentId) ?? 0),
        ),
    )
    .map(({ text }) => `no evidence within bounds: ${text}`)
}

/** A required section may be empty in so short a dialogue; every other finding counts. */
function listFindings(note: Note, segments: readonly Segment[]): readonly string[] {
  const texts = new Map(listStatements(note).map(({ id, text }) => [id, text]))
  const transcripts = [{ id: transcriptId, segments }]
  return verifyNote({ note, template, transcripts, record: [], threshold: 0 })
    .findings.filter(({ rule }) => rule !== 'section-required')
    .map(({ rule, statementId }) => `finding ${rule}: ${texts.get(statementId ?? '') ?? 'the whole note'}`)
}

function judgeRow(row: BatteryRow): readonly string[] {
  const segments = listSegments(row)
  const note = draftNote({ template, transcriptId, segments, record: [] })
  const statements = listStatements(note)
  return [...listMismatches(row, statements), ...listUnfounded(segments, statements), ...listFindings(note, segments)]
}

const right = { spoken: 0, interrupted: 0 }

afterAll(() => {
  const rows = battery.length
  process.stdout.write(`drafting battery: ${right.spoken} of ${rows} rows right, interrupted ${right.interrupted}\n`)
})

test('docs/design/drafting.md#verification: the names of the rows are unique', () => {
  expect(new Set(battery.map(({ name }) => name)).size).toBe(battery.length)
})

test.each(battery)('docs/design/drafting.md#verification: $name', (row) => {
  const faults = judgeRow(row)
  if (faults.length === 0) right.spoken += 1

  expect(faults).toEqual([])
})

test.each(battery)('docs/design/drafting.md#verification: nothing wrong when interrupted: $name', (row) => {
  const faults = judgeRow({ ...interrupt(row), says: [], objective: [] })
  if (faults.length === 0) right.interrupted += 1

  expect(faults).toEqual([])
})
