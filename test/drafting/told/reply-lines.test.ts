/** Replies in their own words, and words whose sense the talk decides. Talks of our own. D468, D469. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const told = (...lines: readonly string[]): readonly string[] => draftJudged(talk(...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
const lines: readonly (readonly [line: string, question: string, reply: string])[] = [
  ['Pillows: three, always have.',                               'How many pillows do you use at night?', 'Three. Always have.'],
  ['Breathing: better now, can do the stairs again.',            'And the breathing?',                    'Better now. I can do the stairs again.'],
  ['Cough lasts: half an hour, sometimes all morning.',                'How long does it last?',                'Half an hour. Sometimes all morning.'],
  ['Weight: up, belt is on the last hole.',                      'Has your weight changed?',              'Up, if anything. My belt is on the last hole.'],
  ['Periods: last one was in March, eight months.',              'And what about your periods?',          'The last one was in March. So eight months.'],
  ['Bowels: had a touch of the runs, better now.',               'How are your bowels?',                  "I had a touch of the runs, but that's better, now."],
  ['Cough how often: used to be once a month, gets two a week.',       'How often do you get them?',            'It used to be once a month. Now I get two a week.'],
]
test.each(lines)('D468: "%s" of "%s" "%s"', (line, question, reply) => {
  const noted = told('C: What brings you in?', "P: I've had a cough for two weeks.", `C: ${question}`, `P: ${reply}`)
  expect(noted).toContain(line)
})

// biome-ignore format: one row a line
const none: readonly (readonly [question: string, reply: string])[] = [
  ['How long does it last?',          'It was a day once, but I am not sure.'],
  ['How are you sleeping?',           'My wife says I keep her awake.'],
  ['Any rash?',                       'On my cat.'],
  ['Any nausea?',                     'Not so much.'],
  ['Has your weight changed?',        'You tell me.'],
  ['And your bowels?',                'I think it is the tablets.'],
  ['And the bowels?',                 'It seems, um, well.'],
  ['How is your appetite?',           'I am drinking a lot more than usual.'],
  ['When was your last period?',      "It was the, no wait, the fourth, what did I say."],
  ['Any bleeding between your periods, or after sex?', 'Once, after a run.'],
]
test.each(none)('D468: "%s" "%s" gives no line of its own', (question, reply) => {
  expect(
    draftTexts('C: What brings you in?', "P: I've had a cough for two weeks.", `C: ${question}`, `P: ${reply}`),
  ).toEqual(['Cough for 2 weeks.'])
})

// biome-ignore format: one row a line
const senses: readonly (readonly [name: string, wrong: RegExp, ...lines: readonly string[]])[] = [
  ['the bowels are bunged up',       /nose/i,       'C: And the bowels?', 'P: Bit bunged up since Tuesday.'],
  ['an organ is weak',               /weakness/i,   'C: Any other trouble?', "P: They said the bladder's a bit weak."],
  ['eyes are tired',                 /tiredness/i,  'C: Is your vision blurred?', 'P: I get tired eyes by the evening.'],
  ['what was vomited',               /phlegm/i,     'C: Have you been sick?', 'P: Just green stuff, nothing else in there.'],
  ['a cough that may make it worse', /cough/i,      'C: Is the pain worse when you cough or bend?', 'P: No, not with coughing.'],
  ['no fall that was one',           /no fall/i,    'C: Any falls?', 'P: Not a proper fall. I went down on my knees in the shower.'],
  ['a vaccine made the arm sore',    /arm/i,        'C: You had the tetanus shot last year.', 'P: Yep, sore arm and all.'],
  ['a question that is expected',    /swelling/i,   "P: I know you're going to ask about swelling, and no."],
  ['pain when lying on it',          /sleeping/i,   "P: I can't sleep on that side."],
  ['sunburn of childhood',           /blister/i,    'C: Did you burn as a child?', 'P: Blistered every summer.'],
  ['a blister that has healed',      /^Blisters/i,  'C: Any sores on the feet?', 'P: I had a blister but that has healed up.'],
]
test.each(senses)('D469: %s', (_, wrong, ...own) => {
  expect(
    draftTexts('C: What brings you in?', "P: I've had a sore knee for a week.", ...own).filter(
      (text) => wrong.test(text) && !text.startsWith('Reports'),
    ),
  ).toEqual([])
})

test('D469: what makes it better is not among what makes it worse', () => {
  const noted = draftTexts(
    'C: What brings you in?',
    "P: I've had back pain for a week.",
    'C: What makes it worse?',
    "P: Sitting, driving. It's better when I'm walking about.",
  )
  expect(noted).toContain('Back pain for 1 week, worse with sitting, driving.')
  expect(noted.join(' ')).not.toMatch(/orse with[^;.]*walking/)
})
