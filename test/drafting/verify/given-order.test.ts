/** Orders that the words of the clinician do not give the patient. D271. */
import { expect, test } from '@jest/globals'
import type { Claim } from '../../../src/core/clinical-note.ts'
import { handWritten, noteOf, rulesOf, talk, verify } from '../dialogues.ts'

const listRules = (text: string, line: string, before: readonly string[] = []) => {
  const segments = talk(...before, line)
  const claim: Claim = {
    ...{ kind: 'plan', concept: text.toLowerCase(), display: text.replace(/\.$/, ''), polarity: 'present' },
    ...{ certainty: 'certain', person: 'patient', time: 'current' },
  }
  const statement = { ...handWritten(text, [{ segment: before.length }], segments), claims: [claim] }
  return rulesOf(verify(noteOf('plan', statement), segments))
}

test.each([
  ['Take amoxicillin 500 mg 3 times a day.', 'C: Your husband should take amoxicillin 500 mg three times a day.'],
  ['Take amoxicillin 500 mg 3 times a day.', 'C: I told my last patient to take amoxicillin 500 mg three times a day.'],
  ['Start amoxicillin.', 'C: I refuse to start amoxicillin for a cold.'],
  ['Start a statin.', 'C: He should start a statin.'],
  ['Stop the warfarin.', 'C: Nobody thinks you should stop the warfarin.'],
  ['Take steroids.', 'C: I doubt that you should take steroids.'],
  ['Keep food down.', 'C: Can you keep food down?'],
  ['Take echinacea.', 'C: Your sister says to take echinacea.'],
  ['Start codeine.', 'C: It was a mistake to start codeine.'],
  ['Stop the tablets.', 'C: Another doctor wanted to stop the tablets.'],
])('D271: %s is no order after "%s"', (text, line) => {
  expect(listRules(text, line)).toContain('order-not-given')
})

test.each([
  ['Take amoxicillin 500 mg 3 times a day.', 'C: Take amoxicillin 500 mg three times a day.'],
  ['Take paracetamol.', 'C: As I said, you should take paracetamol.'],
  ['Start a statin.', 'C: Your father had a heart attack. I would like you to start a statin.'],
  ['Avoid ibuprofen.', 'C: Avoid ibuprofen. Your wife may have some paracetamol.'],
  ['Check the blood pressure.', 'C: The nurse will check the blood pressure.'],
  ['Rest at home.', 'C: You can rest at home.'],
])('D271: %s is an order after "%s"', (text, line) => {
  expect(listRules(text, line)).not.toContain('order-not-given')
})

test('D271: if the patient is a child, "he" is the patient', () => {
  const talked = ['C: Has he got a fever?', 'P: Yes, my son has been hot.', 'C: Is he drinking?', 'P: He is.']
  expect(listRules('Take paracetamol.', 'C: He should take paracetamol.', talked)).not.toContain('order-not-given')
})
