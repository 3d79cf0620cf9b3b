import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bundle, Patient } from '@medplum/fhirtypes'
import { Message } from 'node-hl7-client'
import { buildControlId, stampTransmission } from '../../../src/exports/hl7v2/control-id.ts'
import { escapeFormattedText, escapeText, renderMessage } from '../../../src/exports/hl7v2/encoding.ts'
import { buildAddress, buildClinician, buildTelecom } from '../../../src/exports/hl7v2/fields.ts'
import { renderHl7v2 } from '../../../src/exports/hl7v2/hl7v2.ts'
import { buildPatientIdentifiers } from '../../../src/exports/hl7v2/patient-numbers.ts'
import { renderPdf } from '../../../src/exports/pdf/pdf.ts'
import {
  exampleAmendedExport,
  exampleDocument,
  exampleExport,
  exampleNote,
  exampleRecalledExport,
  exampleSection,
  exampleStatement,
} from '../../builders.ts'

const golden = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../fixtures/hl7v2', name), 'utf8').replaceAll('\n', '\r')
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
const withoutPdf = (bytes: Uint8Array): string => textOf(bytes).replace(/\^Base64\^[A-Za-z0-9+/=]+\|/, '^Base64^PDF|')
const fieldOf = (text: string, segment: string, field: number): string =>
  text
    .split('\r')
    .find((line) => line.startsWith(segment))
    ?.split('|')[segment === 'MSH' ? field - 1 : field] ?? ''

/** The example with another patient. */
function exportWith(change: Partial<Patient>) {
  const input = exampleExport()
  const entry = input.bundle.entry?.map((item) =>
    item.resource?.resourceType === 'Patient' ? { ...item, resource: { ...item.resource, ...change } } : item,
  )
  return { ...input, bundle: { ...input.bundle, ...(entry && { entry }) } as Bundle }
}

test.each([
  ['consult-note.hl7', exampleExport()],
  ['consult-note-recalled.hl7', exampleRecalledExport()],
])('ADRM: ORU^R01 is %s, the same bytes each time', async (name, input) => {
  const [first, second] = [await renderHl7v2(input), await renderHl7v2(input)]

  expect(withoutPdf(first)).toBe(golden(name))
  expect(Buffer.compare(first, second)).toBe(0)
})

test('ADRM 000008: the last OBX is the display segment, and holds the very PDF', async () => {
  const text = textOf(await renderHl7v2(exampleExport()))
  const pdf = Buffer.from(await renderPdf({ ...exampleExport(), preset: 'archive-1b' })).toString('base64')

  const last = text.split('\r').at(-2)

  expect(last).toBe(`OBX|5|ED|PDF^Display format in PDF^AUSPDI||^application^pdf^Base64^${pdf}||||||F`)
})

test('HL7 v2.4: node-hl7-client reads what was written', async () => {
  const message = new Message({ text: textOf(await renderHl7v2(exampleExport())) })
  const read = (path: string): string => message.get(path).toString()

  expect([read('MSH.9.1'), read('MSH.9.2'), read('MSH.12.1'), read('PID.5.1')]).toEqual([
    'ORU',
    'R01',
    '2.4',
    'Quillinan',
  ])
  expect([read('OBR.3.1'), read('OBR.4.1'), read('OBR.25')]).toEqual([
    '0198f2a0-0000-7000-8000-0000000000d1',
    '11488-4',
    'F',
  ])
  expect(message.totalSegment('OBX')).toBe(5)
  expect(message.get('OBX').get(3).get('OBX.3.1').toString()).toBe('18776-5')
})

const hasHl7apy = spawnSync('python3', ['-c', 'import hl7apy, hl7']).status === 0
if (!hasHl7apy) process.stderr.write('skipped, not on this machine: hl7apy, hl7 (Python)\n')
const judge = `
import sys, hl7
from hl7apy.parser import parse_message
text = sys.stdin.buffer.read().decode('utf-8')
assert str(hl7.parse(text)) == text
message = parse_message(text)
assert message.name == 'ORU_R01' and message.validate()
print('valid')
`

