/** The largest messages that are read: nothing is lost, and a report stays short. docs/inbound.md. */
import { expect, test } from '@jest/globals'
import type { DiagnosticReport, Patient } from '@medplum/fhirtypes'
import { header, lines, only, pid, readClinical, resourcesOf } from '../inbound/reading-messages.ts'

test('docs/inbound.md#messages: 100,000 results are 100,000 results', async () => {
  const obx = Array.from(
    { length: 100_000 },
    (_, index) => `OBX|${index + 1}|NM|718-7^Hemoglobin^LN||${index}|g/L|||||F`,
  )

  const reading = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', ...obx))

  expect(resourcesOf(reading, 'Observation')).toHaveLength(100_000)
  expect(only<DiagnosticReport>(reading, 'DiagnosticReport').result).toHaveLength(100_000)
})

test('docs/inbound.md#messages: a PDF of 48 MiB, which is 64 MiB of Base64, comes through whole', async () => {
  const data = Buffer.alloc(48 * 1024 * 1024, 'banksia').toString('base64')
  const obx = `OBX|1|ED|PDF^^AUSPDI||^application^pdf^Base64^${data}||||||F`

  const reading = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', obx))

  const form = only<DiagnosticReport>(reading, 'DiagnosticReport').presentedForm?.[0]
  expect(form?.contentType).toBe('application/pdf')
  expect(form?.data === data).toBe(true)
})

test.each<[string, string]>([
  ['escapes that never end', '\\'.repeat(1_000_000)],
  ['escapes in escapes', '\\E\\'.repeat(300_000)],
  ['opened and left', `\\${'a'.repeat(3_000_000)}`],
  ['components', '^'.repeat(300_000)],
  ['sub-components', '&'.repeat(300_000)],
  ['repetitions', '~'.repeat(300_000)],
  ['repetitions of a name', 'A^B~'.repeat(20_000)],
])('docs/inbound.md#refused-messages: a million %s in a name end', async (_what, name) => {
  const reading = await readClinical(
    lines(header('ADT^A28^ADT_A05'), pid.replace('Testpatient^Robin^^^^^L', `Z^Y~${name}`)),
  )

  expect(only<Patient>(reading, 'Patient').name?.[0]).toMatchObject({ family: 'Z' })
})

test('docs/inbound.md#quality-report: a message with a million odd fields has a report that can be read', async () => {
  const odd = Array.from({ length: 3000 }, (_, index) => `Z${String((index % 90) + 10)}|${'x|'.repeat(300)}`)

  const { report } = await readClinical(lines(header('ADT^A28^ADT_A05'), pid, ...odd))

  expect(report.length).toBeLessThan(2100)
  expect(report.reduce((sum, { count }) => sum + count, 0)).toBe(900_000)
})
