/** Values and signs as an examiner reads them aloud, and diagnoses as sure as they were said. D400 to D406. */
import { expect, test } from '@jest/globals'
import { readDialogue } from '../../../src/drafting/dialogue/dialogue.ts'
import { draftMeasurements } from '../../../src/drafting/extract/examination/measurements.ts'
import { draftImpressions } from '../../../src/drafting/extract/impressions.ts'
import { talk } from '../dialogues.ts'

const measured = (lines: readonly string[]): readonly string[] =>
  draftMeasurements(readDialogue(talk('C: Hello.', 'P: Hello.', ...lines))).map(({ text }) => text)
const judged = (lines: readonly string[]): readonly string[] =>
  draftImpressions(readDialogue(talk('C: Hello.', 'P: Hello.', ...lines))).map(({ text }) => text)

// biome-ignore format: one row a line
test.each([
  ['D403: a number said again',  ['C: Pulse is ninety, ninety six.'],                                                    ['Pulse 96 bpm.']],
  ['D403: a number put right',   ['C: Your temperature is thirty seven, hang on, thirty eight two.'],                     ['Temperature 38.2 °C.']],
  ['D403: an echo',              ['P: It was one fifty over ninety at home.', 'C: One fifty over ninety.'],               []],
  ['D403: an average',           ['C: Your blood pressure, the average is one forty over eighty five.'],                  ['Average blood pressure 140/85 mmHg.']],
  ['D404: two postures',         ['C: Blood pressure lying, one thirty over eighty. And stand up. One ten over seventy.'], ['Blood pressure 130/80 mmHg lying.', 'Blood pressure 110/70 mmHg standing.']],
  ['D405: laboratory',           ['C: Your ferritin came back at nine.'],                                                ['Ferritin 9.']],
  ['D405: no result',            ['C: If your ferritin is under thirty, take iron.'],                                     []],
  ['D405: no result',            ["C: I'd like your potassium at four."],                                                []],
  ['D405: no result',            ['C: Take vitamin D, one thousand units.'],                                             []],
  ['D406: a test and its result', ["C: Let me examine you. That's the McMurray, that's positive."],                       ['Mcmurray positive.']],
  ['D406: a result that follows', ["C: Let me examine you. That's the Lachman. It's negative."],                         ['Lachman negative.']],
  ['D406: a thing before its clause', ["C: Let me examine you. The right wrist, it's very swollen."],                     ['Right wrist very swollen.']],
  ['D406: a quality and its place', ['C: Let me examine you. Sore over the left heel, warm.'],                            ['Sore over the left heel, warm.']],
  ['D406: an explanation',       ["C: Let me examine you. No ptosis, that's the droop."],                                ['No ptosis.']],
  ['D406: an instruction',       ['C: Let me examine you. Neck, turn to the left for me. Big breath in.'],                []],
  ['D406: a turn of speech',     ["C: Let me examine you. That's a good sign. You've a very tidy hand. That's fine too."], []],
] as const)('%s: %s', (_, lines, texts) => {
  expect(measured(lines)).toEqual(texts)
})

// biome-ignore format: one row a line
test.each([
  ['D400: asked and thought',  ["P: So it's gout?", 'C: I think so.'],                               ['Likely gout.']],
  ['D400: asked and stated',   ['P: Is it shingles, then?', "C: I'm afraid so."],                    ['Shingles.']],
  ['D400: asked and possible', ['P: Could it be a stroke?', 'C: It could be.'],                      ['Possible stroke.']],
  ['D400: denied',             ['P: Do I have diabetes?', "C: I don't think so."],                   []],
  ['D400: of others',          ['P: Is it gout?', 'C: I think so many people worry about that.'],    []],
  ['D400: turned',             ["P: So it's gout?", "C: Probably, but I'd not swear to it."],         []],
  ['D401: named next',         ["C: It's the tube behind the ear drum. Otitis media."],              ['Middle ear infection.']],
  ['D401: only named',         ['C: Now your problems. Asthma.'],                                    []],
  ['D401: a name of a thought', ["C: I think it's the gut poking through. We call that a hernia."], ['Likely hernia.']],
  ['D402: a measure of it',    ["C: You've got a patch of pneumonia on the left."],                  ['Pneumonia.']],
  ['D402: textbook',           ["C: That's textbook eczema."],                                       ['Eczema.']],
  ['D402: a chance',           ["C: It's more likely than not that this is a melanoma."],            ['Likely melanoma.']],
  ['D402: an edge',            ["C: You're right on the edge of that."],                             []],
  ['D402: most of the time',   ["C: Most of the time it's a virus."],                                []],
  ['D402: a verdict that the patient knows', ['P: I thought it was chickenpox.', 'C: This is chickenpox.'], ['Chickenpox.']],
  ['D402: a risk of years',    ['C: The chance of a stroke in the next ten years is twelve percent.'], []],
  ['D402: a question put',     ['C: The question is, is it a virus or is it a bacteria.'],           []],
] as const)('%s: %s', (_, lines, texts) => {
  expect(judged(lines)).toEqual(texts)
})
