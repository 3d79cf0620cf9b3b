/** Sets the blocks of a narrative: paragraphs, headings, lists in lists, tables. */
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

function setList(galley: Galley, { items, isOrdered }: List, setting: Setting): void {
  const { column, body } = setting
  const list = addTag(setting.parent, 'L', {
    attributes: { O: 'List', ListNumbering: isOrdered ? 'Decimal' : 'Disc' },
  })
  const widest = isOrdered ? `${items.length}.` : '•'
  // A list without room is not indented further.
  const indent = Math.min(markStart + measureText(widest, body) + markGap, column.width / 2)
  for (const [index, blocks] of items.entries()) {
    const item = addTag(list, 'LI')
    const top = galley.height
    const mark = isOrdered ? `${index + 1}.` : '•'
    galley.text(mark, body, { x: column.x + markStart, width: column.width }, addTag(item, 'Lbl'))
    const after = galley.height
    // The mark stands beside the first line.
    galley.height = top
    const inner = { x: column.x + indent, width: column.width - indent }
    setBlocks(galley, blocks, { ...setting, column: inner, parent: addTag(item, 'LBody') })
    galley.height = Math.max(galley.height, blocks.length === 0 ? after : top)
  }
}