;(hasHl7apy ? test : test.skip)(
  'HL7 v2.4: hl7apy validates both messages, python-hl7 writes them back the same',
  async () => {
    for (const input of [exampleExport(), exampleRecalledExport()]) {
      const { stdout, stderr } = spawnSync('python3', ['-c', judge], {
        input: await renderHl7v2(input),
        encoding: 'utf8',
      })
      expect(`${stdout}${stderr}`.trim()).toBe('valid')
    }
  },
)

test('docs/design/hub.md#release: an amendment has the identity of the first edition, and is a correction', async () => {
  const [original, amended] = [exampleExport(), exampleAmendedExport()]
  const [before, after] = [textOf(await renderHl7v2(original)), textOf(await renderHl7v2(amended))]

  expect(fieldOf(after, 'OBR', 3)).toBe(fieldOf(before, 'OBR', 3))
  expect(fieldOf(after, 'MSH', 10)).not.toBe(fieldOf(before, 'MSH', 10))
  expect([fieldOf(before, 'OBR', 25), fieldOf(after, 'OBR', 25)]).toEqual(['F', 'C'])
})

test('docs/design/hub.md#release: a recall has the same identity, is corrected, later, and leaves no text of the note', async () => {
  const [original, recall] = [exampleExport(), exampleRecalledExport()]
  const [before, after] = [textOf(await renderHl7v2(original)), textOf(await renderHl7v2(recall))]

  expect(fieldOf(after, 'OBR', 3)).toBe(fieldOf(before, 'OBR', 3))
  expect(fieldOf(after, 'OBR', 25)).toBe('C')
  expect(fieldOf(after, 'OBR', 22) > fieldOf(before, 'OBR', 22)).toBe(true)
  const texts = after.split('\r').filter((line) => line.startsWith('OBX') && line.includes('|FT|'))
  expect(texts).toHaveLength(5)
  for (const line of texts) expect(line).toMatch(/\|\|WITHDRAWN on 16 Mar 2026, 08:05 \(UTC\+08:00\)\..*\|\|\|\|\|\|W$/)
  expect(after).not.toContain('Sore throat')
})

test.each([
  ['a|b^c&d~e\\f', 'a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f'],
  ['\\F\\', '\\E\\F\\E\\'],
  ['a\r\nZZZ|1', 'a ZZZ\\F\\1'],
  ['a\u2028b\u0085c\rd', 'a b c d'],
  ['a\u0000\u000b\u001c\u001b\u007f\u0090b', 'ab'],
  ['a\tb', 'a b'],
  ['\ud800x', '\ufffdx'],
  ['\u{1F600} ü', '\u{1F600} ü'],
])('HL7 v2.4 2.10: %j is escaped', (text, escaped) => {
  expect(escapeText(text)).toBe(escaped)
})

test('HL7 v2.4 2.10.6: only formatted text keeps its line breaks', () => {
  expect(escapeFormattedText('a|\r\nb\n\nc\\.br\\')).toBe('a\\F\\\\.br\\b\\.br\\\\.br\\c\\E\\.br\\E\\')
})

test('HL7 v2.4 2.5: nothing in a leaf changes the structure', () => {
  const hostile = 'x|^&~\\\r\nOBX|9'
  const text = renderMessage([
    { name: 'MSH', fields: { 3: hostile, 4: [hostile, [hostile, hostile]] } },
    { name: 'PID', fields: { 2: { repetitions: [[hostile, hostile], [hostile]] }, 5: { formatted: hostile }, 9: '' } },
  ])

  const [msh = '', pid = '', end, ...more] = text.split('\r')
  expect([msh.split('|').length, pid.split('|').length, end, more]).toEqual([4, 6, '', []])
  expect(
    msh
      .split('|')[3]
      ?.split('^')
      .map((component) => component.split('&').length),
  ).toEqual([1, 2])
  expect(
    pid
      .split('|')[2]
      ?.split('~')
      .map((repetition) => repetition.split('^').length),
  ).toEqual([2, 1])
})

