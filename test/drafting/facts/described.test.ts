/** The side and the time of a symptom, over several turns, with talks of our own. D310. */
import { expect, test } from '@jest/globals'
import { draft, rulesOf, statementsOf, talk, verify } from '../dialogues.ts'

const firstOf = (...lines: readonly string[]): string | undefined => statementsOf(draft(talk(...lines)))[0]?.text

// The question names nothing: it asks about the symptom that was told last.
// biome-ignore format: one row a line
const times: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Cough, started 3 weeks ago.',            'P: I have a cough.', 'C: And this kicked off when?', 'P: Three weeks back.'],
  ['Cough for 2 weeks.',                     'P: I have a cough.', "C: What's the time frame?", 'P: A fortnight, I would say.'],
  ['Itching for 5 days.',                    'P: I keep getting itching.', 'C: Is that days, weeks, months?', 'P: Five days, roughly.'],
  ['Indigestion, started 2 months ago.',       'P: I get heartburn.', 'C: When were you last completely well?', 'P: Must be two months ago.'],
  ['Dizziness for a couple of days.',        'P: I feel dizzy.', 'C: Is it recent?', 'P: A couple of days.'],
  ['Headache for 3 days.',                   'P: I have a headache.', 'C: Has it been there long?', 'P: Three full days.'],
  ['Nausea since Tuesday.',                  'P: I have nausea.', 'C: When did it start?', 'P: Tuesday.'],
  ['Nausea since last night.',               'P: I have nausea.', 'C: When did that begin?', 'P: Um, last night.'],
  // A later sentence that refers to it.
  ['Palpitations for 6 weeks.',              'P: I have palpitations.', 'C: I see.', 'P: It has been six weeks, all in all.'],
  ['Itchy eyes, started 4 days ago.',        'P: I have itchy eyes.', 'C: Oh dear.', 'P: It first came on four days ago.'],
  ['Wheeze for 10 days.',                    'P: I have a wheeze.', 'C: Go on.', "P: That's ten days I've had this."],
  // The clinician names the time, and the patient agrees or corrects.
  ['Cough for 2 weeks.',                     'P: I have a cough.', 'C: So that is two weeks?', 'P: Yes.'],
  ['Cough for 3 weeks.',                     'P: I have a cough.', 'C: And you have had it two weeks?', "P: That's not right, it's three weeks."],
  ['Cough for 6 days.',                      'P: I have a cough.', 'C: How long have you had it?', 'P: Four days.', 'P: No, let me think. Six days.'],
]

test.each(times)('D310: %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})

// biome-ignore format: one row a line
const sides: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Knee pain, left side.',       'P: I have knee pain.', 'C: Which of the two?', 'P: The one on the left.'],
  ['Hip pain, right side.',       'P: I have hip pain.', 'C: Left or right?', 'P: Right.'],
  ['Ear pain, left side.',        'P: I have ear ache.', 'C: Both sides or just the one?', 'P: Just the one, the left.'],
  ['Shoulder pain, right side.',  'P: I have shoulder pain.', 'C: So, on the right?', 'P: Yes.'],
  ['Ankle pain, left side.',      'P: I have ankle pain.', 'C: OK.', "P: It's only on the left."],
  ['Wrist pain, right side.',     'P: I have wrist pain.', 'C: Is it the left?', 'P: Other one, the right.'],
  ['Headache, left side.',        'P: I have a headache.', 'P: Um, on the left side.'],
  ['Hip pain, right side.',       'P: I have hip pain. On the right.'],
  ['Knee pain, left side.',       'P: I have knee pain.', 'C: I have written right here.', 'P: Cross that out, it is the left.'],
]

