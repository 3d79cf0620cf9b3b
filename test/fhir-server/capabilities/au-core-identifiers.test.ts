/** Identifiers under AU Core: AU Base's own invariants are errors, by the slice that an identifier's type puts it in. AU Base 6.0.0. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/core/json.ts'
import { type FhirApp, startFhir } from '../fhir-app.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(async () => {
  await app.close()
  expect(app.errors).toEqual([])
})

const ns = 'http://ns.electronichealth.net.au/id'
const v2 = 'http://terminology.hl7.org/CodeSystem/v2-0203'
const au = 'http://terminology.hl7.org.au/CodeSystem/v2-0203'
const elsewhere = 'https://example.org/numbers'

type Identifier = readonly [
  system: string,
  type: readonly [system: string, code: string] | undefined,
  value?: string | undefined,
]

const identifierOf = ([system, type, value]: Identifier): JsonObject => ({
  system,
  ...(type === undefined ? {} : { type: { coding: [{ system: type[0], code: type[1] }] } }),
  ...(value === undefined ? {} : { value }),
})

const others: Readonly<Record<string, JsonObject>> = {
  Patient: { name: [{ family: 'Wattle' }], gender: 'female', birthDate: '1970-01-02' },
  Practitioner: { name: [{ family: 'Wattle' }] },
  Organization: { name: 'Saltbush' },
  PractitionerRole: { practitioner: { display: 'Wattle' } },
}

const ihi = (value?: string): Identifier => [`${ns}/hi/ihi/1.0`, [v2, 'NI'], value]
const medicare = (value: string): Identifier => [`${ns}/medicare-number`, [v2, 'MC'], value]
const dva = (card: string, value: string): Identifier => [`${ns}/dva`, [au, card], value]
const hpii = (value: string): Identifier => [`${ns}/hi/hpii/1.0`, [v2, 'NPI'], value]
const hpio = (value: string): Identifier => [`${ns}/hi/hpio/1.0`, [au, 'NOI'], value]
const provider = (value: string): Identifier => [`${ns}/medicare-provider-number`, [au, 'UPIN'], value]
const abn = (value: string): Identifier => ['http://hl7.org.au/id/abn', [v2, 'XX'], value]
const mrn: Identifier = [`${ns}/hpio-scoped/medicalrecord/1.0/8003628233352432`, [v2, 'MR'], 'K1']

/** Each with the verdict of the reference validator, HL7's 6.7.9. */
test.each<[name: string, type: string, identifiers: readonly Identifier[], verdict: 'valid' | 'invalid']>([
  ['an IHI', 'Patient', [ihi('8003608166690503')], 'valid'],
  ['an IHI with a wrong check digit', 'Patient', [ihi('8003608166690504')], 'invalid'],
  ['an IHI with the prefix of a provider', 'Patient', [ihi('8003619900015717')], 'invalid'],
  ['an IHI of 15 digits', 'Patient', [ihi('800360816669050')], 'invalid'],
  ['an IHI with spaces', 'Patient', [ihi('8003 6081 6669 0503')], 'invalid'],
  ['an IHI of another system', 'Patient', [[elsewhere, [v2, 'NI'], '1']], 'invalid'],
  ['an IHI without a type, which is in no slice', 'Patient', [[`${ns}/hi/ihi/1.0`, undefined, '123']], 'valid'],
  ['two IHIs', 'Patient', [ihi('8003608166690503'), ihi('8003608833357361')], 'invalid'],
  ['an IHI without a value', 'Patient', [ihi(), mrn], 'invalid'],
  ['a Medicare number', 'Patient', [medicare('29529364811')], 'valid'],
  ['a Medicare number with a wrong check digit', 'Patient', [medicare('29529364711')], 'valid'],
  ['a Medicare number of 12 digits', 'Patient', [medicare('295293648111')], 'invalid'],
  ['a Medicare number of 9 digits', 'Patient', [medicare('295293648')], 'invalid'],
  ['a Medicare number of another system', 'Patient', [[elsewhere, [v2, 'MC'], '29529364811']], 'invalid'],
  ['two Medicare numbers', 'Patient', [medicare('29529364811'), medicare('21234567011')], 'valid'],
  ['a DVA number', 'Patient', [dva('DVG', 'NX000001')], 'valid'],
  ['a DVA number of another system', 'Patient', [[elsewhere, [au, 'DVG'], 'NX000001']], 'invalid'],
  ['two DVA numbers', 'Patient', [dva('DVG', 'NX000001'), dva('DVW', 'NX000002')], 'invalid'],
  ['a medical record number', 'Patient', [mrn], 'valid'],
  ['an HPI-I', 'Practitioner', [hpii('8003619900015717')], 'valid'],
  ['an HPI-I with a wrong check digit', 'Practitioner', [hpii('8003619900015718')], 'invalid'],
  ['an HPI-I with the prefix of a patient', 'Practitioner', [hpii('8003608166690503')], 'invalid'],
  ['two HPI-Is', 'Practitioner', [hpii('8003619900015717'), hpii('8003619900015717')], 'invalid'],
  ['an HPI-O', 'Organization', [hpio('8003628233352432')], 'valid'],
  ['an HPI-O with a wrong check digit', 'Organization', [hpio('8003628233352433')], 'invalid'],
  ['an HPI-O without a type', 'Organization', [[`${ns}/hi/hpio/1.0`, undefined, '8003628233352432']], 'invalid'],
  ['an HPI-O of another type', 'Organization', [[`${ns}/hi/hpio/1.0`, [v2, 'XX'], '8003628233352432']], 'invalid'],
  ['an organisation number of another system', 'Organization', [[elsewhere, [au, 'NOI'], '1']], 'invalid'],
  ['a PAI-O', 'Organization', [[`${ns}/pcehr/paio/1.0`, [au, 'NOI'], '8003640000000011']], 'valid'],
  ['an ABN, whatever its check digits', 'Organization', [abn('12345678901')], 'valid'],
  ['an ABN of 10 digits', 'Organization', [abn('1234567890')], 'invalid'],
  ['a provider number', 'PractitionerRole', [provider('2426621B')], 'valid'],
  ['a provider number with a wrong check character', 'PractitionerRole', [provider('2426621C')], 'valid'],
  ['a provider number of another system', 'PractitionerRole', [[elsewhere, [au, 'UPIN'], '2426621B']], 'invalid'],
  ['two provider numbers', 'PractitionerRole', [provider('2426621B'), provider('988939BJ')], 'invalid'],
])('AU Base: %s in %s', async (_, resourceType, identifiers, verdict) => {
  const body = { resourceType, identifier: identifiers.map(identifierOf), ...others[resourceType] }

  const { status, text } = await app.send('POST', `/${resourceType}`, { body })

  expect(status).toBe(verdict === 'valid' ? 201 : 422)
  if (verdict === 'invalid') for (const [, , value = '-----'] of identifiers) expect(text).not.toContain(`"${value}"`)
})
