/** The cells of a narrative's table in their places. HTML 4.01 11.2.6: a cell may cover several rows and columns. */
import type { Cell, Table } from '../narrative-blocks.ts'

export type GridCell = {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
  readonly isHeader: boolean
  readonly blocks: Cell['blocks']
}

export type Grid = {
  readonly columns: number
  /** The cells that begin in each row; every place is covered by one cell. */
  readonly rows: readonly (readonly GridCell[])[]
  /** How many rows at the top are heads. */
  readonly heads: number
}

/** Of none: 0. A spread of many thousands would not fit the stack. */
export const largest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)

/** A page is not wider. */
export const maxColumns = 12

/** Undefined if the table has more columns than a page can show. */
export function buildGrid({ rows: written }: Table): Grid | undefined {
  const rows = written.filter((row) => row.length > 0)
  const widest = largest(rows.map((row) => row.reduce((sum, { columns }) => sum + columns, 0)))
  if (widest > maxColumns) return undefined
  /** Of each column: the row up to which a cell from above covers it. */
  const covered: number[] = []
  const placed = rows.map((row, index) => placeRow(row, index, { covered, last: rows.length }))
  const columns = largest(placed.flat().map((cell) => cell.column + cell.columns))
  if (columns > maxColumns) return undefined
  const filled = fillPlaces(placed, columns)
  const heads = rows.findIndex((row) => row.some(({ isHeader }) => !isHeader))
  return { columns, rows: filled, heads: heads === -1 ? 0 : heads }
}

function placeRow(
  row: readonly Cell[],
  index: number,
  { covered, last }: { covered: number[]; last: number },
): readonly GridCell[] {
  let column = 0
  return row.map(({ blocks, columns, rows, isHeader }) => {
    while ((covered[column] ?? 0) > index) column += 1
    let free = 1
    while (free < columns && (covered[column + free] ?? 0) <= index) free += 1
    const height = Math.min(rows, last - index)
    for (let at = column; at < column + free; at += 1) covered[at] = index + height
    const cell = { row: index, column, rows: height, columns: free, isHeader, blocks }
    column += free
    return cell
  })
}

/** ISO 14289-1 7.5: a row without all of its cells is not regular. */
function fillPlaces(placed: readonly (readonly GridCell[])[], columns: number): readonly (readonly GridCell[])[] {
  const taken = new Set<number>()
  for (const cell of placed.flat())
    for (let row = cell.row; row < cell.row + cell.rows; row += 1)
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) taken.add(row * columns + column)
  return placed.map((cells, row) => {
    const empty = Array.from({ length: columns }, (_, column) => column)
      .filter((column) => !taken.has(row * columns + column))
      .map((column): GridCell => ({ row, column, rows: 1, columns: 1, isHeader: false, blocks: [] }))
    return [...cells, ...empty].sort((a, b) => a.column - b.column)
  })
}
