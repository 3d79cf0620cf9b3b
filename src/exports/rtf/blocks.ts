/** Blocks of a narrative in RTF 1.9: paragraphs, headings, nested lists with their own numbers, tables with spans. */
import { linesOf } from '../block-lines.ts'
import { isPlain, markOf } from '../facts/list-numbers.ts'
import type { Block, Cell, List, Table } from '../narrative-blocks.ts'
import { columnShares, type GridCell, layOutTable, type TableGrid } from '../table-grid.ts'
import { bulletList, indentStep, maxLevels, type Numbering, openOrdered } from './lists.ts'
import { escapeRtf, headingStyles, openParagraph, paragraph, type StyleName } from './text.ts'

/** A4 less margins of 1.9 cm, in twips. */
export const contentWidth = 9752
/** The columns of a row that Word draws. */
const maxColumns = 63

type Around = {
  /** Heading level of the narrative's own headings, 1 for a title. */
  readonly level: number
  /** How many lists are around. */
  readonly depth: number
  /** Paragraphs of a cell, and of a header cell. */
  readonly isInTable: boolean
  readonly isHeader: boolean
  readonly numbering: Numbering
}

export const buildBlocks = (blocks: readonly Block[], level: number, numbering: Numbering): readonly string[] =>
  blocks.flatMap((block) => buildBlock(block, { level, depth: 0, isInTable: false, isHeader: false, numbering }))

function buildBlock(block: Block, around: Around): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [paragraph(headingOf(around.level), block.text, controlsOf(around))]
    case 'paragraph':
      return [paragraph('body', block.text, controlsOf(around))]
    case 'list':
      return buildList(block, around)
    case 'table':
      return around.isInTable ? buildLines(block, around) : buildTable(block, around)
  }
}

export const headingOf = (level: number): StyleName => headingStyles[Math.min(level, 6) - 1] ?? 'heading6'

/** Where a paragraph that belongs to an item, or stands in a cell, begins. */
const controlsOf = (around: Around): string =>
  `${cellControls(around)}${around.depth === 0 ? '' : `\\li${around.depth * indentStep}`}`

const cellControls = ({ isInTable, isHeader }: Around): string =>
  `${isInTable ? '\\intbl' : ''}${isHeader ? '\\b' : ''}`

/** A table that has no place of its own: its rows as lines, the cells separated by a bar. */
const buildLines = (table: Table, around: Around): readonly string[] =>
  linesOf([table]).map((line) => paragraph('body', line, controlsOf(around)))

function buildList(source: List, around: Around): readonly string[] {
  const { items, isOrdered } = source
  // A list of the table counts 1, 2, 3; any other has its numbers as text.
  const counted = isOrdered && isPlain(source) ? openOrdered(around.numbering) : undefined
  const list = isOrdered ? counted : bulletList
  const inside = { ...around, depth: around.depth + 1 }
  return items.flatMap((blocks, index) => {
    const mark = isOrdered ? markOf(source, index) : undefined
    const [first] = blocks
    const text = first?.kind === 'paragraph' ? first.text : ''
    const rest = first?.kind === 'paragraph' ? blocks.slice(1) : blocks
    return [buildItem(text, { list, mark }, inside), ...rest.flatMap((block) => buildBlock(block, inside))]
  })
}

type Mark = { readonly list: number | undefined; readonly mark: string | undefined }

/** `\listtext` is for readers that know no lists. */
function buildItem(text: string, { list, mark }: Mark, around: Around): string {
  const { depth } = around
  const level = Math.min(depth, maxLevels) - 1
  const indent = `\\fi-${indentStep}\\li${depth * indentStep}`
  const style = mark === undefined ? 'bullet' : 'numbered'
  const shown = mark === undefined ? "\\f1\\'b7" : `\\f0 ${mark}`
  const numbered = list === undefined ? '' : `\\ls${list}\\ilvl${level}`
  const more = `${cellControls(around)}${numbered}${indent}`
  const label = list === undefined ? `${mark}\\tab ` : `{\\listtext${shown}\\tab}`
  return `{${openParagraph(style, text, more)}${label}${escapeRtf(text)}\\par}`
}

function buildTable(table: Table, around: Around): readonly string[] {
  const grid = layOutTable(table, maxColumns)
  if (grid === undefined) return buildLines(table, around)
  const edges = edgesOf(grid, around.depth * indentStep)
  return [
    ...(table.caption === '' ? [] : [paragraph('caption', table.caption, controlsOf(around))]),
    ...grid.rows.map((row, index) => buildRow(row, { edges, around, isHeader: index < grid.headerRows })),
    paragraph('normal', '', '\\sa60'),
  ]
}

/** The left edge of the table, and the right edge of each column. */
function edgesOf(grid: TableGrid, left: number): readonly number[] {
  const edges = [left]
  const shares = columnShares(grid, textOfCell)
  for (const share of shares)
    edges.push((edges.at(-1) ?? left) + Math.max(100, Math.floor((contentWidth - left) * share)))
  return edges
}

const textOfCell = ({ blocks }: Cell): string => linesOf(blocks).join(' ')

type Row = { readonly edges: readonly number[]; readonly around: Around; readonly isHeader: boolean }

function buildRow(row: readonly GridCell[], { edges, around, isHeader }: Row): string {
  const definitions = row.map(({ column, columns, rows }) => {
    const merge = rows > 1 ? '\\clvmgf' : rows === 0 ? '\\clvmrg' : ''
    return `${merge}${borders}${isHeader ? '\\clcbpat5' : ''}\\cellx${edges[column + columns] ?? contentWidth}`
  })
  const cells = row.map((cell) => buildCell(cell, around))
  const opening = `\\trowd\\trgaph80\\trleft${edges[0] ?? 0}${isHeader ? '\\trhdr' : ''}\\trkeep`
  return `${opening}${definitions.join('')}\n${cells.join('\n')}\\row`
}

const borders = ['t', 'l', 'b', 'r'].map((side) => `\\clbrdr${side}\\brdrs\\brdrw5\\brdrcf2`).join('')

/** The last paragraph of a cell ends with `\\cell` in place of `\\par`. */
function buildCell({ cell, rows }: GridCell, around: Around): string {
  const inside = { ...around, depth: 0, isInTable: true, isHeader: cell.isHeader }
  const paragraphs = rows === 0 ? [] : cell.blocks.flatMap((block) => buildBlock(block, inside))
  const all = paragraphs.length === 0 ? [paragraph('body', '', cellControls(inside))] : paragraphs
  return all.join('\n').replace(/\\par\}$/, '\\cell}')
}
