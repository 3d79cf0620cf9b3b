/** Words that name a thing and do not state it; and right lines in halting or clipped speech, which stay. D410 to D416. */
import { expect, test } from '@jest/globals'
import type { DraftedLine } from './drafted/drafted.ts'
import { judgeDrafted } from './drafted/judge-drafted.ts'
import { namedDrafts } from './drafted/named.ts'

const drafts = namedDrafts.map((draft) => ({ draft, wrong: draft.wrong[1], right: draft.right[1] }))
test.each(drafts)('D410: "$wrong" is withheld, and "$right" stays', ({ draft }) => {
  const judged = judgeDrafted(draft)

  expect(judged.wrong).not.toEqual([])
  expect(judged.right).toEqual([])
})

// biome-ignore format: one talk a row
const kept: readonly (readonly [lines: readonly string[], line: DraftedLine])[] = [
  [['C: Cigarettes?', 'P: Gave them up.'], ['social', 'Ex-smoker.', 'smoking|p', 'Cigarettes?', 'Gave them up.']],
  [["C: And for the sugar, so you're on gliclazide, eighty milligrams?", 'P: Eighty, yes.'], ['medication', 'Takes gliclazide.', 'gliclazide', "And for the sugar, so you're on gliclazide, eighty milligrams?", 'Eighty, yes.']],
  [["P: My aunt, my mum's sister, had asthma."], ['family', 'Aunt: asthma.', 'asthma|r', "My aunt, my mum's sister, had asthma."]],
  [['C: Right, number two, ultrasound.'], ['plan', 'Arrange ultrasound.', 'ultrasound', 'Right, number two, ultrasound.']],
  [['C: Ramipril, same.'], ['plan', 'Continue ramipril.', 'ramipril', 'Ramipril, same.']],
  [['C: No lifting, please, for a month.'], ['plan', 'No lifting, please, for a month.', 'no lifting', 'No lifting, please, for a month.']],
  [['P: My sister had a mastectomy last year.'], ['family', 'Sister: mastectomy.', 'mastectomy|r', 'My sister had a mastectomy last year.']],
  [['P: I hate the thought of needles, my mum had diabetes.'], ['family', 'Mother: diabetes.', 'diabetes|r', 'I hate the thought of needles, my mum had diabetes.']],
  [['C: Pulse, hundred and eight.'], ['vital', 'Pulse 108 bpm.', 'pulse', 'Pulse, hundred and eight.']],
  [['C: How much ibuprofen?', 'P: Two hundred milligrams.'], ['medication', 'Takes ibuprofen 200 mg.', 'ibuprofen', 'How much ibuprofen?', 'Two hundred milligrams.']],
  [["C: I will start flucloxacillin, it's an antibiotic, five hundred milligrams four times a day."], ['plan', 'Start flucloxacillin 500 mg four times a day.', 'flucloxacillin', "I will start flucloxacillin, it's an antibiotic, five hundred milligrams four times a day."]],
]

const stays = kept.map(([lines, line]) => ({ lines, line, text: line[1] }))
test.each(stays)('D416: "$text" stays', ({ lines, line }) => {
  expect(judgeDrafted({ cause: 'thing', lines, right: line, wrong: line }).right).toEqual([])
})
