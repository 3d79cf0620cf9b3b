/** Plan and safety net in the imperative: no word that changes an order is lost, and a sentence that fits no form stays a quote. D260. */
import { expect, test } from '@jest/globals'
import { tellAdvice } from '../../../src/drafting/dialogue/wording.ts'
import { putPlainly } from '../../../src/drafting/extract/plain/plan-lines.ts'
import { draft, rulesOf, statementsOf, talk, textsOf, verify } from '../dialogues.ts'

// biome-ignore format: one row a line
const rows: readonly (readonly [rule: string, said: string, line: string])[] = [
  ['the imperative needs no subject',             'You should keep the leg up in the evenings.', 'Keep the leg up in the evenings'],
  ['the imperative needs no subject',             "I'd like you to rest your voice until Sunday.", 'Rest the voice until Sunday'],
  ['the imperative needs no subject',             "I'm going to prescribe a steroid nasal spray.", 'Prescribe a steroid nasal spray'],
  ['the imperative needs no subject',             "Let's repeat your thyroid test in six weeks.", 'Repeat the thyroid test in six weeks'],
  ['the imperative needs no subject',             'You need to stop driving for one month.', 'Stop driving for one month'],
  ['a modal verb stays',                          'You can use a hot water bottle.', 'Can use a hot water bottle'],
  ['a modal verb stays',                          'You could try a wrist splint at night.', 'Could try a wrist splint at night'],
  ['a modal verb stays',                          'You may take codeine with it.', 'May take codeine with it'],
  ['a modal verb stays',                          'We can increase the atorvastatin to forty milligrams.', 'Can increase the atorvastatin to 40 mg'],
  ['a modal verb stays',                          'You can also gargle with salt water.', 'Can gargle with salt water'],
  ['"worth" weighs, and does not order',          "It's worth trying a heel raise.", 'Consider trying a heel raise'],
  ['"worth" weighs, and does not order',          "It's probably worth cutting down on coffee.", 'Consider cutting down on coffee'],
  ['"worth" weighs, and does not order',          'I think it is worth checking your iron.', 'Consider checking the iron'],
  ['"worth" weighs, and does not order',          "It's also worth wearing looser shoes.", 'Consider wearing looser shoes'],
  ['"worth" weighs, and does not order',          "It's certainly worth seeing a dentist.", 'Consider seeing a dentist'],
  ['a need that is denied stays denied',          "You don't need a scan at the moment.", 'No scan needed at the moment'],
  ['a need that is denied stays denied',          "You don't need antibiotics just yet.", 'No antibiotics needed just yet'],
  ['a need that is denied stays denied',          "I don't think you need an x-ray.", 'No x-ray needed'],
  ['a need that is denied stays denied',          "You don't need any antibiotics.", 'No antibiotics needed'],
  ['a need that is denied stays denied',          "There's no need for a scan.", 'No scan needed'],
  ['a need that is denied stays denied',          "I don't think that you need any stitches.", 'No stitches needed'],
  ['a need that is denied stays denied',          "You don't need a plaster cast.", 'No plaster cast needed'],
  ['a condition follows its action',              'If your ear starts to discharge, come back and see me.', 'Return if the ear starts to discharge'],
  ['a condition follows its action',              "If you can't keep fluids down, go to the emergency department.", 'Go to the emergency department if cannot keep fluids down'],
  ['a condition follows its action',              "Come back on Friday if it's no better.", 'Return on Friday if not better'],
  ['a condition follows its action',              'If you get a rash or a swollen tongue, call an ambulance.', 'Call an ambulance if a rash or a swollen tongue'],
  ['a condition follows its action',              "If things aren't settling by next week, give me a call.", 'Call if not settling by next week'],
  ['a condition follows its action',              "If next week you're still not better, I want you to come back.", 'Return if not better next week'],
  ['both actions stay',                           "If you're no better, give me a call or come back and see me.", 'Call or return if not better'],
  ['both actions stay',                           'If you get a fever, come back, or give us a ring.', 'Return or call if a fever'],
  ['words about the next talk are left out',      "Come back next week, and we'll see how you're getting on.", 'Come back next week'],
  ['words about the next talk are left out',      "If it's not better, come back and see me, and we can have another look.", 'Return if not better'],
  ['a regimen has no comma in it',                'Take naproxen, two hundred and fifty milligrams, twice a day with food.', 'Take naproxen 250 mg twice a day with food'],
  ['a regimen has no comma in it',                'Use the drops, twice a day, for a week.', 'Use the drops, twice a day, for a week'],
  ['a judgement of a measure is advice',          'Regular paracetamol would be sensible.', 'Regular paracetamol advised'],
  ['a judgement of a measure is advice',          'Keeping a food diary would be useful.', 'Keep a food diary'],
]

