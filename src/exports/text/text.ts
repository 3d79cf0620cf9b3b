/** A document as plain text in UTF-8, in lines of at most 78 characters: for messages and systems that show nothing else. RFC 5322 2.1.1. */

import { linesOf } from '../block-lines.ts'
import type { ExportInput } from '../export-input.ts'
import type { Block } from '../narrative-blocks.ts'
import { buildReadableDocument, type ReadableDocument, type ReadableSection } from '../readable-document.ts'
import type { Labelled } from '../readable-words.ts'

const width = 78

export const renderText = (input: ExportInput): Uint8Array => Buffer.from(buildText(buildReadableDocument(input)))

function buildText(document: ReadableDocument): string {
  const { title, about, mark, letter, sections, approval, documentId } = document
  const parts: readonly (readonly string[])[] = [
    ...listHead(document),
    underlined(title, '='),
    about.map(labelledLine),
    mark === undefined ? [] : [`*** ${mark.word}. ${mark.explanation} ***`],
    letter === undefined ? [] : [letter.salutation],
    ...sections.flatMap((section) => listSection(section, 1)),
    letter === undefined ? [] : [letter.closing],
    approval,
    [`Document ${documentId}`],
  ]
  const filled = parts.map((lines) => lines.flatMap(wrap)).filter((lines) => lines.length > 0)
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const listHead = ({ organization, date, addressee, patientName, banner }: ReadableDocument) => [
  [organization.name, ...organization.lines],
  ...(addressee === undefined ? [] : [[date], [...addressee.lines, ...addressee.details]]),
  [`Patient: ${patientName}`, ...banner.map(labelledLine)],
]

const labelledLine = ({ label, value }: Labelled): string => `${label}: ${value}`

const underlined = (text: string, sign: string): readonly string[] =>
  text === '' ? [] : [text, sign.repeat(Math.min(text.length, width))]

/** Signs under the headings of each level. */
const signs = ['-', '.', '.'] as const

/** Parts with an empty line between them. */
function listSection({ title, blocks, sections }: ReadableSection, level: number): readonly (readonly string[])[] {
  const sign = signs[Math.min(level, signs.length) - 1] ?? '.'
  const own = [...underlined(title, sign), ...blocks.flatMap(listBlock)]
  return [own, ...sections.flatMap((section) => listSection(section, level + 1))]
}

const listBlock = (block: Block): readonly string[] =>
  block.kind === 'heading' ? ['', block.text.toUpperCase()] : linesOf([block])

/** Breaks between words, under the text of an item; a word that is longer than a line has a line of its own. */
function wrap(line: string): readonly string[] {
  if (line.length <= width) return [line]
  const [indent = ''] = /^ *(?:- |\d+\. )?/.exec(line) ?? []
  const hang = ' '.repeat(indent.length)
  const lines: string[] = []
  let current = indent
  for (const word of line.slice(indent.length).split(' ')) {
    const isFull = current.length + word.length > width && current.trim() !== '' && current !== indent
    if (isFull) {
      lines.push(current.trimEnd())
      current = hang
    }
    current += `${word} `
  }
  return [...lines, current.trimEnd()]
}
