/** The place that a refusal names to the sender when the record does not take its message. docs/inbound.md#answers; D211 */
import { expect, test } from '@jest/globals'
import { Problem } from '../../../src/core/problems.ts'
import { explain } from '../../../src/intake/receive/receive-message.ts'

const refusal = (field: string) =>
  new Problem('resource-invalid', {
    errors: [
      { field, message: 'is not valid' },
      { field: 'Patient', message: 'x' },
    ],
  })

test.each([
  ['Patient.birthDate', 'PID'],
  ['Observation.value.ofType(Quantity)', 'OBX'],
  ['DiagnosticReport.issued', 'OBR'],
  ['Encounter.period', 'PV1'],
  ['AllergyIntolerance.code', 'AL1'],
  ['Coverage.payor', 'IN1'],
  ['RelatedPerson.name', 'NK1'],
  ['Condition.code', 'DG1'],
  ['Procedure.performed.ofType(dateTime)', 'PR1'],
  ['Specimen.type', 'SPM'],
  ['DocumentReference.content', 'MSH'],
  ['Organization.name', 'MSH'],
  ['constructor', 'MSH'],
  ['', 'MSH'],
])('docs/inbound.md#answers: for %p the place is %s', (field, place) => {
  expect(explain(refusal(field))).toMatchObject({ reason: 'not-valid', problems: [{ place }] })
})

test('docs/inbound.md#answers: a refusal of the record that names no element is about the message', () => {
  expect(explain(new Problem('business-rule')).problems[0]?.place).toBe('MSH')
})
