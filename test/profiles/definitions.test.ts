/** What the definitions tell of R4's types. */
import { expect, test } from '@jest/globals'
import { openTestDefinitions } from './open-definitions.ts'

test('R4 elementdefinition.html: members by JSON name, choices by type, content references, required bindings', async () => {
  const definitions = await openTestDefinitions()
  const member = (type: string, name: string) => definitions.findType(type)?.members.get(name)

  expect(member('Patient', 'gender')).toMatchObject({ type: 'code', array: false })
  expect(member('Patient', 'contact')).toMatchObject({ type: 'Patient.contact', array: true })
  expect(member('Patient.contact', 'gender')).toMatchObject({ type: 'code' })
  expect(member('Observation', 'valueQuantity')).toMatchObject({ element: 'value[x]', type: 'Quantity' })
  expect(member('Composition.section', 'section')).toMatchObject({ type: 'Composition.section', array: true })
  expect(member('Patient', 'managingOrganization')).toMatchObject({ targets: ['Organization'] })
  expect(
    definitions
      .findCodes(member('Patient', 'gender')?.valueSet ?? '')
      ?.get('http://hl7.org/fhir/administrative-gender'),
  ).toEqual(new Set(['male', 'female', 'other', 'unknown']))
})
