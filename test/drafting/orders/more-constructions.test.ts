/** Constructions of orders, visits and safety nets, each with examples of its siblings. D285, D286, D289. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { draft, talk, verify } from '../dialogues.ts'

const textsOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
const orders: readonly (readonly [form: string, said: string, text: string])[] = [
  ['a service by light words', 'You are booked for a liver ultrasound.',                        'Arrange liver ultrasound.'],
  ['a service by light words', 'I will line up a chest X-ray.',                                 'Arrange chest X-ray.'],
  ['a service by light words', 'On the form I am ticking a ferritin.',                          'Arrange iron studies (ferritin).'],
  ['a service by light words', 'I have you down for a hearing test.',                           'Arrange hearing test.'],
  ['a proposal',               'Would you mind having a throat swab?',                          'Arrange throat swab.'],
  ['a proposal',               'Shall we do an ECG?',                                           'Arrange ECG.'],
  ['a proposal',               'Shall we get a urine sample?',                                  'Arrange urine sample.'],
  ['a proposal',               'Would you mind getting a chest X-ray?',                         'Arrange chest X-ray.'],
  ['a need by its name',       'To get to the bottom of it, an MRI of the knee.',               'Arrange MRI of the knee.'],
  ['a need by its name',       'A referral to the sleep clinic makes sense.',                   'Refer to sleep clinic.'],
  ['a need by its name',       'You ought to see the cardiologist, so I am writing to them.',   'Refer to cardiologist.'],
  ['a need by its name',       "I've asked for an appointment with the dermatologist.",         'Refer to dermatologist.'],
  ['worth',                    'What does the most good is to stretch every morning.',          'Stretch every morning.'],
  ['worth',                    'What works best is to raise the foot on a stool.',              'Raise the foot on a stool.'],
  ['worth',                    'The best thing you can do is keep the knee moving.',            'Keep the knee moving.'],
  ['worth',                    'What helps most is to sleep on the other side.',                'Sleep on the other side.'],
  ['an address',               'Homework for you, check the feet every evening.',               'Check the feet every evening.'],
  ['an address',               'Promise me, cut out fizzy drinks.',                             'Cut out fizzy drinks.'],
  ['an address',               'Between you, take up the loose rugs.',                          'Take up the loose rugs.'],
  ['an address',               'Self care, so wash the lids with warm water.',                  'Wash the lids with warm water.'],
  ['an address',               'The joint likes to move, so keep it going through the day.',    'Keep it going through the day.'],
  ['a visit',                  'I want you back in four weeks.',                                'Review in four weeks.'],
  ['a visit',                  'Shall we say two weeks for a review?',                          'Review in two weeks.'],
  ['a visit',                  'Make a time for three weeks.',                                  'Review in three weeks.'],
  ['a visit',                  'Give it six days and come in again.',                           'Review in six days.'],
  ['a visit',                  'Come again in two full weeks.',                                 'Review in two weeks.'],
  ['a safety net',             'At the first sign of a fever, casualty.',                       'Go to the emergency department if fever.'],
  ['a safety net',             'Any chest pain, do not wait for me, go up to the hospital.',    'Go to hospital if chest pain.'],
  ['a safety net',             'If ever you black out, then it is the emergency department.',   'Go to the emergency department if blacking out.'],
  ['a safety net',             'Any fainting, day or night, get it seen.',                      'Seek medical help if fainting, day or night.'],
]
test.each(orders)('D289: %s: %s', (_, said, text) => {
  expect(textsOf(`C: ${said}`, 'P: OK.')).toEqual([text])
})

test('D289: the verifier lets every line stand', () => {
  const withheld = orders.flatMap(([, said, text]) => {
    const segments = talk('P: I have a cough.', `C: ${said}`, 'P: OK.')
    return verify(draft(segments), segments).findings.map(({ rule }) => `${rule}: ${text}`)
  })

  expect(withheld).toEqual([])
})

// biome-ignore format: one row a line
const silent: readonly (readonly string[])[] = [
  ['C: Would you mind having a throat swab?', 'P: I would rather not.'],
  ['C: You were booked for a liver ultrasound.'],
  ['C: Down the track we could line up a chest X-ray.'],
  ['C: The ferritin came back low.'],
  ['C: It would worry me if you drive.'],
  ['C: It would make it worse if you keep running.'],
  ['C: If you would take the stairs, what happens?'],
  ['C: My colleague says, take cold showers.'],
  ['C: In some people, rest makes it worse.'],
  ['C: He might come again in two weeks.'],
]
test.each(silent)('D289: a refusal, a doubt, a result or a worry orders nothing: %s', (...lines) => {
  expect(textsOf(...lines, 'P: OK.').filter((text) => !text.startsWith('Also said'))).toEqual([])
})