const hostileTexts = [
  'a|b^c&d~e\\f',
  'Zoë \u{1F600} \\F\\ \\.br\\ \\X0D\\',
  'PID|1\rMSH|^~\\&|',
  'trailing \\',
  '|||',
  'ünïcödé ẞ \u4e2d',
]

test('HL7 v2.4 2.10: names, addresses and statements of any text come back from the parser as they were', async () => {
  for (const hostile of hostileTexts) {
    const line = hostile.replaceAll('\r', ' ')
    const note = { ...exampleNote, sections: [exampleSection('plan', [exampleStatement('p1', hostile)])] }
    const patient = { name: [{ family: hostile, given: [hostile] }], address: [{ line: [hostile], city: hostile }] }
    const input = { ...exportWith(patient), status: 'original' as const }
    const bundle = exampleDocument(note)
    const entry = [bundle.entry?.[0] ?? {}, ...(input.bundle.entry?.slice(1) ?? [])]

    const text = textOf(await renderHl7v2({ ...input, bundle: { ...bundle, entry } }))
    const message = new Message({ text })

    expect(text.split('\r').map((segment) => segment.slice(0, 3))).toEqual([
      'MSH',
      'PID',
      'PV1',
      'ORC',
      'OBR',
      'OBX',
      'OBX',
      '',
    ])
    expect(message.get('PID.5.1').toString()).toBe(line)
    expect(message.get('PID.5.2').toString()).toBe(line)
    expect(message.get('PID.11.3').toString()).toBe(line)
    expect(message.get('OBX').get(0).get('OBX.5').toString()).toBe(line)
  }
})

test('ADRM 00048: MSH-18 says UTF-8 as soon as one character is not ASCII, and nothing else', async () => {
  const ascii = { ...exampleNote, sections: [exampleSection('plan', [exampleStatement('p1', 'Rest.')])] }
  const input = exampleExport(ascii)
  const entry = input.bundle.entry?.filter(({ resource }) => resource?.resourceType !== 'Observation')
  const plain = { ...input, bundle: { ...input.bundle, ...(entry && { entry }) } }

  expect(fieldOf(textOf(await renderHl7v2(plain)), 'MSH', 18)).toBe('')
  expect(fieldOf(textOf(await renderHl7v2(exportWith({ name: [{ family: 'Müller' }] }))), 'MSH', 18)).toBe(
    'UNICODE UTF-8',
  )
})

test.each([
  ['Australia/Perth', '2026-01-10T00:00:00.000Z', '20260110080000+0800'],
  ['Australia/Hobart', '2026-01-10T00:00:00.000Z', '20260110110000+1100'],
  ['Australia/Hobart', '2026-07-10T00:00:00.000Z', '20260710100000+1000'],
  ['Australia/Adelaide', '2026-07-10T00:00:00.000Z', '20260710093000+0930'],
  [undefined, '2026-12-31T13:30:00.000Z', '20270101003000+1100'],
])('ADRM 00044.8.1: in %s, %s is %s', async (timeZone, at, expected) => {
  const { timeZone: _, ...unset } = exampleExport()

  const text = textOf(await renderHl7v2({ ...unset, at, ...(timeZone && { timeZone }) }))

  expect([fieldOf(text, 'MSH', 7), fieldOf(text, 'OBR', 22)]).toEqual([expected, expected])
})

test('HL7 v2.4 7.4.2.4: OBX-4 tells two sections of one code apart', async () => {
  const sections = ['p1', 'p2'].map((id) => exampleSection('plan', [exampleStatement(id, id)]))

  const text = textOf(await renderHl7v2(exampleExport({ ...exampleNote, sections })))

  expect(text.match(/OBX\|\d\|FT\|18776-5\^Plan\^LN\|(\d)\|p\d/g)).toEqual([
    'OBX|1|FT|18776-5^Plan^LN|1|p1',
    'OBX|2|FT|18776-5^Plan^LN|2|p2',
  ])
})

