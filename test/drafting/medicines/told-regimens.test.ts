/** A regimen that is told piece by piece, with explanations in between. D383, D443. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, ...lines: readonly string[]])[] = [
  ['For the throat, phenoxymethylpenicillin, 250 mg, four times a day, on an empty stomach, for ten days.', "C: So for the throat, phenoxymethylpenicillin, two hundred and fifty milligrams, it's an old one, four times a day, on an empty stomach, for ten days."],
  ['Fluticasone, two squirts each side, once a day, for the next month.', "C: There's a spray called fluticasone. Two squirts each side, once a day, for the next month."],
  ['Consider mirtazapine, 15 mg at night.', "C: I'd think about mirtazapine, because it helps with the sleep. Fifteen milligrams at night."],
  ['Fexofenadine, 180 mg, one a day, every day, till Christmas.', 'C: Get fexofenadine, one eighty milligrams, one a day, every day, till Christmas.'],
]
test.each(told)('D383: %s', (line, ...lines) => {
  expect(draftTexts(...lines, 'P: Okay.')).toContain(line)
})

// biome-ignore format: one row a line
const untold: readonly (readonly string[])[] = [
  ['C: And your mother takes warfarin, three milligrams, at night.', 'P: She does.'],
  ['C: You were on naproxen, five hundred, twice a day, last year.', 'P: I was.'],
  ['C: Atorvastatin, twenty milligrams, once a day.', "P: No, I'd rather not."],
]
test.each(untold)('D383: no order in "%s"', (...lines) => {
  expect(
    draftTexts(...lines).filter((one) => /^(?:Warfarin|Naproxen|Atorvastatin|Start|Consider)\b/.test(one)),
  ).toEqual([])
})
