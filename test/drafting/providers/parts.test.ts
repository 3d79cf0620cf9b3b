/** A long talk goes to a model in parts that overlap, and comes back as one draft. D294. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Segment } from '../../../src/core/clinical-note.ts'
import { settleDraft } from '../../../src/drafting/compose/settle.ts'
import { openDrafter } from '../../../src/drafting/providers/drafter.ts'
import { completion, type Manner, openProvider, type Provider, readMessages, status } from '../../provider.ts'
import { inputOf, optionsOf, sendAll, stated, talkOf, textsOf, verifierOf } from './outside-draft.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())

/** Talk without content, with one exchange at a place of its own. */
const longTalk = (count: number, said: Readonly<Record<number, string>> = {}): readonly Segment[] =>
  talkOf(
    ...Array.from(
      { length: count },
      (_, at) => said[at + 1] ?? (at % 2 === 0 ? 'C: Right, let me see.' : 'P: Yes, of course.'),
    ),
  )

/** A talk of 100 segments goes in five parts, of which each repeats seven segments. */
const prepare = (segments: readonly Segment[]) =>
  openDrafter({ ...optionsOf(provider.url), partBytes: 1600 }).prepare(inputOf(segments))

const idsOf = (asked: Provider['asked'][number]): readonly string[] =>
  [...readMessages(asked).user.matchAll(/"id":"(u\d+)"/g)].map(([, id]) => id ?? '')

/** Answers each request with the statements whose segments it holds. */
const answerWhole =
  (...statements: readonly ReturnType<typeof stated>[]): Manner =>
  (response, asked, request) => {
    const ids = new Set(idsOf(asked))
    const own = statements.filter(({ evidence }) => evidence.every(({ segmentId }) => ids.has(segmentId)))
    completion({ statements: own, notFound: [] })(response, asked, request)
  }

test('D294: each segment is sent, in its order and under one id, and the parts overlap', async () => {
  const before = provider.asked.length
  provider.answer(answerWhole())

  const prepared = prepare(longTalk(100))
  await sendAll(prepared)

  const parts = provider.asked.slice(before).map(idsOf)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts).toHaveLength(prepared.parts.length)
  expect([...new Set(parts.flat())]).toEqual(Array.from({ length: 100 }, (_, at) => `u${at + 1}`))
  for (const [at, part] of parts.entries())
    if (at > 0) expect(part.filter((id) => parts[at - 1]?.includes(id)).length).toBeGreaterThan(3)
  for (const part of parts) expect(new Set(part).size).toBe(part.length)
})

test('D294: a question at the end of a part is sent with its answer in the next one', async () => {
  const said = { 40: 'P: Well.', 41: 'C: Any fever?', 42: 'P: No.' }
  for (const shift of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
    const before = provider.asked.length
    const moved = Object.fromEntries(Object.entries(said).map(([at, text]) => [Number(at) - shift, text]))
    const question = `u${41 - shift}`
    provider.answer(
      answerWhole(
        stated(
          'No fever.',
          'fever',
          [
            [question, 'Any fever?', 'question'],
            [`u${42 - shift}`, 'No.', 'answer'],
          ],
          { polarity: 'absent' },
        ),
      ),
    )

    const { note } = await sendAll(prepare(longTalk(100, moved)))

    expect(provider.asked.length - before).toBeGreaterThan(2)
    expect(textsOf(note)).toEqual(['No fever.'])
  }
})

test('D294: statements stand in the order of the talk, those of two parts once, with the evidence that was said', async () => {
  const said = { 3: 'P: I have a cough.', 50: 'P: I feel sick.', 98: 'P: I have a headache.' }
  const cough = stated('Cough.', 'cough', [['u3', 'I have a cough.']])
  const sick = stated('Nausea.', 'nausea', [['u50', 'I feel sick.']])
  const headache = stated('Headache.', 'headache', [['u98', 'I have a headache.']])
  provider.answer(answerWhole(headache, sick, cough))

  const { note } = await sendAll(prepare(longTalk(100, said)))

  expect(textsOf(note)).toEqual(['Cough.', 'Nausea.', 'Headache.'])
  const [, statement] = note.sections[0]?.statements ?? []
  expect(statement?.evidence).toEqual([
    { kind: 'segment', transcriptId: 't', segmentId: 's49', start: 0, end: 12, role: 'statement' },
  ])
  const ids = note.sections.flatMap(({ statements }) => statements).map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(note.openQuestions).toEqual([
    expect.stringMatching(/^The consultation is long and was drafted in \d+ parts/),
    'Plan: nothing found in the consultation.',
  ])
})

