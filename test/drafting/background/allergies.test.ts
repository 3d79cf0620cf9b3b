/** Allergies with a reaction that the clinician says over, or as an exception to a no. D431. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const allergies = (lines: readonly string[]): readonly string[] => draftTexts(...lines).filter((text) => /^(?:Possibly a|A)llerg|^No .*allerg|^Had |Takes/.test(text)) // biome-ignore format: short

// biome-ignore format: one row a line
const told: readonly (readonly [form: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['an adverb is no reaction',      ['C: Any allergies?', 'P: Penicillin. Supposedly. I was four, and I came up in hives.'],                    ['Allergic to penicillin: hives.']],
  ['two names of one allergen',     ['C: Allergies?', 'P: Sulphur. The sulfa tablets. My face swelled up.'],                                    ['Allergic to sulfa tablets: face swelled up.']],
  ['what is seen is no allergen',   ['C: Any allergies?', 'P: Codeine makes me go funny. I hear things. Dogs, mostly.', 'C: Codeine, hallucinations, noted.'], ['Allergic to codeine: hallucinations.']],
  ['the name of a double question', ['C: Do you take anything? Allergic to anything?', 'P: Nothing. Um, I think it was amoxicillin. When I was little. I went red.', 'C: Amoxicillin, rash. Okay.'], ['Allergic to amoxicillin: rash.']],
  ['after "not allergic, well"',    ['C: Any other allergies?', 'P: No, and not allergic. Well, trimethoprim. I came out in a rash.', 'C: Trimethoprim, rash. Thank you.'], ['Allergic to trimethoprim: rash.']],
  ['an effect that is none',        ['C: Allergies?', 'P: Lisinopril, that gave me a cough.', 'C: Lisinopril, dry cough. Not an allergy but I will not give it again.'], ['Had dry cough from lisinopril.']],
  ['"that is an intolerance"',      ['C: Any allergies?', 'P: Latex, I come up in welts. And erythromycin gave me the runs.', "C: That's an intolerance."], ['Had runs from erythromycin.', 'Allergic to latex: welts.']],
  ['a no with its exception',       ['C: Allergies?', 'P: No. Nuts.'],                                                                          ['Allergic to nuts.']],
  ['a no to medicines',             ['C: Allergies?', 'P: Not to medicines. Plasters.'],                                                        ['Allergic to plasters.', 'No known medicine allergies.']],
  ['an exception in one sentence',  ['C: Allergies?', "P: I'm not allergic to anything, well, latex."],                                         ['Allergic to latex.']],
  ['of a sister',                   ['C: Allergies?', 'P: My sister is, to penicillin. Not me.', 'C: Penicillin, rash, your sister.'],          []],
  ['a name taken back for a brother', ['C: Allergies?', "P: Yeah, chlorsig. No, hang on, that's me brother. Elastoplast brings me up in a rash."], ['Allergic to elastoplast: rash.']],
  ['a pet',                         ['C: Allergies?', "P: No. We've got cats, though.", 'C: Cats, lovely.'],                                    ['No known allergies.']],
  ['no harm',                       ['C: Allergies?', 'P: No, I had amoxicillin in March and it was fine.', 'C: Amoxicillin, fine.'],            ['No known allergies.']],
]

test.each(told)('D431: %s', (_form, lines, texts) => {
  expect(allergies(lines)).toEqual(texts)
})
