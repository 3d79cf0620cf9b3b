/** Orders that reply to the patient's question, several orders of one sentence, and what a medicine is for. D289, D443, D464, D477. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] =>
  draftJudged(talk("C: It's the nerves, so here is what we will do.", 'P: Okay.', ...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
const told: readonly (readonly [decision: string, line: string, ...lines: readonly string[]])[] = [
  ['D289', 'Start amitriptyline 15 mg at night.', "C: So I'll start amitriptyline.", 'P: Twenty milligrams?', 'C: Fifteen, at night.'],
  ['D289', 'Start amitriptyline 10 mg at night.', "C: So I'll start amitriptyline.", 'P: Twenty milligrams?', 'C: No, ten, at night.'],
  ['D464', 'Stop aspirin.', 'P: Do I stop the aspirin?', 'C: Yes, stop it.'],
  ['D443', 'Nicotine patch, 21 mg, off at bedtime, plus the gum when you want one.', 'C: And the smokes, nicotine patch, twenty-one milligrams, off at bedtime, plus the gum when you want one.'],
  ['D443', 'No decongestants, no drops in the ear.', 'C: No decongestants, no drops in the ear.'],
  ['D443', 'Give anti-D tonight, in the muscle.', 'C: You get anti-D tonight, in the muscle.'],
  ['D443', 'For the elbows and hands, use mometasone ointment once a day, until it is clear.', "C: For the elbows and hands I'd use mometasone ointment once a day, until it's clear."],
  ['D443', 'Vaginal oestrogen, Vagifem, 10 micrograms, nightly for two weeks then twice a week.', "C: I'd suggest some vaginal oestrogen, Vagifem, ten micrograms, nightly for two weeks then twice a week."],
  ['D443', 'Book a hearing test, and see the audiologist about an aid.', 'C: Book a hearing test, and see the audiologist about an aid.'],
]
test.each(told)('%s: %s', (_, line, ...lines) => {
  expect(linesOf(...lines)).toContain(line)
})

test('D289: a length is no dose, and a refused question starts nothing', () => {
  expect(linesOf("C: So I'll start amitriptyline.", 'P: Twenty milligrams?', 'C: Six weeks.').join(' ')).not.toMatch(/6 mg|20 mg/) // biome-ignore format: short
  expect(linesOf('P: Do I need the aspirin?', 'C: No.').join(' ')).not.toMatch(/^(?:Start|Take|Continue)/)
})

test('D382: a value of nothing that is named is no danger in a line', () => {
  expect(linesOf('P: What about my sugars?', "C: If they're over twenty, call us.")).not.toContain("Call if they're over twenty.") // biome-ignore format: short
})
