/** The extension by which AU Base says how short a value may be. R4 extension-minlength.html; AU Base 6.0.0 AUMedicareCardNumber. */
import { expect, test } from '@jest/globals'
import { buildProfile, listFindings } from './profile-builder.ts'

const least = [{ url: 'http://hl7.org/fhir/StructureDefinition/minLength', valueInteger: 3 }]
const profile = buildProfile('least', 'Patient', [
  ['Patient.language', { extension: least, type: [{ code: 'code' }], max: '1' }],
])

test.each([
  ['en', ['too-short Patient.language']],
  ['deu', []],
])('R4 extension-minlength.html: %s', (language, found) => {
  const patient = {
    resourceType: 'Patient',
    language,
    text: { status: 'empty', div: '<div xmlns="http://www.w3.org/1999/xhtml">.</div>' },
  }

  expect(listFindings(patient, [profile]).filter((text) => text.startsWith('too-short'))).toEqual(found)
})
