/** A document as Rich Text Format 1.9 in 7-bit ASCII: word processors open it with styles, headings, lists, tables, header and footer. */
import type { ExportInput } from '../export-input.ts'
import { buildReadableDocument, type ReadableDocument, type ReadableSection } from '../readable-document.ts'
import type { Labelled } from '../readable-words.ts'
import { buildBlocks, contentWidth, headingOf } from './blocks.ts'
import { buildListTables, type Numbering } from './lists.ts'
import { escapeRtf, marked, paragraph, styleSheet } from './text.ts'

export const renderRtf = (input: ExportInput): Uint8Array => Buffer.from(buildRtf(input), 'ascii')

/** Colour 1 is the ink, 2 soft, 3 the accent, 4 the alert, 5 the ground of header cells. English (Australia). */
const prolog = [
  '\\ansi\\ansicpg1252\\uc1\\deff0\\deflang3081',
  '{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fnil\\fcharset2 Symbol;}}',
  '{\\colortbl;\\red27\\green31\\blue36;\\red91\\green100\\blue112;\\red31\\green86\\blue115;\\red164\\green22\\blue26;\\red236\\green240\\blue243;}',
  styleSheet,
]

/** A4, margins of 1.9 cm. */
const pageSetting = '\\paperw11906\\paperh16838\\margl1077\\margr1077\\margt1134\\margb1134\\headery567\\footery567'

function buildRtf(input: ExportInput): string {
  const document = buildReadableDocument(input)
  const numbering: Numbering = { ordered: 0 }
  const body = listBody(document, numbering)
  return `{\\rtf1${[
    ...prolog,
    buildListTables(numbering),
    pageSetting,
    buildInfo(input, document),
    buildHeader(document),
    buildFooter(document),
    ...body,
  ].join('\n')}\n}\n`
}

function buildInfo({ at, documentId }: ExportInput, { title, organization }: ReadableDocument): string {
  const made = new Date(at)
  const time = `\\yr${made.getUTCFullYear()}\\mo${made.getUTCMonth() + 1}\\dy${made.getUTCDate()}`
  return (
    `{\\info{\\title ${escapeRtf(title)}}{\\author ${escapeRtf(organization.name)}}` +
    `{\\subject ${escapeRtf(documentId)}}{\\creatim${time}\\hr${made.getUTCHours()}\\min${made.getUTCMinutes()}}}`
  )
}

const labelledText = ({ label, value }: Labelled): string => `{\\cf2 ${escapeRtf(label)}:} ${escapeRtf(value)}`

/** The patient, on every page. */
function buildHeader({ patientName, banner, mark }: ReadableDocument): string {
  const identity = banner.slice(0, 3).map(labelledText).join('   ')
  const word = mark === undefined ? '' : `{\\b\\cf4 ${mark.word}}   `
  return `{\\header ${marked('header', `${word}{\\b ${escapeRtf(patientName)}}   ${identity}`, '\\brdrb\\brdrs\\brdrw5\\brsp40')}}`
}

function buildFooter({ title, documentId }: ReadableDocument): string {
  const page = 'Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}} of {\\field{\\*\\fldinst NUMPAGES}{\\fldrslt 1}}'
  const text = `${escapeRtf(title)}   Document ${escapeRtf(documentId)}\\tab ${page}`
  return `{\\footer ${marked('footer', text, `\\tqr\\tx${contentWidth}`)}}`
}

function listBody(document: ReadableDocument, numbering: Numbering): readonly string[] {
  const { title, about, mark, letter, sections } = document
  return [
    ...listHead(document),
    paragraph('title', title),
    ...about.map((row) => marked('normal', labelledText(row))),
    ...(mark === undefined
      ? []
      : [marked('normal', `{\\b\\cf4 ${mark.word}. ${escapeRtf(mark.explanation)}}`, '\\sb120')]),
    ...(letter === undefined ? [] : [paragraph('salutation', letter.salutation)]),
    ...sections.flatMap((section) => buildSection(section, 2, numbering)),
    ...(letter === undefined ? [] : [paragraph('closing', letter.closing)]),
    ...listSignature(document),
  ]
}

/** Letterhead, date, addressee, and the rest of the patient's banner. */
function listHead({ organization, date, addressee, banner }: ReadableDocument): readonly string[] {
  return [
    marked('normal', `{\\b\\fs26\\cf3 ${escapeRtf(organization.name)}}`),
    marked('normal', `{\\fs16\\cf2 ${escapeRtf(organization.lines.join('   |   '))}}`, '\\sa120'),
    ...(addressee === undefined ? [] : [paragraph('address', date, '\\sb120\\sa120')]),
    ...(addressee?.lines ?? []).map((line) => paragraph('address', line)),
    ...(addressee === undefined || addressee.details.length === 0
      ? []
      : [marked('address', `{\\fs16\\cf2 ${escapeRtf(addressee.details.join('   |   '))}}`, '\\sa120')]),
    marked('normal', banner.slice(3).map(labelledText).join('   '), '\\sb60\\sa120'),
  ]
}

const buildSection = (section: ReadableSection, level: number, numbering: Numbering): readonly string[] => [
  ...(section.title === '' ? [] : [paragraph(headingOf(level), section.title)]),
  ...buildBlocks(section.blocks, level + 1, numbering),
  ...section.sections.flatMap((inner) => buildSection(inner, level + 1, numbering)),
]

function listSignature({ approval, letter }: ReadableDocument): readonly string[] {
  const [approver = '', ...details] = approval
  const line = letter === undefined ? '\\brdrt\\brdrs\\brdrw10\\brsp80' : ''
  return [
    marked('signature', `{\\b ${escapeRtf(approver)}}`, `\\sb360\\keepn${line}`),
    ...details.map((detail) => marked('signature', `{\\cf2 ${escapeRtf(detail)}}`)),
  ]
}
