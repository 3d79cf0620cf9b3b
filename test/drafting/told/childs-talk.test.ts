/** Whose talk it is, by whom the clinician speaks of. D481. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

test('D481: a baby with a name and an age is the patient, for the drafter and the verifier', () => {
  const lines = draftTexts(
    'C: Who is this little man?',
    "P: This is Otis. He's five months. He's had a runny nose since Sunday.",
    'C: And his feeds, is he finishing the bottle?',
    'P: About half.',
    'C: I will have a look at him. He is alert, he is pink.',
    'P: Okay.',
    'C: So what he has got is croup.',
    'P: My partner had that.',
  )

  expect(lines).toEqual(expect.arrayContaining(['Runny nose since Sunday.', 'Alert, pink.', 'Croup.']))
  expect(lines.filter((text) => /5 months|five months/.test(text))).toEqual([])
})

test('D481: a parent who tells their own trouble is the patient', () => {
  const lines = draftTexts(
    'C: How are you since the birth?',
    "P: I've had a headache since Sunday. She's six weeks tomorrow.",
    'C: Is the headache there when you wake? And how are you sleeping?',
    'P: Yes. Badly.',
  )

  expect(lines).toContain('Headache since Sunday.')
})
