/** Messages that are made to do harm: they end, in bounded time and memory, with a result or a reason. docs/inbound.md#refused-messages. */
import { expect, test } from '@jest/globals'
import type { DiagnosticReport, Observation, Patient } from '@medplum/fhirtypes'
import { escapeText } from '../../src/exports/hl7v2/encoding.ts'
import { header, lines, notesOf, only, pid, readClinical, readText, resourcesOf } from './reading-messages.ts'

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'MSH is missing: the bytes begin with another thing'],
  ['NULs', Buffer.alloc(1000), 'MSH is missing: the bytes begin with another thing'],
  ['no separator', 'MSH', 'MSH-1 is no sign that separates fields'],
  ['a letter as separator', 'MSHA^~\\&A', 'MSH-1 is no sign that separates fields'],
  ['a separator twice', 'MSH|||||', 'MSH-9 is missing'],
  ['delimiters that are one', 'MSH|^^^^|', 'MSH-2 has no four signs that differ'],
  ['the separator as a delimiter', 'MSH^~\\&^', 'MSH-2 has no four signs that differ'],
  ['letters as delimiters', 'MSH|abcd|', 'MSH-2 has no four signs that differ'],
  ['a batch', 'BHS|^~\\&|A\rMSH|^~\\&|', 'BHS begins a batch: one message is read at a time'],
  [
    'two messages',
    lines(header('ADT^A28'), pid, header('ADT^A28'), pid),
    'MSH[2] begins another message: a batch is not read',
  ],
  ['JSON', '{"resourceType":"Bundle"}', 'MSH is missing: the bytes begin with another thing'],
])('docs/inbound.md#refused-messages: %s', async (_what, bytes, reason) => {
  await expect(readText(bytes)).rejects.toMatchObject({ name: 'InboundRefused', message: reason })
})

test('docs/inbound.md#refused-messages: more lines than a message has are refused before they take memory', async () => {
  await expect(readText(`${lines(header('ADT^A28'), pid)}${'\r'.repeat(600_000)}x`)).rejects.toThrow(
    'more than 500000 lines',
  )
})

test('docs/inbound.md#messages: 100,000 results are 100,000 results', async () => {
  const obx = Array.from(
    { length: 100_000 },
    (_, index) => `OBX|${index + 1}|NM|718-7^Hemoglobin^LN||${index}|g/L|||||F`,
  )

  const reading = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', ...obx))

  expect(resourcesOf(reading, 'Observation')).toHaveLength(100_000)
  expect(only<DiagnosticReport>(reading, 'DiagnosticReport').result).toHaveLength(100_000)
}, 60_000)

test('docs/inbound.md#messages: a PDF of 48 MiB, which is 64 MiB of Base64, comes through whole', async () => {
  const data = Buffer.alloc(48 * 1024 * 1024, 'banksia').toString('base64')
  const obx = `OBX|1|ED|PDF^^AUSPDI||^application^pdf^Base64^${data}||||||F`

  const reading = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', obx))

  const form = only<DiagnosticReport>(reading, 'DiagnosticReport').presentedForm?.[0]
  expect(form?.contentType).toBe('application/pdf')
  expect(form?.data === data).toBe(true)
}, 60_000)

test.each<[string, string]>([
  ['escapes that never end', '\\'.repeat(1_000_000)],
  ['escapes in escapes', '\\E\\'.repeat(300_000)],
  ['opened and left', `\\${'a'.repeat(3_000_000)}`],
  ['components', '^'.repeat(300_000)],
  ['sub-components', '&'.repeat(300_000)],
  ['repetitions', '~'.repeat(300_000)],
  ['repetitions of a name', 'A^B~'.repeat(20_000)],
])(
  'docs/inbound.md#refused-messages: a million %s in a name end',
  async (_what, name) => {
    const reading = await readClinical(
      lines(header('ADT^A28^ADT_A05'), pid.replace('Testpatient^Robin^^^^^L', `Z^Y~${name}`)),
    )

    expect(only<Patient>(reading, 'Patient').name?.[0]).toMatchObject({ family: 'Z' })
  },
  60_000,
)

test('docs/inbound.md#refused-messages: a number of a million digits is a text', async () => {
  const digits = `${'0'.repeat(1_000_000)}x`

  const reading = await readClinical(
    lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', `OBX|1|NM|A^B^L||${digits}||${digits}|||||F`),
  )

  expect(only<Observation>(reading, 'Observation').valueString === digits).toBe(true)
}, 60_000)

test('docs/inbound.md#quality-report: a message with a million odd fields has a report that can be read', async () => {
  const odd = Array.from({ length: 3000 }, (_, index) => `Z${String((index % 90) + 10)}|${'x|'.repeat(300)}`)

  const { report } = await readClinical(lines(header('ADT^A28^ADT_A05'), pid, ...odd))

  expect(report.length).toBeLessThan(2100)
  expect(report.reduce((sum, { count }) => sum + count, 0)).toBe(900_000)
}, 60_000)

/** Numbers that only look random: the same in each run. */
function* numbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const signs = [
  ...'|^~\\&',
  ...'aZ09 .-/\'"<>{}[]%$#@!',
  'é',
  'ß',
  'Ω',
  '中',
  '🌿',
  'F',
  'S',
  'T',
  'R',
  'E',
  'X0D',
  '.br',
]

test('HL7 v2.4 2.10: any text in a leaf comes through as it is', async () => {
  const random = numbers(7)
  const next = (most: number): number => Math.floor((random.next().value ?? 0) * most)
  const text = (): string => `x${Array.from({ length: next(40) }, () => signs[next(signs.length)]).join('')}y`

  for (let round = 0; round < 300; round += 1) {
    const [family, given, street, value] = [text(), text(), text(), text()] as [string, string, string, string]
    const reading = await readClinical(
      lines(
        header('ORU^R01^ORU_R01'),
        `PID|1||7^^^L^MR||${escapeText(family)}^${escapeText(given)}||19640229|F|||${escapeText(street)}`,
        'OBR|1||9^L|X^Y^L',
        `OBX|1|ST|A^B^L||${escapeText(value)}||||||F`,
      ),
    )

    expect(only<Patient>(reading, 'Patient')).toMatchObject({
      name: [{ family, given: [given] }],
      address: [{ line: [street] }],
    })
    expect(only<Observation>(reading, 'Observation').valueString).toBe(value)
    expect(notesOf(reading)).toEqual([])
  }
})
