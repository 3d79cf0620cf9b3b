/** Sets a table: widths by content, spans, and the head again on each page that goes on with it. */
import { linesOf } from '../block-lines.ts'
import type { Block, Table } from '../narrative-blocks.ts'
import { measureText } from './break-lines.ts'
import { type Column, Galley, type Style } from './galley.ts'
import type { SetBlocks, Setting } from './setting.ts'
import { colours } from './styles.ts'
import { buildGrid, type Grid, type GridCell, largest } from './table-grid.ts'
import { addTag, type Tag } from './tags.ts'

const padding = { x: 4, y: 3 } as const
const tableGap = 6
/** A table in a narrower column is written in lines. */
const narrowest = 120
/** As much of a cell decides about the widths. */
const measured = 400

export function setTable(galley: Galley, table: Table, setting: Setting, setBlocks: SetBlocks): void {
  const grid = setting.column.width < narrowest ? undefined : buildGrid(table)
  if (grid === undefined) {
    setBlocks(galley, [writtenOut(table)], setting)
    return
  }
  if (grid.rows.length === 0) return
  const size = Math.min(setting.body.size, grid.columns > 6 ? 7.5 : 9)
  const set = new TableSetter(grid, {
    ...setting,
    body: { ...setting.body, size },
    heading: { ...setting.heading, size },
  })
  galley.space(tableGap / 2)
  galley.append(set.run(table.caption, setBlocks), set.firstBreak)
  galley.space(tableGap)
}

/** A table without room: each row an item, each cell with the head of its column. */
function writtenOut({ caption, rows }: Table): Block {
  const isHead = rows[0]?.every(({ isHeader }) => isHeader) === true && rows.length > 1
  const heads = isHead ? (rows[0] ?? []).map(({ blocks }) => linesOf(blocks).join(' ')) : []
  const items = rows.slice(isHead ? 1 : 0).map((row) => {
    const texts = row.map(({ blocks }) => linesOf(blocks).join('; '))
    const told = texts
      .map((text, column) => ({ text, head: heads[column] ?? '' }))
      .filter(({ text }) => text !== '')
      .map(({ text, head }) => (head === '' ? text : `${head}: ${text}`))
    return [{ kind: 'paragraph', text: told.join('; ') } satisfies Block]
  })
  const list: Block = { kind: 'list', isOrdered: false, items }
  return caption === '' ? list : { kind: 'list', isOrdered: false, items: [[{ kind: 'heading', text: caption }, list]] }
}

class TableSetter {
  readonly #grid: Grid
  readonly #setting: Setting
  readonly #widths: readonly number[]
  readonly #galley = new Galley()
  /** Where the first page may end: below the head and the first row. */
  firstBreak = 0

  constructor(grid: Grid, setting: Setting) {
    this.#grid = grid
    this.#setting = setting
    this.#widths = listWidths(grid, setting)
  }

  run(caption: string, setBlocks: SetBlocks): Galley {
    const galley = this.#galley
    const { column, heading, parent } = this.#setting
    const tag = addTag(parent, 'Table')
    if (caption !== '') {
      galley.text(caption, heading, column, addTag(tag, 'Caption'))
      galley.space(2)
    }
    const top = galley.height
    const rows = this.#grid.rows.map((cells) => this.#setCells(cells, addTag(tag, 'TR'), setBlocks))
    const tops = this.#listTops(rows, top)
    for (const cells of rows) for (const cell of cells) this.#drawCell(cell, tops)
    galley.height = tops.at(-1) ?? top
    this.#keepRows(tops)
    return galley
  }

