/** Answers about mood, habits, home and sexual health, and medicines that were stopped for their effect. Talks of our own. D355. */
import { expect, test } from '@jest/globals'
import { draftJudged, handWritten, noteOf, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How is your mood?', 'P: Pretty ordinary.', 'C: Do you enjoy things?', 'P: Not much at all these days.', 'C: Any other drugs?', 'P: No.', 'C: And your concentration?', 'P: Bit patchy.'] // biome-ignore format: short
const told = (...lines: readonly string[]): readonly string[] => draftJudged(talk(...opening, ...lines)).map(({ text }) => text) // biome-ignore format: short

// biome-ignore format: one row a line
const kept: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['Alcohol: four or five tinnies, more on a Sunday.', 'C: How much do you drink?', 'P: Four or five tinnies, more on a Sunday.'],
  ['Drops off at nine and is up at one.', 'C: How are you sleeping?', "P: I drop off at nine and I'm up at one."],
  ['Home: "Me and my nephew since June".', "C: Who's at home with you?", 'P: Me and my nephew since June.'],
  ['Work: "They cut me back to two days".', "C: And how's work?", 'P: They cut me back to two days.'],
  ['Sleep: "No, badly. I lie there until three".', 'C: And how are you sleeping?', 'P: No, badly. I lie there until three.'],
  ['Reports: "Me and the dog, only us two" (asked: "Who drinks at home with you?").', 'C: Who drinks at home with you?', 'P: Me and the dog, only us two.'],
  ['Concentration: bit patchy; contraception: rod, in the arm.', 'C: What contraception are you using?', 'P: The rod, in my arm.'],
]
test.each(kept)('D355: %s', (line, ...lines) => {
  expect(told(...lines)).toContain(line)
})

// biome-ignore format: one row a line
const gone: readonly (readonly [wrong: RegExp, ...lines: readonly string[]])[] = [
  [/libido/i,          'C: Any treatment before?', 'P: I had Zoloft in my twenties. It killed my sex drive so I stopped it.'],
  [/^Tremor|shaking/i, 'C: Any tablets before?', 'P: I chucked it because it gave me the shakes.'],
  [/^Takes Efexor/,    'C: Have you seen anyone about it?', 'P: They put me on Efexor. It made me foggy so I went off it.'],
  [/resolved/,         'C: Your sleep?', 'P: I wake at three every morning and I am awake early.', 'C: And your appetite?', 'P: Gone.'],
  [/\bfall\b/i,        'C: Have you tried to stop?', 'P: I was dry for a year, then I fell off the wagon.'],
]
test.each(gone)('D355: no line has %s', (wrong, ...lines) => {
  expect(told(...lines).filter((text) => wrong.test(text) && !text.startsWith('Reports'))).toEqual([])
})

const asked = talk('C: And how are you sleeping?', 'P: No, badly.', 'C: How is work?', 'P: No, badly.')
// biome-ignore format: one row a line
const titled: readonly (readonly [text: string, segment: number, isHeld: boolean])[] = [
  ['Sleep: "No, badly".', 0, true],
  ['Sleep: "Badly".', 0, false],
  ['Sleep: "Yes, badly".', 0, false],
  ['Sleep, mood: "No, badly".', 0, false],
  ['Work: "No, badly".', 0, false],
  ['Work: "No, badly".', 2, true],
]
test.each(titled)('D521: %s under segment %s is held: %s', (text, segment, isHeld) => {
  const cited = [
    { segment, role: 'question' as const },
    { segment: segment + 1, role: 'answer' as const },
  ]
  const rules = rulesOf(verify(noteOf('subjective', handWritten(text, cited, asked)), asked))

  expect(rules.length === 0).toBe(isHeld)
})

test('D521: a reply that was heard badly says so under its title', () => {
  expect(
    draftJudged(talk(...opening, 'C: And your sleep?', 'P~: No, badly. I lie there until three.')).map(
      ({ text }) => text,
    ),
  ).toContain('Sleep (recording unclear): "No, badly. I lie there until three".')
})

test.each([
  ['What tablets do you take?', "I'm meant to take the Lasix but I don't bother."],
  ['What puffers?', "I'm prescribed Spiriva but I never use it."],
  ['What puffers do you use?', "I'm supposed to use the Seretide, but I haven't."],
])('D355: not taken: %s %s', (question, reply) => {
  expect(
    draftJudged(talk(`C: ${question}`, `P: ${reply}`))
      .map(({ text }) => text)
      .filter((text) => /^(?:Takes|Uses)\b/.test(text)),
  ).toEqual([])
})

test('D355: what is taken as it was meant stays', () => {
  expect(
    draftJudged(talk('C: What tablets do you take?', "P: I take the Lasix but I don't like it.")).map(
      ({ text }) => text,
    ),
  ).toContain('Takes Lasix.')
})
