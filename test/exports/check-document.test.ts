import { expect, test } from '@jest/globals'
import type { Bundle, Composition } from '@medplum/fhirtypes'
import { checkDocument, DocumentRefused, PresetUnknown } from '../../src/exports/check-document.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { openThreads } from '../../src/threads/threads.ts'
import { exampleExport } from '../builders.ts'

type Change = (composition: Composition, bundle: Bundle) => void

function changed(change: Change) {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  change(bundle.entry?.[0]?.resource as Composition, bundle)
  return { ...input, bundle }
}

const entryOf = (bundle: Bundle, type: string) =>
  bundle.entry?.find(({ resource }) => resource?.resourceType === type) ?? { fullUrl: '' }

const without = (type: string): Change =>
  function dropEntry(_, bundle) {
    bundle.entry = (bundle.entry ?? []).filter(({ resource }) => resource?.resourceType !== type)
  }

test.each<[string, Change, string]>([
  ['without a patient', without('Patient'), 'Composition.subject'],
  [
    'with a second patient',
    (_, bundle) => bundle.entry?.push({ ...entryOf(bundle, 'Patient'), fullUrl: 'urn:uuid:2' }),
    'Composition.subject',
  ],
  [
    'without its author',
    (composition) => {
      composition.author = [{ display: 'Dr Who' }]
    },
    'Composition.author[0]',
  ],
  [
    'whose author is its patient',
    (composition) => {
      composition.author = [{ reference: composition.subject?.reference ?? '' }]
    },
    'Composition.author[0]',
  ],
  [
    'without a custodian',
    (composition) => {
      delete composition.custodian
    },
    'Composition.custodian',
  ],
  ['whose custodian is not in it', without('Organization'), 'Composition.custodian'],
  [
    'whose type is text',
    (composition) => {
      composition.type = { text: 'Letter' }
    },
    'Composition.type.coding',
  ],
  [
    'without sections',
    (composition) => {
      delete composition.section
    },
    'Composition.section',
  ],
  [
    'with a section of entries alone',
    (composition) => {
      composition.section = [{ title: 'A', section: [{ entry: [{ reference: 'x' }] }] }]
    },
    'Composition.section[0].section[0].text',
  ],
])('R4 documents.html: a document %s is refused in every other form, by the element', async (_, change, element) => {
  const input = changed(change)

  expect(['hl7v2', 'cda', 'pdf', 'rtf'].map((format) => checkDocument(format as 'pdf', input)[0]?.element)).toEqual([
    element,
    element,
    element,
    element,
  ])
  expect(checkDocument('bundle', input)).toEqual([])
  await expect(renderFormat('rtf', input)).rejects.toThrow(DocumentRefused)
})

test('R4 documents.html: a Bundle without a Composition has no form', () => {
  const { bundle, ...input } = exampleExport()

  expect(checkDocument('pdf', { ...input, bundle: { ...bundle, entry: [] } })).toEqual([
    { element: 'Bundle.entry[0]', message: 'is not a Composition' },
  ])
})

test('a preset that the format does not have is an error with those that it has', async () => {
  await expect(renderFormat('pdf', { ...exampleExport(), preset: 'a3' })).rejects.toThrow(PresetUnknown)
})

test('the reasons of a refusal come out of the thread, and no message besides', async () => {
  const threads = openThreads()
  const input = changed(without('Organization'))

  await expect(threads.render('pdf', input)).rejects.toMatchObject({
    name: 'DocumentRefused',
    refusals: [{ element: 'Composition.custodian', message: 'is no Organization of the document' }],
  })
  await threads.close()
})
