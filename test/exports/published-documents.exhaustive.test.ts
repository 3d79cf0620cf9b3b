/** The published example documents of R4: each is refused by name, or whole in every form. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { r4Examples } from '../../judges/r4-examples.ts'
import { describeDocument } from '../../src/commands/conversion/read-document.ts'
import { linesOf } from '../../src/exports/block-lines.ts'
import { checkDocument } from '../../src/exports/check-document.ts'
import { readDocumentFacts } from '../../src/exports/document-facts.ts'
import { exportFormats, renderFormat } from '../../src/exports/formats.ts'
import { exampleRecipient } from '../builders.ts'
import { runJudge } from '../judges.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const documents = readdirSync(r4Examples)
  .filter((name) => name.startsWith('Bundle-'))
  .map((name) => [name, JSON.parse(readFileSync(join(r4Examples, name), 'utf8')) as Bundle] as const)
  .filter(([, { type }]) => type === 'document')

test('R4 documents.html: there are published documents', () => {
  expect(documents.length).toBeGreaterThan(0)
})

test.each(documents)('R4 documents.html: %s lacks its custodian, and nothing else', (_, bundle) => {
  const elements = exportFormats.map(({ format }) => checkDocument(format, describeDocument(bundle)))

  expect(new Set(elements.flat().map(({ element }) => element))).toEqual(new Set(['Composition.custodian']))
})

/** With an organisation in the custodian's place. */
function withCustodian(bundle: Bundle): Bundle {
  const copy = structuredClone(bundle)
  const composition = copy.entry?.[0]?.resource
  if (composition?.resourceType === 'Composition')
    composition.custodian = { reference: 'https://a.example/Organization/o' }
  const resource = { resourceType: 'Organization' as const, id: 'o', name: 'Acme Hospital' }
  copy.entry?.push({ fullUrl: 'https://a.example/Organization/o', resource })
  return copy
}

/** A PDF as pdftotext reads it. */
function read(format: string, bytes: Uint8Array): string {
  if (format !== 'pdf') return Buffer.from(bytes).toString('utf8')
  const file = join(makeScratchFolder('published'), 'document.pdf')
  writeFileSync(file, bytes)
  return runJudge('pdftotext', ['-layout', file, '-']).said
}

const cases = documents.flatMap(([name, bundle]) =>
  (['html', 'text', 'rtf', 'pdf', 'cda', 'hl7v2'] as const).map(
    (format) => [name, format, withCustodian(bundle)] as const,
  ),
)

test.each(cases)('R4 documents.html: %s with a custodian is whole as %s', async (_, format, bundle) => {
  const input = { ...describeDocument(bundle), recipient: exampleRecipient }
  const facts = readDocumentFacts(bundle)
  const words = facts.sections.flatMap(({ title, blocks }) => [
    title,
    ...linesOf(blocks).flatMap((line) => line.split(' | ')),
  ])

  const { bytes } = await renderFormat(format, input)
  const shown = read(format, bytes).replace(/\\\.br\\|\s+/g, ' ')

  expect(words.length).toBeGreaterThan(10)
  for (const word of [...words, 'Eve', 'Careful', 'Acme Hospital'])
    expect(shown.toLowerCase()).toContain(word.toLowerCase())
})
