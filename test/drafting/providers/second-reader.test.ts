/** A second reader that is asked to refute, and what it may answer. D296. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Evidence, Note } from '../../../src/core/clinical-note.ts'
import { openSecondReader, type ReadingInput } from '../../../src/drafting/providers/second-reader.ts'
import {
  completion,
  completionText,
  type Manner,
  openProvider,
  type Provider,
  readMessages,
  status,
} from '../../provider.ts'
import { optionsOf, talkOf } from './outside-draft.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())

const segments = talkOf('C: What brings you in?', 'P: I have a cough.', 'C: Any fever?', 'P: No, Maeve said.')
const at = (place: number, role: 'question' | 'answer' | 'statement' = 'statement'): Evidence => ({
  kind: 'segment',
  transcriptId: 't',
  segmentId: `s${place}`,
  start: 0,
  end: 2,
  role,
})
const statementOf = (id: string, text: string, evidence: readonly Evidence[]) => ({
  id,
  text,
  claims: [],
  evidence,
  confidence: 1,
})
const noteOf = (...statements: readonly ReturnType<typeof statementOf>[]): Note => ({
  title: 'Note',
  openQuestions: [],
  sections: [{ key: 'subjective', title: 'Subjective', code: '61150-9', statements }],
})

const note = noteOf(
  statementOf('a', 'Cough.', [at(1)]),
  statementOf('b', 'No fever, says Maeve.', [at(2, 'question'), at(3, 'answer')]),
  statementOf('c', 'Asthma.', [{ kind: 'resource', reference: 'Condition/1' }]),
  statementOf('d', 'Looks well.', [{ kind: 'attestation', by: 'PractitionerRole/1', reasonCode: 'observed' }]),
)
const input: ReadingInput = {
  note,
  transcripts: [{ id: 't', segments }],
  record: [
    { reference: 'Condition/1', kind: 'history', display: 'Asthma of Maeve' },
    { reference: 'Condition/2', kind: 'history', display: 'Gout' },
  ],
  identifying: [{ kind: 'NAME', value: 'Maeve' }],
}
const prompts = { system: 'Refute.', user: '{{statements}}' }
const readerOf = (more: object = {}) => openSecondReader({ ...optionsOf(provider.url), prompts, ...more })
const read = (more: object = {}) => readerOf(more).prepare(input)?.send(new AbortController().signal)
const verdictsOf = (...given: readonly (readonly [id: string, verdict: string])[]) =>
  completion({ verdicts: given.map(([id, verdict]) => ({ id, verdict })) })

test('D296: each statement is read from its own segments and facts, without names and without the ids of the note', async () => {
  provider.answer(verdictsOf(['n1', 'holds'], ['n2', 'refuted'], ['n3', 'holds']))

  const read1 = await read()

  expect([...(read1?.answer ?? [])]).toEqual(['b'])
  const { user } = readMessages(provider.asked.at(-1) as Provider['asked'][number])
  expect(user.split('\n').map((line) => JSON.parse(line))).toEqual([
    { id: 'n1', statement: 'Cough.', said: [{ speaker: 'patient', text: 'I have a cough.' }], recorded: [] },
    {
      id: 'n2',
      statement: 'No fever, says [NAME-1].',
      said: [
        { speaker: 'clinician', text: 'Any fever?' },
        { speaker: 'patient', text: 'No, [NAME-1] said.' },
      ],
      recorded: [],
    },
    { id: 'n3', statement: 'Asthma.', said: [], recorded: ['Asthma of [NAME-1]'] },
  ])
  expect(readerOf().prepare(input)?.segments).toBe(4)
})

test('D296: of two verdicts about a statement the doubt counts, and an unknown statement counts for nothing', async () => {
  provider.answer(verdictsOf(['n1', 'refuted'], ['n1', 'holds'], ['n2', 'holds'], ['n3', 'holds'], ['n9', 'refuted']))

  expect([...((await read())?.answer ?? [])]).toEqual(['a'])
})

test('D296: a note that rests on the word of a clinician alone is not sent', () => {
  const own = noteOf(
    statementOf('d', 'Looks well.', [{ kind: 'attestation', by: 'PractitionerRole/1', reasonCode: 'observed' }]),
  )

  expect(readerOf().prepare({ ...input, note: own })).toBeUndefined()
})

describe('D296: a second reader that', () => {
  const silent: Manner = () => undefined
  // biome-ignore format: one row a line
  const rows: readonly (readonly [string, Manner, string])[] = [
    ['leaves a statement out', verdictsOf(['n1', 'holds'], ['n2', 'holds']), 'provider-answer-invalid'],
    ['has another verdict', verdictsOf(['n1', 'holds'], ['n2', 'holds'], ['n3', 'maybe']), 'provider-answer-invalid'],
    ['answers prose', completionText('All statements hold.'), 'provider-answer-invalid'],
    ['answers nothing', completionText(''), 'provider-answer-invalid'],
    ['answers 10 MB', completionText(`{"verdicts":[${' '.repeat(10 * 1024 * 1024)}]}`), 'provider-answer-invalid'],
    ['answers 10,000 deep', completionText('['.repeat(10_000)), 'provider-answer-invalid'],
    ['fails', status(500), 'dependency-unavailable'],
    ['refuses', status(401), 'provider-refused'],
    ['says nothing', silent, 'dependency-unavailable'],
  ]

  test.each(rows)('%s has not read', async (_how, manner, reason) => {
    provider.answer(manner)

    await expect(read({ timeoutMs: manner === silent ? 1_500 : 60_000 })).rejects.toMatchObject({ reason })
  })
})

test('D296: the prompts ask to refute, and name the values that are filled in', async () => {
  const folder = join(import.meta.dirname, '../../../src/drafting/providers/prompts')

  expect(await readFile(join(folder, 'read-user.md'), 'utf8')).toContain('{{statements}}')
  expect(await readFile(join(folder, 'read-system.md'), 'utf8')).toContain(
    'If you are not sure, the verdict is `refuted`.',
  )
})
