/** Sets the blocks of a narrative: paragraphs, headings, lists in lists, tables. */
import { isPlain, markOf } from '../facts/list-numbers.ts'
import type { Block, List } from '../narrative-blocks.ts'
import { measureText } from './break-lines.ts'
import type { Galley } from './galley.ts'
import type { Setting } from './setting.ts'
import { setTable } from './table.ts'
import { addTag, headingTag } from './tags.ts'

const paragraphGap = 2.5
const markStart = 3
const markGap = 5

export function setBlocks(galley: Galley, blocks: readonly Block[], setting: Setting): void {
  const { column, parent, body, heading, level } = setting
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      galley.text(block.text, body, column, addTag(parent, 'P'))
      galley.space(paragraphGap)
    } else if (block.kind === 'heading') {
      galley.space(paragraphGap)
      galley.heading(block.text, heading, column, addTag(parent, headingTag(level)))
      galley.space(paragraphGap / 2)
    } else if (block.kind === 'list') setList(galley, block, setting)
    else setTable(galley, block, setting, setBlocks)
  }
}

/** ISO 32000-1 table 347. */
const numberings = { a: 'LowerAlpha', A: 'UpperAlpha', i: 'LowerRoman', I: 'UpperRoman' } as const

const numberingOf = ({ isOrdered, style }: List): string => {
  if (!isOrdered) return 'Disc'
  return style === undefined ? 'Decimal' : numberings[style]
}

/** The room that the widest mark of a list takes. */
function measureMarks(list: List, body: Setting['body']): number {
  if (!list.isOrdered) return measureText('•', body)
  if (isPlain(list)) return measureText(`${list.items.length}.`, body)
  return Math.max(0, ...list.items.map((_, index) => measureText(markOf(list, index), body)))
}

function setList(galley: Galley, source: List, setting: Setting): void {
  const { items, isOrdered } = source
  const { column, body } = setting
  const list = addTag(setting.parent, 'L', { attributes: { O: 'List', ListNumbering: numberingOf(source) } })
  // A list without room is not indented further.
  const indent = Math.min(markStart + measureMarks(source, body) + markGap, column.width / 2)
  for (const [index, blocks] of items.entries()) {
    const item = addTag(list, 'LI')
    const top = galley.height
    const mark = isOrdered ? markOf(source, index) : '•'
    galley.text(mark, body, { x: column.x + markStart, width: column.width }, addTag(item, 'Lbl'))
    const after = galley.height
    // The mark stands beside the first line.
    galley.height = top
    const inner = { x: column.x + indent, width: column.width - indent }
    setBlocks(galley, blocks, { ...setting, column: inner, parent: addTag(item, 'LBody') })
    galley.height = Math.max(galley.height, blocks.length === 0 ? after : top)
  }
}
