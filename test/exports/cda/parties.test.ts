import { expect, test } from '@jest/globals'
import type { Bundle, Identifier, Patient } from '@medplum/fhirtypes'
import type { DocumentRecipient } from '../../../src/documents/recipient.ts'
import { renderCda } from '../../../src/exports/cda/cda.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import {
  exampleAmendedExport,
  exampleDocumentId,
  exampleExport,
  exampleRecalledExport,
  exampleRecipient,
} from '../../builders.ts'

const render = async (input: ExportInput): Promise<string> =>
  new TextDecoder().decode(await renderCda(input)).replace(/>\s+</g, '><')

const partOf = (xml: string, name: string): string => new RegExp(`<${name}[ >].*?</${name}>`).exec(xml)?.[0] ?? ''

const addressedTo = async (recipient: DocumentRecipient): Promise<string> => {
  const xml = await render({ ...exampleExport(), recipient })
  return /<informationRecipient typeCode="PRCP">.*<\/intendedRecipient><\/informationRecipient>/.exec(xml)?.[0] ?? ''
}

test('CDA R2 4.2.2.12: a person is the primary recipient, with name, numbers, address and organisation', async () => {
  const part = await addressedTo(exampleRecipient)

  expect(part).toContain('<name use="L"><prefix>Dr</prefix><given>Anh</given><family>Nguyen</family></name>')
  expect(part).toContain('root="1.2.36.1.2001.1003.0.8003610000021101" assigningAuthorityName="HPI-I"')
  expect(part).toContain(
    'root="1.2.36.174030967.0.2" extension="2122661L" assigningAuthorityName="Medicare Provider Number"',
  )
  expect(part).toContain('<name use="ORGB">Harbour Hospital</name>')
  expect(part).toContain('root="1.2.36.1.2001.1003.0.8003626566692846" assigningAuthorityName="HPI-O"')
  expect(part).toContain('<streetAddressLine>1 Harbour Street</streetAddressLine><city>Fremantle</city>')
  expect(part).toContain('<telecom value="tel:0870100200" use="WP"/><telecom value="fax:0870100201" use="WP"/>')
  expect(part).toContain('<telecom value="mailto:letters@harbour.example" use="WP"/>')
})

test('CDA R2 4.2.2.12: an organisation is addressed itself, and as a part of another', async () => {
  const hospital = await addressedTo({ name: 'Harbour Hospital', hpio: '8003626566692846' })
  const clinic = await addressedTo({ name: 'Heart clinic', organisation: 'Harbour Hospital' })

  expect(hospital).not.toContain('<informationRecipient>')
  expect(hospital).toMatch(/<receivedOrganization><name use="ORGB">Harbour Hospital<\/name><ext:asEntityIdentifier/)
  expect(clinic).toContain(
    '<receivedOrganization><name use="ORGB">Heart clinic</name><asOrganizationPartOf><wholeOrganization><name use="ORGB">Harbour Hospital</name>',
  )
})

test('CDA R2 4.2.2.12: a recipient has one id in all documents, and nobody is addressed where nobody is named', async () => {
  const idOf = (part: string) => /<intendedRecipient><id root="([^"]+)"/.exec(part)?.[1]

  expect(idOf(await addressedTo(exampleRecipient))).toBe(
    idOf(await addressedTo({ ...exampleRecipient, name: 'Dr A. Nguyen' })),
  )
  expect(idOf(await addressedTo({ name: 'A' }))).not.toBe(idOf(await addressedTo({ name: 'B' })))
  expect(await render(exampleExport())).not.toContain('informationRecipient')
})

function withIdentifiers(...identifiers: readonly Identifier[]): ExportInput {
  const input = exampleExport()
  const bundle: Bundle = structuredClone(input.bundle)
  const patient = bundle.entry?.find(({ resource }) => resource?.resourceType === 'Patient')?.resource as Patient
  patient.identifier = [...identifiers]
  return { ...input, bundle }
}

const idsOf = async (input: ExportInput): Promise<readonly string[]> =>
  [...partOf(await render(input), 'recordTarget').matchAll(/<ext:id ([^>]*)\/>(?:<ext:code code="(\w+)")?/g)].map(
    ([, id = '', code = '']) => `${id} ${code}`.replaceAll('"', '').replace(/assigningAuthorityName=/, 'by '),
  )

