/** Allergies in everyday replies, with examples of our own. D342. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore toe.'] as const
const factsOf = (lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/toe/i.test(text)) // biome-ignore format: short
const findingsOf = (lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

// biome-ignore format: one row a line
const told: readonly (readonly [form: string, lines: readonly string[], text: string])[] = [
  ['a part that reacts',            ['C: Allergies?', 'P: Amoxicillin, my tongue swelled up.'],                         'Allergic to amoxicillin: tongue swelled up.'],
  ['a verb of the skin',            ['C: Any drug allergies?', 'P: Bactrim, I came out in hives.'],                     'Allergic to Bactrim: hives.'],
  ['asthma set off',                ["C: Anything you can't take?", 'P: Aspirin, it sets my asthma off.'],              'Allergic to aspirin: asthma.'],
  ['a question after a reaction',   ['C: Does anything bring you out in hives?', 'P: Strawberries do.'],                'Allergic to strawberries.'],
  ['"why was that?"',               ['C: Any allergies?', 'P: I was told never to take codeine.', 'C: Why was that?', 'P: I came up in welts.'], 'Allergic to codeine: welts.'],
  ['the reaction behind its time',  ['C: Allergies?', 'P: Keflex. I was seven. Came out in red blotches.'],             'Allergic to Keflex: red blotches.'],
  ['not mixing',                    ['C: Any allergies?', "P: Oysters and I don't get along."],                         'Allergic to oysters.'],
  ['a cause of itching',            ['P: Mango makes my lips itch.'],                                                   'Allergic to mango: itching.'],
  ['a treatment',                   ['C: Any bad reactions to drugs?', 'P: Iodine, they had to give me adrenaline.'],  'Allergic to iodine.'],
  ['"what happens when"',           ['C: What happens when you have cashews?', "P: My throat swells and I can't breathe."], 'Allergic to cashews: throat swells.'],
]

test.each(told)('D342: %s', (_form, lines, text) => {
  expect(factsOf(lines)).toEqual([text])
  expect(findingsOf(lines)).toEqual([])
})

// biome-ignore format: one row a line
const noSymptom: readonly (readonly string[])[] = [
  ['C: Any allergies?', 'P: Tramadol, I get all itchy.', 'C: Itchy?', 'P: Yeah, my arms burn.'],
  ['C: Allergies?', 'P: Codeine makes me really sick.', 'C: Sick how?', 'P: Vomiting all night.'],
  ['C: Any problems with anaesthetics?', 'P: Last time I threw up for a day.'],
  ['C: Any allergies?', 'P: Yes, dogs.', 'C: Medicines?', 'P: No.'],
]

test.each(noSymptom)('D342: a reaction is no symptom, and a name after it asks for no medicines: %s %s %s %s', (...lines) => {
  expect(factsOf(lines.filter((line) => line !== undefined)).filter((text) => !/^(?:Allergic|No known)/.test(text))).toEqual([])
}) // biome-ignore format: short
