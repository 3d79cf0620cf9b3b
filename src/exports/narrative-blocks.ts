/** Reads FHIR narrative (R4 narrative.html) into paragraphs, lists and tables, for formats other than HTML. In linear time. */
import { plainLine } from '../documents/plain-text.ts'
import { type NumberStyle, noteValue, numbersOf, type OpenNumbering, openNumbering } from './facts/list-numbers.ts'
import { attributeValue, decodeEntities, listTokens, silentElements } from './narrative-markup.ts'
import { TextEffects } from './text-effects.ts'

export type Cell = {
  readonly isHeader: boolean
  /** How many columns and rows it covers: 1 or more. */
  readonly columns: number
  readonly rows: number
  readonly blocks: readonly Block[]
}

export type Table = { readonly kind: 'table'; readonly caption: string; readonly rows: readonly (readonly Cell[])[] }
export type List = {
  readonly kind: 'list'
  readonly isOrdered: boolean
  /** How an ordered list counts, if not by 1, 2, 3: `markOf` of `facts/list-numbers.ts` writes it. */
  readonly style?: NumberStyle
  readonly numbers?: readonly number[]
  readonly items: readonly (readonly Block[])[]
}
type Paragraph = { readonly kind: 'paragraph'; readonly text: string }
type Heading = { readonly kind: 'heading'; readonly text: string }
export type Block = Paragraph | Heading | List | Table

/** No form shows a list or table deeper than this: what is deeper stands at this depth. */
const maxDepth = 8
const maxSpan = 100

const paragraphs = new Set(['p', 'div', 'blockquote', 'pre', 'address', 'thead', 'tbody', 'tfoot', 'hr'])
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const lists = new Set(['ul', 'ol', 'dl'])
const items = new Set(['li', 'dt', 'dd'])
const cells = new Set(['td', 'th'])

const spanOf = (attributes: string, name: string): number => {
  const [, value = '1'] = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, 'i').exec(attributes) ?? []
  return Math.min(Math.max(Number(value), 1), maxSpan)
}

type OpenList = {
  kind: 'list'
  isOrdered: boolean
  style?: NumberStyle
  numbers?: readonly number[]
  items: Block[][]
}
type OpenTable = { kind: 'table'; caption: string; rows: OpenCell[][] }
type OpenCell = { isHeader: boolean; columns: number; rows: number; blocks: Block[] }
/** Where text goes until `name` is closed. */
type Frame = {
  readonly name: string
  readonly blocks: Block[]
  readonly list?: OpenList
  readonly numbering?: OpenNumbering
  readonly table?: OpenTable
  /** Cells of `thead` are headers, whatever element they are. */
  isInHead?: boolean
}

export function listBlocks(div: string): readonly Block[] {
  const reader = new NarrativeReader()
  for (const token of listTokens(div)) {
    if (typeof token === 'string') reader.text(token)
    else if (token.isEnd) reader.close(token.name)
    else {
      reader.open(token.name, token.attributes)
      if (token.isEmpty) reader.close(token.name)
    }
  }
  return reader.end()
}

class NarrativeReader {
  readonly #frames: [Frame, ...Frame[]] = [{ name: '', blocks: [] }]
  #text: string[] = []
  #kind: 'heading' | 'paragraph' | 'caption' = 'paragraph'
  #silence = 0
  readonly #effects = new TextEffects()

  text(written: string): void {
    if (this.#silence > 0) return
    const lines = this.#effects.keepsLines ? written.split(/\r\n?|\n/) : [written]
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#flush(this.#kind)
      this.#text.push(decodeEntities(line))
    }
  }

  open(name: string, attributes: string): void {
    this.#openElement(name, attributes)
    this.#effects.open(name, attributes, this.#text)
  }

  close(name: string): void {
    this.#effects.close(name, this.#text)
    this.#closeElement(name)
  }

