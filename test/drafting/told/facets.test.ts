/** What makes a trouble worse or better, what brings it on, where it is, how long a bout lasts and how often it comes, from question and reply. D365. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

type Row = readonly [complaint: string, question: string, reply: string, text: string]
// biome-ignore format: one row a line
const told: readonly Row[] = [
  ["I've got a sore hip.",        'What makes it worse?',              'Squatting, climbing the ladder.', 'Hip pain, worse with squatting, climbing the ladder.'],
  ["I've got a headache.",        'Does anything set it off?',         'Cold drinks.',                    'Headache, brought on by cold drinks.'],
  ["I've got a headache.",        'Does anything bring it on?',        'Staring at spreadsheets.',        'Headache, brought on by staring at spreadsheets.'],
  ["I've got a sore neck.",       'What helps?',                       'A heat pack.',                    'Neck pain, better with a heat pack.'],
  ["I've got a sore neck.",       'Does anything make it better?',     'Lying flat on the floor.',        'Neck pain, better with lying flat on the floor.'],
  ["I've got a headache.",        'Where is it?',                      'Behind my left eye.',             'Headache, left side, behind the eye.'],
  ["I've got knee pain.",         'Whereabouts?',                      'Under the kneecap.',              'Knee pain, under the kneecap.'],
  ['I get palpitations.',         'How long do they go for?',          'Half an hour.',                   'Palpitations, lasting half an hour.'],
  ["I've got chest pain.",        'How long does it last?',            'A few seconds.',                  'Chest pain, lasting a few seconds.'],
  ["I've got back pain.",         'Where is it?',                      'Between the shoulder blades.',    'Back pain, between the shoulder blades.'],
  ["I've got knee pain.",         'How often?',                        'Every couple of days.',           'Knee pain, every couple of days.'],
  ["I've been vomiting.",         'How many times?',                   'Five or six since midnight.',     'Vomiting, five or six times since midnight.'],
  ["I've been dizzy.",            'When does it come on?',             'Rolling over in bed.',            'Dizziness, on rolling over in bed.'],
  ["I've got a toothache.",       'When does it hurt?',                'When I bite down.',               'Toothache, when biting down.'],
  ["I've got a lump in my neck.", 'Is it getting bigger?',             "No, it's the same.",              'Neck lump, not getting bigger.'],
  ["I've got chest pain.",        'Is it getting better or worse?',    'Worse.',                          'Chest pain, getting worse.'],
]
test.each(told)('D365: "%s" "%s" "%s" gives "%s"', (complaint, question, reply, text) => {
  const lines = [`P: ${complaint}`, `C: ${question}`, `P: ${reply}`]
  const segments = talk(...lines)

  expect(draftTexts(...lines)).toEqual([text])
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const untold: readonly Row[] = [
  ["I've got knee pain.",   'How often do you see the physio?',            'Every week.',                              'Knee pain.'],
  ["I've got knee pain.",   'What makes it worse?',                        'Nothing in particular.',                   'Knee pain.'],
  ["I've got knee pain.",   'What makes it worse?',                        'My husband driving.',                      'Knee pain.'],
  ["I've got knee pain.",   'Does anything make it better?',               'Swimming used to.',                        'Knee pain.'],
  ["I've got knee pain.",   'Where is it?',                                'At the clinic they said the kneecap.',     'Knee pain.'],
  ["I've got stomach pain.", 'Does anything bring it on?',               'Talking to my mother in law.',             'Abdominal pain.'],
  ["I've got chest pain.",  'How long does it last?',                      'It was an hour once but now I am not sure.', 'Chest pain.'],
  ["I've been vomiting.",   'How many times?',                             'Ten tablets.',                             'Vomiting.'],
  ["I've got a cough.",     'Is it getting worse?',                        'My wife says so.',                         'Cough.'],
  ["I've got a headache.",  'How many times a week do you exercise?',      'Three times a week.',                      'Headache.'],
]
test.each(untold)('D365: "%s" "%s" "%s" gives no more than "%s"', (complaint, question, reply, text) => {
  expect(draftTexts(`P: ${complaint}`, `C: ${question}`, `P: ${reply}`)).toEqual([text])
})

test('D365: a reply of many figures is read in one pass', () => {
  const reply = `${'1'.repeat(2_000)}x`

  expect(draftTexts("P: I've got chest pain.", 'C: How long does it last?', `P: ${reply}`).join()).not.toContain(
    'lasting',
  )
})