/** Two parts that overlap, and what each of them states about the overlap. */
async function draftTwice(first: ReturnType<typeof stated>, second: ReturnType<typeof stated>) {
  const segments = longTalk(35, { 24: 'P: I have had a cough for two weeks.' })
  let times = 0
  provider.answer((response, asked, request) => {
    times += 1
    const statements = idsOf(asked).includes('u24') ? [times === 1 ? first : second] : []
    completion({ statements, notFound: [] })(response, asked, request)
  })
  const prepared = prepare(segments)
  expect(prepared.parts).toHaveLength(2)
  return (await sendAll(prepared)).note
}

const quote = [['u24', 'I have had a cough for two weeks.']] as const

test('D294: the same claims about the same words are one statement, however they are said', async () => {
  const note = await draftTwice(
    stated('Cough for two weeks.', 'cough', quote, { duration: 'two weeks' }),
    stated('Cough, for two weeks now.', 'cough', quote, { duration: 'two weeks' }),
  )

  expect(textsOf(note)).toEqual(['Cough for two weeks.'])
})

test('D294: of two statements that contradict each other about the same words, the later part counts, and the reviewer sees the other', async () => {
  const note = await draftTwice(
    stated('Cough for two weeks.', 'cough', quote, { duration: 'two weeks' }),
    stated('No cough.', 'cough', quote, { polarity: 'absent' }),
  )

  expect(textsOf(note)).toEqual(['No cough.'])
  expect(note.openQuestions).toContain(
    'Left out, since a later part of the talk states it otherwise: Cough for two weeks.',
  )
})

test('D294: two statements that add to each other both stay', async () => {
  const note = await draftTwice(
    stated('Cough for two weeks.', 'cough', quote, { duration: 'two weeks' }),
    stated('Dry cough.', 'cough', quote),
  )

  expect(textsOf(note)).toEqual(['Cough for two weeks.', 'Dry cough.'])
})

test.each([
  ['with another number in the words alone', 'Cough for two weeks.', 'Cough for ten weeks.'],
  ['with another sign', 'Nitrites +.', 'Nitrites -.'],
])('D294: a later statement %s is shown to the reviewer, and never dropped unseen', async (_how, one, other) => {
  const note = await draftTwice(stated(one, 'cough', quote), stated(other, 'cough', quote))

  expect(textsOf(note)).toContain(other)
})

test('D294: the same words with other evidence in a later part are judged by their own evidence', async () => {
  const segments = longTalk(100, { 3: 'P: My sister has had a cough.', 98: 'P: I have had a cough.' })
  const early = stated('Cough.', 'cough', [['u3', 'My sister has had a cough.']])
  const late = stated('Cough.', 'cough', [['u98', 'I have had a cough.']])
  provider.answer(answerWhole(early, late))

  const { note } = await sendAll(prepare(segments))
  const settled = await settleDraft(note, verifierOf(segments))

  expect(textsOf(settled.note)).toEqual(['Cough.'])
})

test('D294: if one part gives nothing, the talk has no draft', async () => {
  let times = 0
  provider.answer((response, asked, request) => {
    times += 1
    const manner = times === 2 ? status(401) : completion({ statements: [], notFound: [] })
    manner(response, asked, request)
  })

  await expect(sendAll(prepare(longTalk(100)))).rejects.toMatchObject({ reason: 'provider-refused' })
  expect(times).toBe(2)
})

test('D294: a talk of more than 20 parts is not sent', () => {
  expect(() => prepare(longTalk(2000))).toThrow('payload-too-large')
})

test('D294: a talk of three hours goes in parts of the usual size', () => {
  const long = longTalk(5400).map((segment) => ({
    ...segment,
    text: `${segment.text} ${'I was saying that it comes and goes. '.repeat(2)}`,
  }))

  const { parts } = openDrafter(optionsOf(provider.url)).prepare(inputOf(long))

  expect(parts.length).toBeGreaterThan(2)
  expect(parts.reduce((sum, { segments }) => sum + segments, 0)).toBeGreaterThanOrEqual(5400)
})

test('D294: a segment that is larger than a part is a part of its own', async () => {
  const segments = longTalk(3).map((segment, at) => (at === 1 ? { ...segment, text: 'word '.repeat(500) } : segment))
  const before = provider.asked.length
  provider.answer(answerWhole())

  await sendAll(prepare(segments))

  expect(provider.asked.slice(before).map(idsOf)).toEqual([['u1'], ['u2'], ['u3']])
})

test('D294: a fact of the record is sent once', async () => {
  const before = provider.asked.length
  provider.answer(answerWhole())
  const record = [{ reference: 'Condition/1', kind: 'history', display: 'Asthma' }] as const

  const { parts, join } = openDrafter({ ...optionsOf(provider.url), partBytes: 1600 }).prepare({
    ...inputOf(longTalk(100)),
    record,
  })
  await sendAll({ parts, join })

  const sent = provider.asked.slice(before).map((asked) => readMessages(asked).user.includes('Asthma'))
  expect(sent.filter(Boolean)).toEqual([true])
  expect(sent[0]).toBe(true)
})
