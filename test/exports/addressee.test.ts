import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import type { DocumentRecipient } from '../../src/documents/recipient.ts'
import { buildReadableDocument } from '../../src/exports/readable-document.ts'
import { exampleExport, exampleRecipient } from '../builders.ts'

function letterTo(
  recipient: DocumentRecipient | undefined,
  { code = '51852-2', recipientClass = 'practitioner' } = {},
) {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  composition.type = { coding: [{ system: 'http://loinc.org', code }] }
  return buildReadableDocument({ ...input, bundle, recipientClass, ...(recipient === undefined ? {} : { recipient }) })
}

test('D137: a letter names its addressee, greets and closes', () => {
  const { addressee, letter, about, date } = letterTo(exampleRecipient)

  expect(addressee).toEqual({
    lines: ['Dr Anh Nguyen', 'Harbour Hospital', '1 Harbour Street', 'Fremantle WA 6160'],
    details: [
      'Phone 08 7010 0200',
      'Fax 08 7010 0201',
      'E-mail letters@harbour.example',
      'Provider no. 2122661L',
      'HPI-I 8003 6100 0002 1101',
      'HPI-O 8003 6265 6669 2846',
    ],
  })
  expect(letter).toEqual({ salutation: 'Dear Dr Nguyen', closing: 'Yours sincerely' })
  expect(date).toBe('14 Mar 2026')
  expect(about.map(({ label }) => label)).not.toContain('For')
})

test.each<[string, DocumentRecipient, string | undefined, string]>([
  [
    'a person without a title',
    { name: 'A. Nguyen', person: { given: 'Anh', family: 'Nguyen' } },
    undefined,
    'Dear Anh Nguyen',
  ],
  ['a person with a family name alone', { name: 'Nguyen', person: { family: 'Nguyen' } }, undefined, 'Dear Nguyen'],
  ['an organisation', { name: 'Harbour Hospital' }, undefined, 'Dear Colleague'],
  ['a patient in one name', { name: 'Maeve Quillinan' }, 'patient', 'Dear Maeve Quillinan'],
])('D137: the salutation for %s', (_, recipient, recipientClass, salutation) => {
  expect(letterTo(recipient, recipientClass === undefined ? {} : { recipientClass }).letter?.salutation).toBe(
    salutation,
  )
})

test('D137: a report to a person has an addressee and no salutation; a letter to nobody has neither', () => {
  expect(letterTo(exampleRecipient, { code: '11488-4' })).toMatchObject({ addressee: { lines: expect.anything() } })
  expect(letterTo(exampleRecipient, { code: '11488-4' }).letter).toBeUndefined()
  expect(letterTo(undefined).addressee).toBeUndefined()
  expect(letterTo(undefined).letter).toBeUndefined()
  expect(letterTo(undefined).about).toContainEqual({ label: 'For', value: 'Treating practitioner' })
})

test('D137: the lines of an addressee are lines, bounded, whatever stands in them', () => {
  const name = `Dr\r\n\u202eAnh\u0000 ${'N'.repeat(20_000)}`
  const { addressee, letter } = letterTo({ name, person: { prefix: 'Dr', family: name }, organisation: name })

  for (const line of [...(addressee?.lines ?? []), letter?.salutation ?? '']) {
    expect(line.length).toBeLessThanOrEqual(170)
    expect(line).not.toMatch(/[\r\n\u0000\u202e]/)
  }
})

test('R4 list-empty-reason: a section without text says why it is empty, sections within sections too', () => {
  const input = exampleExport()
  const bundle = structuredClone(input.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  composition.section = [
    {
      title: 'Outer',
      section: [{ title: 'Inner', emptyReason: { text: 'Not asked\u202e' } }],
      emptyReason: { text: 'Nothing' },
    },
  ]

  const [section] = buildReadableDocument({ ...input, bundle }).sections

  expect(section).toMatchObject({
    isEmpty: false,
    sections: [{ title: 'Inner', isEmpty: false, blocks: [{ kind: 'paragraph', text: 'Not asked' }] }],
  })
})
