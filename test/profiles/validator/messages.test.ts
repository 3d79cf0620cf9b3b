/** What the texts of findings name. docs/validation.md. */
import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { withValue } from '../../../src/profiles/found-values.ts'
import { offline } from '../../../src/profiles/validator/validator.ts'
import { openTestValidator } from '../open-definitions.ts'

const validate = await openTestValidator()

const base = 'http://hl7.org/fhir/StructureDefinition'

/** The texts of one rule, with the values of the resource. */
function textsOf(rule: string, resource: JsonObject, ...profiles: readonly string[]): string[] {
  const { findings } = validate(resource, { profiles, policy: offline })
  return findings.filter((found) => found.rule === rule).map((found) => withValue(found, resource).message)
}

const observation = (more: JsonObject): JsonObject => ({
  ...{ resourceType: 'Observation', status: 'final', code: { text: 'a' } },
  ...more,
})

test.each<[what: string, rule: string, resource: JsonObject, text: RegExp, profile?: string]>([
  [
    'the value set and the code',
    'required-binding',
    { resourceType: 'Patient', gender: 'banana' },
    /: http:\/\/hl7\.org\/fhir\/ValueSet\/administrative-gender\S* \(found "banana"\)$/,
  ],
  [
    'the value set and each coding',
    'required-binding',
    {
      resourceType: 'AllergyIntolerance',
      patient: { reference: 'Patient/a' },
      clinicalStatus: { coding: [{ system: 'urn:a', code: 'b' }, { code: 'c' }] },
    },
    /allergyintolerance-clinical\S* \(found urn:a#b, c\)$/,
  ],
  [
    'the allowed types and the reference',
    'reference-target',
    { resourceType: 'Patient', managingOrganization: { reference: 'Location/a' } },
    /: Organization \(found "Location\/a"\)$/,
  ],
  [
    'a reference without form',
    'reference-format',
    { resourceType: 'Patient', managingOrganization: { reference: 'not one' } },
    /\(found "not one"\)$/,
  ],
  ['the key of the invariant', 'pat-1', { resourceType: 'Patient', contact: [{ gender: 'male' }] }, /^pat-1: SHALL /],
  [
    'the nearest element',
    'element-unknown',
    { resourceType: 'Patient', birthdate: 'Zebulon' },
    /: did you mean birthDate\?$/,
  ],
  [
    'the nearest element of a partner',
    'element-unknown',
    { resourceType: 'Patient', _birthdate: { id: 'Zebulon' } },
    /: did you mean birthDate\?$/,
  ],
  [
    'no element that is not near',
    'element-unknown',
    { resourceType: 'Patient', unheardOf: 'Zebulon' },
    /not defined here$/,
  ],
  [
    'the allowed types of a profile',
    'type-not-allowed',
    observation({
      subject: { reference: 'Patient/a' },
      effectiveDateTime: '2020-01-01',
      valueString: 'a',
      category: [],
      code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    }),
    /: Quantity/,
    `${base}/bodyweight`,
  ],
  ['a number as it was written', 'primitive-format', observation({ valueInteger: 1.5 }), /: integer \(found 1\.5\)$/],
  [
    'a long value cut',
    'primitive-format',
    { resourceType: 'Patient', birthDate: 'x'.repeat(1000) },
    /: date \(found "x{80}\.\.\."\)$/,
  ],
  [
    'the profile',
    'profile-asked',
    { resourceType: 'Patient' },
    /: http:\/\/banksia\.test\/absent$/,
    'http://banksia.test/absent',
  ],
])('D126: a finding names %s', (_what, rule, resource, text, ...[profile]) => {
  const texts = textsOf(rule, resource, ...(profile === undefined ? [] : [profile]))

  expect(texts).toEqual([expect.stringMatching(text)])
})

test('D126: without its sender no finding holds a value', () => {
  const resource = {
    resourceType: 'Patient',
    gender: 'Zebulon',
    birthDate: 'Zebulon',
    managingOrganization: { reference: 'Zebulon' },
    zebulon: 1,
  }

  const { findings } = validate(resource, { profiles: [], policy: offline })

  expect(findings.length).toBeGreaterThan(3)
  expect(findings.map(({ message }) => message).join()).not.toContain('Zebulon')
})