test.each(sides)('D310: %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})

test.each([...times, ...sides])('D310: the verifier passes: %s', (_line, ...lines) => {
  const segments = talk('C: How can I help?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The time or the side of something else, or of nobody knows what.
// biome-ignore format: one row a line
const others: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Cough.',         'P: I have a cough.', 'C: What tablets do you take?', 'P: Ramipril.', 'C: How long have you been on it?', 'P: Two years.'],
  ['Cough.',         'P: I have a cough.', 'C: How long does each bout last?', 'P: Two hours.'],
  ['Cough.',         'P: I have a cough.', 'C: What do you do for a living?', 'P: I drive.', 'C: Since when?', 'P: Ten years.'],
  ['Cough.',         'P: I have a cough.', 'C: When did you last see a dentist?', 'P: Two months ago.'],
  ['Cough.',         'P: I have a cough.', 'C: How long have you had it?', 'P: I could not tell you.'],
  ['Cough.',         'P: I have a cough.', 'C: How long have you had it?', 'P: Three days, or two weeks.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: OK.', 'P: Right.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: Does it wake you?', 'P: No. My brother had it on the left side.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: Which side?', 'P: Left or right, it moves about.'],
  ['Knee pain.',     'P: I have knee pain.', 'C: Where do you live?', 'P: The house on the left of the church.'],
]

test.each(others)('D310: not bound: %s: %s %s %s', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})

// How it came on.
// biome-ignore format: one row a line
const onsets: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Headache, sudden onset.',   'P: I have a headache.', 'C: Sudden, was it?', 'P: As a thunderclap.'],
  ['Headache, gradual onset.',  'P: I have a headache.', 'C: Gradual, was it?', 'P: Very.'],
  ['Knee pain, gradual onset.', 'P: I have knee pain.', 'C: Did it come on overnight, or slower?', 'P: Slower, by degrees.'],
  ['Knee pain, gradual onset.', 'P: I have knee pain.', 'C: I see.', 'P: It has crept up, over time.'],
  ['Nausea, sudden onset.',     'P: I have nausea.', 'C: Was it sudden?', 'P: Yes.'],
  ['Dizziness, sudden onset.',  'P: I have dizziness.', 'C: Did it come on slowly?', 'P: All at once.'],
  ['Itching, gradual onset.',   'P: I have itching.', 'C: All at once, or bit by bit?', 'P: Little by little.'],
  ['Headache, sudden onset.',   'P: I have a headache.', 'C: How did it come on?', 'P: It just hit me.'],
  ['Back pain, sudden onset.',  'P: I have back pain.', 'C: How fast did it start?', 'P: From nothing to that while I tied my shoe.'],
  ['Dizziness, gradual onset.', 'P: I have dizziness.', 'C: Did it hit you at once, or sneak up?', 'P: Snuck up on me.'],
  ['Hip pain, gradual onset.',  'P: I have hip pain.', 'C: And did that come on in an instant?', 'P: Over a few weeks.'],
  ['Nausea, gradual onset.',    'P: I have nausea.', 'C: How quickly did it come on?', 'P: It built over days.'],
  // Neither is told, or of something else.
  ['Knee pain.',                'P: I have knee pain.', 'C: Was it sudden?', 'P: No.'],
  ['Knee pain.',                'P: I have knee pain.', 'C: Sudden or gradual?', 'P: Yes.'],
  ['Knee pain.',                'P: I have knee pain.', 'C: Can you stand up slowly?', 'P: Yes.'],
  ['Knee pain.',                'P: I have knee pain.', 'C: Was it sudden?', 'P: I could not tell you.'],
]

test.each(onsets)('D310: %s %j', (line, ...lines) => {
  expect(firstOf('C: How can I help?', ...lines)).toBe(line)
})

test.each(onsets)('D310: the verifier passes: %s %j', (_line, ...lines) => {
  const segments = talk('C: How can I help?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The opening is read by its frame. D311.
// biome-ignore format: one row a line
const presented: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Rash for 2 weeks.',                       'P: I wondered if you could help with a rash.', 'C: How many days or weeks would that be?', 'P: Two weeks.'],
  ['Tiredness, started 1 month ago.',         "P: I hope I'm not wasting your time, it's only tiredness.", 'C: Since when?', 'P: A month ago.'],
  ['Dizziness for 10 days.',                  'P: Ten days it will be, and all that time I feel dizzy.', 'C: I see.'],
  ['Headache for 3 weeks.',                   "P: I have a headache, I'd say three weeks or thereabouts.", 'C: Thank you.'],
  ['Dodgy knee for 4 days, left side.',       'P: A dodgy left knee.', 'C: How long?', 'P: Four days.'],
  ['Bladder leaks, started 6 months ago.',    "P: I'm fed up with bladder leaks.", 'C: And how far back is that?', 'P: Six months.'],
  ['Right shin is red and angry, for 5 days.', "P: I'm embarrassed to say it, but my right shin is red and angry.", "C: What's the timescale?", 'P: Five days.'],
  ['Left eye is bright red.',                 'P: What has happened is that my left eye has gone bright red.', 'C: I see.'],
  ['Cannot lift the left arm, for 3 weeks.',  "P: It's just that I can't lift my left arm.", 'C: How long has that been going on?', 'P: Three weeks.'],
  ['Chest goes tight when walking up the hill, started 2 months ago.', 'P: Basically, my chest goes tight when I walk up the hill.', 'C: When did that begin?', 'P: Two months ago.'],
]

// A topic and what is wrong with it; the time before, after and beside the complaint.
// biome-ignore format: one row a line
const openings: typeof presented = [
  ['Back pain for 1 month.',                  "P: It's my back. It's been aching for a month."],
  ['Hip pain, right side.',                   "P: I'm here about my right hip. It hurts when I walk."],
  ['Itchy eyes.',                             "P: It's my eyes, doctor. They itch."],
  ['Lump in the left elbow.',                 "P: It's my left elbow again. There's a lump."],
  ['Left foot is numb since Tuesday.',        "P: It's about my foot. The left one. It's gone numb since Tuesday."],
  ['Burning in the stomach for 2 weeks.',     "P: It's my stomach. There's this burning when I eat.", 'C: How long?', 'P: Two weeks.'],
  ['Knee pain for 2 months, right side.',     "P: I'm ringing about my knee. The right one. Two months it's been giving me pain."],
  ['Cough since yesterday.',                  'P: I have a cough.', 'P: It came on yesterday.'],
  ['Rash since last week.',                   'P: I have a rash. Started last week.'],
  ['Nausea since Sunday.',                    'P: I have nausea. I first noticed it on Sunday.'],
  ['Headache since the day before yesterday.', 'P: I have a headache. It began the day before yesterday.'],
  ['Diarrhoea since Tuesday.',                'P: I have had diarrhoea since Tuesday and I keep vomiting.'],
  ['Tiredness for 6 months.',                 "P: I'm tired, six months in a row."],
  ['Cough for 3 weeks.',                      'P: I have not been right for three weeks. It is a cough.'],
  ['Dizziness for 1 month.',                  'P: Over a month now, if you can believe it, dizziness when I stand up.'],
  ['Palpitations for 2 weeks.',               'P: For two weeks now I have had palpitations and a headache.'],
]

test.each(openings)('D311: %s', (line, ...lines) => {
  expect(firstOf('C: Hello, what can I do for you?', ...lines)).toBe(line)
})

test.each(openings)('D311: the verifier passes: %s', (_line, ...lines) => {
  const segments = talk('C: Hello, what can I do for you?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The topic is no part of the patient, or nothing is wrong with it.
test.each([
  ["P: It's my mother's leg. It is due.", []],
  ["P: It's my blood test. It has been booked.", []],
  ["P: It's my knee. It's fine now.", []],
  ["P: It's about my skin. It's not itchy.", []],
])('D311: no complaint: %s', (said, expected) => {
  expect(statementsOf(draft(talk('C: Hello.', said))).map(({ text }) => text).filter((text) => !text.startsWith('No '))).toEqual(expected) // biome-ignore format: short
})

test.each(presented)('D311: %s', (line, ...lines) => {
  expect(firstOf('C: What can I do for you?', ...lines)).toBe(line)
})

test.each(presented)('D311: the verifier passes: %s', (_line, ...lines) => {
  const segments = talk('C: What can I do for you?', ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// The visit, somebody else, a fear, no trouble, words taken back: no complaint.
const noComplaint = [
  'P: My bus was late, sorry.',
  'P: My wife has a sore throat.',
  "P: I've come about my prescription.",
  "P: It's my mother, she has chest pain.",
  'P: I was worried about my heart.',
  'P: I have no pain anywhere.',
]
test.each(noComplaint)('D311: %s is no complaint', (said) => {
  const claims = statementsOf(draft(talk('C: What can I do for you?', said, 'C: OK.', 'C: How long?', 'P: Three days.'))).flatMap((each) => each.claims) // biome-ignore format: short
  expect(claims.filter(({ duration, polarity, concept }) => polarity === 'present' && (duration !== undefined || !concept.startsWith('words-')))).toEqual([]) // biome-ignore format: short
})
