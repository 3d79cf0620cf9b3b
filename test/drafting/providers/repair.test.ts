/** A model is asked once more for what was refused. D295. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { settleOutside } from '../../../queues/drafting/settle-outside.ts'
import { codeNote } from '../../../src/drafting/compose/coding.ts'
import type { Refused } from '../../../src/drafting/compose/settle.ts'
import { askedRules } from '../../../src/drafting/providers/asked-rules.ts'
import { openDrafter } from '../../../src/drafting/providers/drafter.ts'
import { chooseRepair, type Mended } from '../../../src/drafting/providers/repair.ts'
import { completion, completionText, openProvider, type Provider, readMessages } from '../../provider.ts'
import { inputOf, optionsOf, sendAll, stated, talkOf, textsOf, verifierOf } from './outside-draft.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())

const segments = talkOf(
  'C: What brings you in?',
  'P: I have had a sore throat for four days.',
  'C: Any fever?',
  'P: No, Maeve said I have none.',
)
const throat = stated(
  'Sore throat for four days.',
  'sore throat',
  [['u2', 'I have had a sore throat for four days.']],
  { kind: 'complaint', duration: 'four days' },
)
const wrong = {
  ...throat,
  text: 'Sore throat for five days.',
  claims: [{ ...throat.claims[0], duration: 'five days' }],
}
const noFever = stated(
  'No fever.',
  'fever',
  [
    ['u3', 'Any fever?', 'question'],
    ['u4', 'No', 'answer'],
  ],
  { polarity: 'absent' },
)
const unquoted = { ...noFever, evidence: [{ segmentId: 'u4', quote: 'no fever at all', role: 'statement' }] }
const formless = { ...noFever, claims: [] }

/** Drafts, judges, and asks again, as the worker does. */
async function draft(first: readonly object[], again: object) {
  const before = provider.asked.length
  provider.answer((response, asked, request) => {
    const isFirst = provider.asked.length === before + 1
    const manner = isFirst ? completion({ statements: first, notFound: [] }) : completion(again)
    manner(response, asked, request)
  })
  const prepared = openDrafter(optionsOf(provider.url)).prepare({
    ...inputOf(segments),
    identifying: [{ kind: 'NAME', value: 'Maeve' }],
  })
  const sent = await sendAll(prepared)
  const repair = async (refused: readonly Refused[]) => {
    const { asked, requests } = sent.prepareRepairs(refused)
    const mended: Mended[] = []
    for (const prepare of requests) mended.push(...(await prepare().send(new AbortController().signal)).answer)
    return { asked, mended }
  }
  const judges = {
    verify: verifierOf(segments),
    code: async (note: Parameters<typeof codeNote>[0]['note']) => codeNote({ note }),
  }
  const settled = await settleOutside(judges, codeNote({ note: sent.note }), {
    note: sent.note,
    drafter: 'http:recorded',
    parts: 1,
    repair,
  })
  return { ...settled, requests: provider.asked.slice(before) }
}

const replacing = (id: string, statement: object) => ({ ...statement, replaces: id })

describe('D295: a statement that was refused', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['by the verifier', wrong, askedRules['number-mismatch']],
    [
      'for a quote that nobody said',
      { ...unquoted, section: 'subjective' },
      'it quotes words that the cited segment does not have',
    ],
    ['for its form', formless, 'it does not say clearly what it states'],
  ]

  test.each(refused)(
    '%s is asked for once more with the reason, and comes into the note',
    async (_how, bad, reason) => {
      const good = bad === wrong ? throat : noFever
      const other = bad === wrong ? noFever : throat

      const { note, generation, requests } = await draft([bad, other], { statements: [replacing('x1', good)] })

      expect(requests).toHaveLength(2)
      const { user } = readMessages(requests[1] as Provider['asked'][number])
      expect(user).toContain(reason)
      expect(user).not.toContain('Maeve')
      expect([...textsOf(note)].sort()).toEqual(['No fever.', 'Sore throat for four days.'])
      expect(note.openQuestions.filter((line) => line.startsWith('Left out'))).toEqual([])
      expect(generation).toEqual({ parts: 1, refused: 1, repaired: 1 })
    },
  )

  test('takes the place of the refused one, and the statements that stood stay as they were', async () => {
    const { note } = await draft([wrong, noFever], { statements: [replacing('x1', throat)] })

    expect(textsOf(note)).toEqual(['Sore throat for four days.', 'No fever.'])
    expect(note.sections[0]?.statements[1]?.id).toBe('subjective-2')
    expect(new Set(note.sections[0]?.statements.map(({ id }) => id)).size).toBe(2)
  })

  const worse: readonly (readonly [string, object])[] = [
    ['is as wrong again', { statements: [replacing('x1', wrong)] }],
    ['replaces nothing that was asked for', { statements: [replacing('x2', throat), throat] }],
    [
      'denies an allergy that nobody asked about',
      {
        statements: [
          replacing(
            'x1',
            stated('No known allergies.', 'allergy', [['u4', 'No']], { kind: 'allergy', polarity: 'absent' }),
          ),
        ],
      },
    ],
    ['is empty', { statements: [] }],
  ]

  test.each(worse)('keeps out of the note when the second answer %s', async (_how, again) => {
    const { note, generation, requests } = await draft([wrong, noFever], again)

    expect(requests).toHaveLength(2)
    expect(textsOf(note)).toEqual(['No fever.'])
    expect(note.openQuestions.filter((line) => line.startsWith('Left out'))).toEqual([
      'Left out, since the recording does not support it: Sore throat for five days.',
    ])
    expect(generation).toEqual({ parts: 1, refused: 1, repaired: 0 })
  })

  test('is replaced once: a second statement for it does not count', async () => {
    const cough = stated('Cough.', 'cough', [['u2', 'I have had a sore throat for four days.']])

    const { note, generation } = await draft([wrong], { statements: [replacing('x1', throat), replacing('x1', cough)] })

    expect(textsOf(note)).toEqual(['Sore throat for four days.'])
    expect(generation.repaired).toBe(1)
  })
})

