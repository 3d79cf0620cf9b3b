/** Wanting to die, self-harm, harm to others or by others, and voices. Talks of our own. D355. */
import { expect, test } from '@jest/globals'
import { draft, draftJudged, handWritten, noteOf, rulesOf, talk, verify } from '../dialogues.ts'

const told = (...lines: readonly string[]): readonly string[] => draftJudged(talk('C: What brings you in?', 'P: I feel low.', ...lines)).map(({ text }) => text) // biome-ignore format: short

// biome-ignore format: one row a line
const quoted: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  [`Reports: "I lie there hoping I won't wake up. But I couldn't do that to my girls".`, "P: I lie there hoping I won't wake up. But I couldn't do that to my girls."],
  ['Reports: "No. No, I haven\'t got that far" (asked: "Have you made a plan to end your life?").', 'C: Have you made a plan to end your life?', "P: No. No, I haven't got that far."],
  ['Reports: "No, never" (asked: "Have you ever tried to harm yourself before?").', 'C: Have you ever tried to harm yourself before?', 'P: No, never.'],
  ['Reports: "Most days. I keep a rope in the ute" (asked: "Do you think about killing yourself?").', 'C: Do you think about killing yourself?', 'P: Most days. I keep a rope in the ute.'],
  ['Reports: "My dog, mainly" (asked: "What keeps you going?").', 'C: Do you think about suicide?', 'P: Now and then.', 'C: What keeps you going?', 'P: My dog, mainly.'],
  ['Reports: "Yeah, he\'s good. My first husband used to belt me" (asked: "Do you feel safe at home?").', 'C: Do you feel safe at home?', "P: Yeah, he's good. My first husband used to belt me."],
  ['Reports: "He said he\'d kill me if I went".', "P: He said he'd kill me if I went."],
  ['Reports: "What\'s the point of living".', "P: What's the point of living?"],
  ['Reports (recording unclear): "I thought about ending it".', 'P~: I thought about ending it.'],
]

test.each(quoted)('D355: %s', (line, ...lines) => {
  expect(told(...lines)).toContain(line)
})

test('D355: a bare no to a thing with a name is told by its name', () => {
  const lines = told('C: Any thoughts of suicide?', 'P: No.')

  expect(lines).toContain('No suicidal thoughts.')
  expect(lines.join(' ')).not.toContain('asked:')
})

test('D355: tablets of an overdose are no treatment', () => {
  expect(told('C: Have you tried to end your life?', 'P: I took an overdose of Panadol in May.').join(' ')).not.toMatch(/Has tried|Takes Panadol/) // biome-ignore format: short
})

test('D355: the reviewer reads what a relative says of it', () => {
  const note = draft(talk('C: How is he?', "O: He's told me he wants to die.", "P: I'm all right."))

  expect(note.openQuestions).toContain('Said by somebody else than the patient: "He\'s told me he wants to die."')
})

test('D355: tablets that are at hand are no treatment', () => {
  const lines = told('C: Do you think about suicide?', 'P: Now and then.', 'C: Anything at home you might use, tablets stored up?', 'P: No. Just some Panadol.').join(' ') // biome-ignore format: short

  expect(lines).not.toContain('Takes Panadol')
  expect(lines).toContain('"No. Just some Panadol"')
})

// biome-ignore format: one row a line
const idle: readonly string[] = ['My ear is killing me.', "It's better to be safe.", 'The shoes, they hurt my feet.', 'I cut myself on a tin.', "I wake up and can't get back to sleep."]
test.each(idle)('D355: "%s" is no risk', (line) => {
  expect(told(`P: ${line}`).filter((text) => text.includes(line.replace('.', '')))).toEqual([])
})

const asked = talk('C: Have you ever tried to harm yourself?', 'P: No, never.')
const cited = [{ segment: 0, role: 'question' as const }, { segment: 1, role: 'answer' as const }] // biome-ignore format: short
// biome-ignore format: one row a line
const judged: readonly (readonly [text: string, isHeld: boolean])[] = [
  ['Reports: "No, never" (asked: "Have you ever tried to harm yourself?").', true],
  ['Reports: "Never" (asked: "Have you ever tried to harm yourself?").', false],
  ['Reports: "Yes" (asked: "Have you ever tried to harm yourself?").', false],
  ['Reports: "No, never" (asked: "Have you ever tried to harm your son?").', false],
]
test.each(judged)('D355: %s is held: %s', (text, isHeld) => {
  const rules = rulesOf(verify(noteOf('subjective', handWritten(text, cited, asked)), asked))

  expect(rules.length === 0).toBe(isHeld)
})
