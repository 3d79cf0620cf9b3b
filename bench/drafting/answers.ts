/**
 * Judges recorded answers of models as those of an HTTP drafter are judged, and counts which statements stay: `npm run bench:answers`.
 * Rules are made from `answers/open`; of `answers/kept` only counts are shown. `--lost` lists the open statements that are judged wrongly.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Note } from '../../src/core/clinical-note.ts'
import { parseJson, stringifyJson } from '../../src/core/json.ts'
import { codeNote } from '../../src/drafting/compose/coding.ts'
import { settleDraft } from '../../src/drafting/compose/settle.ts'
import { buildNote } from '../../src/drafting/providers/draft-answer.ts'
import { readDraft } from '../../src/drafting/providers/read-draft.ts'
import type { Sent } from '../../src/drafting/providers/sent.ts'
import { verifyNote } from '../../src/drafting/verify/verify.ts'
import { template } from '../../test/drafting/dialogues.ts'
import { type Consultation, listConsultations, transcriptId } from '../consultations.ts'

const classes = ['time', 'sense', 'scope', 'person', 'drug', 'attribute', 'plan'] as const

type Recorded = {
  readonly section: string
  readonly text: string
  readonly certainty: string
  readonly claims: readonly object[]
  readonly evidence: readonly { readonly segment: number; readonly role: string }[]
  readonly verdict: 'right' | 'wrong'
  readonly class?: string
}
type RecordedTalk = {
  readonly consultation: string
  readonly answers: readonly { readonly kind: string; readonly statements: readonly Recorded[] }[]
}
type Judged = { readonly talk: string; readonly kind: string; readonly recorded: Recorded; readonly isKept: boolean; readonly rules: readonly string[] } // biome-ignore format: short

const write = (line: string): void => void process.stdout.write(`${line}\n`)

function readTalks(folder: string): readonly RecordedTalk[] {
  const path = join(import.meta.dirname, 'answers', folder)
  if (!existsSync(path)) return []
  // The files stand in this repository, so they are trusted; their README gives the form.
  return readdirSync(path).filter((file) => file.endsWith('.json')).sort().map((file) => parseJson(readFileSync(join(path, file), 'utf8')) as unknown as RecordedTalk) // biome-ignore format: short
}

const asItIs = { redact: (text: string) => redactNothing(text), restore: (text: string) => text }
const redactNothing = (text: string) => ({ text, span: (start: number, end: number) => ({ start, end }) })

const sentOf = ({ segments }: Consultation): Sent => ({
  template,
  segments: new Map(segments.map((segment, at) => [`u${at + 1}`, { transcriptId, segmentId: segment.id, redacted: redactNothing(segment.text) }])), // biome-ignore format: short
  record: new Map(),
  redaction: asItIs,
})

const asSent = ({ section, text, certainty, claims, evidence }: Recorded, { segments }: Consultation) => ({
  section,
  text,
  certainty,
  claims,
  evidence: evidence.map(({ segment, role }) => ({ segmentId: `u${segment + 1}`, quote: segments[segment]?.text ?? '', role })), // biome-ignore format: short
  recordIds: [],
})

/** One statement at a time: a sentence that two answers share has two verdicts. */
async function judge(talk: Consultation, kind: string, recorded: Recorded): Promise<Judged> {
  const sent = sentOf(talk)
  const answer = readDraft(sent, stringifyJson({ statements: [asSent(recorded, talk)] }))
  const verify = (note: Note) => Promise.resolve(verifyNote({ note, template, transcripts: [{ id: transcriptId, segments: talk.segments }], record: [], threshold: 0.6 })) // biome-ignore format: short
  const { note, refused } = await settleDraft(codeNote({ note: buildNote(sent, answer) }), verify)
  const isKept = note.sections.some(({ statements }) => statements.length > 0)
  const rules = refused.length > 0 ? refused.flatMap((one) => one.rules) : note.openQuestions.slice(0, 1)
  return { talk: talk.id, kind, recorded, isKept, rules }
}

async function judgeAll(folder: string, consultations: readonly Consultation[]): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (const { consultation, answers } of readTalks(folder)) {
    const talk = consultations.find(({ id }) => id === consultation)
    if (talk === undefined) continue
    for (const { kind, statements } of answers)
      for (const recorded of statements) judged.push(await judge(talk, kind, recorded))
  }
  return judged
}

function writeCounts(name: string, judged: readonly Judged[]): void {
  const count = (rows: readonly Judged[]) => {
    const kept = rows.filter(({ isKept }) => isKept).length
    return `${String(kept).padStart(4)} of ${String(rows.length).padStart(4)}  ${rows.length === 0 ? '-' : (kept / rows.length).toFixed(3)}`
  }
  const wrong = judged.filter(({ recorded }) => recorded.verdict === 'wrong')
  write(`${name}: kept`)
  write(`  right          ${count(judged.filter(({ recorded }) => recorded.verdict === 'right'))}`)
  write(`  wrong          ${count(wrong)}`)
  for (const own of classes) write(`    ${own.padEnd(12)} ${count(wrong.filter(({ recorded }) => recorded.class === own))}`) // biome-ignore format: short
}

const isLost = ({ recorded, isKept }: Judged): boolean => isKept !== (recorded.verdict === 'right')

function writeLost(judged: readonly Judged[]): void {
  for (const { talk, recorded, rules } of judged.filter(isLost))
    write(`${talk} ${recorded.class ?? 'right'} [${recorded.evidence.map(({ segment }) => segment).join(' ')}] ${recorded.text} <- ${rules.join(' ')}`) // biome-ignore format: short
}

async function main(): Promise<void> {
  const consultations = listConsultations()
  if (consultations.length === 0) {
    write('No consultations beside the checkout: nothing measured.')
    return
  }
  const open = await judgeAll('open', consultations)
  if (process.argv.includes('--lost')) writeLost(open)
  writeCounts('open', open)
  if (!process.argv.includes('--open')) writeCounts('kept', await judgeAll('kept', consultations))
}

await main()
