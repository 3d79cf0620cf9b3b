/** Offers that the patient accepts, or does not. D482. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

// biome-ignore format: one row a line
const accepted: readonly (readonly [line: string, ...talk: readonly string[]])[] = [
  ['Naproxen, 500 mg twice a day with food.', 'C: We could try naproxen, five hundred milligrams twice a day with food. Would you be happy with that?', "P: Yeah, that's fine."],
  ['Start sertraline, 50 mg in the morning.', 'C: We could start you on sertraline, fifty milligrams in the morning. How does that sound?', 'P: Good.'],
  ['Start mirtazapine, 15 mg at night.', 'C: Given what happened before, mirtazapine might be a better fit, it helps with sleep. Fifteen milligrams at night.', 'P: Does it make you put on weight?', 'C: It can do. Shall we give it a go?', 'P: Yeah, all right.'],
  ['Start amlodipine, 5 mg a day.', "C: I'm thinking of adding amlodipine, five milligrams a day. Would that be okay?", 'P: Yep.'],
]
test.each(accepted)('D482: %s', (line, ...lines) => {
  const segments = talk(...lines)

  expect(draftTexts(...lines)).toContain(line)
  expect(rulesOf(verify(draft(segments), segments)).filter((rule) => rule !== 'section-required')).toEqual([])
})

// biome-ignore format: one row a line
const open: readonly (readonly [reason: string, ...talk: readonly string[]])[] = [
  ['the patient would rather not',  'C: We could start you on sertraline, fifty milligrams in the morning. How does that sound?', "P: I'd rather not."],
  ['a choice between two',          'C: We could try naproxen, or celecoxib. What do you think?', 'P: Yeah.'],
  ['another remedy stands between', 'C: We could try naproxen. There is celecoxib too. What do you think?', 'P: Okay.'],
  ['the clinician prefers another', "C: We could try naproxen. I'd rather you saw the physio. Would you be happy with that?", 'P: Yeah.'],
  ['nobody asks',                   'C: We could try naproxen one day.', 'P: Okay.'],
]
test.each(open)('D482: no order: %s', (_reason, ...lines) => {
  expect(
    draftTexts(...lines).filter((line) => /naproxen|sertraline|celecoxib/i.test(line) && !line.startsWith('Also said')),
  ).toEqual([])
})
