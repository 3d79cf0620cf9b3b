/** Medicines told in any form of words, ended, or denied by parts, with talks of our own. D330. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const medicinesOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => /takes?|medicines/i.test(text))

// biome-ignore format: one row a line
test.each<readonly [statement: string, ...lines: readonly string[]]>([
  ['Takes ramipril 5 mg in the morning.',            'P: I have the little white one, ramipril, five milligrams, of a morning.'],
  ['Takes amlodipine 10 in the morning.',               "C: What's in the dosette?", "P: There's amlodipine, ten, in the morning, that one."],
  ['Takes bisoprolol 1.25 mg with breakfast.',       "P: They've got me on bisoprolol, one point two five milligrams with my breakfast."],
  ['Takes perindopril 4 mg before bed.',             "C: Any tablets?", "P: My daughter does my tablets, it's perindopril, four milligrams, before I go to bed."],
  ['Takes prednisolone 0.5 mg every other day.',     'P: I am on prednisolone, point five milligrams, every second day.'],
  ['Takes vitamin B12 every 3 months.',              'P: The nurse gives me vitamin B12 every three months.'],
  ['Takes levothyroxine 100 micrograms before breakfast.', 'C: Medications?', 'P: Just me levothyroxine. A hundred mikes before breakfast.'],
  ['Takes metformin 1.5 g at night.',                'P: I take metformin, one and a half grams at night.'],
  // The clinician reads it out of a list, or takes it for granted.
  ['Takes amlodipine 5 mg.',                         "C: Let me check what you're on.", 'C: Amlodipine, five milligrams.', 'P: Yes.'],
  ['Takes furosemide in the morning.',               'C: Let me run through your tablets. Furosemide?', 'P: Yep, in the morning.'],
  ['Takes mirtazapine 0.5 tablet at night.',         'C: How much mirtazapine do you have?', 'P: Half a tablet at night.'],
  // It has ended, or is not taken.
  ['No longer takes fluoxetine.',                    'C: Still on the fluoxetine?', 'P: Nah, that went in the bin ages ago.'],
  ['No longer takes amitriptyline.',                 'C: And the amitriptyline?', "P: I'm off that now."],
  ['No longer takes clopidogrel.',                   'P: They stopped my clopidogrel after twelve months.'],
  ['Does not take perindopril.',                     "P: I haven't been taking the perindopril, it made me cough."],
  ['Does not take celecoxib.',                       'C: And the celecoxib?', "P: I haven't touched it since Christmas."],
  // All medicines are denied by the parts of the sentence.
  ['No medicines.',                                  "P: I'm not on a single tablet, doctor, never have been."],
  ['No medicines.',                                  'C: Are you on any medication?', 'P: I have never needed any.'],
])('D330: %s', (statement, ...lines) => {
  expect(medicinesOf(...lines)).toEqual([statement])
})

test('D330: each of several medicines has its own dose and rate', () => {
  const said = medicinesOf('C: Medicines?', 'P: Telmisartan, forty milligrams in the morning, and atorvastatin, twenty milligrams at night.') // biome-ignore format: short
  expect(said.toSorted()).toEqual(['Takes atorvastatin 20 mg at night.', 'Takes telmisartan 40 mg in the morning.'])
})

// A condition, a doubt, another person, an amount that is denied, an order and a number without a unit state nothing of their own.
// biome-ignore format: one row a line
test.each<readonly [barred: RegExp, ...lines: readonly string[]]>([
  [/Takes/,            'C: Any tablets?', 'P: Ramipril might be the name of the one my neighbour has every night.'],
  [/Takes/,            "P: My wife's on ramipril, five milligrams every day."],
  [/Takes/,            'P: I would take ramipril every day if you told me to.'],
  [/longer|Does not/,  'C: You are on allopurinol, three hundred milligrams, daily?', 'P: Not any more. A hundred milligrams now.'],
  [/longer/,           'P: I stopped the metformin and then they started it again.'],
  [/Takes/,            'C: Let me give you a prescription for sertraline.', 'P: Aye.'],
  [/Does not/,         'C: Are you up for an iron infusion?', 'P: I am not.'],
  [/ mg/,               "C: What's in the dosette?", "P: There's amlodipine, ten, in the morning."],
  [/mg/,               'P: I take metformin, two of the five hundred milligrams at night.'],
  [/^No medicines/,    'C: Any medicines?', 'P: No new ones.'],
])('D330: not stated: %s: %s %s', (barred, ...lines) => {
  expect(medicinesOf(...lines).filter((text) => barred.test(text))).toEqual([])
})
