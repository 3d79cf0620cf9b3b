/** Times, numbers, texts and attachments as they are sent. docs/inbound.md#times, #numbers-of-people. */
import { expect, test } from '@jest/globals'
import type {
  DiagnosticReport,
  DocumentReference,
  Encounter,
  Observation,
  Patient,
  RelatedPerson,
} from '@medplum/fhirtypes'
import { stringifyJson } from '../../src/core/json.ts'
import type { InboundSettings } from '../../src/inbound/reading.ts'
import { header, lines, notesOf, only, pid, readClinical, resourcesOf } from './reading-messages.ts'

const visit = (start: string): string => `PV1|1|I${'|'.repeat(42)}${start}`

test.each<[string, string, Partial<InboundSettings>, string | undefined, readonly string[]]>([
  ['2026', '20261118', {}, '2026', []],
  ['202611', '20261118', {}, '2026-11', []],
  ['20261118', '20261118', {}, '2026-11-18', []],
  ['202611180915+1100', '20261118', {}, '2026-11-18T09:15:00+11:00', []],
  ['20261118091530.1234+1100', '20261118', {}, '2026-11-18T09:15:30.1234+11:00', []],
  ['20261118091530', '20261118', {}, '2026-11-18', ['PV1-44 no-zone']],
  ['20261118091530', '20261118093000+1000', {}, '2026-11-18T09:15:30+10:00', []],
  ['20261118091530', '20261118093000+1000', { timeZone: 'Australia/Sydney' }, '2026-11-18T09:15:30+11:00', []],
  ['20260718091530', '20261118', { timeZone: 'Australia/Sydney' }, '2026-07-18T09:15:30+10:00', []],
  [
    '20261004023000',
    '20261118',
    { timeZone: 'Australia/Sydney' },
    '2026-10-04T02:30:00+10:00',
    ['PV1-44 shifted-time'],
  ],
  [
    '20260405023000',
    '20261118',
    { timeZone: 'Australia/Sydney' },
    '2026-04-05T02:30:00+11:00',
    ['PV1-44 shifted-time'],
  ],
  ['2026111809', '20261118', {}, '2026-11-18', ['PV1-44 no-minutes']],
  ['20261318', '20261118', {}, undefined, ['PV1-44 no-date']],
  ['20260230', '20261118', {}, undefined, ['PV1-44 no-date']],
  ['202611182500+1000', '20261118', {}, undefined, ['PV1-44 no-date']],
  ['202611180900+1500', '20261118', {}, undefined, ['PV1-44 no-date']],
  ['00000000', '20261118', {}, undefined, ['PV1-44 no-date']],
  ['soon', '20261118', {}, undefined, ['PV1-44 no-date']],
  ['""', '20261118', {}, undefined, ['PV1-44 null-value']],
])('D201: %s in a message of %s with %j is %s', async (time, made, settings, expected, notes) => {
  const reading = await readClinical(lines(header('ADT^A01^ADT_A01', { 7: made }), pid, visit(time)), settings)

  expect(only<Encounter>(reading, 'Encounter').period?.start).toBe(expected)
  expect(notesOf(reading).filter((note) => note.startsWith('PV1-44'))).toEqual(notes)
})

test('D201: an instant needs a time with its zone, and is left out and told otherwise', async () => {
  const obr = (at: string) =>
    lines(header('ORU^R01^ORU_R01', { 7: '20261118' }), pid, `OBR|1||9^L|X^Y^L${'|'.repeat(18)}${at}`)

  const day = await readClinical(obr('20261118'))
  const time = await readClinical(obr('20261118091500+1000'))

  expect(only<DiagnosticReport>(day, 'DiagnosticReport').issued).toBeUndefined()
  expect(notesOf(day)).toContain('OBR-22 no-instant')
  expect(day.documents[0]?.version).toBeUndefined()
  expect(time.documents[0]?.version).toBe('2026-11-18T09:15:00+10:00')
})

test('docs/inbound.md#times: a time of birth stands beside the date as the sender wrote it', async () => {
  const reading = await readClinical(lines(header('ADT^A28'), pid.replace('19640229', '19640229231500+1000')))

  expect(only<Patient>(reading, 'Patient')).toMatchObject({
    birthDate: '1964-02-29',
    _birthDate: { extension: [{ valueDateTime: '1964-02-29T23:15:00+10:00' }] },
  })
})