  #openElement(name: string, attributes: string): void {
    if (silentElements.has(name)) this.#silence += 1
    else if (name === 'br') this.#flush(this.#kind)
    else if (name === 'img') this.#text.push(attributeValue(attributes, 'alt'))
    else if (headings.has(name)) this.#flush('heading')
    else if (name === 'caption') this.#flush('caption')
    else if (paragraphs.has(name)) this.#openParagraph(name)
    else if (lists.has(name)) this.#openList(name, attributes)
    else if (items.has(name)) this.#openItem(name, attributes)
    else if (name === 'table') this.#openTable()
    else if (name === 'tr') this.#openRow()
    else if (cells.has(name)) this.#openCell(name, attributes)
  }

  #closeElement(name: string): void {
    if (silentElements.has(name)) this.#silence = Math.max(0, this.#silence - 1)
    else if (headings.has(name) || name === 'caption' || paragraphs.has(name)) this.#flush('paragraph')
    else if (lists.has(name) || items.has(name) || name === 'table' || cells.has(name)) this.#leave(name)
    else if (name === 'tr') this.#flush('paragraph')
  }

  end(): readonly Block[] {
    this.#flush('paragraph')
    while (this.#frames.length > 1) this.#closeFrame()
    return this.#frames[0].blocks
  }

  get #top(): Frame {
    return this.#frames.at(-1) ?? this.#frames[0]
  }

  #flush(next: 'heading' | 'paragraph' | 'caption'): void {
    this.#effects.cut(this.#text)
    const text = plainLine(this.#text.join(''))
    this.#text = []
    const kind = this.#kind
    this.#kind = next
    if (text === '') return
    const table = this.#table()
    if (kind !== 'caption') this.#top.blocks.push({ kind, text })
    else if (table === undefined) this.#top.blocks.push({ kind: 'heading', text })
    else table.caption = table.caption === '' ? text : `${table.caption} ${text}`
  }

  #openParagraph(name: string): void {
    if (name === 'thead' || name === 'tbody' || name === 'tfoot') this.#openRows(name)
    else this.#flush('paragraph')
  }

  #openRows(name: string): void {
    this.#flush('paragraph')
    if (cells.has(this.#top.name)) this.#leave(this.#top.name)
    if (this.#top.table !== undefined) this.#top.isInHead = name === 'thead'
  }

  #openList(name: string, attributes: string): void {
    this.#flush('paragraph')
    if (this.#frames.length > 2 * maxDepth) return
    const numbering = openNumbering(name, attributes)
    const { isOrdered, style } = numbering
    const list: OpenList = {
      kind: 'list',
      isOrdered,
      ...(isOrdered && style !== undefined ? { style } : {}),
      items: [],
    }
    this.#top.blocks.push(list)
    this.#frames.push({ name, blocks: [], list, numbering })
  }

  /** A definition stands in the item of its term. Outside of a list an item is a paragraph. */
  #openItem(name: string, attributes: string): void {
    this.#flush('paragraph')
    if (items.has(this.#top.name)) this.#leave(this.#top.name)
    const { list, numbering } = this.#top
    if (list === undefined) return
    if (numbering !== undefined) noteValue(numbering, list.items.length, attributes)
    const term = name === 'dd' ? list.items.at(-1) : undefined
    const blocks = term ?? []
    if (term === undefined) list.items.push(blocks)
    this.#frames.push({ name, blocks })
  }

  #openTable(): void {
    this.#flush('paragraph')
    if (this.#frames.length > 2 * maxDepth) return
    const table: OpenTable = { kind: 'table', caption: '', rows: [] }
    this.#top.blocks.push(table)
    this.#frames.push({ name: 'table', blocks: [], table })
  }

  #table(): OpenTable | undefined {
    return this.#top.table
  }

  #openRow(): void {
    this.#flush('paragraph')
    if (cells.has(this.#top.name)) this.#leave(this.#top.name)
    this.#table()?.rows.push([])
  }

  #openCell(name: string, attributes: string): void {
    this.#flush('paragraph')
    if (cells.has(this.#top.name)) this.#leave(this.#top.name)
    const table = this.#table()
    if (table === undefined) return
    if (table.rows.length === 0) table.rows.push([])
    const cell = {
      isHeader: name === 'th' || this.#top.isInHead === true,
      columns: spanOf(attributes, 'colspan'),
      rows: spanOf(attributes, 'rowspan'),
      blocks: [],
    }
    table.rows.at(-1)?.push(cell)
    this.#frames.push({ name, blocks: cell.blocks })
  }

  /** Closes everything down to the last opened element of this name; nothing if none is open. */
  #leave(name: string): void {
    this.#flush('paragraph')
    const at = this.#frames.findLastIndex((frame) => frame.name === name)
    while (at > 0 && this.#frames.length > at) this.#closeFrame()
  }

  /** Text of a list or table outside of its items and cells stands after it. */
  #closeFrame(): void {
    const closed = this.#frames.pop()
    if (closed?.list?.isOrdered === true && closed.numbering !== undefined) {
      const numbers = numbersOf(closed.numbering, closed.list.items.length)
      if (numbers !== undefined) closed.list.numbers = numbers
    }
    if (closed?.list !== undefined || closed?.table !== undefined) this.#top.blocks.push(...closed.blocks)
  }
}
