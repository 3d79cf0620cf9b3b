/** Doses that have changed, heads of a review, and medicines that are named and not taken. D532. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: Hello, come in. What can I do for you?', 'P: I have had a sore toe since Friday.'] as const
const told = (lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => /\b(?:takes?|medicines)\b/i.test(text)) // biome-ignore format: one row

// biome-ignore format: one row a line
const rows: readonly (readonly [form: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['it went up',           ['C: What tablets do you take?', 'P: Lexapro, ten. Oh, it went up. Twenty milligrams now, in the mornings.'], ['Takes Lexapro 20 mg in the morning.']],
  ['an article left out',  ['C: What tablets do you take?', 'P: Zoloft, fifty. It got put up. Hundred milligrams, at night.'],           ['Takes Zoloft 100 mg at night.']],
  ['in one sentence',      ['C: Any regular medicines?', "P: I'm on Micardis, forty. No, they put it up, it's eighty now."],            ['Takes Micardis 80.']],
  ['by somebody',          ['C: What do you take?', 'P: Bisoprolol, five milligrams. The cardiologist doubled it. Ten milligrams.'],    ['Takes bisoprolol 10 mg.']],
  ['without the new one',  ['C: What do you take?', 'P: Sertraline, a hundred milligrams. They halved it.'],                            ['Takes sertraline.']],
  ['from the old one',     ['C: What do you take?', 'P: Eutroxsig, a hundred micrograms. They put it up from seventy-five last year.'], ['Takes Eutroxsig 100 micrograms.']],
  ['how often',            ['C: Regular tablets?', 'P: Lyrica, seventy-five twice a day. Well, I dropped it back to once, at night.'],  ['Takes Lyrica 75 at night.']],
  ['a wish',               ['C: What do you take?', 'P: Amlodipine, five milligrams. She wants to put it up to ten.'],                  ['Takes amlodipine 5 mg.']],
  ['meant to',             ['C: Any puffers?', "P: Ventolin, and I'm meant to use the Seretide but I don't."],                         ['Takes Ventolin.', 'Does not take Seretide.']],
  ['supposed to',          ['C: What do you take?', "P: I take metformin twice a day, and I'm supposed to be on Lipitor but I never remember."], ['Takes metformin twice a day.', 'Does not take Lipitor.']],
  ['not used for years',   ['C: Regular medicines?', "P: I've got Ventolin in the bag somewhere. Haven't used it since I was twelve."],  []],
  ['in the house',         ['C: Are there any big stocks of tablets at home?', "P: There's, like, Panadol and Mum's tablets."],          []],
  ['a cause',              ['C: Do you drink?', "P: One glass of red on a Sunday, that's all, because of the methotrexate."],           []],
  ['of another trouble',   ['C: Have you had this before?', 'P: I had some counselling for exams. No tablets.'],                        []],
  ['after an allergy',     ['C: Allergies?', 'P: Wasps.', 'C: No medicines, though?', 'P: No, no medicines.'],                          []],
  ['taken back later',     ['C: What are you on?', "P: I was put on Endone for the hip. Ten days back. No, it wasn't the Endone. It's the Norspan, the five."], ['Takes Norspan 5.']],
  ['the head of a review', ['C: Eliquis. How many of these?', 'P: One in the morning, one at night. Five milligrams it says.'],         ['Takes Eliquis 5 mg morning and night.']],
  ['how often would you',  ['C: And temazepam. How often would you take the temazepam?', 'P: What, three nights a week? One tablet.'],    ['Takes temazepam 1 tablet 3 nights a week.']],
  ['a head of the plan',   ['C: Panadol. How bad is the pain out of ten?', 'P: Eight.'],                                               []],
  ['how many at a time',   ['C: Anything from the chemist?', 'P: Panadol Osteo, two of them, three times a day, for the knees.'],       ['Takes Panadol Osteo 3 times a day.']],
  ['a figure said again',  ["C: How are you going with the methotrexate? You're on fifteen milligrams?", 'P: Fifteen, on a Tuesday.'],   ['Takes methotrexate 15 on Tuesdays.']],
  ['half a milligram',     ['C: What do you take?', 'P: Ozempic, half a milligram once a week.'],                                       ['Takes Ozempic 0.5 mg once a week.']],
]

test.each(rows)('D532: %s', (_, lines, texts) => {
  expect([...told(lines)].toSorted()).toEqual([...texts].toSorted())
  const segments = talk(...opening, ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})
