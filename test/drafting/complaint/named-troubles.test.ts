/** What a reply tells of a trouble stands under its name, and the verifier reads both. D554, D555. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { troubleOf } from '../../../src/drafting/extract/slots/trouble-names.ts'
import { draftSymptoms } from '../../../src/drafting/extract/symptoms.ts'
import { draft, draftJudged, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const elbow = ["P: I've got this pain in my elbow.", 'C: I see.', 'P: For a month.'] as const

// biome-ignore format: one row a line
test.each([
  ['Elbow pain: felt on the outside, near the bone.',    ...elbow, 'C: Where exactly?', 'P: On the outside, near the bone.'],
  ['Elbow pain: dull ache; also felt down the forearm.', ...elbow, "C: What's it like?", 'P: A dull ache.', 'C: Does it travel anywhere?', 'P: Down the forearm.'],
  ['Back pain: felt low down, on the left.',             "P: I've hurt my back.", 'C: Where exactly is the pain?', 'P: Low down, on the left.'],
  ['Wart: under the heel, near the edge.',               'P: Two things today.', 'C: Okay.', 'P: A wart and a form.', "C: Let's start with the wart. Where is it?", 'P: Under the heel, near the edge.'],
  ['Psoriasis: behind the ears and the knees.',          'P: Two things today.', 'C: And number two, the psoriasis. Where is that?', 'P: Behind my ears and my knees.'],
  ['Discharge: yellow, fishy.',                          "P: It's a bit embarrassing.", "C: What's the discharge look like?", 'P: Yellow. Fishy.'],
  ['Phlegm: brown.',                                     "P: I'm bringing up a lot of gunk.", 'C: What colour is it?', 'P: Brown.'],
])('D554: %s', (line, ...lines) => {
  expect(draftJudged(talk(...lines)).map(({ text }) => text)).toContain(line)
})

type Not = readonly [why: string, not: RegExp, ...lines: string[]]

// biome-ignore format: one row a line
test.each<Not>([
  ['the reaction of an allergy', /rash: /i,        ...elbow, 'C: Any allergies?', 'P: I get a rash with penicillin.', 'C: What sort of rash?', 'P: Red lumps on my arms.'],
  ['a test of the examination',  /down to the/i,   ...elbow, 'C: Right leg straight up, forty degrees. Where do you feel that?', 'P: Down to the ankle.'],
  ['a thing that does not do it', /coffee/i,       ...elbow, 'C: What sets it off?', 'P: Wine. Coffee, no, I drink it all day.'],
  ['one occasion',               /fence/i,         ...elbow, 'C: What brings it on?', 'P: Digging. I had it once, mending the fence.'],
  ['half of a word',             /by[^.]*\bpill/i, ...elbow, 'C: What brings it on?', 'P: Digging. And the sugar-pill week.'],
])('D554: %s stands under no name', (_, not, ...lines) => {
  expect(draftTexts(...lines).filter((text) => not.test(text))).toEqual([])
})

test('D554: the verifier finds the name of another trouble', () => {
  const segments = talk('P: I get headaches.', 'C: And where is the rash?', 'P: On the shin.')
  const note = draft(segments)
  const renamed = { ...note, sections: note.sections.map((section) => ({ ...section, statements: section.statements.map((one) => (one.text.startsWith('Rash: ') ? { ...one, text: one.text.replace('Rash', 'Headaches') } : one)) })) } // biome-ignore format: short

  expect(JSON.stringify(renamed)).toContain('Headaches: on the shin')
  expect(rulesOf(verify(renamed, segments))).not.toEqual([])
  expect(rulesOf(verify(note, segments))).toEqual([])
})

// biome-ignore format: one row a line
test.each([
  ['Elbow pain how often: maybe four times a day, never at night.', ...elbow, 'C: And how often?', 'P: Maybe four times a day. Never at night.'],
  ['Elbow pain before: once, two years ago.',      ...elbow, 'C: Have you had it before?', 'P: Once, two years ago.'],
  ['Passing urine at night: three, used to be one.', 'P: I pee better now.', 'C: Good. How many times at night?', 'P: Three. Used to be one.'],
  ['Eating and drinking: soup, not so much.',      ...elbow, 'C: Are you eating and drinking okay?', 'P: I eat. Soup, not so much.'],
])('D555: %s', (line, ...lines) => {
  expect(draftJudged(talk(...lines)).map(({ text }) => text)).toContain(line)
})

// biome-ignore format: one row a line
test.each<Not>([
  ['a medicine that is taken so often',     /how often/i, ...elbow, 'C: Which tablets are those?', 'P: The temazepam ones.', 'C: And how often?', 'P: Three times a week, maybe four, it varies a bit with the moon.'],
  ['the place that an examiner presses on', /\bhere\b/i,  ...elbow, 'C: Let me feel your tummy. Any soreness here?', 'P: Just a bit of pressure, not sore.'],
])('D555: %s is no reply about the trouble', (_, not, ...lines) => {
  expect(draftTexts(...lines).filter((text) => not.test(text))).toEqual([])
})

test('D554: the verifier finds a denial before the name of the trouble', () => {
  const segments = talk(...elbow, "C: What's it like?", 'P: A dull ache.')
  const note = draft(segments)
  const denied = { ...note, sections: note.sections.map((section) => ({ ...section, statements: section.statements.map((one) => (one.text.startsWith('Elbow pain: ') ? { ...one, text: one.text.replace('Elbow', 'No elbow'), claims: one.claims.map((claim) => ({ ...claim, polarity: 'absent' as const })) } : one)) })) } // biome-ignore format: short

  expect(JSON.stringify(denied)).toContain('No elbow pain: dull ache')
  expect(rulesOf(verify(denied, segments))).not.toEqual([])
  expect(rulesOf(verify(note, segments))).toEqual([])
})

test('D554: in a talk of some length a trouble that is named once names no reply', () => {
  const small = Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? 'C: And how is work?' : 'P: Busy as ever.'))
  const nameIn = (...lines: readonly string[]): string | undefined => {
    const dialogue = readDialogue(talk(...lines, 'C: How often?', 'P: Twice a week.'))
    const question = dialogue.find(({ said }) => said.startsWith('how often'))
    return question && troubleOf(question, dialogue, draftSymptoms(dialogue).candidates)?.name
  }

  expect(nameIn('P: I get palpitations.', ...small)).toBeUndefined()
  expect(nameIn('P: I get palpitations.', ...small, 'P: The palpitations are bad.')).toBe('palpitations')
})
