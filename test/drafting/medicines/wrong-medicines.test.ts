/** Words that tempt the drafter to state a medicine, an allergy or a symptom that nobody has; each talk is our own. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const textsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts('C: How can I help?', "P: I've had a cough for three days.", 'C: I see.', ...lines, 'C: Okay.')

// biome-ignore format: one row a line
test.each<readonly [barred: RegExp, ...lines: readonly string[]]>([
  // The end of a medicine is no end of the symptom told before it.
  [/Cough, now/,        'P: They stopped my clopidogrel.'],
  [/Cough, now/,        "P: They stopped Mum's clopidogrel."],
  // Never begun, or stopped for some days.
  [/^Takes/,            'P: They put me on methotrexate once a week but I never started.'],
  [/^Takes/,            "P: My doctor put me on sertraline in the morning. I haven't filled it."],
  [/^(?:Stopped|No longer)/, 'P: I stopped the ramipril for two days.'],
  [/^No longer/,        'P: They stopped my clopidogrel for the operation.'],
  [/^No longer/,        'P: The metformin went in the bin by accident so I got more.'],
  // Another person, another time, a possibility.
  [/^Takes/,            'P: My little one takes melatonin every night.'],
  [/^Takes/,            'C: What medicines does your mum take?', 'P: Ramipril, five milligrams every day.'],
  [/^Takes/,            'C: What tablets is your husband on?', 'P: Warfarin every night.'],
  [/^Takes/,            'C: What were you taking before the pregnancy?', 'P: Sertraline, fifty milligrams in the morning.'],
  [/^Takes/,            'C: What did they give you in hospital?', 'P: Ceftriaxone, one gram every day.'],
  [/^Takes/,            'C: What have you got in the cupboard?', 'P: Tramadol, fifty milligrams.'],
  [/^Takes/,            'C: What would you like to try?', 'P: Sertraline, in the morning.'],
  [/^Takes/,            'C: You can take paracetamol every four hours.', 'P: Yes.'],
  [/Does not/,          'C: How often do you use the salbutamol?', "P: I don't really like it."],
  // Rates, doses and names that cannot both hold.
  [/daily|weekly/,      'C: Let me run through your list. Methotrexate, ten milligrams daily?', 'P: Yes, weekly.'],
  [/5 mg/,              'P: I take ramipril five milligrams, or ten, I forget.'],
  [/^Takes/,            'P: I take either ramipril or perindopril every day.'],
  [/on Monday\./,       'P: I take the ramipril on Mondays and Thursdays.'],
  [/on Sunday/,         'P: I take levothyroxine, one hundred and fifty and then one hundred on Sundays.'],
  // Allergies.
  [/^No known/,         "P: I'm not allergic to anything but bees."],
  [/^Allergic/,         "P: The nurse put me down as allergic to morphine, but I'm not."],
  [/^Allergic/,         "C: You're allergic to penicillin, it says here.", "P: It's the dog that's allergic."],
  [/^Allergic/,         "C: You can't have codeine while you're breastfeeding.", 'P: No.'],
  [/^Allergic/,         "C: You can't have ibuprofen with your kidneys.", 'P: No.'],
  [/^Allergic/,         "C: You can't take aspirin with warfarin, right?", 'P: Right.'],
  [/^Allergic/,         "C: He can't have penicillin, is that your son?", 'P: Yes.'],
  [/^Allergic/,         'C: Penicillin allergy?', 'P: Yes, my twin.'],
  // Replies that take the question back, or tell of somebody else.
  [/^No chest/,         'C: No chest pain?', 'P: No, there is.'],
  [/^No chest/,         'C: No chest pain.', 'P: No, I do.'],
  [/headache|fever/,    'C: Headache. Fever. Rash.', 'P: No, just the first.'],
  [/^No shortness/,     'C: So you get breathless only on hills.', 'P: No, on the flat as well.'],
  [/^Vomiting/,         'C: Any vomiting?', 'P: Yes, my husband.'],
  [/^Vomiting/,         'C: Any vomiting?', 'P: Yes, the kids.'],
  [/^No fever/,         'C: Have you had a fever?', 'P: Not any more.'],
  [/resolved/,          'P: The rash came and went and came back.'],
])('D337: not stated: %s: %s %s', (barred, ...lines) => {
  expect(textsOf(...lines).filter((text) => barred.test(text))).toEqual([])
})

test('D337: a medicine that the patient tells beside such words is still stated', () => {
  expect(textsOf('C: What does your husband take?', 'P: I take ramipril, five milligrams, every day.')).toContain('Takes ramipril 5 mg every day.') // biome-ignore format: short
})