test.each(rows)('D260: %s: %s', (_rule, said, line) => {
  expect(putPlainly(tellAdvice(said))).toBe(line)
})

// biome-ignore format: one row a line
const quoted: readonly (readonly [why: string, said: string])[] = [
  ['it names the clinician',       'Take whatever I gave you last time.'],
  ['no order begins it',           'We could look at a brace at some point, but not today.'],
  ['a return says neither when nor if', 'Come back and see me.'],
  ['words were not heard',         'Take one [unintelligible] at night.'],
  ['it trails off',                'Keep an eye on it and'],
  ['it is a guess',                'Maybe take a week off, I guess.'],
  ['somebody doubts the order',    'I doubt that you should take steroids.'],
  ['nobody gives the order',       'Nobody thinks you should stop the warfarin.'],
  ['somebody else gives the order', 'Your sister thinks you need to take antibiotics.'],
  ['somebody else gives the order', 'The chemist told you that you must stop the ramipril.'],
  ['the order was given in other times', 'In the old days the advice was you should avoid eggs.'],
  ['it is a mistake',              'The wrong thing to do is to stop the insulin.'],
  ['it holds after something else', 'After the fever goes you should stop the tablets.'],
  ['it holds after something else', 'As long as the pain is bad you should take codeine.'],
  ['a warning follows',            "Take the tablets, and we'll see how you go, but stop them when you bleed."],
]

test.each(quoted)('D260: words that cannot be put plainly stay as they were said: %s', (_why, said) => {
  expect(putPlainly(tellAdvice(said))).toBeUndefined()
})

test('D260: neither a warning after an order nor an order before it is lost', () => {
  expect(putPlainly('Take it with food, which can help, but stop it when you bleed')).toBe(
    'Take it with food, which can help, but stop it when you bleed',
  )
  expect(putPlainly('Take ibuprofen, and for the rest of the week you should avoid alcohol')).toBe(
    'Take ibuprofen, and for the rest of the week you should avoid alcohol',
  )
})

// biome-ignore format: one row a line
const ofOthers = [
  'Your husband should take amoxicillin 500 mg three times a day.',
  'He should start amoxicillin 500 mg twice a day.',
  'Your wife will take amoxicillin 500 mg twice a day.',
  'I told my last patient to take amoxicillin 500 mg twice a day.',
  'I refuse to prescribe amoxicillin 500 mg twice a day.',
  'I am reluctant to prescribe amoxicillin 500 mg twice a day.',
  'It was a mistake to give amoxicillin 500 mg twice a day.',
  'Stop the amoxicillin, your brother says.',
  'Nobody thinks you should stop the amoxicillin.',
  'Your last doctor told you that you should stop the amoxicillin.',
]

test.each(ofOthers)('D147: no order for the patient, and no change of a medicine: %s', (said) => {
  const statements = statementsOf(
    draft(talk('C: How can I help?', 'P: I have a cough.', `C: ${said}`, 'P: Okay.')),
  ).filter(({ claims }) => claims.some(({ kind }) => kind === 'plan' || kind === 'medication'))

  expect(statements.filter(({ text }) => !text.startsWith('Also said: '))).toEqual([])
  expect(statements.flatMap(({ claims }) => claims.filter(({ kind }) => kind === 'medication'))).toEqual([])
})

test.each(['And my ramipril?', 'I have my ramipril at home.'])(
  'D147: after "%s" a dose is not that of the medicine before',
  (said) => {
    const texts = textsOf(draft(talk('C: How can I help?', 'P: I have heartburn.', "C: I'm going to give you famotidine.", `P: ${said}`, 'C: Ten milligrams once a day.', 'P: Okay.'))) // biome-ignore format: one row

    expect(texts.filter((text) => /famotidine.*10 mg/.test(text))).toEqual([])
  },
)

