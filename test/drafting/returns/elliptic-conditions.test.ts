/** A condition whose verb stands in the sentence before it, an action that stands in front of its dangers, and a goal that is no weight. D334, D344. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Return if not settle by Sunday.',                             "C: It should settle by Sunday. If it doesn't, come back."],
  ['Return if bruising not clear up within a month.',        "C: The bruising should clear up within a month. If it doesn't, come back."],
  ['Call if not better by the end of the week.',                  "C: It ought to be better by the end of the week. If it isn't, give us a ring."],
  ['Return sooner if fever, rash, or worse pain.',                 'C: Things that would make me want to see you sooner: a fever, a rash, or worse pain.'],
  ['Call an ambulance if floppy.',                                'C: If he gets floppy, ambulance.'],
  ['Call an ambulance straight away if chest tightness.',         'C: And the usual, any chest tightness, ambulance straight away.'],
  ['Seek medical help the same day if flashes.',                  'C: If you see flashes, that needs a same day appointment.'],
  ['Stop the gel, and call if reaction to gel.',                  'C: If you get a reaction to the gel just stop it and give us a call.'],
  ['Call if lump gets bigger.',                                   'C: Nothing to panic about, but if the lump gets bigger, let us know.'],
  ['Do a pregnancy test, and call if missing a period.',          'C: If you miss a period, do a pregnancy test and let me know.'],
  ['Go to the emergency department if numbness around saddle area.', 'C: Any numbness around the saddle area, go to ED.'],
]
test.each(told)('D334: %s', (text, ...lines) => {
  expect(draftTexts(...lines, 'P: Okay.').filter((one) => one !== 'Okay.')).toEqual([text])
})

// biome-ignore format: one row a line
const withoutVerb: readonly (readonly [quote: string, line: string])[] = [
  ["let me know if it doesn't", "C: If it settles, do nothing. Let me know if it doesn't."],
  ["ring me if it isn't",       "C: Ring me if it isn't."],
  ["if it hasn't, ring me",     "C: If it hasn't, ring me."],
]
test.each(withoutVerb)('D334: "%s" is in the words that were said, with its denial', (quote, line) => {
  expect(draftTexts(line, 'P: Okay.')).toEqual([`Also said: "${quote}".`])
})

test('D344: a list behind its reason is no object of an order', () => {
  expect(draftTexts('C: Things that would make me want to do a scan are weakness or weight loss.')).toEqual([])
  expect(draftTexts('C: The reason I want to do a scan is the lump.')).toEqual([])
})

test('D344: what somebody should weigh is no measurement', () => {
  expect(draftTexts("C: Let's get your weight down a bit, say four kilos by winter.").join()).not.toMatch(/^Weight/)
  expect(draftTexts("C: You're aiming for a weight of seventy kilos.").join()).not.toMatch(/Weight 70/)
})
