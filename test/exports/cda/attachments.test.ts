import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bundle, Patient } from '@medplum/fhirtypes'
import { unzipSync } from 'fflate'
import { cdaJudges } from '../../../judges/exports/cda.ts'
import { checkDocument } from '../../../src/exports/check-document.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { exampleExport, exampleRecalledExport, exampleRecipient, hostileNote } from '../../builders.ts'
import { runJudge, testWithPrograms, testWithShared } from '../../judges.ts'
import { makeScratchFolder } from '../../scratch-folder.ts'

const firstLevel = ['general-1A', 'specialist-letter-1A', 'discharge-summary-1A'] as const

const to = (preset: string, input: ExportInput = exampleExport()): ExportInput => ({
  ...input,
  preset,
  recipient: exampleRecipient,
})

const filesOf = async (input: ExportInput): Promise<Record<string, Uint8Array>> =>
  unzipSync((await renderFormat('cda', input)).bytes)

const rootOf = async (input: ExportInput): Promise<string> =>
  new TextDecoder().decode((await filesOf(input))['IHE_XDM/SUBSET01/CDA_ROOT.XML'])

test.each(firstLevel)('D132: %s is a document and the page that it means, in one ZIP', async (preset) => {
  const input = { ...to(preset), pdf: Buffer.from('%PDF-1.4 stored page') }

  const { mediaType, fileExtension, bytes } = await renderFormat('cda', input)
  const files = unzipSync(bytes)
  const root = new TextDecoder().decode(files['IHE_XDM/SUBSET01/CDA_ROOT.XML'])

  expect([mediaType, fileExtension]).toEqual(['application/zip', '.zip'])
  expect(Object.keys(files)).toEqual(['IHE_XDM/SUBSET01/CDA_ROOT.XML', 'IHE_XDM/SUBSET01/attachment.pdf'])
  expect(Buffer.from(files['IHE_XDM/SUBSET01/attachment.pdf'] ?? []).toString()).toBe('%PDF-1.4 stored page')
  expect(root).toContain(`integrityCheck="${createHash('sha1').update(input.pdf).digest('base64')}"`)
  expect(root).toContain('<reference value="attachment.pdf"/>')
})

test('Agency CDA package: the same document gives the same bytes, and without a stored page one is made', async () => {
  const [once, again] = [await renderFormat('cda', to('general-1A')), await renderFormat('cda', to('general-1A'))]

  expect(Buffer.compare(once.bytes, again.bytes)).toBe(0)
  expect(Buffer.from(unzipSync(once.bytes)['IHE_XDM/SUBSET01/attachment.pdf'] ?? []).toString('latin1')).toMatch(
    /^%PDF-/,
  )
})

testWithPrograms('unzip')('Agency CDA package: another program unpacks it and finds it sound', async () => {
  const path = join(makeScratchFolder('cda'), 'package.zip')
  writeFileSync(path, (await renderFormat('cda', to('general-1A'))).bytes)

  expect(runJudge('unzip', ['-t', path])).toMatchObject({
    status: 0,
    said: expect.stringContaining('No errors detected'),
  })
})

test('docs/design/exports-and-delivery.md#formats: the default is one XML file of narrative', async () => {
  const { bytes, mediaType, fileExtension } = await renderFormat('cda', exampleExport())

  expect([mediaType, fileExtension]).toEqual(['application/xml', '.xml'])
  expect(new TextDecoder().decode(bytes)).toContain('<title>Subjective</title>')
})

test.each([
  ['general-1A', undefined, '11488-4', 'Consult note'],
  ['specialist-letter-1A', '1.2.36.1.2001.1001.101.100.1002.132', '51852-2', 'Letter'],
  ['discharge-summary-1A', '1.2.36.1.2001.1001.101.100.1002.4', '18842-5', 'Discharge Summarization Note'],
])(
  'Agency CDA guides: %s claims its template and type, and the general preset none',
  async (preset, template, code, name) => {
    const root = await rootOf(to(preset))
    const templates = [...root.matchAll(/<templateId root="([^"]+)"/g)].map((match) => match[1])

    expect(templates).toEqual([...(template === undefined ? [] : [template]), '1.2.36.1.2001.1001.100.149'])
    expect(root).toContain(
      `<code code="${code}" codeSystem="2.16.840.1.113883.6.1" codeSystemName="LOINC" displayName="${name}"/>`,
    )
  },
)

