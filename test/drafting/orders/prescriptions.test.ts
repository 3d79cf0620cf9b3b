/** A medicine is started, changed, continued or stopped in any form of a sentence, if all other words are light; its slots may follow. D289. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftAdvice } from '../../../src/drafting/extract/advice.ts'
import { draft, talk, verify } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]) => draftAdvice(readDialogue(talk(...lines)))
const textsOf = (...lines: readonly string[]) => linesOf(...lines).map(({ text }) => text)

// biome-ignore format: one row a line
const orders: readonly (readonly [form: string, text: string, ...lines: string[]])[] = [
  ['slots first',  'Start ramipril 5 mg every morning.',                   'C: Each morning, five milligrams of ramipril.'],
  ['slots first',  'Start prednisolone 50 mg once a day for 3 days.',      'C: For three days I want you to take fifty milligrams of prednisolone once a day.'],
  ['slots first',  'Start cefalexin 500 mg 4 times a day for 7 days.',     'C: So four times a day for seven full days, five hundred milligrams of cefalexin.'],
  ['slots first',  'Start melatonin 2 mg at night.',                       'C: Two milligrams of melatonin at night, please.'],
  ['slots first',  'Start amlodipine 10 mg once a day.',                   'C: Ten milligrams once a day of the amlodipine is what I suggest.'],
  ['treating',     'Start doxycycline 100 mg twice a day for 1 week.',     'C: We treat that with doxycycline, a hundred milligrams twice a day for a week.'],
  ['treating',     'Prescribe omeprazole 20 mg once a day for a fortnight.', "C: I'm going to prescribe omeprazole, twenty milligrams once a day for a fortnight."],
  ['treating',     'Start naproxen 250 mg twice a day.',                   'C: There is a medicine called naproxen that does the trick. Two hundred and fifty milligrams, twice a day.'],
  ['treating',     'Start sertraline 50 mg in the morning.',               'C: I think you would do well on sertraline, so begin with fifty milligrams in the morning.'],
  ['treating',     'Start loratadine 10 mg once a day.',                   'C: Ask the pharmacist for loratadine, and take ten milligrams once a day.'],
  ['after',        'Start trimethoprim 300 mg at night for 3 days.',       "C: We'll go with trimethoprim.", 'C: Three hundred milligrams at night for three days.'],
  ['after',        'Start metformin 500 mg twice a day.',                  "C: I'd like to get some metformin into you.", 'P: How much?', 'C: Five hundred milligrams, twice a day.'],
  ['after',        'Start salbutamol 2 puffs as needed.',                  'C: I propose salbutamol. How it works is two puffs, as needed.'],
  ['after',        'Start nitrofurantoin 100 mg twice a day for 5 days.',  'C: Here is a script for nitrofurantoin.', 'P: Right.', 'C: That is a hundred milligrams, twice a day for five days.'],
  ['after',        'Start famotidine 20 mg twice a day.',                  'C: Shall we say famotidine? Twenty milligrams, twice a day.'],
  ['taken back',   'Give codeine 30 mg 4 times a day.',                  "C: I'll give you codeine, sixty milligrams. Scrap that. Thirty milligrams, four times a day."],
  ['taken back',   'Start amitriptyline 10 mg at night.',                  'C: Take amitriptyline, twenty five milligrams, no, what am I saying, ten milligrams at night.'],
  ['taken back',   'Start aspirin 100 mg once a day.',                     'C: I will start aspirin, three hundred milligrams, let me correct that, a hundred milligrams once a day.'],
  ['taken back',   'Start furosemide 20 mg in the morning.',               'C: Some furosemide, forty milligrams, correction, twenty milligrams in the morning.'],
  ['taken back',   'Start ibuprofen 400 mg 3 times a day.',                'C: Use ibuprofen, two hundred milligrams. Ignore that. Four hundred milligrams three times a day.'],
  ['stopped',      'Stop methotrexate.',                                   "C: I'm taking methotrexate off your repeat, don't take it any longer."],
  ['stopped',      'Stop diclofenac.',                                     'C: You can throw out the diclofenac, you are done with it.'],
  ['stopped',      'Stop amlodipine.',                                     'C: The amlodipine has to go, I am afraid.'],
  ['stopped',      'Stop gabapentin.',                                     'C: No more gabapentin, please?'],
  ['stopped',      'Stop warfarin.',                                       'C: I want you off the warfarin from today.'],
  ['continued',    'Continue sertraline.',                                 "C: Don't stop the sertraline."],
  ['continued',    'Continue lamotrigine.',                                'C: Nothing changes with lamotrigine, you keep on with that.'],
  ['continued',    'Continue perindopril.',                                "C: I'll renew the perindopril, do continue it."],
  ['continued',    'Continue allopurinol.',                                'C: The allopurinol stays as it is.'],
  ['continued',    'Continue tiotropium.',                                 'C: You can carry on with the tiotropium, same as always.'],
  ['changed',      'Change metformin from 500 mg to 1 g.',                 'C: Metformin now goes from five hundred milligrams to one gram.'],
  ['changed',      'Change bisoprolol from 5 mg to 2.5 mg.',               'C: Your bisoprolol dose needs to change. Five milligrams now, two point five milligrams from here on.'],
  ['changed',      'Change lansoprazole from 30 mg to 15 mg.',             "C: You'll be on fifteen milligrams of lansoprazole in future, instead of thirty milligrams."],
  ['changed',      'Change furosemide to 40 mg.',                          "C: Let's bump the furosemide to forty milligrams."],
  ['changed',      'Change esomeprazole from 40 mg to 20 mg.',             'C: With the esomeprazole, twenty milligrams from tomorrow rather than forty milligrams.'],
]
test.each(orders)('D289: %s: %s %s', (_, text, ...lines) => {
  expect(textsOf(...lines, 'P: OK.')).toEqual([text])
})

test.each(orders)('D289: the verifier follows the order: %s: %s %s', (_, text, ...lines) => {
  const segments = talk('P: I have a cough.', ...lines, 'P: OK.')
  const { findings } = verify(draft(segments), segments)

  expect([text, findings.map(({ rule }) => rule)]).toEqual([text, []])
})

// biome-ignore format: one row a line
const others: readonly (readonly string[])[] = [
  ['C: You could have naproxen, five hundred milligrams twice a day.'],
  ['C: If it hurts take codeine, thirty milligrams, four times a day.'],
  ['C: My husband takes ramipril, five milligrams once a day.'],
  ['C: I had you on ramipril, five milligrams once a day.'],
  ['C: The dose is ten milligrams or twenty milligrams of amitriptyline at night.'],
  ["C: Let's put you on ramipril, five milligrams once a day.", 'P: No thanks, I would rather not.'],
  ["C: Let's put you on ramipril, five milligrams once a day. Actually, no, scrap that."],
  ['P: I take ramipril.', 'C: So you have ramipril, five milligrams once a day.'],
  ['C: I will start amoxicillin, and codeine thirty milligrams at night.'],
]
test.each(others)('D289: a doubt, a condition, another person or another time starts nothing: %s', (...lines) => {
  expect(linesOf(...lines, 'P: OK.').flatMap(({ claims }) => claims).filter(({ change }) => change === 'started')).toEqual([]) // biome-ignore format: short
})
