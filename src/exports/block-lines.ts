/** The lines of a narrative for a form without lists and tables. */
import { markOf } from './facts/list-numbers.ts'
import type { Block, Cell, List, Table } from './narrative-blocks.ts'
import { type GridCell, layOutTable } from './table-grid.ts'

/** Cells of a row are separated by ` | `. */
export function linesOf(blocks: readonly Block[], indent = ''): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return listLines(block, indent)
    if (block.kind === 'table') return tableLines(block, indent)
    return [`${indent}${block.text}`]
  })
}

const listLines = (list: List, indent: string): readonly string[] =>
  list.items.flatMap((blocks, index) => {
    const [first = '', ...more] = linesOf(blocks)
    const mark = list.isOrdered ? `${markOf(list, index)} ` : '- '
    return [`${indent}${mark}${first}`, ...more.map((line) => `${indent}  ${line}`)]
  })

const tableLines = (table: Table, indent: string): readonly string[] => [
  ...(table.caption === '' ? [] : [`${indent}${table.caption}`]),
  ...rowsOf(table)
    .filter((row) => row.some((words) => words !== ''))
    .map((row) => `${indent}${row.join(' | ')}`),
]

/** A line of more says nothing to a reader; its cells stand as written. */
const maxColumns = 30
/** Longer words are not repeated, so that a few of them do not fill a megabyte. */
const maxRepeated = 40

const wordsOf = ({ blocks }: Cell): string => linesOf(blocks).join('; ')

/** A cell over rows stands in each, as a line is read alone; one over columns leaves the others empty, so that all keep theirs. */
function rowsOf(table: Table): readonly (readonly string[])[] {
  const isPlain = table.rows.every((row) => row.every(({ columns, rows }) => columns === 1 && rows === 1))
  const grid = isPlain ? undefined : layOutTable(table, maxColumns)
  if (grid === undefined) return table.rows.map((row) => row.map(wordsOf))
  const known = new Map<Cell, string>()
  const textOf = (cell: Cell): string => {
    const words = known.get(cell) ?? wordsOf(cell)
    known.set(cell, words)
    return words
  }
  return grid.rows.filter(begins).map((row) => {
    const [only] = row
    if (row.length === 1 && only !== undefined) return [textOf(only.cell)]
    return row.flatMap(({ cell, columns, rows }) => {
      const words = textOf(cell)
      const first = rows === 0 && words.length > maxRepeated ? '(as above)' : words
      return [first, ...Array.from({ length: columns - 1 }, () => '')]
    })
  })
}

/** A row that only goes on with cells of the one above says nothing new. */
const begins = (row: readonly GridCell[]): boolean => row.some(({ rows, cell }) => rows > 0 && cell.blocks.length > 0)
