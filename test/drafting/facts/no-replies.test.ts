/** Words of the patient that answer nothing: somebody else is spoken to, or something else is told. A question stays open. D317. */
import { expect, test } from '@jest/globals'
import { draft, talk, textsOf, verify } from '../dialogues.ts'

const opening = "P: I've had a cough for three days."

// biome-ignore format: one row a line
const rows: readonly (readonly [asked: string, said: string, reason: string])[] = [
  ['Any double vision?', "Is that clock right? I'm on a meter.", 'a question of the patient, and a matter of its own'],
  ['Any thoughts of harming yourself?', "Is that clock right? I'm on a meter.", 'the same after a question that must not go wrong'],
  ['Any headaches?', "Can you hear me? I'm on the train.", 'where somebody is'],
  ['Are you feeling sick?', "Can you hear me? I'm on the train.", 'where somebody is, after "are you"'],
  ['Are you breathless?', "Sorry, I'm at the station.", 'where somebody is, after "are you"'],
  ['Any fever?', 'Sorry, what was that? I am in the car.', 'where somebody is'],
  ['Any rash?', 'Put it down, love.', 'somebody else is told to put a thing down'],
  ['Any chest pain?', "Leave it in, darling. Mummy's on the phone.", 'the same of another thing'],
  ['Any dizziness?', 'Take it off, sweetheart.', 'the same, where the words would deny'],
  ['Any vomiting?', 'Keep it on, please. Sorry, go on.', 'the same'],
]
test.each(rows)('D317: "%s" - "%s" states nothing (%s)', (asked, said) => {
  expect(
    textsOf(draft(talk(opening, `C: ${asked}`, `P: ${said}`, 'C: Okay.'))).filter((text) => !/cough/i.test(text)),
  ).toEqual([])
})

// biome-ignore format: one row a line
const answered: readonly (readonly [asked: string, said: string, line: string])[] = [
  ['Are you breathless?', 'I am when I climb the stairs.', 'Shortness of breath'],
  ['Are you feeling dizzy?', 'I am, yes.', 'Dizziness'],
  ['We can leave out headaches?', 'Leave it out.', 'No headache'],
]
test.each(answered)('D317: "%s" - "%s" is an answer still', (asked, said, line) => {
  const segments = talk(opening, `C: ${asked}`, `P: ${said}`, 'C: Okay.')
  const note = draft(segments)
  expect(textsOf(note).join(' ')).toContain(line)
  expect(verify(note, segments).outcome).toBe('passed')
})
