/** Results of signs and tests, replies that end a thing, causes, and the words beside them: what stays, and what does not. D350. */
import { expect, test } from '@jest/globals'
import { judgeNotes } from './notes/judge-notes.ts'

const lines = [
  /* 0 */ "C: Your tummy is soft. Murphy's sign is negative. The straight leg raise is positive on the left.",
  /* 1 */ 'C: Would there be any swelling, by any chance?',
  /* 2 */ 'P: There would.',
  /* 3 */ 'C: Do you still have the cough?',
  /* 4 */ 'P: No.',
  /* 5 */ 'P: I do not take the bisoprolol any more.',
  /* 6 */ 'P: I have been sick, not, no blood in it.',
  /* 7 */ 'P: I do not get it sitting about at rest, only walking, and then I get breathless.',
  /* 8 */ 'C: Any black stools?',
  /* 9 */ 'C: Or pain in the arm?',
  /* 10 */ 'P: No, no.',
  /* 11 */ 'P: I sleep badly. I drive a van, I like it.',
  /* 12 */ 'P: I sleep badly because of the pain.',
  /* 13 */ 'C: You take metformin, five hundred milligrams?',
  /* 14 */ 'P: No, it went up to a thousand milligrams.',
  /* 15 */ "C: Don't stop the ramipril.",
  /* 16 */ 'C: It is a contact dermatitis.',
  /* 17 */ 'P: I have to wear gloves for the bleach.',
  /* 18 */ 'C: Lamotrigine, two hundred milligrams, twice daily.',
  /* 19 */ 'C: Any reactions to medicines?',
  /* 20 */ 'P: Codeine did not agree with me, I was sick.',
  /* 21 */ 'P: Somebody at the club had the same,',
  /* 22 */ 'P: and it turned out to be gout.',
  /* 23 */ 'C: Have you been in for your jabs?',
  /* 24 */ 'P: I had the flu vaccine at the chemist.',
  /* 25 */ 'P: I have three or four pints at the weekend, and about ten cigarettes a day.',
  /* 26 */ 'P: Tell me it is not cancer,',
  /* 27 */ 'P: a lung cancer.',
  /* 28 */ 'P: I had a frozen shoulder on the left.',
  /* 29 */ 'C: Send the sample before you start the tablets.',
]

type Row = readonly [told: string, cited: readonly number[]]
const isKept = async ([told, cited]: Row): Promise<boolean> => {
  const [judged] = await judgeNotes([{ name: 'results', lines, pairs: [['sense', told, told, cited]] }])
  return judged?.right.isKept === true
}

// biome-ignore format: one row a line
const right: readonly Row[] = [
  ["Murphy's sign negative.|fx- Murphy's sign", [0]],
  ["Negative Murphy's sign.|fx- Murphy's sign", [0]],
  ['Straight leg raise positive on the left.|fx straight leg raise', [0]],
  ['Swelling.|sx swelling', [1, 2]],
  ['Previous cough, resolved.|sxp cough', [3, 4]],
  ['No longer takes bisoprolol.|rxp bisoprolol', [5]],
  ['Vomiting, without haematemesis.|sx vomiting|sx- haematemesis', [6]],
  ['Breathless on exertion.|sx breathlessness', [7]],
  ['No melaena or arm pain.|sx- melaena|sx- arm pain', [8, 9, 10]],
  ['Poor sleep due to pain.|sx poor sleep', [12]],
  ['Takes metformin 1000 mg.|rx metformin', [13, 14]],
  ['Continue ramipril.|plan ramipril', [15]],
  ['Contact dermatitis.|dx contact dermatitis', [16]],
]

// biome-ignore format: one row a line
const wrong: readonly Row[] = [
  ["Murphy's sign positive.|fx Murphy's sign", [0]],
  ["Murphy's sign negative.|fx Murphy's sign", [0]],
  ['Straight leg raise negative.|fx- straight leg raise', [0]],
  ['No swelling.|sx- swelling', [1, 2]],
  ['Cough.|sx cough', [3, 4]],
  ['Takes bisoprolol.|rx bisoprolol', [5]],
  ['Breathless at rest.|sx breathlessness', [7]],
  ['Melaena and arm pain.|sx melaena|sx arm pain', [8, 9, 10]],
  ['Poor sleep due to driving a van.|sx poor sleep', [11]],
  ['Takes metformin 500 mg.|rx metformin', [13, 14]],
  ['Stop ramipril.|plan ramipril', [15]],
  ['Contact dermatitis from wearing gloves.|dx contact dermatitis', [16, 17]],
  ['Lamotrigine 200 mg once daily.|plan lamotrigine', [18]],
  ['No known drug allergies.|al- drug allergy', [19, 20]],
  ['History of gout.|hx gout', [21, 22]],
  ['Alcohol: three to four pints daily.|soc alcohol', [25]],
  ['Known lung cancer.|hx lung cancer', [26, 27]],
  ['Past right frozen shoulder.|hxp frozen shoulder', [28]],
  ['Send the sample after starting the tablets.|plan sample', [29]],
]

test.each(right)('D350: %s stays', async (...row) => {
  expect(await isKept(row)).toBe(true)
})

test.each(wrong)('D350: %s does not stay', async (...row) => {
  expect(await isKept(row)).toBe(false)
})
