/**
 * Scores the notes of the written consultations: `npm run bench:written`. docs/drafting.md says how to read the figures.
 *
 *     npm run bench:written               the figures of both sets
 *     npm run bench:written -- --lost     the facts of `read` that no statement has
 *     npm run bench:written -- --notes T  the notes of the talks of `read` whose name begins so
 */
import { parseArgs } from 'node:util'
import type { Note } from '../../src/core/clinical-note.ts'
import type { Consultation } from '../consultations.ts'
import { measureRecall } from '../highlights.ts'
import type { LabelScore } from '../labels.ts'
import { draftOf, listStatements, settle } from './measure-consultation.ts'
import { measureWritten, type WrittenScore } from './written/measure-written.ts'
import { listWritten } from './written/read-talks.ts'

const write = (line: string): void => void process.stdout.write(`${line}\n`)
const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3))

function writeLabels({ labelled, right, struck, caught, flaggedRight }: LabelScore): void {
  write(`  read by hand: right                ${right} of ${labelled}  ${share(right, labelled)}`)
  write(`    of them of no use                ${struck}`)
  write(`    left out by the verifier         ${caught} wrong, ${flaggedRight} right`)
}

function writeScore(name: string, score: WrittenScore): void {
  const { talks, facts, recall, units, statements, plan, withheld, quotes, labels } = score
  write(`${name}: ${talks} talks, ${facts} facts`)
  write(`  found at 60 % / at all units       ${share(recall.found, facts)} / ${share(recall.strict, facts)}`)
  write(`  units of a fact in one statement   ${share(units, facts)}`)
  write(`  found, yes for yes and no for no   ${share(recall.polar, facts)}`)
  write(`  in the sentences alone             ${share(recall.told, facts)} / ${share(recall.toldStrict, facts)}`)
  write(`  statements a note; withheld in all ${(statements / talks).toFixed(1)}; ${withheld}`)
  write(`  plan lines; quotes in their place  ${plan.own}; ${plan.quoted}`)
  write(`  quotes a note                      ${(quotes / talks).toFixed(1)}`)
  if (labels.labelled > 0) writeLabels(labels)
}

const noteOf = (talk: Consultation): Note => settle(draftOf(talk), talk.segments)

function writeLost(talk: Consultation): void {
  const statements = listStatements(noteOf(talk))
  for (const fact of talk.highlights) if (measureRecall([fact], statements, talk.segments).found === 0) write(`${talk.id}  ${fact}`) // biome-ignore format: short
}

function writeNote(talk: Consultation): void {
  const { sections, openQuestions } = noteOf(talk)
  write(`## ${talk.id}`)
  for (const { title, statements } of sections) {
    write(`[${title}]`)
    for (const { text } of statements) write(`  ${text}`)
  }
  for (const line of openQuestions) write(`  ? ${line}`)
}

const { values } = parseArgs({ options: { lost: { type: 'boolean' }, notes: { type: 'string' } } })
const read = listWritten('read')
const { notes } = values
if (values.lost === true) read.forEach(writeLost)
else if (notes !== undefined) read.filter(({ id }) => id.startsWith(notes)).forEach(writeNote)
else for (const set of ['read', 'kept'] as const) writeScore(set, measureWritten(listWritten(set)))
