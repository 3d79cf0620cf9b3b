/** Places the cells of a table of a narrative in columns and rows, as HTML does with colspan and rowspan. HTML 4.01 11.2.6. */
import type { Cell, Table } from './narrative-blocks.ts'

export type GridCell = {
  readonly cell: Cell
  /** First column, from 0, and how many columns it covers. */
  readonly column: number
  readonly columns: number
  /** How many rows it covers from this one: more than 1 where it begins, 0 where a cell of a row above goes on. */
  readonly rows: number
}

export type TableGrid = {
  readonly columns: number
  /** Each row covers every column, from left to right; a place without a cell has an empty one. */
  readonly rows: readonly (readonly GridCell[])[]
  /** Rows at the top that have header cells alone. */
  readonly headerRows: number
}

type Placed = { readonly cell: Cell; readonly row: number; readonly start: number; readonly end: number; rows: number }

/** Undefined if the table has no cell, or more columns than the form can draw. */
export function layOutTable({ rows }: Table, maxColumns: number): TableGrid | undefined {
  const placed = place(rows, maxColumns)
  if (placed === undefined || placed.length === 0) return undefined
  // A column begins where some cell does: a span over columns that no other cell divides is one column.
  const starts = [...new Set(placed.map(({ start }) => start))].sort((one, other) => one - other)
  if (starts.length > maxColumns) return undefined
  const indexOf = new Map(starts.map((start, index) => [start, index]))
  const grid: (GridCell | undefined)[][] = rows.map(() => [])
  for (const { cell, row, start, end, rows: covered } of placed) {
    const column = indexOf.get(start) ?? 0
    const columns = starts.filter((one) => one >= start && one < end).length
    for (let down = 0; down < covered; down += 1) {
      const line = grid[row + down]
      if (line !== undefined) line[column] = { cell, column, columns, rows: down === 0 ? covered : 0 }
    }
  }
  const filled = grid.map((line) => fill(line, starts.length))
  const firstBody = rows.findIndex((row) => row.length === 0 || !row.every(({ isHeader }) => isHeader))
  return { columns: starts.length, rows: filled, headerRows: firstBody === -1 ? 0 : firstBody }
}

function place(rows: Table['rows'], maxColumns: number): Placed[] | undefined {
  const placed: Placed[] = []
  /** The first row that is free again, by column. */
  const freeFrom: number[] = []
  for (const [row, cells] of rows.entries()) {
    let at = 0
    for (const cell of cells) {
      while ((freeFrom[at] ?? 0) > row) at += 1
      const end = endOf(at, cell.columns, row, freeFrom)
      if (cells.length > maxColumns || end > maxColumns * 100) return undefined
      const covered = Math.min(cell.rows, rows.length - row)
      for (let column = at; column < end; column += 1) freeFrom[column] = row + covered
      placed.push({ cell, row, start: at, end, rows: covered })
      at = end
    }
  }
  return placed
}

/** A span ends before a cell of a row above. */
function endOf(start: number, columns: number, row: number, freeFrom: readonly number[]): number {
  let end = start + 1
  while (end < start + columns && (freeFrom[end] ?? 0) <= row) end += 1
  return end
}

const emptyCell: Cell = { isHeader: false, columns: 1, rows: 1, blocks: [] }

function fill(line: readonly (GridCell | undefined)[], columns: number): readonly GridCell[] {
  const cells: GridCell[] = []
  for (let column = 0; column < columns; ) {
    const cell = line[column] ?? { cell: emptyCell, column, columns: 1, rows: 1 }
    cells.push(cell)
    column += cell.columns
  }
  return cells
}

/** The share of each column in the width, by the length of its longest text: sums to 1. */
export function columnShares({ columns, rows }: TableGrid, textOf: (cell: Cell) => string): readonly number[] {
  const weights = Array.from({ length: columns }, () => 8)
  for (const row of rows)
    for (const { cell, column, columns: covered, rows: down } of row) {
      if (covered !== 1 || down === 0) continue
      weights[column] = Math.max(weights[column] ?? 0, Math.min(textOf(cell).length, 60))
    }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
