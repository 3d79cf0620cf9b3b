import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { wrapLines } from '../../../src/exports/hl7v2/wrap-lines.ts'
import { exampleExport, exampleRecalledExport } from '../../builders.ts'
import { asLetter, changed, fieldsOf, namesOf, renderText } from './messages.ts'

const long = `Metformin 500 mg twice a day, ${'with food '.repeat(12)}${'x'.repeat(200)}`
const section = (title: string, code: string, text: string) => ({
  title,
  code: { coding: [{ system: 'http://loinc.org', code }] },
  text: { status: 'generated' as const, div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${text}</p></div>` },
})

const withHistory = (input = exampleExport()) =>
  changed<Composition>({ ...asLetter(input), preset: 'adrm-strict-level-2' }, 'Composition', (composition) => ({
    ...composition,
    section: [
      section('Reason', '42349-1', 'Please see her.'),
      section('Medicines', '10160-0', long),
      section('Allergies', '48765-2', 'Penicillin: rash.'),
      section('More medicines', '10160-0', 'None.'),
    ],
  }))

test('ADRM appendix 8: Level 2 has supporting information in groups with a text display each', async () => {
  const text = await renderText(withHistory())

  expect(namesOf(text).slice(5, -1)).toEqual(['OBR', 'OBX', 'OBX', 'OBX', 'OBR', 'OBX', 'OBR', 'OBX'])
  expect(fieldsOf(text, 'OBR', 1)).toEqual(['1', '2', '3'])
  expect(fieldsOf(text, 'OBR', 4)).toEqual(['51852-2^Letter^LN', '10160-0^Medicines^LN', '48765-2^Allergies^LN'])
  expect(fieldsOf(text, 'OBR', 24)).toEqual(['PHY', 'OTH', 'OTH'])
  expect(new Set(fieldsOf(text, 'OBR', 3)).size).toBe(3)
  expect(fieldsOf(text, 'OBX', 3)).toEqual([
    ...['42349-1^Reason^LN', '10160-0^More medicines^LN', 'PDF^Display format in PDF^AUSPDI'],
    ...['TXT^Display format in text^AUSPDI', 'TXT^Display format in text^AUSPDI'],
  ])
})

test('ADRM appendix 8: Level 1 has one group with every section', async () => {
  const text = await renderText({ ...withHistory(), preset: 'adrm-strict' })

  expect(fieldsOf(text, 'OBR', 1)).toEqual(['1'])
  expect(fieldsOf(text, 'OBX', 3)).toHaveLength(5)
})

test('D130: every group of a withdrawn referral is withdrawn', async () => {
  const text = await renderText(withHistory(exampleRecalledExport()))

  expect(fieldsOf(text, 'OBR', 25)).toEqual(['C', 'C', 'C'])
  expect(new Set(fieldsOf(text, 'OBX', 11))).toEqual(new Set(['W']))
  expect(text).not.toContain('Penicillin')
})

test('ADRM 000008.2.4.4.2.16: a line of a text display has at most 80 characters, and none is lost', async () => {
  const text = await renderText(withHistory())

  const [display = ''] = fieldsOf(text, 'OBX', 5).filter((value) => value.startsWith('Metformin'))
  const lines = display.split('\\.br\\')
  expect(Math.max(...lines.map((line) => line.length))).toBe(80)
  expect(lines.join('').replaceAll(' ', '')).toBe(long.replaceAll(' ', ''))
})

test('ADRM 000008.2.4.4.2.16: lines break at white space, and between characters of a longer word', () => {
  const word = '😀'.repeat(100)

  expect(wrapLines(`a ${word}\n\nb`).split('\n')).toEqual([
    'a',
    '😀'.repeat(40),
    '😀'.repeat(40),
    '😀'.repeat(20),
    '',
    'b',
  ])
  expect(wrapLines('y'.repeat(1_000_000)).split('\n')).toHaveLength(12_500)
})

test('HL7 v2.4 7.4.2.3: a section within others has their titles before its own', async () => {
  const text = { status: 'generated' as const, div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Type 1</p></div>' }
  const inner = { title: 'Mother', text, section: [{ title: 'Diabetes', text }] }
  const input = changed<Composition>(exampleExport(), 'Composition', (composition) => ({
    ...composition,
    section: [
      { title: 'Family history', section: [inner] },
      { title: 'Plan', text },
    ],
  }))

  expect(fieldsOf(await renderText(input), 'OBX', 3).map((code) => code.split('^')[1])).toEqual([
    'Family history > Mother',
    'Family history > Mother > Diabetes',
    'Plan',
    'Display format in PDF',
  ])
})
