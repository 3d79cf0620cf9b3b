import { expect, test } from '@jest/globals'
import type { Patient } from '@medplum/fhirtypes'
import { checkDocument } from '../../../src/exports/check-document.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { encodeLatin1, nameForeign, writeLatin1 } from '../../../src/exports/hl7v2/character-set.ts'
import { renderHl7v2 } from '../../../src/exports/hl7v2/hl7v2.ts'
import { exampleExport, exampleNote, exampleRecipient, exampleSection, exampleStatement } from '../../builders.ts'
import { changed, examplePdf, fieldOf, segmentsOf } from './messages.ts'

const classic = (text: string): ExportInput => ({
  ...exampleExport({ ...exampleNote, sections: [exampleSection('plan', [exampleStatement('p1', text)])] }),
  ...{ preset: 'practice-classic', recipient: exampleRecipient, pdf: examplePdf },
})
const latin1 = async (input: ExportInput): Promise<string> => Buffer.from(await renderHl7v2(input)).toString('latin1')

test.each([
  ['“Zoë’s” – 5 µg/ml…', '"Zoë\'s" - 5 µg/ml...'],
  ['BP ≥ 140 → refer; 5 μg; 10⁹/L; H₂O', 'BP >= 140 -> refer; 5 µg; 10^9/L; H2O'],
  ['e\u0301cole nai\u0308ve', 'école naïve'],
  ['a\u2009b\u200bc\u202ed\ufeffe', 'a bcde'],
  ['50 € ™ ½', '50 EUR (TM) ½'],
])('D131: %j is written as %j', (text, written) => {
  expect(writeLatin1(text)).toBe(written)
  expect(Buffer.from(encodeLatin1(writeLatin1(text))).toString('latin1')).toBe(written)
})

test.each([
  ['Nguyễn', 'letters of the Latin script'],
  ['Łukasz', 'letters of the Latin script'],
  ['Παπαδόπουλος', 'letters of the Greek script'],
  ['李', 'letters of the Han script'],
  ['𠮷', 'letters of the Han script'],
  ['김', 'letters of the Hangul script'],
  ['محمد', 'letters of the Arabic script'],
  ['q\u0323', 'combining marks'],
  ['😀', 'emoji'],
  ['☤', 'signs'],
])('D131: %s is refused by its name', (text, name) => {
  expect(nameForeign(text)).toEqual([name])
  expect(() => encodeLatin1(text)).toThrow(RangeError)
  expect(() => encodeLatin1(text)).not.toThrow(text)
})

test('D131: practice-classic is ISO 8859-1, says so, and asks for no application acknowledgement', async () => {
  const text = await latin1(classic('“Crème” – twice'))

  expect(
    ['MSH-12', 'MSH-15', 'MSH-16', 'MSH-18', 'MSH-19'].map((place) => fieldOf(text, 'MSH', Number(place.slice(4)))),
  ).toEqual(['2.4', 'AL', 'NE', '8859/1', ''])
  expect(fieldOf(text, 'OBX', 5)).toBe('"Crème" - twice')
})

test('D131: an escape is made of what a sign is written as', async () => {
  expect(fieldOf(await latin1(classic('≈ 5 10⁹')), 'OBX', 5)).toBe('\\R\\ 5 10\\S\\9')
})

test('docs/channels.md: the presets of practices have their version, and RTF before the PDF', async () => {
  const rtf = await latin1({ ...classic('Rest.'), preset: 'practice-classic-rtf' })
  const old = await latin1({ ...classic('Rest.'), preset: 'practice-classic-2.3.1' })

  expect(fieldOf(old, 'MSH', 12)).toBe('2.3.1')
  const displays = segmentsOf(rtf).filter(([name]) => name === 'OBX')
  expect(displays.map((fields) => fields[3])).toEqual([
    '18776-5^Plan^LN',
    'RTF^Display format in RTF^AUSPDI',
    'PDF^Display format in PDF^AUSPDI',
  ])
  const data = displays[1]?.[5]?.split('^')[4] ?? ''
  expect(Buffer.from(data, 'base64').toString('latin1')).toMatch(/^\{\\rtf1/)
})

test('D131: practice-classic refuses letters by element and script, and never repeats one', () => {
  const named = changed<Patient>(classic('Спокій'), 'Patient', (patient) => ({
    ...patient,
    name: [{ family: '李小龍' }],
  }))
  const refusals = checkDocument('hl7v2', { ...named, recipient: { ...exampleRecipient, application: 'ΑΒΓ' } })

  const isOfLetters = true

  expect(refusals).toEqual([
    {
      element: 'recipient.application',
      message: 'has letters of the Greek script, which ISO 8859-1 lacks',
      isOfLetters,
    },
    {
      element: 'Composition.subject.name',
      message: 'has letters of the Han script, which ISO 8859-1 lacks',
      isOfLetters,
    },
    {
      element: 'Composition.section[0].text',
      message: 'has letters of the Cyrillic script, which ISO 8859-1 lacks',
      isOfLetters,
    },
  ])
  expect(checkDocument('hl7v2', { ...named, preset: 'default' })).toEqual([])
})
