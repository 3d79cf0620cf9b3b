import { expect, test } from '@jest/globals'
import type { Patient } from '@medplum/fhirtypes'
import type { DocumentRecipient } from '../../../src/documents/recipient.ts'
import { exampleExport, exampleRecipient } from '../../builders.ts'
import { asLetter, changed, fieldOf, fieldsOf, namesOf, renderText, segmentsOf } from './messages.ts'

const facility = 'Harbour Hospital^1.2.36.1.2001.1003.0.8003626566692846^ISO'

test('ADRM 000043.1: ORU^R01 is addressed to application, facility and person', async () => {
  const text = await renderText({ ...exampleExport(), recipient: exampleRecipient })

  expect(fieldOf(text, 'MSH', 9)).toBe('ORU^R01^ORU_R01')
  expect(fieldOf(text, 'MSH', 5)).toBe('HARBOUR-EMR')
  expect(fieldOf(text, 'MSH', 6)).toBe(facility)
  expect(fieldOf(text, 'OBR', 28)).toBe('2122661L^Nguyen^Anh^^^Dr^^^AUSHICPR^L^^^UPIN')
})

test('ADRM 000043.1: without a recipient nobody is addressed', async () => {
  const text = await renderText(exampleExport())

  expect([fieldOf(text, 'MSH', 5), fieldOf(text, 'MSH', 6), fieldOf(text, 'OBR', 28)]).toEqual(['', '', ''])
})

test.each<[string, DocumentRecipient, string, string]>([
  ['an organisation by name alone', { name: 'Example Hospital' }, 'Example Hospital', ''],
  [
    'an organisation by its HPI-O',
    { name: 'Harbour Hospital', hpio: '8003 6265 6669 2846' },
    facility,
    '8003626566692846^Harbour Hospital^^^^^^^AUSHIC^L^^^NOI',
  ],
  [
    'a person by HPI-I',
    { name: 'Dr Anh Nguyen', person: { family: 'Nguyen', given: 'Anh Thi' }, hpii: '8003610000021101' },
    '',
    '8003610000021101^Nguyen^Anh^Thi^^^^^AUSHIC^L^^^NPI',
  ],
  ['a person without a number', { name: 'Dr No', person: { family: 'No' } }, '', ''],
  [
    'an organisation whose name is a message',
    { name: 'A|B^C&D~E\\F\rPID|2' },
    'A\\F\\B\\S\\C\\T\\D\\R\\E\\E\\F PID\\F\\2',
    '',
  ],
])('ADRM 00044.7: ORU^R01 to %s', async (_what, recipient, receiver, copyTo) => {
  const text = await renderText({ ...exampleExport(), recipient })

  expect([fieldOf(text, 'MSH', 6), fieldOf(text, 'OBR', 28)]).toEqual([receiver, copyTo])
  expect(namesOf(text).slice(0, 5)).toEqual(['MSH', 'PID', 'PV1', 'ORC', 'OBR'])
})

test.each([
  ['practice-classic', 'OBR', 28],
  ['hospital-mdm', 'TXA', 23],
] as const)(
  'docs/channels.md: outside of ADRM %s names its recipient in %s-%d, without a number too',
  async (preset, segment, field) => {
    const unnumbered = { name: 'Dr Bo Lee', person: { family: 'Lee', given: 'Bo' } }
    const of = async (recipient: DocumentRecipient) =>
      fieldOf(await renderText({ ...exampleExport(), preset, recipient }), segment, field)

    expect(await of(exampleRecipient)).toBe('2122661L^Nguyen^Anh^^^Dr^^^AUSHICPR^L^^^UPIN')
    expect(await of(unnumbered)).toBe('^Lee^Bo^^^^^^^L')
    expect(await of({ name: 'Example Hospital' })).toBe('^Example Hospital^^^^^^^^L')
  },
)

test('ADRM appendix 8: a letter is REF^I12 with one author and one intended recipient', async () => {
  const text = await renderText(asLetter(exampleExport()))

  expect(fieldOf(text, 'MSH', 9)).toBe('REF^I12^REF_I12')
  expect(fieldOf(text, 'MSH', 12)).toBe('2.4^AUS&Australia&ISO3166_1^HL7AU-OO-REF-SIMPLIFIED-201706-L1&&L')
  expect(namesOf(text)).toEqual([
    ...['MSH', 'RF1', 'PRD', 'PRD', 'PID', 'OBR'],
    ...['OBX', 'OBX', 'OBX', 'OBX', 'OBX', 'PV1'],
  ])
  expect(fieldsOf(text, 'PRD', 1)).toEqual(['AP^Authoring Provider^HL70286', 'IR^Intended Recipient^HL70286'])
  const [author = [], recipient = []] = segmentsOf(text).filter(([name]) => name === 'PRD')
  expect([author[2], author[7]]).toEqual([
    'Adeyemi^Tobias^^^Dr^^L',
    '2458671W^AUSHICPR^UPIN~8003619900015717@8003628233352432^AUSHIC^NPIO~8003628233352432^AUSHIC^NOI',
  ])
  expect(recipient.slice(2)).toEqual([
    'Nguyen^Anh^^^Dr^^L',
    '1 Harbour Street^^Fremantle^WA^6160^AUS^B',
    '^^^Harbour Hospital&1.2.36.1.2001.1003.0.8003626566692846&ISO',
    '^WPN^PH^^^08^70100200~^WPN^FX^^^08^70100201~^NET^Internet^letters@harbour.example',
    '',
    '2122661L^AUSHICPR^UPIN~8003610000021101@8003626566692846^AUSHIC^NPIO~8003626566692846^AUSHIC^NOI',
  ])
  expect(fieldOf(text, 'RF1', 1)).toBe('P^Pending^HL70283')
  expect(fieldOf(text, 'RF1', 6)).toBe(fieldOf(text, 'OBR', 3))
})

test('ADRM 00104.7.1.3: an HPI-I leads to no place, so it does not address REF^I12', async () => {
  const recipient = { name: 'Dr Anh Nguyen', person: { family: 'Nguyen' }, hpii: '8003610000021101' }

  const text = await renderText({ ...asLetter(exampleExport()), recipient })

  expect(fieldOf(text, 'MSH', 9)).toBe('ORU^R01^ORU_R01')
})

test('HL7 v2.4 3.4.2.13: PID-13 and PID-14 keep every e-mail address and number in use', async () => {
  const input = changed<Patient>(exampleExport(), 'Patient', (patient) => ({
    ...patient,
    telecom: [
      { system: 'email', value: 'maeve@home.example' },
      { system: 'phone', value: '0491 570 156', use: 'mobile' },
      { system: 'email', value: 'mq@work.example', use: 'work' },
      { system: 'fax', value: '08 7010 0300', use: 'work' },
      { system: 'sms', value: '0491 570 157' },
      { system: 'email', value: 'old@home.example', use: 'old' },
    ],
  }))

  const text = await renderText(input)

  expect(fieldOf(text, 'PID', 13)).toBe('^PRN^CP^^^^0491570156~^PRN^CP^^^^0491570157~^NET^Internet^maeve@home.example')
  expect(fieldOf(text, 'PID', 14)).toBe('^WPN^FX^^^08^70100300~^NET^Internet^mq@work.example')
})