test('Agency CDA guides, Subject of Care: Medicare and record numbers of the patient stand beside the IHI', async () => {
  expect(await idsOf(exampleExport())).toEqual([
    'root=1.2.36.1.2001.1003.0.8003608166690503 by IHI ',
    'root=1.2.36.1.5001.1.0.7 extension=29529364811 by Individual Medicare Card Number MC',
    'root=1.2.36.1.2001.1005.29.8003628233352432 extension=KG-0417 by Karri Grove Family Practice MR',
  ])
})

test.each<[string, Identifier, string]>([
  [
    'a Medicare card',
    { system: 'http://ns.electronichealth.net.au/id/medicare-number', value: '2952 93648 1' },
    'root=1.2.36.1.5001.1.0.7.1 extension=2952936481 by Medicare Card Number MC',
  ],
  [
    'a DVA file',
    {
      system: 'http://ns.electronichealth.net.au/id/dva',
      value: 'NX901234',
      type: { coding: [{ system: 'http://terminology.hl7.org.au/CodeSystem/v2-0203', code: 'DVG' }] },
    },
    "root=2.16.840.1.113883.3.879.270091 extension=NX901234 by Department of Veterans' Affairs DVG",
  ],
  [
    'a number of an object identifier',
    { system: 'urn:oid:1.2.3.4', value: '77', assigner: { display: 'Elsewhere' } },
    'root=1.2.3.4 extension=77 by Elsewhere U',
  ],
  [
    'an issuer that calls itself like a national one',
    { system: 'urn:oid:1.2.3.4', value: '77', assigner: { display: 'IHI' } },
    'root=1.2.3.4 extension=77 by Karri Grove Family Practice U',
  ],
])('Agency CDA guides, Subject of Care: %s has its number', async (_, identifier, expected) => {
  expect(
    (await idsOf(withIdentifiers(identifier))).map((id) => id.replace('&apos;', "'").replace('&#39;', "'")),
  ).toEqual([expected])
})

test('CDA R2 PN: a name whose family name stands in its text alone is whole', async () => {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  for (const { resource } of bundle.entry ?? [])
    if (resource?.resourceType === 'Patient') resource.name = [{ given: ['Maeve'], text: 'Maeve Quillinan' }]

  expect(partOf(await render({ ...input, bundle }), 'recordTarget')).toContain(
    '<name use="L"><family>Maeve Quillinan</family></name>',
  )
})

test('Agency CDA guides: numbers of an unknown system are told apart from those of another one', async () => {
  const [one, other] = await idsOf(
    withIdentifiers({ system: 'http://one.example', value: '1' }, { system: 'http://other.example', value: '1' }),
  )

  expect(one).toMatch(/^root=[0-9a-f-]{36} extension=1 /)
  expect(other).not.toBe(one)
})

test('Agency CDA guides: the author has the Medicare provider number beside the HPI-I', async () => {
  expect(partOf(await render(exampleExport()), 'author')).toContain(
    '<ext:id root="1.2.36.174030967.0.2" extension="2458671W" assigningAuthorityName="Medicare Provider Number"/><ext:code code="EI"',
  )
})

const statusOf = (xml: string): readonly (string | undefined)[] => [
  /<ext:completionCode code="(\w)"/.exec(xml)?.[1],
  /<versionNumber value="(\d+)"/.exec(xml)?.[1],
  /<relatedDocument typeCode="RPLC"><parentDocument><id root="([^"]+)"/.exec(xml)?.[1],
]

test('NCTIS Document Status Values: a correction is final and a withdrawal withdrawn, and both replace', async () => {
  const amended = exampleAmendedExport()

  expect(statusOf(await render(exampleExport()))).toEqual(['F', '1', undefined])
  expect(statusOf(await render(amended))).toEqual(['F', '2', exampleDocumentId])
  expect(statusOf(await render(exampleRecalledExport()))).toEqual(['W', '2', exampleDocumentId])
  expect(statusOf(await render({ ...amended, status: 'recalled' }))).toEqual(['W', '3', amended.documentId])
})

test('NCTIS Document Status Values: a document that its author calls an error is withdrawn', async () => {
  const { bundle } = exampleRecalledExport()

  expect(statusOf(await render({ ...exampleExport(), bundle }))).toEqual(['W', '2', exampleDocumentId])
})
