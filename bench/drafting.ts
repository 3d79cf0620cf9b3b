/**
 * Measures the embedded drafter and verifier on the consultations beside the checkout (PriMock57, CC BY 4.0): `npm run bench:drafting`.
 * Day 1 may be tuned on; days 2 and 3 are scored only. Writes nothing.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { draftNote } from '../src/drafting/draft.ts'
import { verifyNote } from '../src/drafting/verify.ts'
import { parseJson } from '../src/json.ts'
import type { Note, NoteTemplate, Segment } from '../src/note.ts'
import { measureRecall } from './highlights.ts'
import { type Planted, plantErrors } from './planted.ts'

const folder = join(import.meta.dirname, '..', '..', 'shared', 'consultations')
const transcriptId = 'transcript'
const threshold = 0.6

const template: NoteTemplate = {
  title: 'SOAP note',
  code: '34131-3',
  sections: [
    {
      key: 'subjective',
      title: 'Subjective',
      code: '61150-9',
      required: true,
      draws: ['complaint', 'symptom', 'history', 'medication', 'allergy', 'family', 'social'],
    },
    { key: 'objective', title: 'Objective', code: '61149-1', required: false, draws: ['finding', 'vital'] },
    { key: 'assessment', title: 'Assessment', code: '51848-0', required: false, draws: ['impression'] },
    { key: 'plan', title: 'Plan', code: '18776-5', required: false, draws: ['plan', 'safety-net'] },
  ],
}

type Consultation = {
  readonly id: string
  readonly segments: readonly Segment[]
  readonly highlights: readonly string[]
}

function readConsultation(file: string): Consultation {
  // The files are ours to trust here: the form is that of shared/consultations/README.md.
  const raw = parseJson(readFileSync(join(folder, file), 'utf8')) as unknown as {
    readonly id: string
    readonly segments: readonly Omit<Segment, 'id'>[]
    readonly highlights: readonly string[]
  }
  const segments = raw.segments.map((segment, index) => ({ ...segment, id: `s${index}` }))
  return { id: raw.id, segments, highlights: raw.highlights.filter((line) => line.trim() !== '') }
}

const verify = (note: Note, segments: readonly Segment[]) =>
  verifyNote({ note, template, transcripts: [{ id: transcriptId, segments }], record: [], threshold })

const write = (line: string): void => void process.stdout.write(`${line}\n`)
const percent = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3))

type Score = {
  readonly day: string
  readonly found: number
  readonly quoted: number
  readonly highlights: number
  readonly statements: number
  readonly flagged: number
}

function measure(consultation: Consultation): { readonly score: Score; readonly planted: readonly Planted[] } {
  const { id, segments, highlights } = consultation
  const startedAt = performance.now()
  const note = draftNote({ template, transcriptId, segments, record: [] })
  const verification = verify(note, segments)
  const ms = performance.now() - startedAt
  const statements = note.sections.flatMap((section) => section.statements)
  const recall = measureRecall(highlights, statements, segments)
  const filled = note.sections
    .filter((section) => section.statements.length > 0)
    .map(({ key }) => key.charAt(0).toUpperCase())
  const cells = [id, filled.join(''), statements.length, `${recall.found}/${highlights.length}`, verification.outcome, verification.confidence, verification.findings.length, note.openQuestions.length, ms.toFixed(0)] // biome-ignore format: a row
  write(cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 8)).join(''))
  const flagged = new Set(verification.findings.map(({ statementId }) => statementId))
  const score = { day: id.slice(0, 4), found: recall.found, quoted: recall.quoted, highlights: highlights.length, statements: statements.length, flagged: statements.filter((statement) => flagged.has(statement.id)).length } // biome-ignore format: a row
  return { score, planted: plantErrors(note, segments, (changed) => verify(changed, segments)) }
}

const headings = [
  'consultation',
  'filled',
  'statements',
  'highlights',
  'outcome',
  'confidence',
  'findings',
  'open',
  'ms',
]
const widths = [22, 8, 12, 12, 10, 12, 10, 6, 6]

const sum = (scores: readonly Score[], of: (score: Score) => number): number =>
  scores.reduce((total, score) => total + of(score), 0)

function writeSummary(name: string, scores: readonly Score[]): void {
  const highlights = sum(scores, ({ highlights: count }) => count)
  const statements = sum(scores, ({ statements: count }) => count)
  write(
    `${name.padEnd(10)} highlights ${highlights}, recall ${percent(sum(scores, ({ found }) => found), highlights)} in the sentences, ${percent(sum(scores, ({ quoted }) => quoted), highlights)} with what they quote; ` +
      `${(statements / scores.length).toFixed(1)} statements a note; flagged untouched ${percent(sum(scores, ({ flagged }) => flagged), statements)}`,
  ) // biome-ignore format: one sentence
}

function main(): void {
  let files: readonly string[]
  try {
    files = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
  } catch {
    write('No consultations beside the checkout: nothing measured.')
    return
  }
  write(headings.map((heading, index) => heading.padEnd(widths[index] ?? 8)).join(''))
  const measured = files.map((file) => measure(readConsultation(file)))
  const scores = measured.map(({ score }) => score)
  write('')
  writeSummary('all', scores)
  writeSummary(
    'day 1',
    scores.filter(({ day }) => day === 'day1'),
  )
  writeSummary(
    'days 2-3',
    scores.filter(({ day }) => day !== 'day1'),
  )
  write('\nplanted error         planted   detected')
  const planted = measured.flatMap(({ planted: errors }) => errors)
  for (const [kind, errors] of Map.groupBy(planted, ({ kind: name }) => name))
    write(
      `${kind.padEnd(22)}${String(errors.length).padEnd(10)}${percent(errors.filter(({ isDetected }) => isDetected).length, errors.length)}`,
    )
  write(
    `${'all'.padEnd(22)}${String(planted.length).padEnd(10)}${percent(planted.filter(({ isDetected }) => isDetected).length, planted.length)}`,
  )
}

main()
