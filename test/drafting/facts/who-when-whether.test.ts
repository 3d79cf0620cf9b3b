/** Who has it, when, and whether: statements that a note must not make, and the right ones in their place. Sentences of our own. D312. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a sore knee.'] as const
const factsOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, ...lines).filter((text) => !/^Knee pain/.test(text) && !text.startsWith('Reports: "'))
const plansOf = (...lines: readonly string[]): readonly string[] =>
  draftTexts(...opening, 'C: OK.', ...lines, 'P: OK.').filter((text) => !/^Knee pain/.test(text))
const refusedIn = (...lines: readonly string[]): readonly string[] => {
  const segments = talk(...opening, ...lines)
  return rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')
}

/** Each line of the patient with the facts that it gives. */
type Row = readonly [line: string, ...texts: readonly string[]]

// The "not" of a verb stands inside the name of the symptom.
// biome-ignore format: one row a line
const insideNames: readonly Row[] = [
  ["P: My chest doesn't hurt.",                       'No chest pain.'],
  ["P: My nose isn't running.",                       'No runny nose.'],
  ["P: My hands don't shake.",                        'No tremor.'],
  ["P: My heart doesn't race.",                       'No palpitations.'],
  ["P: My ankles aren't swollen.",                    'No ankle swelling.'],
  ["P: My legs don't cramp.",                         'No leg cramps.'],
  ["P: My throat doesn't hurt unless I swallow."],
  ["P: My wife's chest doesn't hurt."],
  ["P: My chest doesn't really hurt."],
  ["P: If my chest doesn't hurt I go to work."],
]
test.each(insideNames)('D312: a denial inside a name: %s', (line, ...texts) => {
  expect(factsOf(line).filter((text) => !/go to work/.test(text))).toEqual(texts)
  expect(refusedIn(line)).toEqual([])
})

// Who cannot be rid of a thing has it.
test.each([
  ["P: I can't shake this cough.", 'Cough.'],
  ["P: I can't get rid of this cough.", 'Cough.'],
  ["P: I can't bear this headache.", 'Headache.'],
  ["P: I can't ignore the dizziness any longer.", 'Dizziness.'],
  ["P: I can't sleep with this toothache.", 'Toothache.'],
])('D312: a verb of ridding presupposes its object: %s', (line, text) => {
  expect(factsOf(line)).toContain(text)
  expect(factsOf(line).filter((each) => each.startsWith('No '))).toEqual([])
})

// A clause of time or condition after the main clause tells when, and states no trouble.
test.each([
  ['P: It only itches when I sweat.', /sweat/i],
  ['P: My ribs hurt when I cough.', /^Cough/],
  ['P: My head throbs whenever I sneeze.', /sneez/i],
  ['P: It gets sore if I vomit.', /^Vomiting/],
  ['P: I wet myself a little every time I cough.', /^Cough/],
])('D312: an occasion is no symptom: %s', (line, never) => {
  expect(factsOf(line).filter((text) => never.test(text))).toEqual([])
})

test.each([
  ['C: Any rash?', "P: There's no spots.", /^Spots/],
  ['C: Any pain?', 'P: No, not unless I have had coffee.', /^No pain/],
  ['C: Any pain?', 'P: No, only when I bend it.', /^No pain/],
  ['C: Any cough?', 'P: No, not since Sunday.', /^No cough/],
  ['C: Any nausea?', 'P: No, unless I skip breakfast.', /^No nausea/],
])('D312: no more is stated or denied than was said: %s %s', (question, reply, never) => {
  expect(factsOf(question, reply).filter((text) => never.test(text))).toEqual([])
})

// Figures of speech and fears.
test.each([
  ['P: I nearly fainted with the price of it.'],
  ['P: I was up half the night worrying about the rent.'],
  ['P: My heart was in my mouth.'],
  ["P: My head's all over the place."],
  ['P: I lie awake thinking about my job.'],
  ['P: I nearly had a heart attack when I saw the bill.'],
])('D312: a figure of speech or a worry is no symptom: %s', (line) => {
  expect(factsOf(line)).toEqual([])
})

test('D312: "not forgetting" goes on with a list', () => {
  expect(factsOf('C: What do you take?', 'P: Metformin, not forgetting digoxin.').join(' ')).not.toMatch(/memory/i)
})

// A relative of a relative, one of several, and somebody who belongs to a relative.
// biome-ignore format: one row a line
const family: readonly Row[] = [
  ["P: My mum's sister had breast cancer.",                    'Aunt: breast cancer.'],
  ["P: My dad's dad had gout.",                                'Grandfather: gout.'],
  ['P: One of my sisters was diagnosed with lung cancer.',     'Sister: lung cancer.'],
  ['P: My pop was diagnosed with heart disease.',              'Grandfather: heart disease.'],
  ['P: Dad has cancer of the pancreas.',                       'Father: pancreatic cancer.'],
  ["P: My sister's little one had meningitis."],
  ["P: My brother's friend has asthma."],
  ["P: My cousin's wife has diabetes."],
]
test.each(family)('D312: whose illness it is: %s', (line, ...texts) => {
  expect(factsOf(line)).toEqual(texts)
})

