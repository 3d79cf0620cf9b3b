import { expect, test } from '@jest/globals'
import type { Bundle, Composition, Device } from '@medplum/fhirtypes'
import { checkAdrm } from '../../../src/exports/adrm-rules.ts'
import { checkDocument } from '../../../src/exports/check-document.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { exampleExport } from '../../builders.ts'
import { asLetter, changed, examplePdf, fieldOf, fieldsOf, renderText } from './messages.ts'

const unattested = (change: (composition: Composition) => Partial<Composition> = () => ({})): ExportInput =>
  changed<Composition>(exampleExport(), 'Composition', ({ attester: _, ...composition }) => ({
    ...composition,
    ...change(composition as Composition),
  }))

const device = {
  resourceType: 'Device',
  id: 'writer',
  deviceName: [{ name: 'Scribe 2', type: 'model-name' }],
} as Device
const fullUrl = 'urn:uuid:0198f2a0-0000-7000-8000-00000000dd01'

function writtenByProgram(): ExportInput {
  const input = unattested(() => ({ author: [{ reference: fullUrl }] }))
  const entry = [...(input.bundle.entry ?? []), { fullUrl, resource: device }]
  return { ...input, bundle: { ...input.bundle, entry } as Bundle }
}

const byOrganisation = () => unattested(({ custodian }) => (custodian === undefined ? {} : { author: [custodian] }))
const statusesOf = (text: string) => [fieldOf(text, 'OBR', 25), ...new Set(fieldsOf(text, 'OBX', 11))]

test('D145: a final document without an attester is final, and its author answers for the content', async () => {
  const text = await renderText(unattested())

  expect(statusesOf(text)).toEqual(['F', 'F'])
  expect(fieldOf(text, 'OBR', 32).replaceAll('&', '^')).toContain(fieldOf(text, 'OBR', 16).split('^')[0])
  expect(fieldOf(text, 'OBR', 32)).not.toBe('')
})

test('D145: a document that nobody has verified is preliminary', async () => {
  const text = await renderText(unattested(() => ({ status: 'preliminary' })))

  expect(statusesOf(text)).toEqual(['P', 'P'])
  expect(fieldOf(text, 'MSH', 11)).toBe('T')
})

test.each([
  ['an organisation', byOrganisation],
  ['a program', writtenByProgram],
])('D145: where %s wrote it and nobody is named who approved it, OBR-32 names no person', async (_, make) => {
  for (const input of [make(), asLetter(make())]) {
    expect(checkDocument('hl7v2', { ...input, pdf: examplePdf })).toEqual([])
    const text = await renderText(input)

    expect(fieldOf(text, 'OBR', 32)).toBe('')
    expect(fieldOf(text, 'OBR', 16)).not.toBe('')
    expect(checkAdrm(Buffer.from(text))).toEqual([])
  }
})

test('D145: an MDM of a document without an attester is documented, and authenticated by nobody', async () => {
  const text = await renderText({ ...unattested(), preset: 'hospital-mdm' })

  expect([fieldOf(text, 'TXA', 17), fieldOf(text, 'TXA', 22)]).toEqual(['DO', ''])
})
