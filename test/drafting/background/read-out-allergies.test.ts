/** Allergies that the clinician reads out, and a no that holds for medicines alone. D473. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const allergies = (lines: readonly string[]): readonly string[] => draftTexts(...lines).filter((text) => /^(?:Possibly a|A)llerg|^No .*allerg|^Had |^Reports/.test(text)) // biome-ignore format: short

// biome-ignore format: one row a line
const told: readonly (readonly [form: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['with its effect, confirmed',     ["C: Allergies, I've got cefaclor, hives. Is that still right?", 'P: Yeah, since I was a kid.'],   ['Allergic to cefaclor: hives.']],
  ['behind a heading',               ["C: Allergies. Latex, I've got welts.", 'P: Yeah, welts. Years ago.'],                           ['Allergic to latex: welts.']],
  ['in a list that says it',         ['C: And the allergy list says morphine, itching. Still the case?', 'P: Yes, that still stands.'], ['Allergic to morphine: itching.']],
  ['none, read out',                 ["C: And allergies, none, I've got.", "P: That's right."],                                         ['No known allergies.']],
  ['medicines alone',                ['C: Any allergies?', "P: I'm allergic to crab. Like hives. But tablets no."],                      ['Allergic to crab: hives.', 'No known medicine allergies.']],
  ['an effect of long ago',          ['C: Any allergies?', 'P: Sulfa. I got all red when I was young.'],                                ['Allergic to sulfa: redness.']],
  ['a part without its owner',       ['C: Allergies?', 'P: Penicillin. Lips swelled up when I was a young fella.'],                     ['Allergic to penicillin: lips swelled up.']],
  ['called no allergy',              ['C: Allergies?', 'P: Tramadol made me really sick after the op, but not allergic as such.'],      ['Had nausea from tramadol.']],
  ['taken up by "that"',             ['C: Allergies, bad reactions? I seem to recall something with enalapril.', 'P: Yes, that gave me the cough.', "C: Enalapril, dry cough. Not an allergy but I won't give you it again."], ['Had dry cough from enalapril.']],
  ['a harm without a name',          ['C: Allergies?', 'P: Codeine makes me go silly.'],                                                ['Reports: "codeine makes me go silly".']],
  ['denied for another one',         ["C: I've got you down as allergic to latex, is that right?", "P: No, that's my sister."],         []],
  ['put right',                      ['C: Allergies, morphine, I have.', 'P: No, it was pethidine.'],                                   []],
  ['no allergy, but fine',           ['C: Any allergies?', "P: No. Nurofen's fine."],                                                   ['No known allergies.']],
]
test.each(told)('D473: %s', (_form, lines, texts) => {
  expect(allergies(lines)).toEqual(texts)
})