  #setCells(cells: readonly GridCell[], row: Tag, setBlocks: SetBlocks): readonly SetCell[] {
    return cells.map((cell) => {
      const inner = new Galley()
      const width = this.#place(cell).width - 2 * padding.x
      const isHead = cell.isHeader || cell.row < this.#grid.heads
      const { body, heading } = this.#setting
      setBlocks(inner, cell.blocks, {
        ...this.#setting,
        column: { x: 0, width },
        parent: addTag(row, isHead ? 'TH' : 'TD', { attributes: cellAttributes(cell, this.#grid.heads) }),
        body: isHead ? { ...body, weight: heading.weight } : body,
      })
      return { cell, inner, isHead }
    })
  }

  #place({ column, columns }: GridCell): Column {
    const sum = (from: number, to: number) => this.#widths.slice(from, to).reduce((total, width) => total + width, 0)
    return { x: this.#setting.column.x + sum(0, column), width: sum(column, column + columns) }
  }

  /** The tops of all rows, and the foot of the last. A cell over several rows makes its last one higher. */
  #listTops(rows: readonly (readonly SetCell[])[], top: number): readonly number[] {
    const tops = [top]
    const ending = new Map<number, SetCell[]>()
    for (const [row, cells] of rows.entries()) {
      for (const each of cells) {
        const last = row + each.cell.rows - 1
        ending.set(last, [...(ending.get(last) ?? []), each])
      }
      const ends = (ending.get(row) ?? []).map(({ cell, inner }) => (tops[cell.row] ?? 0) + heightOf(inner))
      tops.push(largest([(tops[row] ?? 0) + 2 * padding.y + 6, ...ends]))
    }
    return tops
  }

  #drawCell({ cell, inner, isHead }: SetCell, tops: readonly number[]): void {
    const y = tops[cell.row] ?? 0
    const height = (tops[cell.row + cell.rows] ?? y) - y
    const { x, width } = this.#place(cell)
    const fill = isHead ? { fill: colours.banner } : {}
    this.#galley.frame({ x, width, y, height, stroke: colours.line, ...fill })
    this.#galley.place(inner, y + padding.y, x + padding.x)
  }

  /** A row stays whole, and rows that a cell joins; the head stays with the first row and comes again on the next page. */
  #keepRows(tops: readonly number[]): void {
    const { rows, heads } = this.#grid
    const galley = this.#galley
    let joined = 0
    let start = 0
    for (const [row, cells] of rows.entries()) {
      joined = Math.max(joined, ...cells.map((cell) => cell.row + cell.rows))
      if (joined > row + 1) continue
      galley.keep(tops[start] ?? 0, tops[row + 1] ?? 0)
      start = row + 1
    }
    const body = tops[heads] ?? 0
    this.firstBreak = tops[heads + 1] ?? galley.height
    galley.keep(0, this.firstBreak)
    if (heads > 0 && heads < rows.length)
      galley.heads.push({ from: body, to: galley.height, galley: galley.copyAbove(body) })
  }
}

type SetCell = { readonly cell: GridCell; readonly inner: Galley; readonly isHead: boolean }

const heightOf = ({ height }: Galley): number => height + 2 * padding.y - (height > 0 ? 2 : 0)

function cellAttributes({ rows, columns, isHeader, row }: GridCell, heads: number): NonNullable<Tag['attributes']> {
  const isHead = row < heads
  return {
    O: 'Table',
    ...(rows > 1 ? { RowSpan: rows } : {}),
    ...(columns > 1 ? { ColSpan: columns } : {}),
    ...(isHead ? { Scope: 'Column' } : isHeader ? { Scope: 'Row' } : {}),
  }
}

/** Every column gets its longest word, and of the rest as much as its texts would take. */
function listWidths({ columns, rows }: Grid, { column: { width: whole }, body }: Setting): readonly number[] {
  const least = new Array<number>(columns).fill(16)
  const wished = new Array<number>(columns).fill(16)
  const bold: Style = { ...body, weight: 'bold' }
  for (const { blocks, column, columns: span, isHeader } of rows.flat()) {
    if (span > 1) continue
    const text = linesOf(blocks)
      .map((line) => line.slice(0, measured))
      .slice(0, 20)
    const style = isHeader ? bold : body
    const widthOf = (part: string) => measureText(part, style) + 2 * padding.x + 1
    const longest = largest(text.flatMap((line) => line.split(/[\s-]+/)).map(widthOf))
    least[column] = Math.max(least[column] ?? 0, Math.min(longest, whole / 3))
    wished[column] = Math.max(wished[column] ?? 0, Math.min(largest(text.map(widthOf)), whole))
  }
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  const [leastSum, wishedSum] = [sum(least), sum(wished)]
  if (wishedSum <= whole) return wished.map((width) => (width * whole) / wishedSum)
  if (leastSum >= whole) return least.map((width) => (width * whole) / leastSum)
  const share = (whole - leastSum) / (wishedSum - leastSum)
  return least.map((width, column) => width + ((wished[column] ?? width) - width) * share)
}
