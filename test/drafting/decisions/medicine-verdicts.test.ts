/** A decision about a medicine that is the topic of its clause, of a heading, or of the patient's question. D539. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['And the Mobic stops.', 'Stop Mobic.'],
  ['The amitriptyline has to go, I am afraid.', 'Stop amitriptyline.'],
  ['Then the temazepam, I want that stopped too.', 'Stop temazepam.'],
  ['Magnesium, you said it does nothing, so ditch it.', 'Stop magnesium.'],
  ['First up, the aspirin. It only makes you bleed. Stop that from today.', 'Stop aspirin from today.'],
  ['Ramipril goes from two point five up to five, at night.', 'Increase ramipril from 2.5 to 5 at night.'],
  ['Your metoprolol can come down to twenty-five twice a day.', 'Reduce metoprolol to 25 twice a day.'],
  ['We will bump the sertraline up from fifty to a hundred milligrams.', 'Increase sertraline from 50 to 100 mg.'],
  ['The metformin we double.', 'Double metformin.'],
  ['Leave the perindopril where it is.', 'Continue perindopril.'],
  ['The Ventolin and the Seretide stay the same.', 'Continue Ventolin and Seretide.'],
  ['Everything else stays as it is. The Eliquis, metoprolol and Somac.', 'Continue Eliquis, metoprolol and Somac.'],
])('D539: %s', (said, line) => {
  expect(draftTexts(`C: ${said}`)).toContain(line)
})

// biome-ignore format: one row a line
test.each([
  ['What about the Eliquis? Do I knock that off?', "No, keep taking it, don't stop.", 'Continue Eliquis.'],
  ['Should I stop the Nurofen?', 'Yeah, please stop that today.', 'Stop Nurofen today.'],
  ['Do I still take the Coversyl?', 'Yep, same as now.', 'Continue Coversyl.'],
])('D539: %s %s', (question, reply, line) => {
  expect(draftTexts(`P: ${question}`, `C: ${reply}`)).toContain(line)
})

test.each([
  "If your potassium's up, the spironolactone stops.",
  'The perindopril stops the kidneys leaking protein.',
  'Codeine stops you up, so lots of water.',
  'The ibuprofen goes straight to your stomach.',
  'Your metformin goes with your dinner.',
  'Prednisolone goes up and down a bit, depending.',
  'Frusemide goes up to eighty, and the spironolactone stays put.',
  'Is the Lipitor the same?',
])('D539: no decision: %s', (said) => {
  expect(draftTexts(`C: ${said}`)).not.toContainEqual(
    expect.stringMatching(/^(?:Stop|Continue|Increase|Reduce|Double|Halve)\b/),
  )
})
