/** The place, the grade and the cause of a diagnosis, and the frames that name one. D495, D496. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

const lines = (...said: readonly string[]): readonly string[] => draftJudged(talk('P: I have had some trouble for a while.', ...said)).map(({ text }) => text) // biome-ignore format: short

// biome-ignore format: one row a line
test.each([
  ["C: This is most likely renal colic on the left side.", 'Likely renal colic on the left side.'],
  ["C: Looks like you've got shingles on the left side of your chest.", 'Likely shingles on the left side of the chest.'],
  ["C: So it's golfer's elbow, on the right.", "Golfer's elbow on the right."],
  ['C: I think this is carpal tunnel in both wrists, worse on the left.', 'Likely carpal tunnel syndrome in both wrists.'],
  ["C: That one's a dermatofibroma, right shin, it's harmless.", 'Dermatofibroma, right shin.'],
  ["C: I think it's a rotator cuff tear. Right shoulder.", 'Likely rotator cuff tear, right shoulder.'],
  ["C: It's a hernia in the groin on the right.", 'Hernia in the groin on the right.'],
  ["C: It's a sinus infection on the left, on the back of a cold.", 'Sinusitis on the left.'],
  ["C: Nothing to worry about here, it's a ganglion on the back of the wrist.", 'Ganglion on the back of the wrist.'],
  ["C: It's a left-sided ear infection.", 'Ear infection, left side.'],
])('D495: a diagnosis keeps its place: %s', (said, line) => {
  expect(lines(said)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ["C: It's a frozen shoulder, and the left one is fine.", /left/],
  ["C: It's reflux in the family that we talked about.", /family\./],
  ["C: You've got eczema on your record.", /Eczema on/],
  ["C: I think it's a migraine. Right then, let's talk about tablets.", /right/],
])('D495: no place: %s', (said, wrong) => {
  expect(lines(said).join(' ')).not.toMatch(wrong)
})

// biome-ignore format: one row a line
test.each([
  ['C: My main concern is a stroke.', 'Possible stroke.'],
  ['C: So a rotator cuff tear is the worry.', 'Possible rotator cuff tear.'],
  ["C: I can't rule out an early melanoma.", 'Possible early melanoma.'],
  ["C: I'm not convinced this is endometriosis, but I'm not ruling it out.", 'Possible endometriosis.'],
  ['C: You tick all the boxes for ADHD.', 'Likely ADHD.'],
  ["C: The kidneys are a bit slower, so early diabetic kidney disease I'd say.", 'Likely early diabetic kidney disease.'],
  ["C: There's no sign of a fracture, so it's a sprain of the ankle.", 'Sprain of the ankle.'],
  ["C: Two things are going on. One is the migraine. The other is sinusitis.", 'Migraine.'],
  ["C: That's nausea and vomiting of pregnancy, with a bit of dehydration.", 'Nausea and vomiting of pregnancy with dehydration.'],
  ['C: I suspect the bleeding is from the cervix, but I cannot be certain.', 'Bleeding likely from the cervix.'],
  ['C: The cough I put down to the perindopril.', 'Cough likely from the perindopril.'],
  ["C: It's the amlodipine that's causing the swelling.", 'Swelling from the amlodipine.'],
  ["C: The pain's coming from the hip joint, I think.", 'Pain likely from the hip joint.'],
  ['C: And your heart failure is stable too.', 'Heart failure stable too.'],
  ["C: The COPD has flared up, I think there's a chest infection on top.", 'COPD flared up.'],
])('D496: what it is, how sure, and what it comes from: %s', (said, line) => {
  expect(lines(said)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['an illness of a place',  "C: There's dengue in both, so cover up.", /Dengue/],
  ['common somewhere',       "C: There's a stomach bug, Helicobacter, more common in some places.", /Helicobacter|Gastroenteritis/],
  ['an amount of blood',     "C: I think it's just a light bleed.", /light bleed/i],
  ['a risk',               "C: With the pill and not moving about, there's a small clot risk.", /^(?:Blood|Small) clot|Possible blood clot/],
  ['a small chance',         "C: There's a small chance of a blood clot with the pill.", /Possible blood clot/],
  ['a question',             'C: Is the cough from the smoking?', /[Cc]ough (?:likely )?from/],
  ['a doubt',                'C: The pain might be from the hip.', /Pain from/],
  ['no trouble',             'C: The tablets are from the chemist.', /from the chemist/],
])('D496: no diagnosis: %s', (_, said, wrong) => {
  expect(lines(said).join(' ')).not.toMatch(wrong)
})
