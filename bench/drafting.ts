/**
 * Measures the embedded drafter and verifier on the consultations beside the checkout (PriMock57, CC BY 4.0): `npm run bench:drafting`.
 * Day 1 may be tuned on; days 2 and 3 are scored only. Writes nothing; docs/drafting.md says how to read the figures.
 *
 *     npm run bench:drafting                     the figures
 *     npm run bench:drafting -- --sample 200     so many statements of days 2 and 3 with their segments, for a reader who makes no rules
 *     npm run bench:drafting -- --speakers       who speaks, with the labels hidden
 */

import { parseArgs } from 'node:util'
import { type Consultation, listConsultations } from './consultations.ts'
import { countSpeakers } from './drafting/count-speakers.ts'
import { draftOf, listStatements, type Measured, measure } from './drafting/measure-consultation.ts'
import { type Drawable, drawSample, writeSample } from './drafting/sample.ts'
import { scoreLabels } from './labels.ts'
import { lossKinds } from './losses.ts'
import type { Planted } from './planted.ts'

const write = (line: string): void => void process.stdout.write(`${line}\n`)
const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3))

const sum = (rows: readonly Measured[], of: (row: Measured) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
const columns = [26, 12, 12, 12]
const row = (...cells: readonly (string | number)[]): void =>
  write(cells.map((cell, at) => String(cell).padEnd(columns[at] ?? 12)).join(''))

const days: readonly (readonly [name: string, isOf: (row: Measured) => boolean])[] = [
  ['all', () => true],
  ['day 1', ({ day }) => day === 'day1'],
  ['days 2-3', ({ day }) => day !== 'day1'],
]

function writeShares(measured: readonly Measured[]): void {
  const over = days.map(([, isOf]) => measured.filter(isOf))
  const lines: readonly (readonly [name: string, of: (rows: readonly Measured[]) => string | number])[] = [
    ['consultations', (rows) => rows.length],
    ['highlights', (rows) => sum(rows, ({ highlights }) => highlights)],
    ...(['found', 'strict', 'polar', 'told', 'toldStrict'] as const).map((key) => [`  ${key}`, (rows: readonly Measured[]) => share(sum(rows, ({ recall }) => recall[key]), sum(rows, ({ highlights }) => highlights))] as const), // biome-ignore format: one row a line
    [
      '  ceiling',
      (rows) =>
        share(
          sum(rows, ({ ceiling }) => ceiling),
          sum(rows, ({ highlights }) => highlights),
        ),
    ],
    ['statements a note', (rows) => (sum(rows, ({ statements }) => statements) / rows.length).toFixed(1)],
    ['  most in a note', (rows) => Math.max(...rows.map(({ statements }) => statements))],
    ['  facts a note', (rows) => (sum(rows, ({ facts }) => facts) / rows.length).toFixed(1)],
    ['  words a note', (rows) => (sum(rows, ({ words }) => words) / rows.length).toFixed(0)],
    ['plan lines, own words', (rows) => sum(rows, ({ plan }) => plan.own)],
    ['  a note', (rows) => (sum(rows, ({ plan }) => plan.own) / rows.length).toFixed(1)],
    ['  quotes in their place', (rows) => sum(rows, ({ plan }) => plan.quoted)],
    ['withheld', (rows) => sum(rows, ({ withheld }) => withheld)],
    [
      '  share of drafted',
      (rows) =>
        share(
          sum(rows, ({ withheld }) => withheld),
          sum(rows, ({ drafted }) => drafted),
        ),
    ],
    ['unsupported afterwards', (rows) => sum(rows, ({ unsupported }) => unsupported)],
    ['to attest a note', (rows) => (sum(rows, ({ findings }) => findings) / rows.length).toFixed(2)],
    ['median processor ms', (rows) => rows.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(rows.length / 2)]?.toFixed(0) ?? '-'], // biome-ignore format: short
  ]
  row('', ...days.map(([name]) => name))
  for (const [name, of] of lines) row(name, ...over.map(of))
}

function writeLosses(measured: readonly Measured[]): void {
  write('\nhighlights not found')
  for (const kind of lossKinds) row(kind.padEnd(34), ...days.map(([, isOf]) => measured.filter(isOf).flatMap(({ losses }) => losses).filter((own) => own === kind).length)) // biome-ignore format: one row
}

function writePlanted(planted: readonly Planted[]): void {
  write('\nplanted error           planted     detected')
  const kinds = [...Map.groupBy(planted, ({ kind }) => kind), ['all', planted] as const]
  for (const [kind, errors] of kinds) row(kind, errors.length, share(errors.filter(({ isDetected }) => isDetected).length, errors.length)) // biome-ignore format: one row
}

function writeLabels(measured: readonly Measured[]): void {
  const score = scoreLabels(measured.flatMap(({ judged }) => judged))
  const errors = [...score.errors].map(([error, count]) => `${error} ${count}`).join(', ')
  write('\nlabelled by hand, days 2-3')
  row('in the note', score.labelled)
  row('  right', score.right, share(score.right, score.labelled))
  row('  right, but to strike', score.struck)
  row("  in the drafter's words", `${score.toldRight} of ${score.told}`, share(score.toldRight, score.told))
  row('  wrong', score.labelled - score.right, errors)
  row('flagged and wrong', score.caught)
  row('flagged and right', score.flaggedRight)
  row('no longer drafted so', score.changed)
}

const listDrawable = (consultation: Consultation): readonly Drawable[] =>
  listStatements(draftOf(consultation)).map((statement) => ({ consultation: consultation.id, statement, segments: consultation.segments })) // biome-ignore format: one row

function parseSize(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error('--sample is a number of statements, from 1')
  return Number(text)
}

function writeSpeakers(consultations: readonly Consultation[]): void {
  row('labels hidden', 'talks', 'all right', 'segments', 'right', 'sure', 'sure and right')
  for (const [name, isOf] of [
    ['day 1', (id: string) => id.startsWith('day1')],
    ['days 2-3', (id: string) => !id.startsWith('day1')],
  ] as const) {
    const own = consultations.filter(({ id }) => isOf(id))
    const { talks, segments, right, sure, sureRight } = countSpeakers(own)
    row(name, own.length, talks, segments, share(right, segments), share(sure, segments), share(sureRight, sure))
  }
}

function main(): void {
  const { values: options } = parseArgs({ options: { sample: { type: 'string' }, speakers: { type: 'boolean' } } })
  const consultations = listConsultations()
  if (consultations.length === 0) {
    write('No consultations beside the checkout: nothing measured.')
    return
  }
  if (options.speakers === true) {
    writeSpeakers(consultations)
    return
  }
  if (options.sample !== undefined) {
    writeSample(drawSample(consultations.flatMap(listDrawable), parseSize(options.sample)), write)
    return
  }
  const measured = consultations.map(measure)
  writeShares(measured)
  writeLosses(measured)
  writePlanted(measured.flatMap(({ planted }) => planted))
  writeLabels(measured)
}

main()
