/** Blocks of a narrative as HTML: headings in order, tables with scopes. HTML Living Standard 4.3, 4.9; WCAG 2.2 1.3.1. */
import { escapeMarkup } from '../../core/markup.ts'
import type { Block, Cell, List, Table } from '../narrative-blocks.ts'

/** `dir="auto"` lets each text begin where its own script begins. */
export const textElement = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes} dir="auto">${escapeMarkup(text)}</${name}>`

/** HTML has six levels; a deeper heading says its own. WAI-ARIA 1.2 aria-level. */
export const heading = (level: number, text: string): string =>
  level <= 6
    ? textElement(`h${level}`, text)
    : textElement('p', text, ` class="heading" role="heading" aria-level="${level}"`)

export const renderBlocks = (blocks: readonly Block[], level: number): string =>
  blocks.map((block) => renderBlock(block, level)).join('\n')

function renderBlock(block: Block, level: number): string {
  switch (block.kind) {
    case 'heading':
      return heading(level, block.text)
    case 'paragraph':
      return textElement('p', block.text)
    case 'list':
      return renderList(block, level)
    case 'table':
      return renderTable(block, level)
  }
}

function renderList({ isOrdered, style, numbers, items }: List, level: number): string {
  const name = isOrdered ? 'ol' : 'ul'
  const type = style === undefined ? '' : ` type="${style}"`
  const attributeOf = (index: number): string => (numbers === undefined ? '' : ` value="${numbers[index]}"`)
  const written = items.map((item, index) => renderHolder('li', attributeOf(index), item, level))
  return `<${name}${type}>\n${written.join('\n')}\n</${name}>`
}

/** One paragraph alone is the text of its item or cell. */
function renderHolder(name: string, attributes: string, blocks: readonly Block[], level: number): string {
  const [first, ...more] = blocks
  if (first === undefined) return `<${name}${attributes}></${name}>`
  if (first.kind === 'paragraph' && more.length === 0) return textElement(name, first.text, attributes)
  return `<${name}${attributes}>\n${renderBlocks(blocks, level)}\n</${name}>`
}

function renderTable({ caption, rows }: Table, level: number): string {
  const filled = rows.filter((row) => row.length > 0)
  if (filled.length === 0) return caption === '' ? '' : textElement('p', caption)
  const body = filled.findIndex((row) => !row.every(({ isHeader }) => isHeader))
  const heads = body === -1 ? 0 : body
  const write = (part: Table['rows'], scope: string) => part.map((row) => renderRow(row, scope, level)).join('\n')
  return [
    '<div class="table"><table>',
    ...(caption === '' ? [] : [textElement('caption', caption)]),
    ...(heads === 0 ? [] : [`<thead>\n${write(filled.slice(0, heads), 'col')}\n</thead>`]),
    `<tbody>\n${write(filled.slice(heads), 'row')}\n</tbody>`,
    '</table></div>',
  ].join('\n')
}

const renderRow = (row: readonly Cell[], scope: string, level: number): string =>
  `<tr>${row.map((cell) => renderCell(cell, scope, level)).join('')}</tr>`

function renderCell({ isHeader, columns, rows, blocks }: Cell, scope: string, level: number): string {
  const span = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`
  if (!isHeader) return renderHolder('td', span, blocks, level)
  const group = (scope === 'col' ? columns : rows) > 1 ? 'group' : ''
  return renderHolder('th', ` scope="${scope}${group}"${span}`, blocks, level)
}
