/** Help that is called now is a line of the plan in any form, and no line where nobody calls it. D316. */
import { expect, test } from '@jest/globals'
import { draftJudged, talk } from '../dialogues.ts'

/** The lines of the plan; a line that the verifier doubts says so. */
const linesOf = (said: string): readonly string[] =>
  draftJudged(talk("P: I've had a crushing pain in my chest for an hour.", `C: ${said}`, 'P: Okay, thank you.'))
    .filter(({ claims }) => claims.some(({ kind }) => kind === 'plan'))
    .map(({ text }) => text)

// biome-ignore format: one row a line
const rows: readonly (readonly [said: string, line: string])[] = [
  ['I think we need to get an ambulance to you.', 'Call an ambulance.'],
  ["What I'm going to do is call an ambulance for you.", 'Call an ambulance.'],
  ['Can you ring triple zero as soon as we hang up?', 'Call an ambulance as soon as we hang up.'],
  ["So we're going to get you an ambulance.", 'Call an ambulance.'],
  ["I'll be calling an ambulance to pick you up.", 'Call an ambulance.'],
  ["I'm just going to organise an ambulance for you, okay?", 'Call an ambulance.'],
  ["We'll call 999 and they'll come to you.", 'Call an ambulance.'],
  ['I need you to hang up and dial 999.', 'Call an ambulance.'],
  ['You need an ambulance.', 'Call an ambulance.'],
  ["I'm going to send an ambulance to you now.", 'Call an ambulance now.'],
  ["I'd like to get an ambulance to take you to hospital.", 'Call an ambulance.'],
  ["I'm going to admit you to hospital.", 'Admit to hospital.'],
]
test.each(rows)('D316: "%s" is "%s"', (said, line) => {
  expect(linesOf(said)).toEqual([line])
})

test.each([
  'Did you call an ambulance?',
  "I don't think you need an ambulance.",
  'You might need an ambulance.',
  'Your wife called an ambulance last week.',
  'They were going to send an ambulance.',
])('D316: "%s" calls nobody', (said) => {
  expect(linesOf(said).filter((line) => /^(?:doubted: )?(?:Call an ambulance|Admit)/.test(line))).toEqual([])
})
