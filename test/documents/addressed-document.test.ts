import { expect, test } from '@jest/globals'
import type { Bundle, Composition } from '@medplum/fhirtypes'
import { addressDocument } from '../../src/documents/addressed-document.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { exampleDocument, exampleExport, exampleRecipient } from '../builders.ts'

const information = 'http://hl7.org.au/fhir/StructureDefinition/information-recipient'

const namedBy = (bundle: Bundle) => {
  const composition = bundle.entry?.[0]?.resource as Composition
  const reference = composition.extension?.find(({ url }) => url === information)?.valueReference?.reference
  return bundle.entry?.find(({ fullUrl }) => fullUrl === reference)?.resource
}

test('D137: the Composition of an addressed copy refers to the role of the person at the organisation', () => {
  const bundle = addressDocument(exampleDocument(), exampleRecipient)
  const role = namedBy(bundle)

  expect(role).toMatchObject({
    resourceType: 'PractitionerRole',
    identifier: [{ system: 'http://ns.electronichealth.net.au/id/medicare-provider-number', value: '2122661L' }],
    telecom: [{ system: 'phone' }, { system: 'fax', value: '08 7010 0201' }, { system: 'email' }],
  })
  const added = bundle.entry?.slice(exampleDocument().entry?.length).map(({ resource }) => resource)
  expect(added).toMatchObject([
    { resourceType: 'PractitionerRole' },
    {
      resourceType: 'Practitioner',
      name: [{ text: 'Dr Anh Nguyen', family: 'Nguyen' }],
      identifier: [{ value: '8003610000021101' }],
    },
    {
      resourceType: 'Organization',
      name: 'Harbour Hospital',
      identifier: [{ value: '8003626566692846' }],
      address: [{ city: 'Fremantle' }],
    },
  ])
})

test('D137: besides the recipient an addressed copy is the document, and equal recipients have equal copies', () => {
  const bundle = addressDocument(exampleDocument(), exampleRecipient)
  const [first = {}, ...others] = bundle.entry ?? []
  const { extension: _, ...composition } = first.resource as Composition
  const own = exampleDocument().entry?.length ?? 0

  expect({ ...bundle, entry: [{ ...first, resource: composition }, ...others].slice(0, own) }).toEqual(
    exampleDocument(),
  )
  expect(addressDocument(exampleDocument(), { ...exampleRecipient })).toEqual(bundle)
  expect(addressDocument(exampleDocument(), { ...exampleRecipient, name: 'Dr B' }).entry?.at(-1)?.fullUrl).not.toBe(
    bundle.entry?.at(-1)?.fullUrl,
  )
})

test.each([
  ['an organisation', { name: 'Harbour Hospital', hpio: '8003626566692846' }, 'Organization'],
  ['a person alone', { name: 'Dr A', person: { family: 'A' }, providerNumber: '2122661L', fax: '1' }, 'Practitioner'],
])('D137: the Composition refers to %s', (_, recipient, type) => {
  expect(namedBy(addressDocument(exampleDocument(), recipient))).toMatchObject({ resourceType: type, identifier: [{}] })
})

test('D2: a copy that is addressed to nobody has the bytes of the document', async () => {
  const { bytes } = await renderFormat('bundle', exampleExport())

  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(exampleDocument())
})