const custodian = { id: 'u-1', name: 'Clinic', addresses: [], telecom: [], identifiers: [] }
const v2 = (code: string) => ({ coding: [{ code }] })

test('ADRM 00044.1: patient identifiers with authority and type; a DVA number shows its card', () => {
  const identifiers = [
    { system: 'http://ns.electronichealth.net.au/id/dva', value: 'NBUR9080', type: v2('DVG') },
    { system: 'http://ns.electronichealth.net.au/id/hi/ihi/1.0', value: '8003 6081 6669 0503', type: v2('NI') },
    { system: 'http://local.example/mrn', value: '17', type: v2('MR') },
    { system: 'http://unknown.example/id', value: 'X', type: v2('XX') },
  ]

  expect(
    buildPatientIdentifiers({ id: '', gender: 'other', name: {}, addresses: [], telecom: [], identifiers }, custodian),
  ).toEqual([
    ['17', '', '', ['Clinic', 'u-1', 'UUID'], 'MR'],
    ['8003608166690503', '', '', 'AUSHIC', 'NI'],
    ['NBUR9080', '', '', 'AUSDVA', 'DVG'],
    ['X', '', '', ['http://unknown.example/id', expect.stringMatching(/^[0-9a-f-]{36}$/), 'UUID'], 'XX'],
  ])
})

test('ADRM 00044.1: a number keeps its spaces and the name of its own issuer, and no number vanishes', () => {
  const identifiers = [
    { system: 'https://hospital-b.example/mrn', value: '1234', type: v2('MR'), assigner: { display: 'Hospital B' } },
    { system: 'urn:oid:1.2.3.4', value: '1234', type: v2('MR'), assigner: { display: 'Hospital C' } },
    { system: 'https://clinic.example/mrn', value: 'KG 04 17', type: v2('MR'), assigner: { display: 'Clinic' } },
    { value: '9', type: { text: 'Insurance number' } },
    { system: 'https://x.example/hpio-scoped/medicalrecord/1.0/8003628233352432', value: '7', type: v2('MR') },
  ]

  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(
    buildPatientIdentifiers({ id: '', gender: 'other', name: {}, addresses: [], telecom: [], identifiers }, custodian),
  ).toEqual([
    ['KG 04 17', '', '', ['Clinic', 'u-1', 'UUID'], 'MR'],
    ['1234', '', '', ['Hospital B', uuid, 'UUID'], 'MR'],
    ['1234', '', '', ['Hospital C', '1.2.3.4', 'ISO'], 'MR'],
    ['9', '', '', ['Insurance number', uuid, 'UUID'], 'U'],
    ['7', '', '', [expect.any(String), '1.2.36.1.2001.1003.0.8003628233352432', 'ISO'], 'MR'],
  ])
})

test('ADRM 00044.7: a clinician without provider number is named by HPI-I, and without any by the number of the sender', () => {
  const identifiers = [{ system: 'http://ns.electronichealth.net.au/id/hi/hpii/1.0', value: '8003619900015717' }]
  const name = { family: 'Adeyemi', given: ['Tobias', 'A', 'B'], prefix: ['Dr'] }

  expect(buildClinician({ id: '', name, addresses: [], telecom: [], identifiers }, custodian).join('^')).toBe(
    '8003619900015717^Adeyemi^Tobias^A B^^Dr^^^AUSHIC^L^^^NPI',
  )
  expect(buildClinician({ id: 'u-2', name, addresses: [], telecom: [], identifiers: [] }, custodian)).toEqual([
    ...['u-2', 'Adeyemi', 'Tobias', 'A B', '', 'Dr', '', ''],
    ...[['Clinic', 'u-1', 'UUID'], 'L', '', '', 'PRN'],
  ])
})

