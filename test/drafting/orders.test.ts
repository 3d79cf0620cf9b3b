import { expect, test } from '@jest/globals'
import type { Claim, Note } from '../../src/core/clinical-note.ts'
import { draft, handWritten, noteOf, rulesOf, statementsOf, talk, verify } from './dialogues.ts'

const isOrder = ({ kind, change }: Claim): boolean => kind === 'request' || kind === 'follow-up' || change !== undefined

/** Each coded order in one line. */
const ordersOf = (note: Note): readonly string[] =>
  statementsOf(note)
    .flatMap(({ claims }) => claims)
    .filter(isOrder)
    .map(({ kind, change, display, value, unit, frequency, duration, when, reason }) =>
      [change ?? kind, display, value === undefined ? undefined : `${value} ${unit}`, frequency, duration, when, reason]
        .filter((part) => part !== undefined)
        .join(' | '),
    )

const opening = ['C: How can I help?', 'P: I have a cough.'] as const

const told: readonly (readonly [rule: string, line: string, orders: readonly string[]])[] = [
  ['D147', "C: I'm going to start you on doxycycline one hundred milligrams twice a day for five days.", ['started | doxycycline | 100 mg | twice a day | 5 days']],
  ['D147', "C: I want you to stop the naproxen because it's upsetting your stomach.", ["stopped | naproxen | it is upsetting the stomach"]],
  ['D147', 'C: Keep taking the metformin.', ['continued | metformin']],
  ['D289', "C: Don't stop the metformin.", ['continued | metformin']],
  ['D147', "C: We'll increase your ramipril to ten milligrams once a day.", ['changed | ramipril | 10 mg | once a day']],
  ['D147', "C: We'll increase your ramipril from five milligrams to ten milligrams.", ['changed | ramipril | 10 mg']],
  ['D147', "C: We'll reduce your ramipril by five milligrams.", ['changed | ramipril']],
  ['D147', "C: We'll cut the prednisolone down to ten milligrams a day.", ['changed | prednisolone | 10 mg']],
  ['D147', 'P: I came off the sertraline in January.', ['stopped | sertraline']],
  ['D147', 'P: I stopped taking the naproxen because of the heartburn.', ['stopped | naproxen | heartburn']],
  ['D148', "C: I'll refer you to the dermatologist.", ['request | dermatologist']],
  ['D148', "C: I'll send you for some bloods and a chest x-ray.", ['request | bloods', 'request | chest x-ray']],
  ['D148', "C: I'll order an ultrasound of your left knee.", ['request | ultrasound of the left knee']],
  ['D148', "C: Let's get a urine sample and an ECG.", ['request | urine sample', 'request | ECG']],
  ['D149', "C: I'd like you to come back in two weeks.", ['follow-up | review in two weeks | in two weeks']],
  ['D148', "C: I've referred you to a cardiologist at the hospital.", ['request | cardiologist']],
  ['D148', "C: I'm going to refer you to a stroke clinic.", ['request | stroke clinic']],
  ['D149', "C: We'll have a follow-up in a week's time.", ['follow-up | review in a week | in a week']],
  ['D149', 'C: Make an appointment to see me in ten days.', ['follow-up | review in ten days | in ten days']],
  ['D149', "C: I'll see you again next week to check the wound.", ['follow-up | review next week | next week']],
] // biome-ignore format: one row a line

test.each(told)('%s: an order that stands is a fact: %s', (_, line, expected) => {
  const segments = talk(...opening, line)
  const note = draft(segments)
  const own = statementsOf(note).filter(({ claims }) => claims.some(isOrder))
  const found = verify(note, segments).findings.filter(({ statementId }) => own.some(({ id }) => id === statementId))

  expect(ordersOf(note)).toEqual(expected)
  expect(found).toEqual([])
})

const open: readonly (readonly [rule: string, ...lines: readonly string[]])[] = [
  ['D147', 'C: We could start you on amlodipine.'],
  ['D147', "C: If it doesn't settle we'll start you on prednisolone twenty five milligrams once a day."],
  ['D147', "C: I'll start you on sertraline.", "P: No, I'd rather not."],
  ['D147', 'C: You might want to stop the naproxen.'],
  ['D147', 'P: I stopped my ramipril for a while but started again.'],
  ['D147', 'P: My mum stopped taking the naproxen.'],
  ['D148', 'C: We might need an x-ray of your knee.'],
  ['D148', "C: If it's no better I'll refer you to the dermatologist."],
  ['D148', 'C: Your bloods came back fine.'],
  ['D148', "C: You don't need an x-ray, I'll send you home with some advice."],
  ['D149', "C: Come back in two weeks if it's not better."],
  ['D149', 'C: You could come back next week or just call me.'],
  ['D147', "C: I'm going to start the antibiotics today."],
  ['D147', "C: We'll put the metformin question to the specialist."],
  ['D147', "C: I'm going to give your mum some amoxicillin."],
  ['D148', "C: I'll send you a message about your blood tests."],
  ['D148', "C: I'll check your blood test results."],
  ['D148', "C: I'll get the x-ray report from the hospital."],
  ['D148', "C: We'll get your husband an x-ray."],
  ['D148', 'C: I will refer to the guidelines of the cardiology society.'],
  ['D149', 'C: The rash will come back in two weeks.'],
  ['D149', 'C: The results come back in two days.'],
]

