/** What belongs to a posture, a picture, a spot on the skin or an order, and not to the part that is named beside it. D534. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: Hello, come in. What can I do for you?', 'P: I have had a sore belly since Friday.', "C: Okay, let's have a look at you."] as const // biome-ignore format: one row
const drafted = (lines: readonly string[]): readonly string[] => draftTexts(...opening, ...lines).filter((text) => !/belly|abdominal/i.test(text)) // biome-ignore format: one row

// biome-ignore format: one row a line
const rows: readonly (readonly [form: string, lines: readonly string[], texts: readonly string[]])[] = [
  ['lying and standing',   ['C: Blood pressure lying first, one twenty-two over seventy. Now stand up for me. Ninety-eight over sixty.'], ['Blood pressure 122/70 mmHg lying.', 'Blood pressure 98/60 mmHg standing.']],
  ['a value taken back',   ['C: The eGFR is thirty-one, sorry, wrong line, forty-one. It was fifty last year.'],               ['eGFR 41 (was 50 last year).']],
  ['protein, not albumin', ["C: There's some protein leaking in the urine. The ratio's twelve."],                              ['Urine protein ratio 12.']],
  ['an old stroke',        ["C: The CT shows no bleed but there's an old stroke."],                                            ['CT: old stroke, no bleed.']],
]

test.each(rows)('D534: %s', (_, lines, texts) => {
  expect([...drafted(lines)].toSorted()).toEqual([...texts].toSorted())
  const segments = talk(...opening, ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const barred: readonly (readonly [form: string, lines: readonly string[], no: RegExp])[] = [
  ['a posture',            ['C: I need to do a rectal examination. Knees up, on your left side. No lump inside.'],             /knees|left side/i],
  ['a mole is flat',       ["C: Left upper back, over the shoulder blade. It's flat mostly. Uneven edge."],                    /^(?!Left upper back, over the shoulder blade: uneven edge).*(?:shoulder|flat)/i],
  ['an order with its aim', ["C: X-ray today, downstairs, to make sure there's no little fracture."],                          /^X-ray: /],
]
test.each(barred)('D534: no line of its own: %s', (_, lines, no) => {
  expect(drafted(lines).filter((text) => no.test(text))).toEqual([])
})

test('D534: the year of a reaction is no reaction', () => {
  const told = draftTexts(...opening, "C: And allergies, I've got sulfasalazine down here, a rash.", 'P: Yes, that dreadful rash. Two thousand and nineteen.') // biome-ignore format: one row
  expect(told.filter((text) => /thousand|rash/.test(text))).toEqual(['Allergic to sulfasalazine: rash.'])
})

test('D534: an illness behind a death is what it was of', () => {
  const lines = [...opening, 'C: Any heart trouble in the family?', 'P: Dad dropped dead at fifty-four. Heart attack.']
  expect(draftTexts(...lines)).toContain('Father: dropped dead at fifty-four, heart attack.')
  const segments = talk(...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})
