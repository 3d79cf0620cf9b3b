import { expect, test } from '@jest/globals'
import { readReceived } from '../../../src/commands/mllp-listen.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderHl7v2 } from '../../../src/exports/hl7v2/hl7v2.ts'
import { exampleAmendedExport, exampleExport, exampleRecalledExport } from '../../builders.ts'
import { asLetter, examplePdf, fieldOf, fieldsOf, namesOf, renderText } from './messages.ts'

const inOrder = (make: (input: ExportInput) => ExportInput): readonly ExportInput[] =>
  [exampleExport(), exampleAmendedExport(), exampleRecalledExport()].map(make)

const each = async (inputs: readonly ExportInput[], read: (text: string) => unknown): Promise<readonly unknown[]> =>
  Promise.all(inputs.map(async (input) => read(await renderText(input))))

const forms: readonly [string, (input: ExportInput) => ExportInput][] = [
  ['ORU^R01', (input) => input],
  ['REF^I12', asLetter],
  ['REF^I12 of Level 2', (input) => ({ ...asLetter(input), preset: 'adrm-strict-level-2' })],
  ['ORU^R01 of a practice', (input) => ({ ...input, preset: 'practice-classic' })],
]

test.each(forms)('D130: %s tells original, amendment and withdrawal apart', async (_what, make) => {
  const inputs = inOrder(make)

  expect(await each(inputs, (text) => fieldOf(text, 'OBR', 25))).toEqual(['F', 'C', 'C'])
  expect(await each(inputs, (text) => [...new Set(fieldsOf(text, 'OBX', 11))])).toEqual([['F'], ['C'], ['W']])
  expect(new Set(await each(inputs, (text) => fieldOf(text, 'OBR', 3))).size).toBe(1)
})

test.each(forms)(
  'D130: a withdrawn %s says so in a text display, and ends with the marked PDF',
  async (_what, make) => {
    const text = await renderText(make(exampleRecalledExport()))

    const displays = fieldsOf(text, 'OBX', 3).filter((code) => code.endsWith('^AUSPDI'))
    expect(displays).toEqual(['TXT^Display format in text^AUSPDI', 'PDF^Display format in PDF^AUSPDI'])
    expect(fieldsOf(text, 'OBX', 5).at(-2)).toBe('WITHDRAWN on 16 Mar 2026, 08:05 (UTC+08:00). Do not rely on it.')
    expect(fieldsOf(text, 'OBX', 5).at(-1)).toBe(`^application^pdf^Base64^${examplePdf.toString('base64')}`)
    expect(text).not.toContain('Sore throat')
  },
)

test('ADRM 7.6: REF^I12 corrects and withdraws under the same RF1-6', async () => {
  const inputs = inOrder(asLetter)

  expect(await each(inputs, (text) => fieldOf(text, 'RF1', 1))).toEqual([
    'P^Pending^HL70283',
    'C^Correction^HL70283',
    'C^Correction^HL70283',
  ])
  expect(new Set(await each(inputs, (text) => fieldOf(text, 'RF1', 6))).size).toBe(1)
})

test('HL7 v2.5.1 9.5: MDM replaces by T10 and cancels by T11, which has no OBX', async () => {
  const inputs = inOrder((input) => ({ ...input, preset: 'hospital-mdm' }))
  const [original, amended] = inputs.map(({ documentId }) => documentId)
  const identity = (text: string, field: number) => fieldOf(text, 'TXA', field).split('^')[0]

  expect(await each(inputs, (text) => fieldOf(text, 'MSH', 9))).toEqual([
    'MDM^T02^MDM_T02',
    'MDM^T10^MDM_T02',
    'MDM^T11^MDM_T01',
  ])
  expect(await each(inputs, (text) => fieldOf(text, 'EVN', 1))).toEqual(['T02', 'T10', 'T11'])
  expect(await each(inputs, (text) => identity(text, 12))).toEqual([original, amended, original])
  expect(await each(inputs, (text) => identity(text, 13))).toEqual(['', original, ''])
  expect(await each(inputs, (text) => fieldOf(text, 'TXA', 17))).toEqual(['LA', 'LA', 'LA'])
  expect(await each(inputs, (text) => fieldOf(text, 'TXA', 19))).toEqual(['AV', 'AV', 'CA'])
  expect(await each(inputs, (text) => fieldsOf(text, 'OBX', 11).length)).toEqual([5, 5, 0])
  expect(namesOf(await renderText({ ...exampleExport(), preset: 'hospital-mdm' })).slice(0, 5)).toEqual([
    ...['MSH', 'EVN', 'PID', 'PV1', 'TXA'],
  ])
})

test.each([...forms, ['MDM', (input: ExportInput) => ({ ...input, preset: 'hospital-mdm' })] as const])(
  'D130: a listener tells %s apart by the message alone',
  async (_what, make) => {
    const received = await Promise.all(
      inOrder(make).map(async (input) => readReceived(await renderHl7v2({ ...input, pdf: examplePdf }))),
    )

    expect(received.map((each) => each?.kind)).toEqual(['original', 'amendment', 'recall'])
  },
)
