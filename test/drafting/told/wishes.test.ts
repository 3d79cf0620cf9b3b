/** What a patient asks the clinician for is in the note, whether it is granted or not. D366. */
import { expect, test } from '@jest/globals'
import { draft, draftTexts, rulesOf, talk, verify } from '../dialogues.ts'

// biome-ignore format: one row a line
const told: readonly (readonly [text: string, ...lines: readonly string[]])[] = [
  ['Asks for a referral to the podiatrist.',   'P: Can you write me a referral to the podiatrist?'],
  ['Asks for a script for the patch.',         'P: I was hoping to get a script for my patch.'],
  ['Asks for a medical certificate for today and tomorrow.', 'P: I need a medical certificate for today and tomorrow.'],
  ['Asks for an ultrasound.',                  'P: Can I have an ultrasound?'],
  ['Asks for some blood tests.',               'P: Could we get some blood tests done?'],
  ['Asks for a second opinion on the hip.',    "P: I'd like a second opinion on my hip."],
  ['Asks for the test results.',               'P: I need my test results.'],
  ['Asks for this form.',                      'P: Could you sign this form for me?'],
  ['Asks for the repeat of Crestor.',          'C: Was there anything else you wanted?', 'P: Just my repeat of Crestor.'],
  ['Asks for a scan of the elbow.',            'C: What were you hoping for today?', 'P: A scan of my elbow, I suppose.'],
]
test.each(told)('D366: %s', (text, ...lines) => {
  const segments = talk(...lines)

  expect(draftTexts(...lines)).toContain(text)
  expect(rulesOf(verify(draft(segments), segments))).toEqual([])
})

// biome-ignore format: one row a line
const untold: readonly (readonly string[])[] = [
  ['P: I need a holiday.'],
  ['P: I want a script for my husband.'],
  ['P: Can I get a drink of water?'],
  ["P: I don't want a needle."],
  ['P: Do I need a scan?'],
  ['P: I wanted a script last time but you said no.'],
  ['P: I need a script if the rash comes back.'],
  ['C: Would you like a scan?', 'P: A scan of what?'],
  ['C: Can you give me a urine test?', 'P: Sure.'],
]
test.each(untold)('D366: "%s" asks for nothing', (...lines) => {
  expect(draftTexts(...lines).filter((text) => text.startsWith('Asks'))).toEqual([])
})

test('D366: nobody asks for what a clinician offers', () => {
  const segments = talk('C: I could give you a referral to the podiatrist.', 'P: Okay.')
  const note = draft(talk('P: Can you write me a referral to the podiatrist?'))

  expect(rulesOf(verify(note, segments))).not.toEqual([])
})