test('D300: a repair that says once more what stands adds nothing, and the refused sentence stays left out', async () => {
  const again = { ...throat, text: 'Sore throat, for four days.' }
  const { note, generation } = await draft([throat, wrong], { statements: [replacing('x1', again)] })

  expect(textsOf(note)).toEqual(['Sore throat for four days.'])
  expect(note.openQuestions.filter((line) => line.startsWith('Left out'))).toEqual([
    'Left out, since the recording does not support it: Sore throat for five days.',
  ])
  expect(generation).toEqual({ parts: 1, refused: 1, repaired: 0 })
})

test('D300: two repairs that say the same are one statement', async () => {
  const other = { ...wrong, text: 'Sore throat for six days.' }
  const { note } = await draft([wrong, other], { statements: [replacing('x1', throat), replacing('x2', throat)] })

  expect(textsOf(note)).toEqual(['Sore throat for four days.'])
})

const others: readonly (readonly [string, object])[] = [
  ['by the verifier', wrong],
  ['for its form', { ...wrong, claims: [] }],
  [
    'for a quote that nobody said',
    { ...wrong, evidence: [{ segmentId: 'u2', quote: 'five days', role: 'statement' }] },
  ],
]

test.each(others)(
  'D298: a right statement about another matter is no mend of one that was refused %s',
  async (_how, bad) => {
    const { note, generation } = await draft([bad], { statements: [replacing('x1', noFever)] })

    expect(textsOf(note)).toEqual([])
    expect(note.openQuestions.filter((line) => line.includes('Sore throat for five days.'))).toHaveLength(1)
    expect(generation).toEqual({ parts: 1, refused: 1, repaired: 0 })
  },
)

test('D298: a mend may cite better words, if it names the same thing', async () => {
  const misplaced = { ...wrong, evidence: [{ segmentId: 'u4', quote: 'No', role: 'statement' }] }

  const { note, generation } = await draft([misplaced], { statements: [replacing('x1', throat)] })

  expect(textsOf(note)).toEqual(['Sore throat for four days.'])
  expect(generation.repaired).toBe(1)
})

test('D295: nothing is asked again when nothing was refused', async () => {
  const { requests, generation } = await draft([throat, noFever], { statements: [] })

  expect(requests).toHaveLength(1)
  expect(generation).toEqual({ parts: 1, refused: 0, repaired: 0 })
})

test('D295: an unclear answer of the patient is no fault of the model, and is not asked for again', async () => {
  const unknown = { ...noFever, claims: [{ ...noFever.claims[0], polarity: 'unknown' }] }

  const { requests } = await draft([throat, unknown], { statements: [] })

  expect(requests).toHaveLength(1)
})

test('D295: at most 30 statements of a part are asked for again', async () => {
  const many = Array.from({ length: 40 }, () => wrong)

  const { generation, requests } = await draft(many, { statements: [] })

  expect(requests).toHaveLength(2)
  expect(generation.refused).toBe(30)
})

test('D295: a second answer that cannot be read is refused by name', async () => {
  const sent = await (async () => {
    provider.answer(completion({ statements: [wrong], notFound: [] }))
    return sendAll(openDrafter(optionsOf(provider.url)).prepare(inputOf(segments)))
  })()
  const [statement] = sent.note.sections[0]?.statements ?? []
  const { requests } = sent.prepareRepairs(statement === undefined ? [] : [{ statement, rules: ['number-mismatch'] }])
  provider.answer(completionText('I am sorry.'))

  const refused = requests[0]?.().send(new AbortController().signal)

  await expect(refused).rejects.toMatchObject({ reason: 'provider-answer-invalid' })
})

test('D295: a repair that brings a finding about the whole note, or changes a statement that stood, leaves the first note', () => {
  const statementOf = (id: string, text: string) => ({ id, text, claims: [], evidence: [], confidence: 1 })
  const noteOf = (...statements: readonly ReturnType<typeof statementOf>[]) => ({
    title: 'Note',
    sections: [{ key: 'subjective', title: 'Subjective', code: '61150-9', statements }],
    openQuestions: ['Left out: x'],
  })
  const settledOf = (wholeFindings: number, ...statements: readonly ReturnType<typeof statementOf>[]) => ({
    note: noteOf(...statements),
    refused: [],
    wholeFindings,
  })
  const [stood, other] = [statementOf('a', 'Cough.'), statementOf('a', 'No cough.')]
  const statement = statementOf('b', 'No fever.')
  const mended = [{ section: 'subjective', statement, of: { text: 'x', reasons: [], line: 'Left out: x' } }]
  const choose = (judged: ReturnType<typeof settledOf>) => chooseRepair(settledOf(0, stood), judged, mended).repaired

  expect(choose(settledOf(0, stood, statement))).toBe(1)
  expect(choose(settledOf(1, stood, statement))).toBe(0)
  expect(choose(settledOf(0, other, statement))).toBe(0)
  expect(choose(settledOf(0, statement))).toBe(0)
})