// "Went" with a direction is a movement; the thing has not gone.
test.each([
  ['P: I have pain in my left ankle since I went over on it.'],
  ['P: I have pain in my wrist, I went down on it.'],
  ['P: I have a rash that went up my arm.'],
  ['P: My toothache went from bad to worse.'],
  ['P: I have tingling, and my fingers went numb.'],
])('D312: a thing that moved has not gone: %s', (line) => {
  expect(factsOf(line).filter((text) => /resolved|previously/.test(text))).toEqual([])
})

// A vaccine is no illness, and its effect no complaint; so with a medicine and an allergen.
// biome-ignore format: one row a line
const effects: readonly (readonly [...lines: readonly string[]])[] = [
  ["P: I've had the hepatitis B course."],
  ['C: You are down as having had the typhoid shot?', 'P: Yes, sore arm and all.'],
  ["P: Don't give me shellfish, last time I had vomiting."],
  ['P: Keep me away from sulfa drugs, when I had it I had blisters.'],
  ['P: I had nosebleeds from aspirin once.'],
  ['P: Not Ceclor, please, I end up with hives.'],
  ['C: Has a medicine ever turned on you?', 'P: Tramadol has. Vomiting.'],
]
test.each(effects)('D312: an effect is no symptom or illness of today: %s %s', (...lines) => {
  expect(factsOf(...lines).filter((text) => !/^Allergic|vaccine/.test(text))).toEqual([])
})

// A diagnosis keeps the words that make it one of today.
// biome-ignore format: one row a line
const impressions: readonly Row[] = [
  ["C: That's poorly controlled diabetes.",                              'Poorly controlled diabetes.'],
  ['C: I think it is a flare-up of your gout.',                          'Likely flare-up of gout.'],
  ["C: That's an asthma flare.",                                         'Asthma flare-up.'],
  ['C: It is probably asthma that has got out of control.',              'Likely poorly controlled asthma.'],
  ["C: It's an exacerbation of the asthma.",                             'Exacerbation of asthma.'],
  ["C: It's gout, and cellulitis is very unlikely.",                     'Gout.', 'Cellulitis unlikely.'],
  ['C: Costochondritis, the rib joints, is very unlikely.'],
  ['C: I would not rule out gout altogether.',                           'Possible gout.'],
  ['C: On the box it says thrush.'],
  ['C: You might get constipation from it.'],
  ['C: One thing to watch with it is constipation.'],
  ['C: You may notice indigestion.'],
  ['C: These tablets can give you indigestion.'],
]
test.each(impressions)('D312: a diagnosis as it was said, and no effect of a medicine: %s', (line, ...texts) => {
  expect(plansOf(line).filter((text) => !text.startsWith('Also said'))).toEqual(texts)
})

test('D312: a flare of an illness that the patient has is a diagnosis of today', () => {
  expect(factsOf('P: I have asthma.', 'C: That sounds like an asthma flare.')).toContain('Likely asthma flare-up.')
})

// Instructions of the moment are no plan; advice with the same verbs is.
test.each([
  ['C: Put your tongue down.'],
  ['C: Keep breathing.'],
  ['C: Raise your eyebrows.'],
  ['C: OK, put your top back on.'],
  ['C: Can you lift your leg up for me.'],
  ['C: Get your diary.'],
  ['C: Push against my hand.'],
  ["C: Don't blink."],
  ['C: March on the spot for me.'],
])('D312: an instruction of the moment is no plan: %s', (line) => {
  expect(plansOf(line)).toEqual([])
})
test.each([
  ['C: Take some deep breaths every hour.', 'Take some deep breaths every hour.'],
  ['C: Keep your leg elevated for two days.', 'Keep the leg elevated for two days.'],
  ['C: Hold the ibuprofen until next week.', 'Hold the ibuprofen until next week.'],
  ['C: Take the tablets with food.', 'Take the tablets with food.'],
])('D312: advice that lasts is a plan: %s', (line, text) => {
  expect(plansOf(line)).toEqual([text])
})

// What somebody had as a child is past, whatever the tense of the verb.
test.each([
  ["P: I've had fits as a child."],
  ["P: I've had nosebleeds as a kid."],
  ["P: I've had mouth ulcers when I was younger."],
  ["P: I've had constipation in my childhood."],
  ["P: I've had night sweats growing up."],
])('D312: of childhood, and not of now: %s', (line) => {
  expect(factsOf(line)).toEqual([expect.stringMatching(/ previously\.$/)])
})
