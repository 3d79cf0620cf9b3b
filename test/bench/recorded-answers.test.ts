/** The recorded model answers of `bench/drafting/answers`: their form, their counts, and that they copy nothing of the talks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { claimKinds } from '../../src/core/clinical-note.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { sharedPath, testWithShared } from '../judges.ts'

const folder = join(import.meta.dirname, '../../bench/drafting/answers')
const sets = ['open', 'kept'] as const
const kinds = ['good', 'careless', 'adversarial'] as const
const classes = ['time', 'sense', 'scope', 'person', 'drug', 'attribute', 'plan'] as const
const sections = builtInTemplates[0].version.sections.map(({ key }) => key)

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? []
const phrase = z.string().min(1).nullable()

const claim = z.strictObject({
  kind: z.enum(claimKinds).exclude(['request', 'follow-up']),
  concept: z.string().min(1),
  polarity: z.enum(['present', 'absent', 'unknown']),
  person: z.enum(['patient', 'relative']),
  time: z.enum(['current', 'past']),
  side: z.enum(['left', 'right', 'both']).nullable(),
  value: z.number().nullable(),
  unit: phrase,
  frequency: phrase,
  duration: phrase,
})

const evidence = z
  .array(z.strictObject({ segment: z.int().min(0), role: z.enum(['question', 'answer', 'statement']) }))
  .min(1)
  .max(10)
  .refine((cited) => new Set(cited.map(({ segment }) => segment)).size === cited.length, 'a segment is cited twice')
  .refine(
    (cited) => cited.every(({ role }) => role !== 'answer') || cited.some(({ role }) => role === 'question'),
    'an answer is cited without its question',
  )

const judged = {
  section: z.enum(sections as [string, ...string[]]),
  text: z.string().refine((text) => text.split(' ').length <= 25, 'more than 25 words'),
  certainty: z.enum(['certain', 'uncertain']),
  claims: z.array(claim).min(1).max(10),
  evidence,
  why: z.string().min(1),
}

const statement = z.discriminatedUnion('verdict', [
  z.strictObject({ ...judged, verdict: z.literal('right') }),
  z.strictObject({ ...judged, verdict: z.literal('wrong'), class: z.enum(classes) }),
])

const answersFile = z.strictObject({
  consultation: z.string(),
  answers: z
    .array(z.strictObject({ kind: z.enum(kinds), statements: z.array(statement).min(1) }))
    .refine((answers) => answers.map(({ kind }) => kind).join() === kinds.join(), 'not one answer of each kind'),
})
type Answer = z.output<typeof answersFile>['answers'][number]

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const files = sets.flatMap((set) =>
  readdirSync(join(folder, set))
    .sort()
    .map((name) => ({ set, name, content: read(join(folder, set, name)) })),
)

const listAnswers = (content: unknown): readonly Answer[] => answersFile.parse(content).answers

const talk = z.object({ segments: z.array(z.object({ text: z.string() })) })
const runs = (text: string): readonly string[] =>
  words(text)
    .map((_, at, all) => all.slice(at, at + 5))
    .filter(({ length }) => length === 5)
    .map((run) => run.join(' '))

describe.each(files)('recorded answers $set/$name', ({ set, name, content }) => {
  test('have the form', () => {
    const parsed = answersFile.safeParse(content)

    expect(parsed.error?.issues ?? []).toEqual([])
    expect(parsed.data?.consultation).toBe(name.replace('.json', ''))
    expect(name).toMatch(set === 'open' ? /^day1_/ : /^day[23]_/)
  })

  testWithShared(`consultations/${name}`)('cite segments with words, and copy no five words in a row', () => {
    const { segments } = talk.parse(read(sharedPath(`consultations/${name}`)))
    const spoken = new Set(runs(segments.map(({ text }) => text).join(' ')))
    const statements = listAnswers(content).flatMap((answer) => answer.statements)

    const empty = statements.flatMap((statement) =>
      statement.evidence.filter(({ segment }) => words(segments[segment]?.text ?? '').length === 0),
    )
    const copied = statements
      .flatMap(({ text, why, claims }) => [
        text,
        why,
        ...claims.flatMap(({ concept, unit, frequency, duration }) => [concept, unit, frequency, duration]),
      ])
      .flatMap((text) => runs(text ?? '').filter((run) => spoken.has(run)))

    expect({ empty, copied }).toEqual({ empty: [], copied: [] })
  })
})

/** The counts as the README has them, a row for a set, a kind and a column for a verdict. */
function buildTable(): string {
  const rows = sets.flatMap((set) => {
    const answers = files.filter((file) => file.set === set).flatMap(({ content }) => listAnswers(content))
    return [...kinds, 'all' as const].map((kind) => {
      const statements = answers
        .filter((answer) => kind === 'all' || answer.kind === kind)
        .flatMap((answer) => answer.statements)
      const wrong = statements.flatMap((statement) => (statement.verdict === 'wrong' ? [statement.class] : []))
      const counts = classes.map((named) => wrong.filter((each) => each === named).length)
      return [set, kind, statements.length, statements.length - wrong.length, wrong.length, ...counts]
    })
  })
  const head = ['Set', 'Answer', 'Statements', 'Right', 'Wrong', ...classes]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

test('the README of the recorded answers counts them', () => {
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(buildTable())
})
