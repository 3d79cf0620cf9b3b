/** Dangers that are told one in a sentence, the action that points back to them, and the wrong action beside the right one. D344. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

const linesOf = (said: string): readonly string[] => draftTexts('C: Hello.', 'P: Hello.', `C: ${said}`, 'P: Okay.')

// biome-ignore format: one row a line
const nets: readonly (readonly [said: string, line: string])[] = [
  ['Two things to watch for. Any chest pain that spreads to your arm. Any trouble getting your breath. Either of those means an ambulance.', 'Call an ambulance if chest pain that spreads to arm, or trouble getting breath.'],
  ['Here is what would worry me. New weakness in that leg. Or trouble passing water. Any of that, go straight to emergency.', 'Go straight to the emergency department if new weakness in that leg, or trouble passing water.'],
  ['One is a fever that will not come down. Another is a rash that does not fade when pressed. Those two mean triple zero.', 'Call an ambulance if fever that will not come down, or rash that does not fade when pressed.'],
  ['Please remember. Chest pain that does not settle is one of them. Fainting is another. In either case call an ambulance.', 'Call an ambulance if chest pain that does not settle, or fainting.'],
  ['A few warnings. If your face droops. If your speech goes. Ring an ambulance for any of that.', 'Call an ambulance if face droops, or speech goes.'],
  ["The red flags. You go numb down below, you see blood in your wee. Either of those and it's straight to emergency.", 'Go straight to the emergency department if numb down below, or blood in wee.'],
  ['Chest pain, fainting, or black stools, any of those and you ring an ambulance.', 'Call an ambulance if chest pain, fainting, or black stools.'],
  ['If you get a fever, or the wound smells, either of those, call us.', 'Call if fever, or wound smells.'],
  ["If it gets worse don't ring us, ring the ambulance.", 'Call an ambulance if worse.'],
  ["If the pain is bad, don't call us, call an ambulance.", 'Call an ambulance if pain is bad.'],
]
test.each(nets)('D344: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

// Nothing is there to point to, or what is there is no danger of this patient's to come.
test.each([
  'Any of those, call an ambulance.',
  'Your mum had chest pain. Either of those means an ambulance.',
  'You had a fever last week. In either case come back.',
  'The fever has gone. The pain has settled. If either comes back, go to hospital.',
  'Fever is fine. Spreading redness is another matter. Any of those, come back.',
  'I told you about chest pain. Any of that, go straight to emergency.',
  'Which of the two? Either one, go straight to hospital.',
])('D344: no order stands without its dangers: %s', (said) => {
  expect(linesOf(said).filter((line) => /ambulance|emergency|hospital|return/i.test(line))).toEqual([])
})

// biome-ignore format: one row a line
test.each([
  ["Ring us if it's not better by the end of the week, or you soak a pad an hour.", 'Call if not better by the end of the week, or soaking a pad an hour.'],
  ['Come straight back if the rash spreads up the leg or you get a fever.', 'Return if rash spreads up leg, or fever.'],
  ['Call us if the other knee swells, or you get a few blisters.', 'Call if the other knee swells, or a few blisters.'],
])('D344: an article goes, and a time or an amount keeps it: %s', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})
