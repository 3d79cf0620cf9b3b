/** Narrative of sections: CDA R2 4.3.5, what NarrativeBlock.xsd allows. */
import { plainLine } from '../../documents/plain-text.ts'
import { linesOf } from '../block-lines.ts'
import { isPlain, markOf } from '../facts/list-numbers.ts'
import type { SectionFacts } from '../facts/section-facts.ts'
import type { Block, Cell, Table } from '../narrative-blocks.ts'
import { buildAuthor, buildSubject } from './parties.ts'
import { element, type XmlElement, type XmlNode } from './xml.ts'

export const buildText = (content: readonly (XmlNode | undefined)[]): XmlElement =>
  element('text', { mediaType: 'text/x-hl7-text+xml' }, content)

export const buildParagraph = (text: string): XmlElement => element('paragraph', {}, [text])

export const buildHeading = (text: string): XmlElement =>
  element('paragraph', {}, [element('content', { styleCode: 'Bold' }, [text])])

/** A section without codes or entries, with the sections in it. */
export const buildPlainSection = ({
  title,
  blocks,
  emptyReason,
  authors = [],
  focus,
  sections,
}: SectionFacts): XmlElement =>
  element('component', {}, [
    element('section', {}, [
      element('title', {}, [plainLine(title)]),
      buildText(
        blocks.length === 0 && emptyReason !== undefined
          ? [buildParagraph(plainLine(emptyReason))]
          : listNarrative(blocks),
      ),
      focus?.relative === undefined ? undefined : buildSubject(focus.relative),
      ...authors.map((author) => buildAuthor(author, undefined)),
      ...sections.map(buildPlainSection),
    ]),
  ])

/** A list without items and a table without cells say nothing, and the schema forbids them. */
export const listNarrative = (blocks: readonly Block[]): readonly XmlElement[] =>
  blocks.filter(isFilled).map((block) => buildBlock(block))

function isFilled(block: Block): boolean {
  if (block.kind === 'list') return block.items.length > 0
  return block.kind !== 'table' || block.rows.some((row) => row.length > 0)
}

function buildBlock(block: Block): XmlElement {
  if (block.kind === 'table') return buildTable(block)
  if (block.kind === 'heading') return buildHeading(block.text)
  if (block.kind === 'paragraph') return buildParagraph(block.text)
  // CDA R2 4.3.5: an ordered list counts from 1, so other numbers are captions.
  const isCounted = block.isOrdered && isPlain(block)
  return element(
    'list',
    { listType: isCounted ? 'ordered' : undefined },
    block.items.map((item, index) =>
      element('item', {}, [
        block.isOrdered && !isCounted ? element('caption', {}, [markOf(block, index)]) : undefined,
        ...buildItem(item),
      ]),
    ),
  )
}

/** An item of one line is that line. */
const buildItem = (blocks: readonly Block[]): readonly XmlNode[] => {
  const [first] = blocks
  return blocks.length === 1 && first?.kind === 'paragraph' ? [first.text] : listNarrative(blocks)
}

const buildTable = ({ caption, rows }: Table): XmlElement =>
  element('table', {}, [
    caption === '' ? undefined : element('caption', {}, [caption]),
    element(
      'tbody',
      {},
      rows
        .filter((row) => row.length > 0)
        .map((row) =>
          element(
            'tr',
            {},
            row.map((cell) => buildCell(cell)),
          ),
        ),
    ),
  ])

/** A cell cannot hold a table: CDA R2 4.3.5.7. Its lines stand one below the other. */
const buildCell = ({ isHeader, columns, rows, blocks }: Cell): XmlElement =>
  element(
    isHeader ? 'th' : 'td',
    { colspan: columns === 1 ? undefined : String(columns), rowspan: rows === 1 ? undefined : String(rows) },
    linesOf(blocks).flatMap((line, index) => (index === 0 ? [line] : [element('br'), line])),
  )