const ns = 'http://ns.electronichealth.net.au/id'

test.each<[string, object]>([
  ['8003608166690503^^^AUSHIC^NI', { system: `${ns}/hi/ihi/1.0`, type: { coding: [{ code: 'NI' }] } }],
  ['8003608166690504^^^AUSHIC^NI', { type: { text: 'IHI' }, value: '8003608166690504' }],
  ['2952936481 1^^^AUSHIC^MC', { system: `${ns}/medicare-number`, value: '29529364811' }],
  ['NX901234^^^AUSDVA^DVG', { system: `${ns}/dva`, type: { coding: [{ code: 'DVG' }] } }],
  ['7^^^Clinic&1.2.36.1.5&ISO^MR', { system: 'urn:oid:1.2.36.1.5', value: '7', assigner: { display: 'Clinic' } }],
  [
    '7^^^Clinic&0198F2A0-0000-7000-8000-000000000002&UUID^PI',
    { system: 'urn:uuid:0198f2a0-0000-7000-8000-000000000002' },
  ],
  ['7^^^LOCAL^MR', { system: expect.stringMatching(/^urn:uuid:/), assigner: { display: 'LOCAL' } }],
  ['7', { system: expect.stringMatching(/^urn:uuid:/), assigner: { display: 'Wattle Clinic' } }],
  ['123456789^^^USNPI^NPI', { type: { text: 'NPI' }, value: '123456789' }],
])('D202: %s is a number of its issuer', async (cx, expected) => {
  const reading = await readClinical(lines(header('ADT^A28'), `PID|1||${cx}||Testpatient^Robin||19640229|F`))

  const [identifier] = only<Patient>(reading, 'Patient').identifier ?? []
  expect(identifier).toMatchObject(expected)
  if (cx.startsWith('8003608166690504')) {
    expect(identifier?.system).toBeUndefined()
    expect(notesOf(reading)).toContain('PID-3 no-identifier')
  }
})

test('D202: a local number means the same in each message of a sender, and another thing at another one', async () => {
  const systemIn = async (facility: string, sender?: string) => {
    const text = lines(header('ADT^A28', { 4: facility }), 'PID|1||7^^^LOCAL^MR||Testpatient^Robin||19640229|F')
    const reading = await readClinical(text, sender === undefined ? {} : { sender })
    return only<Patient>(reading, 'Patient').identifier?.[0]?.system
  }

  const systems = await Promise.all([
    systemIn('A'),
    systemIn('A'),
    systemIn('B'),
    systemIn('A', 's1'),
    systemIn('B', 's1'),
  ])

  expect(systems[0]).toBe(systems[1])
  expect(systems[3]).toBe(systems[4])
  expect(new Set(systems).size).toBe(3)
})

test('D202: a code without a system is of its table if that has it, and the sender’s own otherwise', async () => {
  const systemOf = async (code: string) => {
    const reading = await readClinical(lines(header('ADT^A28'), pid, `NK1|1|Testparent^Sam|${code}`))
    return only<RelatedPerson>(reading, 'RelatedPerson').relationship?.[0]?.coding?.[0]?.system
  }

  expect(await systemOf('MTH')).toBe('http://terminology.hl7.org/CodeSystem/v2-0063')
  expect(await systemOf('SPOUS')).toMatch(/^urn:uuid:/)
  expect(await systemOf('SPOUS^Spouse^HL70063')).toBe('http://terminology.hl7.org/CodeSystem/v2-0063')
})

