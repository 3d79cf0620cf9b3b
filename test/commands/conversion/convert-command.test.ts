/** `banksia convert` as its caller sees it: forms, places, reasons, exit codes; what goes to a stream of the process, by a process. docs/exports.md. */
import { truncateSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import type { Bundle, Composition } from '@medplum/fhirtypes'
import { exampleDocument, exampleDocumentId, exampleRecipient } from '../../builders.ts'
import { makeJpeg, whitePng } from '../../images.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { endAll, runCommand } from '../../system/processes.ts'
import { runInProcess } from '../in-process.ts'
import { folder, settings, write } from '../validating.ts'

const convert = (...args: readonly string[]) => runInProcess(['convert', ...args], { env: settings })
const convertByProcess = (...args: readonly string[]) => runCommand(['convert', ...args], { env: settings })

const document = write('document.json', exampleDocument())
const recipient = write('recipient.json', exampleRecipient)

afterAll(endAll)

test.each([
  ['bundle', '.json', '"information-recipient"'],
  ['hl7v2', '.hl7', 'MSH|'],
  ['cda', '.xml', '<ClinicalDocument'],
  ['pdf', '.pdf', '%PDF-1.'],
  ['rtf', '.rtf', '{\\rtf1'],
  ['html', '.html', '<!DOCTYPE html>'],
  ['text', '.txt', 'Dr Anh Nguyen'],
])('docs/exports.md: --to %s writes a file into a folder, named by the document', async (format, extension, part) => {
  const out = join(folder, `out-${format}`)

  const { code, output, errors } = await convert(document, '--to', format, '--recipient', recipient, '--out', `${out}/`)

  expect([code, output, errors]).toEqual([0, '', ''])
  expect(await readdir(out)).toEqual([`${exampleDocumentId}${extension}`])
  const text = await readFile(join(out, `${exampleDocumentId}${extension}`), 'latin1')
  expect(text).toContain(part.replace('"information', 'StructureDefinition/information'))
})

test('docs/exports.md: a package is one file, or its files in a folder', async () => {
  const folderOut = join(folder, 'package')
  const fileOut = join(folder, 'package.zip')

  const [unpacked, packed] = await Promise.all([
    convert(document, '--to', 'cda', '--preset', 'general-1A', '--out', `${folderOut}/`),
    convert(document, '--to', 'cda', '--preset', 'general-1A', '--out', fileOut),
  ])

  expect([unpacked.code, packed.code]).toEqual([0, 0])
  expect((await readdir(join(folderOut, 'IHE_XDM/SUBSET01'))).sort()).toEqual(['CDA_ROOT.XML', 'attachment.pdf'])
  expect((await readFile(fileOut)).subarray(0, 2).toString()).toBe('PK')
})

test('docs/exports.md: - is standard output; a file is one; the time zone is the sender’s', async () => {
  const out = join(folder, 'one.txt')

  const shown = await convertByProcess(document, '--to', 'text', '--time-zone', 'Australia/Perth', '--out', '-')
  const written = await convert(document, '--to', 'text', '--time-zone', 'Australia/Perth', '--out', out)

  expect([shown.code, written.code]).toEqual([0, 0])
  expect(await readFile(out, 'utf8')).toBe(shown.output)
  expect(shown.output).toContain('14 Mar 2026, 11:20 (UTC+08:00)')
})

test('ADRM 000026: each message that is made has a control id and a time of its own', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => convert(document, '--to', 'hl7v2', '--out', '-')))
  const headerOf = (output = '') => output.split('\r')[0]?.split('|') ?? []

  expect(headerOf(one?.output)[9]).toMatch(/^[0-9a-f]{20}$/)
  expect(headerOf(one?.output)[9]).not.toBe(headerOf(other?.output)[9])
  expect(Math.abs(Number(headerOf(one?.output)[6]?.slice(0, 4)) - new Date().getFullYear())).toBeLessThanOrEqual(1)
})

test('docs/exports.md: --from cda reads a CDA document, and tells what it leaves', async () => {
  const cda = join(folder, 'made.xml')
  await convert(document, '--to', 'cda', '--recipient', recipient, '--out', cda)

  const written = (await readFile(cda, 'utf8')).replace('<component>', '<participant typeCode="IND"/><component>')
  write('made.xml', written)

  const bundle = await convertByProcess(cda, '--from', 'cda', '--to', 'bundle', '--out', '-')
  const text = await convert(cda, '--from', 'cda', '--to', 'text', '--out', '-')
  const wrong = await convertByProcess(document, '--from', 'cda', '--to', 'text', '--out', '-')

  expect([bundle.code, text.code, wrong.code]).toEqual([0, 0, 1])
  expect(JSON.parse(bundle.output)).toMatchObject({ resourceType: 'Bundle', type: 'document' })
  expect(bundle.errors).toMatch(/^banksia: left: participant is not carried$/m)
  expect(bundle.errors).not.toMatch(/Quillinan|Nguyen/)
  expect(text.output).toContain('Sore throat for 4 days')
  expect(wrong.errors).toMatch(/document.json is no XML: not well-formed at line 1/)
})

