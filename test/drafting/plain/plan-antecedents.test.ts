/** What a pronoun, a missing object, a half clause or a bound of its own sentence means in a line of the plan. D560 to D562. */
import { expect, test } from '@jest/globals'
import { draftJudged, draftTexts, talk } from '../dialogues.ts'

const linesOf = (...lines: readonly string[]): readonly string[] =>
  draftJudged(talk('P: I came about what we talked of.', ...lines)).map(({ text }) => text)

// biome-ignore format: one row a line
const named: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Once the bloods are back restart ramipril at half the dose.', "C: The ramipril is the culprit. Once the bloods are back we'll restart it at half the dose."],
  ['Rash or fever, stop allopurinol the same day and come in.', 'C: Allopurinol, a hundred a day.', 'P: And a rash?', 'C: A rash or fever, stop it the same day and come in.'],
  ['Have metoclopramide 10 mg, alongside rizatriptan.', "C: I'll give you rizatriptan.", 'P: And the sickness?', 'C: Have metoclopramide, ten milligrams, alongside it.'],
  ['Wear sunscreen while on doxycycline.', 'C: The doxycycline, one a day for a week.', 'P: Anything I should avoid?', "C: Wear sunscreen while you're on it."],
  ['Stop the Ural while on trimethoprim.', 'C: Trimethoprim, three hundred milligrams at night.', 'P: And the Ural?', "C: Stop the Ural while you're on it, it can weaken the antibiotic."],
  ['Sertraline: do not skip doses, and do not stop suddenly.', "C: We'll start sertraline, fifty milligrams in the morning. Don't skip doses, and don't stop suddenly."],
  ['Rinse the mouth after Flixotide.', 'C: Flixotide, two puffs morning and night. Rinse your mouth afterwards.'],
  ['Drop the urine sample back before lunch tomorrow.', 'C: I want a urine sample.', 'P: When?', 'C: Drop it back before lunch tomorrow.'],
  ['Keep the graft dry for three days.', "C: The graft has taken nicely.", 'P: Can I shower?', 'C: Keep it dry for three days.'],
  ['Nothing to eat for six hours before the ultrasound of the gallbladder.', "C: We'll get an ultrasound of the gallbladder. Nothing to eat for six hours before."],
  ['Crutches after two weeks, if you need them.', 'C: Keep the boot on for two weeks. Crutches after that, if you need them.'],
  ['Keep the brown one in the drawer.', 'C: Take the new one each day.', 'P: And the brown one?', 'C: Keep it in the drawer.'],
  ['Wear the splint for six weeks.', 'P: What about the splint?', 'C: Yes. Wear it for six weeks.'],
  ['Keep the plaster dry for a month.', 'C: The plaster stays for a month. Keep it dry for a month.'],
  ['Do the blood pressure in a week and talk about the tablet.', "C: See me in a week. And we'll do the blood pressure then and talk about the tablet."],
  ['Methotrexate: change from tablets to the injection, under the skin.', 'C: I think the missed methotrexate is the reason.', 'P: My fault.', "C: I'd like to change you from tablets to the injection, under the skin."],
]
test.each(named)('D560: %s', (line, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const uncertain: readonly (readonly [words: RegExp, ...talk: readonly string[]])[] = [
  [/miss doses/, "C: For you, apixaban and metoprolol. Don't miss doses."],
  [/Stop .* if it hurts/, 'C: You can stop the naproxen tomorrow.', 'C: Do the exercises every day. If it hurts, stop it.'],
  [/while on (?:it|Zoloft)/, 'C: The nitrofurantoin stays for five days.', 'P: Does it matter with the Zoloft? And the Ural?', "C: Stop the Ural while you're on it."],
  [/with ibuprofen/, "C: Ibuprofen, four hundred. Take it with food."],
  [/Aspirin: |miss doses/, 'C: So apixaban, five milligrams, twice a day.', 'P: With the aspirin?', "C: No, stop the aspirin. Don't miss doses, it wears off fast."],
[/(?:Progesterone|pill): /, "C: The combined pill is out, with that aura. I'd swap it today.", 'C: The progesterone-only one, one a day. You can go straight over tomorrow, no gap.'],
  [/if it does|show/, 'C: Ferrograd C, one tablet a day. Keep going with the Elevit.', "P: That'll bung me up.", 'C: If it does, take it every second day and use Movicol.', "C: If the scan shows big ones, I'll send you to the clinic."],
]
test.each(uncertain)('D560: nothing is named where it is not certain, %s', (words, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.').join(' ')).not.toMatch(words)
})

test('D560: a line keeps a pronoun whose thing it names itself', () => {
  expect(linesOf('C: Ramipril stays. Check your blood pressure at home and write it down.')).toContain('Check the blood pressure at home and write it down.') // biome-ignore format: short
})

// biome-ignore format: one row a line
const whole: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Keep him home till the fever is gone and he is eating.', "C: Keep him home till the fever's gone and he's eating."],
  ['Keep on with the apixaban, the bisoprolol and the ramipril as they are.', 'C: Keep on with the apixaban, the bisoprolol and the ramipril as they are.'],
  ['Patch, take that off for now.', "C: The patch, let's take that off for now, and cardiology and your GP can talk about it later."],
  ["Ultrasound of the kidneys and bladder to see what's left behind.", "C: So bloods, full count, kidneys, and the PSA. A urine test. An ultrasound of the kidneys and bladder to see what's left behind. And an MRI of the brain."],
]
test.each(whole)('D561: %s', (line, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const bounded: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Loperamide, two to start and one after each, not if there is blood or a fever.', "C: Loperamide, two to start and one after each. Not if there's blood or a fever."],
  ['Ibuprofen, four hundred, three times a day, not on an empty stomach.', 'C: Ibuprofen, four hundred, three times a day. Not on an empty stomach.'],
  ['Can go back to netball in a month, unless it swells up.', 'C: You can go back to netball in a month. Unless it swells up.'],
]
test.each(bounded)('D562: %s', (line, ...talk) => {
  expect(linesOf(...talk, 'P: Okay.')).toContain(line)
})

test('D562: a view in a sentence of its own bounds nothing', () => {
  expect(linesOf('C: Heat packs, twenty minutes. Not that I think it cures anything.').join(' ')).not.toMatch(
    /not that/i,
  )
})

test.each([
  [
    "C: You're coughing because of the lisinopril. Losartan doesn't do that.",
    'P: Is it as good?',
    'C: It is. Stop it tonight.',
  ],
  [
    'C: Your bisoprolol is making you tired. The alternative is diltiazem.',
    'P: Would that be better?',
    'C: Perhaps. Stop it tonight.',
  ],
  ["C: It's the new tablets, I'd say.", 'P: The allopurinol?', 'C: No, the other one. Stop it.'],
  [
    "C: I'll get you a chest X-ray. We did a CT two years ago.",
    'P: Do I need to do it today?',
    'C: No, do it before Friday.',
  ],
])('D560: what is fine, past or the other one is not meant: %s', (...lines) => {
  expect(
    draftTexts(...lines).filter((text) => /\b(?:stop|do)\b.*(?:losartan|diltiazem|allopurinol|\bCT\b)/i.test(text)),
  ).toEqual([])
})
