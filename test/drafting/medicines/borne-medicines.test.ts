/** Medicines that were borne, and names of allergens by what else the turn says. D556, D557. */
import { expect, test } from '@jest/globals'
import { draft, draftJudged, draftTexts, talk } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['Has had Amoxil: nothing happened.', 'C: Any allergies?', 'P: Penicillin. I had a rash as a kid. I had Amoxil last year and nothing happened.'],
  ['Has had Nurofen: no dramas.',      'C: Does Nurofen bother the asthma?', "P: I've had Nurofen, no dramas."],
])('D556: %s', (line, ...lines) => {
  expect(draftJudged(talk(...lines)).flatMap(({ text }) => text.split(/(?<=\.) /))).toContain(line)
})

// biome-ignore format: one row a line
test.each<readonly [why: string, not: RegExp, ...lines: string[]]>([
  ['a puffer that was there', /has tried/i,      'C: What happened?', 'P: I got tight. I had my puffer but it was empty.'],
  ['what a relative gave',    /was given/i,      'C: What have you tried?', 'P: My sister gave me some Voltaren.'],
  ['no harm after harm',      /has had/i,        'C: What have you tried?', 'P: I took Nurofen, no problem, but it gave me a rash.'],
])('D556: not of %s', (_, not, ...lines) => {
  expect(draftTexts(...lines).filter((text) => not.test(text))).toEqual([])
})

test('D556: a no that somebody else gainsays at once is open', () => {
  const lines = [
    'C: What brings you in?',
    'P: I have a cough.',
    'C: Any fever?',
    'P: No.',
    'O: Mum. You were hot, on Sunday.',
  ] as const

  expect(draftTexts(...lines).join(' ')).not.toMatch(/no fever/i)
  expect(draft(talk(...lines)).openQuestions).toContain('Fever: said both ways.')
  expect(draftTexts(...lines.slice(0, 4), 'O: No, she has not.').join(' ')).toMatch(/no fever/i)
})

test('D557: sulphur is said for sulfa, and a penicillin that was borne since goes to the reviewer', () => {
  expect(draftTexts('C: Any allergies?', 'P: Sulphur. The, um, sulpha tablets, I came up in hives.').join(' ')).toContain('Allergic to sulpha') // biome-ignore format: short
  expect(draftTexts('C: Any allergies?', 'P: Sulfur. The antibiotic, Bactrim. I get a rash.').join(' ')).not.toMatch(/sulfur/i) // biome-ignore format: short
  expect(draft(talk('C: Any allergies?', 'P: Penicillin. I had a rash as a kid. I had Amoxil last year and nothing happened.')).openQuestions).toContain('Allergy to penicillin: a medicine of its kind was borne since.') // biome-ignore format: short
})

// biome-ignore format: one row a line
test.each([
  ['No fever or shakes.',      'C: Fevers, shakes?', 'P: No.'],
  ['Vomiting once.',           'C: Vomiting?', 'P: I spewed once last night.'],
])('D469: %s', (line, ...lines) => {
  expect(draftTexts('C: What brings you in?', 'P: I have a cough.', ...lines)).toContain(line)
})

// biome-ignore format: one row a line
test.each<readonly [why: string, not: RegExp, ...lines: string[]]>([
  ['proper tears',              /crying/i,        'C: Is she floppy?', "P: No. She's crying proper tears."],
  ['the health of a life',      /unwell/i,        'C: Past history?', 'P: Never been crook in my life.'],
  ['a place that is pressed on', /there/i,        'C: I press on the joint. Not tender there?', 'P: No.'],
  ['a wish',                    /weight loss/i,   'C: Any change?', 'P: I wish I was losing weight.'],
])('D469: no symptom of %s', (_, not, ...lines) => {
  expect(draftTexts('C: What brings you in?', 'P: I have a cough.', ...lines).filter((text) => not.test(text))).toEqual([]) // biome-ignore format: short
})
