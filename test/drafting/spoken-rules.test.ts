/** Rules of speech, each with its linguistic reason and examples of its own. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, statementsOf, talk, verify } from './dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const

// An idiom means something as a whole; none of its words keeps its own sense.
const idioms = [
  'P: Honestly, the whole thing is a pain in the, the neck.',
  'P: The paperwork gives me a headache just thinking about it.',
  "P: I'm sick and tired of waiting.",
  'P: Parking here was a right pain in the backside.',
  'P: Getting the kids ready is a headache to sort out.',
  'P: My heart sank when I saw the queue.',
]

test.each(idioms)('docs/design/drafting.md#rules-of-the-drafter: a turn of speech names no symptom: %s', (line) => {
  const texts = draftTexts(...opening, line).filter((text) => !text.startsWith('Reports:'))

  expect(texts.filter((text) => !/^Cough/.test(text))).toEqual([])
})

// A phrase of time before the clause modifies its verb, as a phrase after the clause does.
// biome-ignore format: one row a line
const fronted: readonly (readonly [line: string, text: string])[] = [
  ["P: For about two weeks now I've had this headache.",          'Headache for about 2 weeks.'],
  ["P: For the last three days I've had a sore throat.",          'Sore throat for 3 days.'],
  ["P: So for a month now I've been having back pain.",           'Back pain for 1 month.'],
  ["P: Over the past four weeks I've had a ringing in my ears.",  'Ringing in ears for 4 weeks.'],
  ["P: For nearly six months I've had knee pain.",                'Knee pain for about 6 months.'],
]

test.each(fronted)(
  'docs/design/drafting.md#rules-of-the-drafter: a time before the clause belongs to it: %s',
  (line, text) => {
    expect(draftTexts('C: How can I help?', line)).toContain(text)
  },
)

// A name with a dose beside it, or an answer about the dose of the medicine just named, is one regimen.
// biome-ignore format: one row a line
const regimens: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Takes perindopril 5 mg every morning.',   'C: What medicines do you take?', 'P: Perindopril.', 'C: What dose is that?', 'P: Five milligrams.', 'C: And how often?', 'P: Every morning.'],
  ['Takes gliclazide 60 mg once a day.',      'C: Do you take any regular medicines?', 'P: I take gliclazide.', 'C: How much of it?', 'P: Sixty milligrams once a day.'],
  ['Takes rosuvastatin 10 mg at night.',      'C: Anything else?', 'P: And rosuvastatin, ten milligrams, at night.'],
  ['Takes amlodipine 5 mg once a day.',       'C: Anything else?', 'P: Amlodipine, five milligrams, once a day.'],
  ['Takes escitalopram 20 mg in the morning.', 'C: What do you take?', 'P: I take escitalopram.', 'P: Twenty milligrams in the morning.'],
]

test.each(regimens)(
  'docs/design/drafting.md#rules-of-the-drafter: a regimen over several turns: %s',
  (text, ...lines) => {
    const segments = talk(...opening, ...lines)

    expect(draftTexts(...opening, ...lines)).toContain(text)
    expect(verify(draft(segments), segments).findings).toEqual([])
  },
)

// biome-ignore format: one row a line
const unbound: readonly (readonly [dose: RegExp, ...lines: readonly string[]])[] = [
  [/lisinopril.*20/i,  'C: Do you take anything?', 'P: I take lisinopril.', 'C: And do you smoke?', 'P: Twenty a day.'],
  [/lisinopril.*500/i, 'C: Do you take anything?', 'P: I take lisinopril.', 'P: My wife takes metformin, five hundred milligrams.'],
  [/lisinopril.*10 mg/i, 'C: Do you take anything?', 'P: I used to take lisinopril.', 'C: How much?', 'P: Ten milligrams.'],
]

test.each(unbound)('docs/design/drafting.md#rules-of-the-drafter: no dose from a neighbour: %s', (dose, ...lines) => {
  expect(draftTexts(...opening, ...lines).filter((text) => dose.test(text))).toEqual([])
})

// An order and its dose in two sentences; the next sentence has no medicine of its own.
// biome-ignore format: one row a line
const orders: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Give famotidine 40 mg once a day for 2 weeks.',        "C: I'm going to give you some famotidine.", 'C: So take forty milligrams once a day for two weeks.'],
  ['Prescribe naproxen 250 mg twice a day for 5 days.',    "C: I'll prescribe naproxen.", "C: It's 250 milligrams twice a day for five days."],
  ['Start sertraline 50 mg in the morning.',               "C: Let's start sertraline.", 'P: OK.', 'C: Fifty milligrams in the morning.'],
  ['Give doxycycline 100 mg twice a day for 7 days.',      "C: I'll give you doxycycline.", 'C: One hundred milligrams twice a day for seven days.'],
  ['Start amlodipine 5 mg every morning.',                 "C: We'll start amlodipine.", 'C: Five milligrams every morning.'],
]

test.each(orders)(
  'docs/design/drafting.md#rules-of-the-drafter: the dose is that of the medicine just ordered: %s',
  (text, ...lines) => {
    const segments = talk(...opening, ...lines)

    expect(draftTexts(...opening, ...lines)).toContain(text)
    expect(verify(draft(segments), segments).findings).toEqual([])
  },
)

test('docs/design/drafting.md#rules-of-the-drafter: a dose of a medicine that nobody names is no order', () => {
  expect(draftTexts(...opening, 'C: So take forty milligrams every morning for eight weeks.').filter((text) => /40/.test(text))).toEqual([]) // biome-ignore format: short
})

// "Can you ...?" asks for an act, and not for information.
// biome-ignore format: one row a line
const asked: readonly (readonly [line: string, text: string])[] = [
  ['C: Can you come back in two weeks?',          'Review in two weeks.'],
  ['C: Could you bring in a urine sample tomorrow?', 'Arrange urine sample tomorrow.'],
  ['C: Would you avoid alcohol this week?',     'Avoid alcohol this week.'],
  ['C: Can you stop the ibuprofen?',              'Stop ibuprofen.'],
  ['C: Could you book a review for next month?',  'Review next month.'],
]

test.each(asked)(
  'docs/design/drafting.md#rules-of-the-drafter: a request in the form of a question is an order: %s',
  (line, text) => {
    expect(draftTexts(...opening, line, 'P: Sure.')).toContain(text)
  },
)

// "That's right" agrees with the sentence of the question, and keeps its polarity.
// biome-ignore format: one row a line
const agreements: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['No rash.',        'C: And no rashes, is that right?', "P: Yeah, that's right."],
  ['No head injury.', 'C: And no knocks to the head, is that right?', 'P: That is right.'],
  ['No vomiting.',    'C: So no vomiting, am I right?', "P: You're right."],
  ['No chest pain.',  'C: So no chest pain, is that correct?', "P: That's right, yes."],
  ['No fever.',       "C: You haven't had a fever?", 'P: Too right.'],
  ['No fever.',       'C: No fever, is that correct?', 'P: Correct.'],
  ['Rash.',           'C: You have a rash, is that right?', "P: Yeah, that's right."],
]

test.each(agreements)(
  'docs/design/drafting.md#rules-of-the-drafter: who agrees with a denial denies: %s',
  (text, ...lines) => {
    const segments = talk(...opening, ...lines)
    const own = draftTexts(...opening, ...lines).filter((each) => !each.startsWith('Cough'))

    expect(own).toEqual([text])
    expect(verify(draft(segments), segments).findings).toEqual([])
  },
)

// The claim of a habit has its amount, so that a reader of the claims knows what a reader of the sentence knows.
// biome-ignore format: one row a line
const habits: readonly (readonly [frequency: string, ...lines: readonly string[]])[] = [
  ['15 a day',                            'C: Do you smoke at all?', 'P: Yeah, about fifteen a day.'],
  ['6 standard drinks a week',            'C: And do you drink much alcohol?', 'P: About six standard drinks a week.'],
  ['2 beers a week',                      'P: I have two beers a week.'],
  ['a couple of glasses of wine a night', 'C: Alcohol?', 'P: A couple of glasses of wine a night.'],
]

test.each(habits)(
  'docs/design/drafting.md#rules-of-the-drafter: the claim of a habit has its amount: %s',
  (frequency, ...lines) => {
    const segments = talk(...opening, ...lines)
    const note = draft(segments)

    expect(statementsOf(note).flatMap(({ claims }) => claims.flatMap((claim) => claim.frequency ?? []))).toEqual([frequency]) // biome-ignore format: short
    expect(verify(note, segments).findings).toEqual([])
  },
)

const moments = ['anything is sore', 'it hurts', 'this is tender', 'that gives you pain', 'it is uncomfortable'].map((what) => `C: Let me know if ${what}.`) // biome-ignore format: one row

test.each(moments)(
  'docs/design/drafting.md#rules-of-the-drafter: words during the examination are no safety net: %s',
  (line) => {
    const note = draft(talk(...opening, line))

    expect(statementsOf(note).filter(({ claims }) => claims.some(({ kind }) => kind === 'safety-net' || kind === 'plan'))).toEqual([]) // biome-ignore format: short
  },
)

const sequences = ['the headache', 'it', 'each attack', 'breakfast', 'I go to bed'].slice(0, 3).map((what) => `P: I get flashing lights before ${what}.`) // biome-ignore format: one row

test.each(sequences)(
  'docs/design/drafting.md#rules-of-the-drafter: "before" with a noun is an order of events, and no past: %s',
  (line) => {
    expect(draftTexts(...opening, line).filter((text) => /previously|past/.test(text))).toEqual([])
  },
)

// A no to a question with an amount may deny the amount alone, and the medicine goes on.
const deniedAmounts = [
  ["C: You're on Lasix, 40 mg?", 'P: Not any more. Twenty milligrams now.'],
  ['C: Are you on ramipril, five milligrams?', 'P: No, ten.'],
  ['C: Do you take metformin twice a day?', 'P: No, just in the morning.'],
  ['C: Are you still taking the amlodipine?', "P: No, it's ten milligrams these days."],
  ['C: Are you using your salbutamol four times a day?', 'P: No.'],
  ['C: Do you take metformin tablets?', 'P: No, I take gliclazide.'],
]

test.each(deniedAmounts)(
  'docs/design/drafting.md#rules-of-the-drafter: a denied amount denies no medicine: %s',
  (...lines) => {
    expect(
      draftTexts(...opening, ...lines).filter((text) => /^(?:Does not take|Has not taken|No )/.test(text)),
    ).toEqual([])
  },
)
