/** The course of a complaint: what a speaker takes back, halves, the length of another thing, the side of another trouble, then and now. Talks of our own. D349. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  // The side after words of taking back.
  ['Knee has been sore for 2 weeks, right side.', 'P: My knee has been sore for two weeks.', 'C: Is it the right one?', 'P: No, the left, no wait, right.'],
  // A finer length, one in its place, the end of a range.
  ['Cough for 3.5 months.',           'P: I have a cough.', 'C: How long have you had it?', 'P: Three months, three and a half.'],
  ['Cough for 2.5 weeks.',            "P: I've had a cough for two and a half weeks."],
  ['Headache for 1.5 weeks.',         "P: I've had a headache for a week and a half."],
  ['Back pain for 2 to 3 weeks.',     "P: I've had back pain for two weeks, maybe three."],
  ['Headache, started about 1 week ago.', 'P: I have a headache.', 'C: When did it start?', 'P: About a week ago, or something?'],
  // Each complaint has its own time.
  ['Rash for 1 week, on the arm.',                'P: I have a rash on my arm for a week, and my knee has been swelling since yesterday.'],
  ['Cough for 1 week.',               'P: I have a cough.', 'C: How long have you had this cough?', 'P: I waited three hours here. The cough, a week.'],
  // An end that a no tells.
  ['Headache, now resolved.',         'P: I had a headache last week.', 'C: Do you still have it?', 'P: No.'],
  ['Vomiting, now resolved.',         'P: I have been vomiting.', 'C: Are you still getting it?', 'P: No.'],
  ['Swelling.',                       'P: I twisted my ankle.', 'C: Would there be swelling?', 'P: There would.'],
]

test.each(told)('D349: %s', (line, ...lines) => {
  expect(draftTexts('C: How can I help?', ...lines)).toContain(line)
})

test.each(told)('D349: the verifier passes: %s', (_line, ...lines) => {
  const segments = talk('C: How can I help?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const never: readonly (readonly [line: RegExp, ...lines: readonly string[]])[] = [
  // The length of an event, of a wait, of a calling.
  [/hours/,             'P: I have a sore throat.', 'C: How long has the throat been sore?', 'P: The drive, yes, two hours.'],
  [/hours/,             "P: I've got a headache.", 'C: When did it start?', 'P: On the flight, which was ten hours.'],
  [/hour/,              'P: My leg has been swollen since a ten hour flight.'],
  [/years/,             'P: My back hurts.', 'C: How long?', 'P: I have been a bricklayer for twenty years.'],
  [/days/,              'P: My ear hurts.', 'C: How long?', 'P: The cruise, that was eight days.'],
  [/hour/,              'P: My eye is sore.', 'C: How long for?', 'P: I queued an hour for this.'],
  // The side of an earlier trouble, or of the part that is well.
  [/left/,              'P: I have a rash on my hand.', 'C: Which side is it?', 'P: My left is the one you looked at last year.'],
  [/left/,              'P: I have knee pain.', 'C: Which knee?', 'P: The left is fine.'],
  [/right/,             'P: I have hip pain.', 'C: Which side?', 'P: They replaced my right hip.'],
  // A no with the thing in a clause of its own, or of one side or day.
  [/fever/i,            'P: I have a cough.', 'C: So no fever?', 'P: No, no, I had one.'],
  [/rash/i,             'P: I have a cough.', 'C: No rash?', 'P: No, there is one on my back.'],
  [/lump/i,             'P: I have a cough.', 'C: Have you noticed any lumps?', 'P: No, well, there was one under my arm.'],
  [/shoulder/i,         'P: I fell.', "C: So it's your left shoulder that hurts?", 'P: Not the left, the right.'],
  [/No knee/,           'P: I fell.', 'C: Is your left knee painful?', 'P: No, the right.'],
  [/No nausea/,         'P: I have a cough.', 'C: Any nausea?', 'P: No. I mean, yes. A bit.'],
  [/swelling/i,         'P: I have a cough.', 'C: And no swelling?', 'P: No, it was swollen yesterday.'],
  // Then and now.
  [/swelling/i,         'P: My ankle hurts.', 'C: So you have swelling.', 'P: Yes, I had.'],
  [/fever/i,            'P: I have a cough.', 'C: Do you have a fever?', 'P: Yes, I had.'],
  [/dizz/i,             'P: I have a cough.', 'C: Are you dizzy?', 'P: I was.'],
  [/resolved/,          'P: I have a headache.', 'C: Do you still have it?', 'P: No, but it comes back at night.'],
  // The amount has ended, not the medicine.
  [/No longer|50/,      'P: A check.', 'C: What medicines do you take?', 'P: Sertraline.', 'C: Fifty milligrams?', 'P: Not any more. A hundred now.'],
  [/No longer/,         'P: A check.', 'C: So you take ramipril five milligrams?', "P: No longer. It's ten."],
  // Pills of another kind.
  [/contracept|^Pain/,  'P: A check.', 'C: Are you on any tablets?', 'P: Just the pain pills.'],
  [/contracept/,        'P: A check.', 'C: Do you take anything?', 'P: The water pills.'],
  [/contracept/,        'P: A check.', 'C: Do you take anything?', 'P: I use a pill box.'],
  // A state of the chest is no order to clear anything.
  [/clear on/i,         'P: I have a cough.', 'C: Clear on the left, crackles on the right, no, left.'],
]

test.each(never)('D349: no line of %s', (line, ...lines) => {
  const segments = talk('C: How can I help?', ...lines)
  expect(draftTexts('C: How can I help?', ...lines).filter((text) => line.test(text))).toEqual([])
  expect(verify(draft(segments), segments).findings.filter(({ statementId }) => statementId !== undefined)).toEqual([])
})

// biome-ignore format: one row a line
const kept: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['No fever.',         'P: I have a cough.', 'C: Any fever?', 'P: No, I have a cough.'],
  ['No chest pain.',    'P: I have a cough.', 'C: Any chest pain?', 'P: No, I had a scan and it was fine.'],
  ['No injury.',        'P: My back is sore.', 'C: Any injury?', 'P: Not one.'],
  ['Fever.',            'P: I have a cough.', 'C: Did you have a fever?', 'P: Yes, I did.'],
  ['Headache for 1 day.', 'P: I have had a headache for a day.'],
  ['Takes oral contraceptive pill.', 'P: A check.', 'C: Do you use contraception?', 'P: The pill, yes.'],
  ['No longer takes omeprazole.',    'P: A check.', 'C: Do you take omeprazole?', 'P: Not any more.'],
]

test.each(kept)('D349: still %s', (line, ...lines) => {
  expect(draftTexts('C: How can I help?', ...lines)).toContain(line)
})
