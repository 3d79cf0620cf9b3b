import { expect, test } from '@jest/globals'
import { checkDocument } from '../../../src/exports/check-document.ts'
import { exampleRecipient } from '../../builders.ts'
import { testWithPrograms } from '../../judges.ts'
import { changedExport, exportOf, readPages, sectionOf } from './rendered.ts'

testWithPrograms('pdftotext').each([
  ['Vietnamese', 'Nguyễn Thị Ánh Đặng'],
  ['Greek and Cyrillic', 'Παπαδόπουλος Щербаков'],
  ['Chinese', '王小明患有高血压'],
  ['kana', 'さくら タナカ'],
  ['Hangul, written in its parts', '한국어'.normalize('NFD')],
  ['Hebrew', 'שלום עולם'],
  ['Arabic', 'مرحبا بالعالم سلام'],
  ['Arabic within English', 'Known as محمد at home (since 2019).'],
  ['marks without a letter of their own', 'o\u0331 x\u0302'],
  ['emoji', 'Feels \u{1F600} and \u{1F469}\u{1F3FD}\u200d\u2695\ufe0f and 1\ufe0f\u20e3 here'],
])('D135: a program reads %s from the page as it was written', async (_, text) => {
  const [page = ''] = await readPages(exportOf(sectionOf('Name', `<p>${text}</p>`)))

  // Lam and alef are one sign on a page (U+FEFB), which NFKC takes apart.
  const bare = (value: string) => value.normalize('NFKC').replace(/\s|\u200b|[\u202a-\u202e]|\ufe0f/gu, '')
  expect(bare(page)).toContain(bare(text))
})

test.each([
  ['Devanagari letters', 'नमस्ते'],
  ['Tamil letters', 'தமிழ்'],
  ['Bengali letters', '&#x9ac;&#2494;'],
  ['Khmer letters', 'ខ្មែរ'],
  ['Lao letters', 'ລາວ'],
  ['Ethiopic letters', 'አማርኛ'],
  ['rare Han letters that no font of the form has', '\u{2fa1d}\u{30000}'],
  ['characters for private use', '\ue000'],
  ['signs that no font of the form has', '\u{1d11e}'],
])('D135: %s are refused by their name and element, and never by what they say', (named, text) => {
  const input = exportOf(sectionOf('A', '<p>plain</p>', [sectionOf('B', `<table><tr><td>${text}</td></tr></table>`)]))

  expect(checkDocument('pdf', input)).toEqual([
    { element: 'Composition.section[0].section[0].text', message: `has ${named}`, isOfLetters: true },
  ])
  expect(checkDocument('hl7v2', input)).toContainEqual(
    expect.objectContaining({ element: 'Composition.section[0].section[0].text' }),
  )
})

test('D135: letters of a title, of the patient and of the recipient are refused where they stand', () => {
  const input = changedExport((composition) => {
    composition.title = 'நோட்'
  })
  const recipient = { ...exampleRecipient, name: 'डॉक्टर' }

  expect(checkDocument('pdf', { ...input, recipient }).map(({ element }) => element)).toEqual([
    'Composition.title',
    'recipient',
  ])
})