test('Agency CDA guides: the text of a withdrawn page says so beside the page', async () => {
  const root = await rootOf(to('general-1A', exampleRecalledExport()))

  expect(root).toContain('<caption>This document was withdrawn. Do not rely on it. Consultation note</caption>')
  expect(root).toContain('<ext:completionCode code="W"')
})

const written = async (preset: string, input: ExportInput) => {
  const { bytes, fileExtension } = await renderFormat('cda', to(preset, input))
  const file = join(makeScratchFolder('cda'), `document${fileExtension}`)
  writeFileSync(file, bytes)
  return { file, format: 'cda', preset } as const
}

const inputs = { plain: exampleExport(), withdrawn: exampleRecalledExport(), hostile: exampleExport(hostileNote) }

testWithShared('cda/xsd', 'xmllint', 'xsltproc', 'python3', 'openssl').each(
  firstLevel.flatMap((preset) => Object.keys(inputs).map((name) => [preset, name as keyof typeof inputs] as const)),
)('Agency CDA guides: no judge finds anything in %s of a %s document', async (preset, name) => {
  const document = await written(preset, inputs[name])

  for (const judge of cdaJudges.filter(({ takes }) => takes(document)))
    expect([judge.name, await judge.judge([document])]).toEqual([judge.name, []])
})

testWithShared(
  'cda/xsd',
  'xmllint',
  'xsltproc',
  'python3',
  'openssl',
)('Agency CDA guides: each judge finds what is wrong with a broken document', async () => {
  const document = await written('specialist-letter-1A', exampleExport())
  const { bytes } = await renderFormat('cda', to('specialist-letter-1A'))

  for (const judge of cdaJudges) {
    writeFileSync(document.file, judge.break(Buffer.from(bytes)))
    expect([judge.name, (await judge.judge([document])).length]).toEqual([judge.name, expect.any(Number)])
    expect((await judge.judge([document])).length).toBeGreaterThan(0)
  }
})

function withPatient(change: (patient: Patient) => void): ExportInput {
  const input = exampleExport()
  const bundle: Bundle = structuredClone(input.bundle)
  change(bundle.entry?.find(({ resource }) => resource?.resourceType === 'Patient')?.resource as Patient)
  return { ...input, bundle }
}

const drop =
  (name: keyof Patient) =>
  (patient: Patient): void => {
    delete patient[name]
  }

test.each<[string, (patient: Patient) => void, string]>([
  ['without IHI', drop('identifier'), 'Composition.subject.identifier'],
  ['without name', drop('name'), 'Composition.subject.name.family'],
  ['without birth date', drop('birthDate'), 'Composition.subject.birthDate'],
  ['without address', drop('address'), 'Composition.subject.address'],
  [
    'whose Medicare number is none',
    (patient) => {
      patient.identifier?.push({ system: 'http://ns.electronichealth.net.au/id/medicare-number', value: '12345678901' })
    },
    'Composition.subject.identifier[3].value',
  ],
])(
  'D133: a guide refuses a patient %s by the element, and names the preset that goes without',
  (_, change, element) => {
    const input = withPatient(change)
    const [refusal] = checkDocument('cda', to('discharge-summary-1A', input))

    expect(refusal).toMatchObject({ element, message: expect.stringMatching(/; the preset general-1A goes without$/) })
    expect(checkDocument('cda', to('general-1A', input))).toEqual([])
  },
)

test('D133: a number that is no IHI is refused in every preset, because it would vanish', () => {
  const input = withPatient((patient) => {
    patient.identifier = [{ system: 'http://ns.electronichealth.net.au/id/hi/ihi/1.0', value: '8003608166690504' }]
  })

  expect(checkDocument('cda', input)).toEqual([
    { element: 'Composition.subject.identifier[0].value', message: 'is no IHI' },
  ])
})