testWithPrograms('pdfimages')(
  'docs/exports.md: --logo and --signature stand on a page, and a signature on no draft',
  async () => {
    const [logo, signature] = [join(folder, 'logo.png'), join(folder, 'signature.jpg')]
    writeFileSync(logo, whitePng(31, 11))
    writeFileSync(signature, makeJpeg())
    const draft = changed('draft.json', (_, composition) => {
      composition.status = 'preliminary'
    })
    const widths = async (file: string) => {
      const out = `${file}.pdf`
      const { code, errors } = await convert(
        file,
        '--to',
        'pdf',
        '--logo',
        logo,
        '--signature',
        signature,
        '--out',
        out,
      )
      expect([code, errors]).toEqual([0, ''])
      return [...runJudge('pdfimages', ['-list', out]).said.matchAll(/\bimage +(\d+)/g)].map(([, width]) => width)
    }

    expect(await widths(document)).toEqual(['31', '8'])
    expect(await widths(draft)).toEqual(['31'])
    const svg = await convert(document, '--to', 'pdf', '--logo', write('logo.svg', '<svg/>'), '--out', '-')
    expect([svg.code, svg.errors]).toEqual([1, 'banksia: appearance.logo is no PNG or JPEG\n'])
    const pageless = await convert(document, '--to', 'rtf', '--logo', logo, '--out', '-')
    expect([pageless.code, pageless.output]).toEqual([2, ''])
    expect(pageless.errors).toContain('--logo and --signature are for a form with pages')
  },
)

const changed = (name: string, change: (bundle: Bundle, composition: Composition) => void): string => {
  const bundle = exampleDocument()
  change(bundle, bundle.entry?.[0]?.resource as Composition)
  return write(name, bundle)
}

const large = join(folder, 'large.json')
writeFileSync(large, '{"resourceType":"Bundle"')
truncateSync(large, 70 * 1024 * 1024)

test.each<[string, string, string]>([
  [
    'no JSON',
    write('cut.json', '{"resourceType": "Bundle",\n "entry": }'),
    'cut.json is no JSON: .* at line 2, column 11',
  ],
  ['empty', write('empty.json', ''), 'empty.json is empty'],
  ['XML', write('cda.xml', '<ClinicalDocument/>'), 'cda.xml is XML: a CDA document is read with --from cda'],
  ['too large', large, 'large.json is larger than 64 MB'],
  ['NUL', write('nul.json', '\u0000'), 'is no JSON|is empty'],
  ['a patient', write('patient.json', { resourceType: 'Patient' }), 'Bundle is missing'],
  [
    'a collection',
    changed('collection.json', (bundle) => {
      bundle.type = 'collection'
    }),
    'Bundle.type is not document',
  ],
  [
    'without a Composition',
    changed('none.json', (bundle) => bundle.entry?.shift()),
    'Bundle.entry\\[0\\] is not a Composition',
  ],
  [
    'without custodian and author',
    changed('lacks.json', (_, composition) => {
      delete composition.custodian
      composition.author = []
    }),
    'Composition.author\\[0\\] is no .*\\n.*Composition.custodian is no',
  ],
  [
    'a wrong shape',
    changed('shape.json', (bundle) => {
      Object.assign(bundle.entry?.[1]?.resource ?? {}, { name: { family: 'Secret' } })
    }),
    'Bundle.entry\\[1\\].resource.name is no array',
  ],
  [
    'a wrong date',
    changed('date.json', (bundle) => {
      Object.assign(bundle.entry?.[1]?.resource ?? {}, { birthDate: 'Secret' })
    }),
    'Bundle.entry\\[1\\].resource.birthDate is no date',
  ],
])('docs/exports.md: a file that is %s ends with exit code 1 and the place', async (_, file, message) => {
  const { code, output, errors } = await convert(file, '--to', 'text', '--out', '-')

  expect([code, output]).toEqual([1, ''])
  expect(errors).toMatch(new RegExp(message))
  expect(errors).not.toMatch(/Secret|Quillinan|\n\s+at /)
})

test.each<[readonly string[], string]>([
  [[], 'one file is needed'],
  [[document, document, '--to', 'text', '--out', '-'], 'one file is needed'],
  [[document, '--to', 'text'], '--out is needed'],
  [[document, '--out', '-'], '--to is one of bundle, hl7v2, cda, pdf, rtf, html, text'],
  [[document, '--to', 'docx', '--out', '-'], '--to is one of'],
  [[document, '--to', 'rtf', '--preset', 'mine', '--out', '-'], '--preset of rtf is one of default'],
  [[document, '--to', 'rtf', '--time-zone', '+10:00', '--out', '-'], '--time-zone is an IANA time zone'],
  [[join(folder, 'nowhere.json'), '--to', 'rtf', '--out', '-'], 'there is no file'],
  [[folder, '--to', 'rtf', '--out', '-'], 'is a folder'],
  [[document, '--to', 'rtf', '--out', join(folder, 'nowhere', 'a.rtf')], 'a.rtf cannot be written'],
  [
    [document, '--to', 'rtf', '--out', '-', '--recipient', write('r1.json', { name: 'A', hpii: '8003611234567890' })],
    'recipient.hpii: has a wrong check digit',
  ],
  [[document, '--to', 'rtf', '--out', '-', '--recipient', write('r2.json', '{')], '--recipient: '],
  [[document, '--to', 'rtf', '--out', '-', '--recipient', write('r3.json', { name: 'A', secret: 'b' })], 'recipient: '],
])('docs/exports.md: a wrong call ends with exit code 2 (%#)', async (args, message) => {
  const { code, output, errors } = await convert(...args)

  expect([code, output]).toEqual([2, ''])
  expect(errors).toContain(message)
  expect(errors).not.toMatch(/\n\s+at /)
})
