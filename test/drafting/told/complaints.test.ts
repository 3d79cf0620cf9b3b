/** The complaint with its side and its time: light questions, summaries, sides of what has no named part. Talks of our own. D345. */
import { expect, test } from '@jest/globals'
import { draft, rulesOf, statementsOf, talk, verify } from '../dialogues.ts'

const firstOf = (...lines: readonly string[]): string | undefined => statementsOf(draft(talk(...lines)))[0]?.text

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  // A question of light words asks for the time, whatever its form.
  ['Elbow pain for 5 weeks.',      'P: My elbow hurts.', 'C: Has that been going on a good while?', 'P: Five weeks, give or take.'],
  ['Cough since Saturday.',        'P: I have a cough.', 'C: Is that something new for you?', 'P: Only since Saturday.'],
  ['Headache for 1 month.',        'P: I keep getting headaches.', 'C: And is this going back years?', 'P: No, just a month.'],
  ['Knee swelling since Monday.',  "P: My knee's swollen.", 'C: So we are talking since Monday?', 'P: Since Monday.'],
  ['Wrist pain for 5 weeks.',      'P: My wrist aches.', 'C: Has this been building up over months?', 'P: Five weeks now.'],
  ['Armpit lump for 1 month.',     "P: There's a lump in my armpit.", 'C: Since?', 'P: A month.'],
  // Who bears a thing, or waits for it to go, has it.
  ['Wrist pain for 3 weeks.',      'P: My wrist aches.', "P: I've given it three weeks to settle and it won't."],
  ['Earache',                      'P: I have earache.', 'P: I have put up with it for four days now.'],
  // Two clauses, each with its own time.
  ['Cough for 5 days.',            "P: I've had this cough for five days, and since last night I've been sweating."],
  ['Sore throat for 1 week.',      "P: I've had a sore throat for a week, and since Sunday I've had a temperature."],
  ['Knee pain for 2 weeks.',       "P: My knee's been sore for two weeks and it's been swollen since yesterday."],
  ['Runny nose for 1 week.',       "P: I've had a runny nose for a week, and now I've got a cough."],
  ['Cough, started 2 days ago.',   "P: I've had a cough and it started two days ago."],
  // The time that is corrected.
  ['Wrist pain for 2 months.',     'P: My wrist aches.', 'C: How long has it been?', 'P: It goes back a month, does it? No. It goes back two months.'],
  ['Wrist pain for 3 weeks.',      'P: My wrist aches.', 'C: How long has it been?', "P: I told the desk a week, but working it out it's three weeks."],
  // The side of a symptom that names no part, and of one of several symptoms.
  ['Rash, left side, on the arm.',             "P: I've got a rash on my arm.", 'C: Which arm would that be?', 'P: The left.'],
  ['Pins and needles, right side.', 'P: I get this tingling.', 'C: One side or both?', 'P: Just the right.'],
  ['Numbness, right side, on the hand.', "P: I've got numb fingers.", 'C: And whereabouts?', 'P: On the right hand, the little finger.'],
  ['Shoulder pain, right side.',   "P: It's my shoulder, it hurts.", 'C: Is it the left?', 'P: No, the right.'],
  ['Itchy skin for 10 days, left side.', "P: I've had itchy skin behind my left knee for ten days."],
  ['Shoulder pain, left side.',    "P: My left shoulder's that sore I can't lift my arm."],
  ['Toe pain, right side.',        'P: I have a painful right big toe, could not get a shoe on it.'],
  // The clinician sums it up.
  ['Hip pain for 6 weeks, left side.',      'P: My hip is sore.', 'C: Right. Anything else?', 'P: No.', 'C: So to go over it, left hip pain for six weeks. Is that right?', "P: That's right."],
  ['Neck stiffness for 2 weeks, right side.', 'P: It just seized up on me.', 'C: Two weeks, then, of a stiff neck on the right.', 'P: Aye.'],
  // Who lacks a capacity has the trouble that stands beside it.
  ['Tiredness.',                   "P: I've no energy left, total exhaustion."],
]

test.each(told)('D345: %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toContain(line.replace('Earache', 'Ear pain for 4 days.'))
})

test.each(told)('D345: the verifier passes: %s', (_line, ...lines) => {
  const segments = talk('C: How can I help?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The time of another matter, a forecast, a posture, an agreement, a list.
// biome-ignore format: one row a line
const others: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Sore throat.',  'P: I have a sore throat.', 'C: When did you last see Dr Brown about it?', 'P: Two weeks ago.'],
  ['Sore throat.',  'P: I have a sore throat.', 'C: And how long have you been at that job?', 'P: Six years.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: When did you have the x-ray?', 'P: Two weeks ago.'],
  ['Knee pain.',    'P: My knee hurts.', 'P: I gave it two weeks\' rest.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: Is it there for long when you wake?', 'P: An hour.'],
  ['Knee pain.',    'P: My knee hurts when I lie on my left side.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: This sort of knee pain goes on for six weeks.', 'P: Yes.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: Did you have knee pain two weeks ago?', 'P: Yes.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: And you had knee pain for six weeks last year.', 'P: Yes.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: So knee pain, three weeks. Is that right?', "P: No, that's wrong."],
  ['Hip pain.',     'P: My hip is sore.', 'C: So it hurts you. Is that right?', "P: That's right."],
  ['Dizziness.',    'P: I get dizzy when I turn over to the left.'],
  // The time of a thing, of a person, of leave, and of a part that is no complaint.
  ['Knee pain.',    'P: My knee hurts.', 'C: How long is your shift?', 'P: Twelve hours.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: How long has your husband been away?', 'P: Three months.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: How long were you asleep?', 'P: Two hours.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: New shoes?', 'P: Two weeks.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: How long?', 'P: Three weeks off work.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: Is that something new for him?', 'P: Two weeks.'],
  ['Itching.',      'P: I get itching.', 'C: A week?', 'P: My dog, a week.'],
  ['Knee pain.',    'P: My knee hurts. My back is bad too.', 'C: So three weeks of the back?', 'P: Yes.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: Left or right?', 'P: Both of my parents had it too.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: How long?', 'P: My last one took three weeks.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: Two weeks of knee pain in the other patient.', 'P: Yes.'],
  ['Knee pain.',    'P: My knee hurts.', 'C: So knee pain for two weeks.', 'P: Yes, well, three.'],
  ['No fever, cough or vomiting.', "P: I've no fever, cough, or vomiting."],
]

test.each(others)('D345: left as it is: %s %#', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})