test.each(open)('%s: what is open is no order: %s', (_, ...lines) => {
  expect(ordersOf(draft(talk(...opening, ...lines)))).toEqual([])
})

const said = talk(
  'C: How can I help?',
  'P: I stopped the ramipril but started again.',
  'C: I want you to stop the naproxen.',
  "C: I'll refer you to the dermatologist.",
  'C: We might need a chest x-ray.',
  "C: I'll see you again next week.",
)

const claimOf = (kind: Claim['kind'], display: string, more: Partial<Claim> = {}): Claim => ({
  kind,
  concept: display,
  display,
  polarity: 'present',
  certainty: 'certain',
  person: 'patient',
  time: 'current',
  ...more,
})

const planted: readonly (readonly [rule: string, text: string, order: Claim, segment: number])[] = [
  ['claim-mismatch', 'Advised: stop the naproxen.', claimOf('medication', 'naproxen', { change: 'started' }), 2],
  ['claim-mismatch', 'Advised: stop the naproxen.', claimOf('medication', 'ramipril', { change: 'stopped' }), 2],
  ['claim-mismatch', 'Advised: stop the naproxen.', claimOf('medication', 'naproxen', { change: 'stopped', value: 5, unit: 'mg' }), 2],
  ['claim-mismatch', 'Advised: stop the naproxen.', claimOf('medication', 'naproxen', { change: 'stopped', reason: 'it hurts' }), 2],
  ['claim-mismatch', 'Plan: refer to the dermatologist.', claimOf('request', 'cardiologist'), 3],
  ['claim-mismatch', 'Plan: refer to the dermatologist.', claimOf('request', 'dermatologist', { polarity: 'absent' }), 3],
  ['not-asserted', 'Advised: we might need a chest x-ray.', claimOf('request', 'chest x-ray'), 4],
  ['claim-mismatch', 'Plan: see you again next week.', claimOf('follow-up', 'see you again next week', { when: 'tomorrow' }), 5],
  ['claim-mismatch', 'Plan: see you again next week.', claimOf('follow-up', 'see you again next week'), 5],
] // biome-ignore format: one row a line

test.each(planted)('D147, D148, D149: %s is found: %s', (rule, text, order, segment) => {
  const words = text.replace(/^\w+: /, '').replace(/\.$/, '')
  const statement = { ...handWritten(text, [{ segment }], said), claims: [claimOf('plan', words), order] }

  expect(rulesOf(verify(noteOf('plan', statement), said))).toContain(rule)
})

test('D147: a stopped medicine that the patient takes again is found', () => {
  const order = claimOf('medication', 'ramipril', { change: 'stopped', time: 'past' })
  const statement = { ...handWritten('Stopped ramipril.', [{ segment: 1 }], said), claims: [order] }

  expect(rulesOf(verify(noteOf('subjective', statement), said))).toContain('not-asserted')
})

test('D147: a medicine of the record keeps the dose that was recorded', () => {
  const segments = talk('C: How can I help?', 'P: I have a cough.')
  const record = [{ reference: 'MedicationStatement/m', kind: 'medication', display: 'Allopurinol', dose: '300 mg once a day' }] as const // biome-ignore format: one row
  const note = draft(segments, record)
  const statement = statementsOf(note).find(({ text }) => text.startsWith('Takes'))
  const changed = statement && { ...statement, text: 'Takes Allopurinol 100 mg once a day (from the record).' }

  expect(statement?.text).toBe('Takes Allopurinol 300 mg once a day (from the record).')
  expect(statement?.claims.map(({ dose }) => dose)).toEqual(['300 mg once a day'])
  expect(verify(note, segments, record).findings).toEqual([])
  expect(changed && rulesOf(verify(noteOf('subjective', changed), segments, record))).toEqual(expect.arrayContaining(['claim-mismatch', 'number-mismatch'])) // biome-ignore format: one row
})
