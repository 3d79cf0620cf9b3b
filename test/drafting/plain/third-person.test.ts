/** A patient's own sentence in the third person, as a note has it; a sentence that fits no form stays a quote. D260. */
import { expect, test } from '@jest/globals'
import { cleanWords } from '../../../src/drafting/dialogue/wording.ts'
import { tellThirdPerson } from '../../../src/drafting/extract/plain/third-person.ts'

// biome-ignore format: one row a line
const rows: readonly (readonly [rule: string, said: string, line: string])[] = [
  ['the verb agrees with the patient',      'I wake up at four every morning.', 'Wakes up at four every morning'],
  ['the verb agrees with the patient',      'I need to sit down after ten steps.', 'Needs to sit down after ten steps'],
  ['the verb agrees with the patient',      'I have been limping since Easter.', 'Has been limping since Easter'],
  ['the verb agrees with the patient',      "I don't eat meat.", 'Does not eat meat'],
  ['the verb agrees with the patient',      "I can't lift my arm above my head.", 'Cannot lift the arm above the head'],
  ['a past verb stays',                     'I twisted my ankle at netball.', 'Twisted the ankle at netball'],
  ['a past verb stays',                     'I noticed a lump under my arm.', 'Noticed a lump under the arm'],
  ['a past verb stays',                     'I fell off a ladder and I landed on my side.', 'Fell off a ladder and landed on the side'],
  ['a past verb stays',                     'I took two Panadol last night.', 'Took two Panadol last night'],
  ['a past verb stays',                     'I fainted in the shower.', 'Fainted in the shower'],
  ['a part of the body is the subject',     'My hands go white in the cold.', 'Hands go white in the cold'],
  ['a part of the body is the subject',     'My knees click on the stairs.', 'Knees click on the stairs'],
  ['a part of the body is the subject',     'My gums bleed every day.', 'Gums bleed every day'],
  ['a part of the body is the subject',     'My voice is hoarse.', 'Voice is hoarse'],
  ['a part of the body is the subject',     'My jaw locks and my ear hurts.', 'Jaw locks and ear hurts'],
  ['a clause of time takes the participle', 'I get cramps when I run uphill.', 'Gets cramps when running uphill'],
  ['a clause of time takes the participle', 'I cough when I lie flat.', 'Coughs when lying flat'],
  ['a clause of time takes the participle', 'I feel giddy whenever I stand.', 'Feels giddy whenever standing'],
  ['a clause of time takes the participle', 'I get a sore arm after I use the mower.', 'Gets a sore arm after using the mower'],
  ['any verb agrees',                       'I schlepped a wardrobe upstairs.', 'Schlepped a wardrobe upstairs'],
  ['"am" is "is" behind another clause',    "I drop off at nine and I'm up at one.", 'Drops off at nine and is up at one'],
  ['any verb agrees',                       'I dread the mornings.', 'Dreads the mornings'],
  ['any verb agrees',                       'I mostly doze in the chair.', 'Mostly dozes in the chair'],
  ['any verb agrees',                       'I nap on Mondays and walk on Tuesdays.', 'Naps on Mondays and walks on Tuesdays'],
  ['any verb agrees',                       'I wake up at like five and just lie there.', 'Wakes up at five and lies there'],
  ['any verb agrees',                       "I've just been really drained.", 'Has been really drained'],
  ['a "not" ends where a subject begins',   "I can't get off till two or three, then I wake at six.", 'Cannot get off till two or three, then wakes at six'],
  ['a clause of time takes the participle', 'My back aches when I sit.', 'Back aches when sitting'],
]

test.each(rows)('D260: %s: %s', (_rule, said, line) => {
  expect(tellThirdPerson(cleanWords(said))).toBe(line)
})

// biome-ignore format: one row a line
const quoted: readonly (readonly [why: string, said: string])[] = [
  ['a belief stays the patient\'s',          "I think it's the new pillow."],
  ['a fear stays the patient\'s',            "I'm worried about my heart."],
  ['somebody else acts',                     'My wife told me to come and she drove me.'],
  ['a pronoun has nothing to point at',      "It's been like that."],
  ['the reach of a "not" is left open',      "I haven't slept, eaten or worked."],
  ['the speaker began anew',                 'I the, I had a fall.'],
  ['a verb or a noun follows "and"',         'I get cramps and sweat.'],
  ['a reason with a subject of its own',     'I avoid the stairs because I get puffed.'],
  ['words were not heard',                   'I have [unintelligible] pain.'],
  ['it is addressed to the clinician',       'I want you to look at my toe.'],
]

test.each(quoted)('D260: a sentence that does not fit stays as it was said: %s', (_why, said) => {
  expect(tellThirdPerson(cleanWords(said))).toBeUndefined()
})