test.each([
  'Can you keep food down?',
  'Can you rest at night?',
  'Could you drink milk as a child?',
  'Could you take ibuprofen in the past?',
])('D260: a question about an ability is no order: %s', (said) => {
  const note = draft(talk('C: How can I help?', 'P: I have a cough.', `C: ${said}`, 'P: Yes.'))

  expect(note.sections.find(({ key }) => key === 'plan')?.statements).toEqual([])
})

test('D147: a dose for somebody else is not that of the medicine before', () => {
  const texts = textsOf(draft(talk('C: How can I help?', 'P: I have heartburn.', "C: I'm going to give you famotidine.", 'C: Your wife, forty milligrams at night.'))) // biome-ignore format: one row

  expect(texts.filter((text) => /famotidine.*40 mg/.test(text))).toEqual([])
})

test('D147: an order for a child is one for the patient', () => {
  const segments = talk('C: How old is your son?', 'P: He is four.', 'C: Does he have a cough?', 'P: Yes, my son has a cough.', 'C: He should start amoxicillin 250 mg twice a day.') // biome-ignore format: one row

  expect(textsOf(draft(segments))).toContain('Start amoxicillin 250 mg twice a day.')
})

test('D260: an order and its condition in two sentences are one line', () => {
  const segments = talk('C: How can I help?', 'P: I have a cough.', "C: If you get short of breath, or you're coughing up blood.", 'P: OK.', "C: I'd like you to come back straight away.") // biome-ignore format: one row
  const note = draft(segments)

  expect(textsOf(note)).toContain('Return straight away if short of breath, or coughing up blood.')
  expect(rulesOf(verify(note, segments))).toEqual([])
})

test('D260: an order that was not heard well is marked as unclear, and has no "possibly"', () => {
  const segments = talk('C: How can I help?', 'P: I have a cough.', "C~: I'd like you to drink plenty of fluids.")
  const note = draft(segments)

  expect(textsOf(note)).toContain('Drink plenty of fluids (recording unclear).')
  expect(rulesOf(verify(note, segments))).toEqual([])
})

// biome-ignore format: one row a line
const offers = [
  'C: We could look at a cream for your knee down the track.',
  'C: We might think about physiotherapy, but it is early days.',
  'C: We could weigh up an injection with the specialist.',
  'C: We might need a scan of the other hip in the new year.',
  'C: We could look into your blood tests some other time.',
]

test('D260: at most three quotes of the plan stand in the note, the reviewer sees the others, and no safety net is among them', () => {
  const net = 'C: If the swelling comes back while I am away, call us.'
  const note = draft(talk('C: How can I help?', 'P: My knee hurts.', ...offers, net))
  const quotes = textsOf(note).filter((text) => text.startsWith('Also said: "we '))

  expect(quotes.length).toBe(3)
  expect(note.openQuestions.filter((line) => line.startsWith('Not in the note: Also said: "we ')).length).toBe(2)
  expect(textsOf(note).filter((text) => /while I am away/.test(text)).length).toBe(1)
})

test('D260: the plan begins with medicines, and ends with follow-up and safety net', () => {
  const note = draft(
    talk(
      'C: How can I help?',
      'P: My knee hurts.',
      'C: If it gets worse, come back and see me.',
      "C: I'd like you to come back in two weeks.",
      'C: You should rest the leg.',
      "C: I'll refer you to a physio.",
      "C: I'm going to order an x-ray.",
      "C: I'm going to start you on naproxen, 250 milligrams twice a day for five days.",
    ),
  )

  expect(note.sections.find(({ key }) => key === 'plan')?.statements.map(({ text }) => text)).toEqual([
    'Start naproxen 250 mg twice a day for 5 days.',
    'Arrange x-ray.',
    'Refer to physio.',
    'Rest the leg.',
    'Review in two weeks.',
    'Return if worse.',
  ])
})

test('D260: an order of the note is found in its evidence', () => {
  const segments = talk('C: How can I help?', 'P: My knee hurts.', ...rows.map(([, said]) => `C: ${said}`))
  const note = draft(segments)
  const texts = new Map(statementsOf(note).map(({ id, text }) => [id, text]))

  expect(verify(note, segments).findings.map(({ rule, statementId }) => [rule, texts.get(statementId ?? '')])).toEqual(
    [],
  )
})
