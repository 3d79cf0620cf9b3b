/** Words that name a trouble and state another thing, or none. docs/design/drafting.md#rules-of-the-drafter. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a cough.'] as const
const factsOf = (lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => text !== 'Cough.')

type Row = readonly [reason: string, lines: readonly string[], texts: readonly string[]]

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  // A plea admits the thing that was asked after, and is no feeling.
  ['plea', ['C: Do you smoke?', 'P: Guilty.'],                                   ['Smokes.']],
  ['plea', ['C: Do you smoke?', "P: Guilty, I'm afraid."],                       ['Smokes.']],
  ['plea', ['C: Do you skip the inhaler?', 'P: Oh, guilty again.'],              []],
  ['plea', ['C: Do you eat late at night?', 'P: Well, guilty on that one.'],     []],
  ['plea', ['C: Are you still climbing ladders?', 'P: Yes, guilty, doctor.'],    []],
  ['feeling', ['C: How do you feel about it?', 'P: Guilty.'],                    ['Guilt.']],
  // Who cannot be rid of a thing has it, and does not shake.
  ['be rid of', ["P: I can't seem to shake this headache."],                     ['Headache.']],
  ['be rid of', ["P: There's a headache that I can't seem to shake."],           ['Headache.']],
  ['be rid of', ["P: It's a sore throat and I just can't shake it."],            ['Sore throat.']],
  ['be rid of', ["P: I can't quite shake this nausea."],                         ['Nausea.']],
  ['be rid of', ['P: The tiredness is hard to shake.'],                          ['Tiredness.']],
  // A service is named by what it looks for.
  ['service', ['C: I think we should get a viral swab.'],                        ['Arrange viral swab.']],
  ['service', ["C: I think the hepatitis B serology can wait."],                 []],
  ['service', ['C: I suspect the malaria antigens will be back soon.'],          []],
  ['service', ['C: I think a gout panel is too much today.'],                    []],
  ['service', ['C: I think the Helicobacter stool test is free.'],               []],
  // What a record says is history, and no finding of today.
  ['record', ['C: There is asthma on your record.', "P: That's right."],         ['History of asthma.']],
  ['record', ['C: Your notes say asthma.', "P: That's right."],                  []],
  ['record', ['C: It is down as asthma in your file.'],                          []],
  ['record', ['C: You are listed as having gout.'],                              []],
  ['record', ['C: The system has gout, I think, from the hospital.'],            []],
  // A denial after hesitation, a repeated degree, or the one who judges.
  ['late denial', ['C: I would say lymphoma is very, very unlikely.'],           ['Also said: "I would say lymphoma is very unlikely".']],
  ['late denial', ['C: I would say lymphoma is very, er, unlikely indeed.'],     ['Also said: "I would say lymphoma is very unlikely indeed".']],
  ['late denial', ['C: Lymphoma, to my mind, is unlikely.'],                     []],
  ['late denial', ['C: Pneumonia, I would say, is really quite unlikely.'],      ['Also said: "pneumonia, I would say, is really quite unlikely".']],
  ['late denial', ['C: Pneumonia here is really, um, improbable.'],              []],
  // A certainty with a negation in it.
  ['no doubt', ['C: No question about it, that is gout.'],                       ['Gout.']],
  ['no doubt', ["C: There's no doubt that this is gout."],                       ['Gout.']],
  ['no doubt', ['C: Without a doubt you have gout.'],                            ['Gout.']],
  ['no doubt', ['C: Let me have a look at the ear. No doubt about it, an infection of the ear canal, otitis externa.'], ['Outer ear infection.']],
  ['no doubt', ['C: Let me have a look. No doubt about it, the throat is red.'], ['Throat red.']],
  // An option is no finding.
  ['option', ['C: Let me have a look at the knee. There is the option of drawing fluid off with a needle.'],   []],
  ['option', ['C: Let me look at the lump. There is always having it cut out.'],                               []],
  ['option', ['C: Let me look at the ear. There is the choice of drops and wax removal.'],                     []],
  ['option', ['C: Let me look at the skin. There is an alternative with less redness.'],                       []],
  ['option', ['C: Let me look at the knee. There are other options for the swelling.'],                        []],
  // Another measure with the same word, and a number that is part of a name.
  ['measure', ['C: Your three month sugar, the H B A one C, has gone up.'],      []],
  ['measure', ['C: Your sugar, the A1c, is seven point two.'],                   ['HbA1c 7.2.']],
  ['measure', ['C: The HbA1c is seven. It was six.'],                            ['HbA1c 7 (was 6).']],
  ['measure', ['C: Your average blood sugar is nine.'],                          []],
  ['measure', ['C: Your blood sugar, with the B twelve, was fine.'],             ['Blood sugar fine.']],
  ['measure', ['C: Your blood sugar is six point one.'],                         ['Glucose 6.1 mmol/L.']],
  // "I'd" with a number or a guess is "I would".
  ['would', ["P: I'd say my walking distance is the same."],                     []],
  ['would', ["P: I'd like to sleep at night."],                                  []],
  ['would', ["P: I'd guess I walk to the shops twice a week."],                  []],
  // The effect of a thing that was named before.
  ['effect', ['C: It says allergic to erythromycin.', 'P: Mm.', 'C: What form did that take?', 'P: Vomiting, within minutes.'], ['Allergic to erythromycin: vomiting.']],
  ['effect', ["P: I can't have morphine, I get hallucinations."],                ['Reports: "I can\'t have morphine, I get hallucinations".']],
  ['effect', ["P: I can't take codeine because I get constipated."],             ['Reports: "I can\'t take codeine because I get constipated".']],
  // A part of the body that was said stays.
  ['part', ['P: I have weakness in my legs.'],                                   ['Leg weakness.']],
  ['part', ['C: Any weakness in the arm?', 'P: No.'],                            ['No arm weakness.']],
  ['part', ['C: Any weakness in the arms or legs?', 'P: No.'],                   ['No limb weakness.']],
  ['part', ['P: I have weakness in my arm.', 'C: Any weakness in the arms or legs?', 'P: No.'], ['Arm weakness.']],
  ['part', ["P: I've found a lump under my arm."],                               ['Armpit lump.']],
  ['part', ["P: I've got lumps in my neck."],                                    ['Neck lump.']],
  ['part', ['P: My glands are swollen.'],                                        ['Swollen glands.']],
  // Which way the blood comes is not said, or said.
  ['blood', ['P: Passing blood when I go to the toilet.', 'C: Is it in the wee or the poo?', 'P: In the wee.'], ['Passing blood.']],
  ['blood', ["P: I'm passing blood when I wee."],                                ['Blood in urine.']],
  ['blood', ["P: I'm passing blood."],                                           ['Passing blood.']],
  ['blood', ["P: There's bleeding when I go to the loo."],                       ['Passing blood.']],
  ['blood', ['P: I have blood in my poo.'],                                      ['Blood in stool.']],
  // An illness whose name has the name of a symptom in it.
  ['illness', ['P: I had febrile convulsions when I was younger.'],              ['Febrile convulsions in the past.']],
  ['illness', ['P: I had a febrile fit as a toddler.'],                          ['Febrile convulsions in the past, as a toddler.']],
  ['illness', ['P: I had viral wheeze as a child.'],                             ['Viral wheeze in the past, as a child.']],
  ['illness', ['P: I had a viral induced wheeze as a child.'],                   ['Viral wheeze in the past, as a child.']],
  ['illness', ['P: I have a wheeze.'],                                           ['Wheeze.']],
  // What was taken out is no illness of the past.
  ['taken out', ['P: I had a cyst taken off my ovary eight years ago.'],         ['History of cyst removal eight years ago.']],
  ['taken out', ["P: I've had a cyst cut out."],                            ['History of cyst removal.']],
  ['taken out', ['P: I had a cyst removed last year.'],                          ['History of cyst removal last year.']],
  ['taken out', ['P: I had a prolapse repair ten years ago.'],                   ['History of prolapse repair ten years ago.']],
  ['taken out', ['P: I have a cyst.'],                                           ['History of cyst.']],
]

test.each(rows)('D323: a word in its sense: %s %j', (_, lines, texts) => {
  expect(factsOf(lines)).toEqual(texts)
})

test.each(rows)('Drafting: the verifier passes: %s %j', (_, lines) => {
  const segments = talk(...opening, ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})