const observed = async (...obx: readonly string[]) =>
  readClinical(lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', ...obx))

test.each<[string, object]>([
  ['NM|A^B^L||4.10|mmol/L', { valueQuantity: { value: 4.1, unit: 'mmol/L' } }],
  ['NM|A^B^L||<0.01|mmol/L', { valueQuantity: { value: 0.01, comparator: '<' } }],
  ['NM|A^B^L||+007', { valueQuantity: { value: 7 } }],
  ['NM|A^B^L||about 4|mmol/L', { valueString: 'about 4 mmol/L' }],
  ['SN|A^B^L||>^200|mmol/L', { valueQuantity: { comparator: '>', value: 200 } }],
  ['SN|A^B^L||^10^-^20', { valueRange: { low: { value: 10 }, high: { value: 20 } } }],
  ['NR|A^B^L||1^2', { valueRange: { low: { value: 1 }, high: { value: 2 } } }],
  ['DT|A^B^L||20260101', { valueDateTime: '2026-01-01' }],
  ['TM|A^B^L||0915', { valueTime: '09:15:00' }],
  ['TM|A^B^L||091530.25', { valueTime: '09:15:30.25' }],
  ['TM|A^B^L||0915+1000', { valueString: '0915+1000' }],
  ['CWE|A^B^L||^In words alone', { valueCodeableConcept: { text: 'In words alone' } }],
  ['NM|A^B^L||60~120|/min', { component: [{ valueQuantity: { value: 60 } }, { valueQuantity: { value: 120 } }] }],
  ['TX|A^B^L||one~two', { valueString: 'one\ntwo' }],
  ['ZZ|A^B^L||odd', { valueString: 'odd' }],
  ['NM|A^B^L||', { dataAbsentReason: { coding: [{ code: 'unknown' }] } }],
])('docs/inbound.md#results: OBX|1|%s', async (obx, expected) => {
  expect(only<Observation>(await observed(`OBX|1|${obx}`), 'Observation')).toMatchObject(expected)
})

test('docs/inbound.md#results: a number keeps the digits that were sent', async () => {
  expect(stringifyJson((await observed('OBX|1|NM|A^B^L||4.10')).bundle)).toContain('"value":4.10')
})

test.each<[string, object, readonly string[]]>([
  [
    'ED|PDF^^AUSPDI||^application^pdf^Base64^JVBERi0xLjQK',
    { contentType: 'application/pdf', data: 'JVBERi0xLjQK' },
    [],
  ],
  ['ED|PDF^^AUSPDI||^text^pdf^Base64^JVBERi0xLjQK', { contentType: 'application/pdf' }, []],
  [
    'ED|HTML^^AUSPDI||^text^HTML^A^<p>a \\T\\amp; b</p>',
    { contentType: 'text/html', data: Buffer.from('<p>a &amp; b</p>').toString('base64') },
    [],
  ],
  ['ED|RTF^^AUSPDI||^TEXT^RTF^Base64^e1xydGYx', { contentType: 'text/rtf' }, []],
  ['ED|X^Y^L||^IM^JPEG^Hex^FFD8', { contentType: 'image/jpeg', data: '/9g=' }, []],
  ['ED|X^Y^L||^application^pdf^Base64^###', { contentType: 'text/plain' }, ['OBX-5 no-base64']],
  ['ED|X^Y^L||^image^rtf^Base64^e1xydGYx', { contentType: 'text/rtf' }, []],
  ['ED|X^Y^L||^audio^pdf^Base64^AAAA', { contentType: 'application/pdf' }, ['OBX-5 other-media-type']],
  ['ED|X^Y^L||^^^Base64^AAAA', { contentType: 'application/octet-stream' }, ['OBX-5 no-media-type']],
  ['RP|X^Y^L||https://images.example/1^^image^PNG', { contentType: 'image/png', url: 'https://images.example/1' }, []],
  ['RP|X^Y^L||C:\\E\\letters\\E\\1.pdf', { contentType: 'text/plain' }, ['OBX-5 no-address']],
  [
    'FT|TXT^Display format in text^AUSPDI||\\H\\Head\\N\\\\.br\\a\\.sp2\\b\\.sk3\\c\\.in4\\',
    { data: Buffer.from('Head\na\n\nb   c').toString('base64') },
    [],
  ],
])('docs/inbound.md#results: %s is an attachment', async (obx, expected, notes) => {
  const reading = await observed(`OBX|1|${obx}`)

  expect(only<DiagnosticReport>(reading, 'DiagnosticReport').presentedForm?.[0]).toMatchObject(expected)
  expect(notesOf(reading).filter((note) => note.startsWith('OBX-5 '))).toEqual(notes)
})

test('docs/inbound.md#results: a display outside of a report is a document of its own', async () => {
  const reading = await readClinical(
    lines(header('ADT^A01'), pid, 'PV1|1|I', 'OBX|1|ED|X^Chart^L||^IM^PNG^Base64^AAAA'),
  )

  expect(only<DocumentReference>(reading, 'DocumentReference')).toMatchObject({
    type: { text: 'Chart' },
    content: [{ attachment: { contentType: 'image/png' } }],
  })
  expect(resourcesOf(reading, 'Observation')).toEqual([])
})
