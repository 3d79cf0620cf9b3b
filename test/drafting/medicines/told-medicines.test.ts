/** Medicines over several sentences, offers that become orders, and allergens that the patient keeps from. D342. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const linesOf = (...lines: readonly string[]): readonly string[] =>
  draftJudged(talk(...opening, ...lines)).flatMap(({ text, claims }) =>
    claims.some(({ kind }) => kind === 'medication' || kind === 'allergy') ? [text] : [],
  )

// biome-ignore format: one row a line
const taken: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Takes perindopril 5 mg every morning.',         'C: And for the blood pressure?', 'P: Sure. Perindopril. Five milligrams, every morning.'],
  ['Takes metoprolol 100 mg twice a day.',          'C: What do you take?', 'P: I take metoprolol.', 'C: Right.', 'C: Is that the fifty milligrams?', 'P: A hundred milligrams, twice a day.'],
  ['Takes Microgynon.',                             "C: You're taking the pill, aren't you?", 'P: Microgynon, yes.'],
  ['Takes atorvastatin 20 mg at night with food.',  'C: Which tablets do you take?', 'P: Atorvastatin, twenty milligrams, at night with food.'],
  ['Takes sertraline 50 mg every night.',           'C: Which tablets do you take?', 'P: Sertraline, fifty milligrams, once a night.'],
]
test.each(taken)('D342: a medicine that is taken is told over several sentences: %s', (text, ...lines) => {
  expect(linesOf(...lines)).toEqual([text])
})

test('D342: a bare name after words about somebody else is theirs', () => {
  expect(linesOf('C: Whose tablets are those?', "P: My wife's, you mean? Ramipril, five milligrams.")).toEqual([])
})

// biome-ignore format: one row a line
const ordered: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Start doxycycline 100 mg twice a day for 1 week.',           'C: How about some doxycycline?', 'P: Sure, whatever you think.', 'C: A hundred milligrams, twice a day, for a week.', 'P: Okay.'],
  ['Start sertraline 50 mg every morning with food for 4 weeks.', 'C: Would you be willing to try sertraline?', 'P: Yes I would.', 'C: Fifty milligrams, every morning, with food, for four weeks.', 'P: Okay.'],
  ['Start naproxen 500 mg twice a day for 1 week.',              "C: I'm scripting you some naproxen, five hundred milligrams, twice a day for a week.", 'P: Okay.'],
  ['Change ramipril from 5 mg to 10 mg.',                        "C: I'm nudging the ramipril from five to ten milligrams.", 'P: Okay.'],
  ['Change amlodipine from 5 mg to 10 mg.',                      "C: You're on five milligrams of amlodipine. Let's make it ten milligrams.", 'P: Okay.'],
  ['Stop ibuprofen.',                                            'C: Stop the ibuprofen, considering your kidneys.', 'P: Okay.'],
  ['Stop amlodipine.',                                           "C: Drop the amlodipine, it's swelling your ankles.", 'P: Okay.'],
]
test.each(ordered)('D342: an offer with its dose and an order with its reason are orders: %s', (text, ...lines) => {
  expect(linesOf(...lines)).toEqual([text])
})

test.each([
  ['C: Would you be happy to try sertraline?', "P: I'd rather not.", 'C: Fifty milligrams, once a day, for a month.', 'P: No thanks.'],
  ['C: Are you happy with the ramipril?', "P: Yes, it's fine.", 'C: Five milligrams once a day.', 'P: Yes.'],
  ['C: How about doxycycline? A hundred milligrams daily.', 'P: I had that last year. Made me sick.'],
  ['C: How about doxycycline? A hundred milligrams daily.', 'P: Let me think about it.'],
  ['C: How about doxycycline? A hundred milligrams daily.', 'P: Fine, if my wife agrees.'],
  ['C: Would you like codeine? Thirty milligrams four times a day.', "P: I'm fine thanks."],
  ['C: Would you like codeine? Thirty milligrams four times a day.', 'P: Is it addictive?', 'C: It can be. We could just use paracetamol.', "P: Let's do that."],
  ['C: How about amitriptyline? Ten milligrams at night.', 'P: My wife takes that.'],
  ['C: What about naproxen? Five hundred milligrams twice daily.', 'P: Is that safe with my kidneys?', 'C: Good point, no. Paracetamol then.', 'P: Okay.'],
  ["C: I'm considering naproxen, five hundred milligrams, twice a day for a week.", 'P: Okay.'],
])('D342: what is declined, reviewed or only considered is no order: %s', (...lines) => {
  expect(linesOf(...lines).filter((text) => /^Start/.test(text))).toEqual([])
}) // biome-ignore format: one row a line

// biome-ignore format: one row a line
const allergies: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Allergic to iodine: rash.',             'P: Oh, and iodine is out, I come out in a rash.'],
  ['Allergic to kiwi: lips swell up.',      "P: Kiwi and I don't mix, my lips swell up."],
  ['Allergic to prawns: hives.',            'P: Every time I eat prawns I come out in hives.'],
  ['Allergic to egg: hives.',               "P: One bite of egg and I'm covered in hives."],
  ['Allergic to penicillin: hives.',        "C: Is there any medicine I shouldn't give you?", "P: Don't give me penicillin.", 'C: Penicillin.', 'P: I come out in hives.'],
  ['Allergic to sulfa tablets: welts.',     'P: And those sulfa tablets are off the menu, I come up in welts.'],
]
test.each(allergies)(
  'D342: an allergen that the patient keeps from, with its reaction, is an allergy: %s',
  (text, ...lines) => {
    expect(linesOf(...lines)).toEqual([text])
  },
)

test.each([
  ['C: Any allergies?', 'P: Codeine makes me constipated.'],
  ['P: Ibuprofen is out because of my kidneys.'],
  ['P: Chocolate is out, I get migraines.'],
  ['P: My wife is the same, prawns are out, she comes up in hives.'],
  ['C: Any allergies?', 'P: Strawberries bring my son out in hives.'],
  ['P: Penicillin is out of stock, I had a rash when I asked.'],
  ['C: Any allergies?', 'P: Aspirin makes me bleed. My lips swell when I have a cold.'],
])('D342: a side effect, another reason or another person is no allergy: %s', (...lines) => {
  expect(linesOf(...lines).filter((text) => /^Allergic/.test(text))).toEqual([])
})

test.each([
  ["C: Let's go from five to ten milligrams of perindopril.", "P: I'm already on ten."],
  ['C: Are you on metformin?', "P: No. Gliclazide. That's what my mum had."],
  ['C: Do you take aspirin?', 'P: No. Clopidogrel was suggested.'],
  ['C: How about we stop the ramipril?', "P: I'd rather keep it."],
])('D342: a dose that is already taken, and a medicine of somebody else, are left out: %s', (...lines) => {
  expect(linesOf(...lines).filter((text) => /^(?:Change|Takes|Stop)/.test(text))).toEqual([])
})

test.each(['hospitals', 'hard work', 'mornings', 'my boss'])('D342: "allergic to %s" is a figure of speech', (name) => {
  expect(linesOf('C: Any allergies?', `P: I'm allergic to ${name}.`)).toEqual([])
})
