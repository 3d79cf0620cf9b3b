/** Conditions that hold together, actions in the next sentence, and whom to call. D467. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [line: string, said: string])[] = [
  ['Go to the emergency department if vomiting with a headache and drowsy, even if fever is down.', "If you're vomiting with a headache and you're drowsy, go to emergency, even if the fever is down."],
  ['Go to the emergency department if pain is worse, or yellow muck from wound.', "If the pain's worse, or there's yellow muck from the wound, don't wait for me. Emergency, tonight."],
  ['Call Lifeline or go to the emergency department if thoughts get darker.', 'If the thoughts get darker, Lifeline is thirteen eleven fourteen, or go to emergency.'],
  ['Call if legs ache.', "If the legs ache, ring me, don't chuck it."],
]
test.each(told)('D467: %s', (line, said) => {
  expect(draftTexts('C: That is a virus, and it settles.', 'P: Good.', `C: ${said}`, 'P: Okay.')).toContain(line)
})
