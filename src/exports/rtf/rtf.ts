/** A document as Rich Text Format 1.9 in 7-bit ASCII: word processors open it with headings, lists, header and footer. */
import type { ExportInput } from '../export-input.ts'
import { type FlatBlock, flattenBlocks, flattenSections } from '../narrative-blocks.ts'
import { buildReadableDocument, type Labelled, type ReadableDocument } from '../readable-document.ts'

export const renderRtf = (input: ExportInput): Uint8Array => Buffer.from(buildRtf(input), 'ascii')

/** Colour 1 is the ink, 2 soft, 3 the accent, 4 the alert. A4, margins of 1.9 cm, English (Australia). */
const prolog = [
  '\\ansi\\ansicpg1252\\uc1\\deff0\\deflang3081',
  '{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fnil\\fcharset2 Symbol;}}',
  '{\\colortbl;\\red27\\green31\\blue36;\\red91\\green100\\blue112;\\red31\\green86\\blue115;\\red164\\green22\\blue26;}',
  '{\\stylesheet{\\s0\\f0\\fs20\\cf1 Normal;}',
  '{\\s1\\outlinelevel0\\sb120\\sa60\\keepn\\b\\fs34\\cf1\\sbasedon0\\snext0 heading 1;}',
  '{\\s2\\outlinelevel1\\sb240\\sa80\\keepn\\b\\fs24\\cf3\\sbasedon0\\snext0 heading 2;}',
  '{\\s3\\outlinelevel2\\sb120\\sa40\\keepn\\b\\fs20\\cf1\\sbasedon0\\snext0 heading 3;}',
  '{\\s4\\fi-284\\li284\\sa60\\f0\\fs20\\cf1\\sbasedon0 List Bullet;}}',
  '{\\*\\listtable{\\list\\listtemplateid1{\\listlevel\\levelnfc23\\leveljc0\\levelfollow0\\levelstartat1',
  "{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}\\fi-284\\li284}{\\listname ;}\\listid1}}",
  '{\\*\\listoverridetable{\\listoverride\\listid1\\listoverridecount0\\ls1}}',
  '\\paperw11906\\paperh16838\\margl1077\\margr1077\\margt1134\\margb1134\\headery567\\footery567',
]

function buildRtf(input: ExportInput): string {
  const document = buildReadableDocument(input)
  return `{\\rtf1${[
    ...prolog,
    buildInfo(input, document),
    buildHeader(document),
    buildFooter(document),
    ...listBody(document),
  ].join('\n')}\n}\n`
}

/** Control words are ours; content passes here: RTF 1.9 "Unicode RTF", each UTF-16 unit as a signed number. */
export const escapeRtf = (text: string): string =>
  text.replace(/[\\{}]|[^\u0020-\u007e]/g, (unit) => {
    if (unit === '\n') return '\\line '
    if (unit === '\\' || unit === '{' || unit === '}') return `\\${unit}`
    const code = unit.charCodeAt(0)
    return code < 0x20 ? ' ' : `\\u${code > 0x7fff ? code - 0x10000 : code}?`
  })

function buildInfo({ at, documentId }: ExportInput, { title, organization }: ReadableDocument): string {
  const made = new Date(at)
  const time = `\\yr${made.getUTCFullYear()}\\mo${made.getUTCMonth() + 1}\\dy${made.getUTCDate()}`
  return (
    `{\\info{\\title ${escapeRtf(title)}}{\\author ${escapeRtf(organization.name)}}` +
    `{\\subject ${escapeRtf(documentId)}}{\\creatim${time}\\hr${made.getUTCHours()}\\min${made.getUTCMinutes()}}}`
  )
}

const paragraph = (style: number, content: string, more = ''): string =>
  `{\\pard\\plain\\s${style}${styleControls[style] ?? ''}${more} ${content}\\par}`

/** A reader without style sheets shows the same. */
const styleControls: Readonly<Record<number, string>> = {
  0: '\\f0\\fs20\\cf1',
  1: '\\outlinelevel0\\sb120\\sa60\\keepn\\f0\\b\\fs34\\cf1',
  2: '\\outlinelevel1\\sb240\\sa80\\keepn\\f0\\b\\fs24\\cf3',
  3: '\\outlinelevel2\\sb120\\sa40\\keepn\\f0\\b\\fs20\\cf1',
  4: '\\ls1\\ilvl0\\fi-284\\li284\\sa60\\f0\\fs20\\cf1',
}

const labelledText = ({ label, value }: Labelled): string => `{\\cf2 ${escapeRtf(label)}:} ${escapeRtf(value)}`

/** The patient, on every page. */
function buildHeader({ patientName, banner, mark }: ReadableDocument): string {
  const identity = banner.slice(0, 3).map(labelledText).join('   ')
  const word = mark === undefined ? '' : `{\\b\\cf4 ${mark.word}}   `
  return `{\\header ${paragraph(0, `{\\fs17 ${word}{\\b ${escapeRtf(patientName)}}   ${identity}}`, '\\brdrb\\brdrs\\brdrw5\\brsp40')}}`
}

function buildFooter({ title, documentId }: ReadableDocument): string {
  const page = 'Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}} of {\\field{\\*\\fldinst NUMPAGES}{\\fldrslt 1}}'
  const text = `${escapeRtf(title)}   Document ${escapeRtf(documentId)}\\tab ${page}`
  return `{\\footer ${paragraph(0, `{\\fs15\\cf2 ${text}}`, '\\tqr\\tx9752')}}`
}

function listBody(document: ReadableDocument): readonly string[] {
  const { organization, title, about, banner, mark, sections, approval } = document
  const [approver = '', ...details] = approval
  return [
    paragraph(0, `{\\b\\fs26\\cf3 ${escapeRtf(organization.name)}}`),
    paragraph(0, `{\\fs16\\cf2 ${escapeRtf(organization.lines.join('   |   '))}}`, '\\sa120'),
    paragraph(0, banner.slice(3).map(labelledText).join('   '), '\\sa120'),
    paragraph(1, escapeRtf(title)),
    ...about.map((row) => paragraph(0, labelledText(row))),
    ...(mark === undefined ? [] : [paragraph(0, `{\\b\\cf4 ${mark.word}. ${escapeRtf(mark.explanation)}}`, '\\sb120')]),
    ...flattenSections(sections).flatMap(({ title: heading, blocks }) => [
      paragraph(2, escapeRtf(heading)),
      ...flattenBlocks(blocks).map(buildBlock),
    ]),
    paragraph(0, `{\\b ${escapeRtf(approver)}}`, '\\sb360\\keepn\\brdrt\\brdrs\\brdrw10\\brsp80'),
    ...details.map((detail) => paragraph(0, `{\\cf2 ${escapeRtf(detail)}}`, '\\keep')),
  ]
}

function buildBlock({ kind, text }: FlatBlock): string {
  if (kind === 'heading') return paragraph(3, escapeRtf(text))
  if (kind === 'item') return paragraph(4, `{\\listtext\\f1\\'b7\\tab}${escapeRtf(text)}`)
  return paragraph(0, escapeRtf(text), '\\sa60')
}
