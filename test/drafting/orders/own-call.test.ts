/** A visit beside the clinician's own call, a visit that is asked after by "that", and a comparison that orders nothing. D285, D502, D443, D72. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

test("D285: the condition of the clinician's own call leaves the visit fixed", () => {
  expect(draftTexts("C: See you in a fortnight for the stitches, and I'll call if the pathology's bad.")).toContain(
    'Review in a fortnight.',
  )
})

test.each(["When's that?", 'And when will that be?'])('D502: %s asks after the visit that was just named', (asked) => {
  expect(draftTexts('C: Two readings a day before I see you.', `P: ${asked}`, 'C: Four weeks.')).toContain('Review in four weeks.') // biome-ignore format: short
})

test('D502: no visit was named', () => {
  expect(draftTexts('C: The stitches come out.', "P: When's that?", 'C: Two weeks.')).not.toContain('Review in two weeks.') // biome-ignore format: short
})

test('D443: what a dose should be like is no order', () => {
  expect(draftTexts('C: Ten in the morning should be gentler.')).toEqual([])
})

test('D72: a lasting illness with its article is a cause, and no diagnosis', () => {
  expect(draftTexts('C: The kidneys leak a bit.', 'P: Is that bad?', 'C: Probably the diabetes and the pressure.')).not.toContain('Likely diabetes.') // biome-ignore format: short
})