test.each([
  [{ system: 'phone', value: '(03) 7010 1234', use: 'home' }, '^PRN^PH^^^03^70101234'],
  [{ system: 'phone', value: '08 7010 0100', use: 'work' }, '^WPN^PH^^^08^70100100'],
  [{ system: 'phone', value: '0491 570 156', use: 'mobile' }, '^PRN^CP^^^^0491570156'],
  [{ system: 'email', value: 'a@b.example' }, '^NET^Internet^a@b.example'],
  [{ system: 'phone', value: '+61 8 7010-0100', use: 'work' }, '^WPN^PH^^^08^70100100'],
  [{ system: 'phone', value: '+61 491 570 156', use: 'mobile' }, '^PRN^CP^^^^0491570156'],
  [{ system: 'phone', value: '555-555-2003' }, '^PRN^PH^^^^5555552003'],
  [{ system: 'phone', value: '+1 555 2003' }, '^PRN^PH^^^^^^+1 555 2003'],
  [{ system: 'phone', value: '13 11 14 ext. 2' }, '^PRN^PH^^^^^^13 11 14 ext. 2'],
] as const)('HL7 v2.4 2.9 XTN: %j', (telecom, field) => {
  expect(buildTelecom(telecom).join('^')).toBe(field)
})

test('HL7 v2.4 2.9 XAD: an address of text alone stays whole', () => {
  expect(buildAddress({ text: '7 Boobook Lane, Margaret River' }).join('^')).toBe(
    '7 Boobook Lane, Margaret River^^^^^AUS^H',
  )
})

const transmission = { controlId: 'A1', at: '2026-07-02T23:30:00.000Z', timeZone: 'Australia/Adelaide' }

test('ADRM 000026: MSH-7 and MSH-10 are stamped for each transmission, and nothing else changes', async () => {
  const message = await renderHl7v2(exampleExport())
  const controlId = buildControlId('delivery/2')

  const stamped = stampTransmission(message, { ...transmission, controlId })

  expect(controlId).toMatch(/^[0-9a-f]{20}$/)
  expect(buildControlId('delivery/3')).not.toBe(controlId)
  expect(new Message({ text: textOf(stamped) }).get('MSH.10').toString()).toBe(controlId)
  expect(fieldOf(textOf(stamped), 'MSH', 7)).toBe('20260703090000+0930')
  const [before, after] = [textOf(message).split('\r'), textOf(stamped).split('\r')]
  const header = (line = '') => line.split('|').map((field, index) => (index === 6 || index === 9 ? '' : field))
  expect(header(after[0])).toEqual(header(before[0]))
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(fieldOf(textOf(stampTransmission(stamped, transmission)), 'MSH', 10)).toBe('A1')
})

test('HL7 v2.4 2.16.9.7: an empty MSH-7 is stamped too', () => {
  const stamped = stampTransmission(Buffer.from('MSH|^~\\&|A|B|C|D|||ORU|1|P\rPID|1\r'), transmission)

  expect(textOf(stamped)).toBe('MSH|^~\\&|A|B|C|D|20260703090000+0930||ORU|A1|P\rPID|1\r')
})

test.each(['', 'x'.repeat(21), 'a|b', 'a\rb', 'ü'])('HL7 v2.4 2.16.9.10: %j is no control id', async (controlId) => {
  expect(() =>
    stampTransmission(Buffer.from('MSH|^~\\&|A|B|C|D|1||ORU|1|P\r'), { ...transmission, controlId }),
  ).toThrow(TypeError)
})

test.each(['', 'PID|1', 'MSH|^~\\&|A\rPID|1|2|3|4|5|6|7|8|9|10|11|12'])('HL7 v2.4 2.16.9: %j has no MSH-10', (text) => {
  expect(() => stampTransmission(Buffer.from(text), transmission)).toThrow(TypeError)
})
