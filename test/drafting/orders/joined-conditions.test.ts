/** Dangers of which both must hold, and dangers of a list. D323. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

const opening = ['C: How can I help?', 'P: I have a headache.'] as const

// biome-ignore format: one row a line
const rows: readonly (readonly [lines: readonly string[], text: string])[] = [
  // A whole clause after "and" adds to the condition before it.
  [['C: If you get a fever and you get a rash, go to the emergency department.'],     'Go to the emergency department if fever and a rash.'],
  [['C: If you have a fever and a rash, come back.'],                                 'Return if fever and a rash.'],
  [["C: If you have a stiff neck and you're vomiting, come straight back."],          'Return if stiff neck and vomiting.'],
  [['C: Come back if you feel faint and your heart is racing.'],                      'Return if feeling faint and heart is racing.'],
  [["C: Come back if it's not better in two days and you still have a fever."],       'Return if not better in two days and a fever.'],
  [["C: So if you get a fever and you can't drink, call an ambulance."],              'Call an ambulance if fever and cannot drink.'],
  // "Or", "and if" and a list with commas give one condition each.
  [['C: If you feel worse or you get a rash, come back.'],                            'Return if worse, or rash.'],
  [['C: If you get a fever and if you get a rash, come back.'],                       'Return if fever, or rash.'],
  [["C: Come back if you get a fever, you can't drink and you feel faint."],          'Return if fever, cannot drink, or feeling faint.'],
  [['C: Come back if you get a fever or you feel faint or you get a rash.'],          'Return if fever, feeling faint, or rash.'],
]

test.each(rows)('D323: conditions that belong together: %j', (lines, text) => {
  expect(draftTexts(...opening, ...lines)).toEqual(['Headache.', text])
  const segments = talk(...opening, ...lines)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const refused: readonly (readonly [offer: string, reply: string])[] = [
  ['C: You could have weight loss surgery.',  'P: Count me out.'],
  ['C: You could have an iron infusion.',     "P: I'll pass."],
  ['C: You could have a steroid injection.',  "P: I'd sooner not."],
  ['C: You could have weight loss surgery.',  'P: Leave me out, thanks.'],
  ['C: You could have an iron infusion.',     'P: No way.'],
]

test.each(refused)('Drafting: an offer that is refused is no plan: %s %s', (offer, reply) => {
  expect(draftTexts(...opening, offer, reply)).toEqual(['Headache.'])
})
