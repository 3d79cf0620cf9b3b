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

type Row = readonly [name: string, rule: string, lines: readonly string[], texts: readonly string[]]

// biome-ignore format: one row a line
const readAloud: readonly Row[] = [
  ['a number said again',  'D403', ['C: Pulse is ninety, ninety six.'],                                                    ['Pulse 96 bpm.']],
  ['a number put right',   'D403', ['C: Your temperature is thirty seven, hang on, thirty eight two.'],                     ['Temperature 38.2 °C.']],
  ['an echo',              'D403', ['P: It was one fifty over ninety at home.', 'C: One fifty over ninety.'],               []],
  ['an average',           'D403', ['C: Your blood pressure, the average is one forty over eighty five.'],                  ['Average blood pressure 140/85 mmHg.']],
  ['two postures',         'D404', ['C: Blood pressure lying, one thirty over eighty. And stand up. One ten over seventy.'], ['Blood pressure 130/80 mmHg lying.', 'Blood pressure 110/70 mmHg standing.']],
  ['laboratory',           'D405', ['C: Your ferritin came back at nine.'],                                                ['Ferritin 9.']],
  ['no result',            'D405', ['C: If your ferritin is under thirty, take iron.'],                                     []],
  ['no result',            'D405', ["C: I'd like your potassium at four."],                                                []],
  ['no result',            'D405', ['C: Take vitamin D, one thousand units.'],                                             []],
  ['a test and its result', 'D406', ["C: Let me examine you. That's the McMurray, that's positive."],                       ['Mcmurray positive.']],
  ['a result that follows', 'D406', ["C: Let me examine you. That's the Lachman. It's negative."],                         ['Lachman negative.']],
  ['a thing before its clause', 'D406', ["C: Let me examine you. The right wrist, it's very swollen."],                     ['Right wrist very swollen.']],
  ['a quality and its place', 'D406', ['C: Let me examine you. Sore over the left heel, warm.'],                            ['Sore over the left heel, warm.']],
  ['an explanation',       'D406', ["C: Let me examine you. No ptosis, that's the droop."],                                ['No ptosis.']],
  ['an instruction',       'D406', ['C: Let me examine you. Neck, turn to the left for me. Big breath in.'],                []],
  ['a turn of speech',     'D406', ["C: Let me examine you. That's a good sign. You've a very tidy hand. That's fine too."], []],
]

// biome-ignore format: one row a line
const impressions: readonly Row[] = [
  ['asked and thought',  'D400', ["P: So it's gout?", 'C: I think so.'],                               ['Likely gout.']],
  ['asked and stated',   'D400', ['P: Is it shingles, then?', "C: I'm afraid so."],                    ['Shingles.']],
  ['asked and possible', 'D400', ['P: Could it be a stroke?', 'C: It could be.'],                      ['Possible stroke.']],
  ['denied',             'D400', ['P: Do I have diabetes?', "C: I don't think so."],                   []],
  ['of others',          'D400', ['P: Is it gout?', 'C: I think so many people worry about that.'],    []],
  ['turned',             'D400', ["P: So it's gout?", "C: Probably, but I'd not swear to it."],         []],
  ['named next',         'D401', ["C: It's the tube behind the ear drum. Otitis media."],              ['Middle ear infection.']],
  ['only named',         'D401', ['C: Now your problems. Asthma.'],                                    []],
  ['a name of a thought', 'D401', ["C: I think it's the gut poking through. We call that a hernia."], ['Likely hernia.']],
  ['a measure of it',    'D402', ["C: You've got a patch of pneumonia on the left."],                  ['Pneumonia on the left.']],
  ['textbook',           'D402', ["C: That's textbook eczema."],                                       ['Eczema.']],
  ['a chance',           'D402', ["C: It's more likely than not that this is a melanoma."],            ['Likely melanoma.']],
  ['an edge',            'D402', ["C: You're right on the edge of that."],                             []],
  ['most of the time',   'D402', ["C: Most of the time it's a virus."],                                []],
  ['a verdict that the patient knows', 'D402', ['P: I thought it was chickenpox.', 'C: This is chickenpox.'], ['Chickenpox.']],
  ['a risk of years',    'D402', ['C: The chance of a stroke in the next ten years is twelve percent.'], []],
  ['a question put',     'D402', ['C: The question is, is it a virus or is it a bacteria.'],           []],
]

const values = Object.groupBy(readAloud, ([, rule]) => rule)
const diagnoses = Object.groupBy(impressions, ([, rule]) => rule)
const isMeasured = (_name: string, _rule: string, lines: readonly string[], texts: readonly string[]): void =>
  expect(measured(lines)).toEqual(texts)
const isJudged = (_name: string, _rule: string, lines: readonly string[], texts: readonly string[]): void =>
  expect(judged(lines)).toEqual(texts)

test.each(values.D403 ?? [])('D403: a value as it was measured: %s', isMeasured)
test.each(values.D404 ?? [])('D404: blood pressures with their postures: %s', isMeasured)
test.each(values.D405 ?? [])('D405: results of the laboratory: %s', isMeasured)
test.each(values.D406 ?? [])('D406: an examiner who thinks aloud: %s', isMeasured)
test.each(diagnoses.D400 ?? [])('D400: a diagnosis that the patient puts: %s', isJudged)
test.each(diagnoses.D401 ?? [])('D401: a bare name: %s', isJudged)
test.each(diagnoses.D402 ?? [])('D402: the words around a name: %s', isJudged)
