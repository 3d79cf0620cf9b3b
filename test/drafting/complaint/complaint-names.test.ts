/** What the complaint is called: by what does not work, by what was seen, by what a fall left. D489, D490. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const ask = 'C: What brings you in?'

// biome-ignore format: one row a line
const named: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Memory problems for 2 years.', 'O: Mum, you have to say. It is her memory, doctor. It has been going on for two years.', 'C: And you?', 'P: Oh, everybody forgets names.'],
  ['Period problems for 6 months.', 'P: It is about my periods, doctor.', 'C: Go on.', 'P: They have been all over the place for six months.'],
  ['Blood in stool for 3 months.', 'P: There has been some blood. You know, with my number twos.', 'C: How long for?', 'P: Three months.'],
  ['Blood in urine since Tuesday.', 'P: I have noticed some blood when I wee.', 'C: Since when?', 'P: Tuesday.'],
  ['Back: gone again.', "P: Me back's gone again."],
]
test.each(named)('D489: %s', (line, ...lines) => {
  expect(draftTexts(ask, ...lines)).toContain(line)
})
test.each(named)('D489: the verifier passes: %s', (line, ...lines) => {
  expect(draftJudged(talk(ask, ...lines)).map(({ text }) => text)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['a blood test', 'P: I had a blood test. I do a poo every day.'],
  ['blood that is denied', 'P: There was no blood. My poo is fine.'],
  ['a nosebleed', 'P: There was blood on the pillow. From my nose.'],
  ['a good memory', 'P: It is not my memory.'],
])('D489: %s is none', (_, ...lines) => {
  expect(draftTexts(ask, ...lines).join(' ')).not.toMatch(/^(?:Blood|Memory)/)
})

test('D489: a name of the tables in the next sentence counts', () => {
  expect(draftTexts(ask, "P: It's my hearing. I've got ringing in my ears.")[0]).toMatch(/^Ringing/)
})

// biome-ignore format: one row a line
const left: readonly (readonly [first: string, second: string, ...lines: readonly string[]])[] = [
  ['Back pain, started 3 weeks ago.', 'Fall 3 weeks ago.', "P: I fell off a ladder three weeks ago and my back's been killing me since."],
  ['Wrist pain since last week.', 'Fall last week.', 'P: I had a fall last week and now my wrist hurts.'],
  ['Hip pain since Saturday.', 'Fall on Saturday.', "P: I had a bit of a fall on Saturday. My hip's been sore ever since."],
  ['Ankle swelling.', 'Fall yesterday.', "P: I tripped over the dog yesterday, and my ankle's swollen."],
]
test.each(left)('D490: %s %s', (first, second, ...lines) => {
  expect(draftJudged(talk(ask, ...lines)).map(({ text }) => text).slice(0, 2)).toEqual([first, second]) // biome-ignore format: short
})

test('D490: who came because of the falls has no other complaint', () => {
  expect(draftTexts(ask, 'P: I had another fall on Sunday. I got dizzy.')[0]).toBe('Fall on Sunday.')
})

// biome-ignore format: one row a line
test.each([
  ['Palpitations since February.', 'C: Your GP has written to me about some palpitations and an ECG. What have you noticed?', 'P: It is like a fish in there. It started in February.'],
  ['Headache since Easter.', 'C: I have got a referral from Dr Chan about your headaches.', "P: They're every day. It's been since Easter."],
])('D420: %s of a letter', (line, ...lines) => {
  expect(draftTexts(...lines)).toContain(line)
})

test('D420: a letter about a value is no complaint', () => {
  expect(draftTexts('C: Your GP has written about your blood pressure.', 'P: Yes.').join(' ')).not.toMatch(/pressure/)
})

test('D310: the time of a change is not that of the trouble', () => {
  expect(draftTexts(ask, "P: I've had a cough for three weeks but it's been worse since Friday.")).toContain('Cough for 3 weeks.') // biome-ignore format: short
})

test('D310: a time that is taken back does not leave half of it', () => {
  expect(draftTexts(ask, 'P: I have a cough.', 'C: When did it start?', 'P: Last night. No, sorry, yesterday afternoon, about four.')).toContain('Cough since yesterday afternoon.') // biome-ignore format: short
})

test('D419: a look is told of the thing that was asked after', () => {
  expect(draftTexts(ask, 'P: There is blood when I poo.', "C: What colour's the blood?", 'P: Dark red.')).toContain('Blood: dark red.') // biome-ignore format: short
})

test('D468: what lasts is named by the question before', () => {
  expect(draftTexts(ask, 'P: I am tired.', 'C: And your periods?', 'P: All over the place.', 'C: How long do they last?', 'P: Nine days, ten.').join(' ')).toMatch(/eriods last: nine days/) // biome-ignore format: short
})

// biome-ignore format: one row a line
test.each([
  ['a crook back', "P: I've got a crook back."],
  ['low down', 'C: What is the pain like, where is it?', 'P: A dull feeling, really low.'],
  ['a sunburn', 'C: Any blisters?', 'P: I burned a few times, blistered.'],
])('D469: %s names no other trouble', (_, ...lines) => {
  expect(draftTexts(...lines).join(' ')).not.toMatch(/unwell|Low mood|Blisters/)
})

test.each([
  "P: There's been blood. In my husband's number twos.",
  "P: There was blood in my son's wee.",
  "P: There's been blood. In the cat's number twos.",
])('D489: not of the patient: %s', (said) => {
  expect(draftTexts('C: What can I do?', said)).toEqual([])
})
