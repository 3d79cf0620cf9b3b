/** What a patient came with is in the note, whatever its words, and a word in another sense is none. D311, D323. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const openings: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Reports: "my brace came loose at lunch".',                   'C: What brings you in?', 'P: My brace came loose at lunch.'],
  ['Reports: "my stoma bag keeps lifting at the edges".',        'C: How can I help?', 'P: My stoma bag keeps lifting at the edges.'],
  ['Reports: "the clip on my drain has come undone and it\'s rubbing".', 'C: What has happened?', "P: The clip on my drain has come undone and it's rubbing."],
]
test.each(openings)('D311: %s', (text, ...lines) => {
  expect(draftTexts(...lines, 'C: Okay.', 'P: Thanks.')).toEqual([text])
})

test('D323: a burning that goes up is no fever, and kilos that are lost are no weight', () => {
  expect(draftTexts('P: I get this burning up into my throat after meals.').filter((text) => /fever/i.test(text))).toEqual([]) // biome-ignore format: short
  expect(draftTexts('P: I am burning up.')).toContain('Fever.')
  expect(draftTexts('C: Any weight loss?', 'P: Six kilos since June.')).toEqual(['Weight loss, six kilos since June.'])
})
