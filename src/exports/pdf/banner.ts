/** Who the patient is, on every page: all of it on the first, the identity alone on later ones. */
import type { ReadableDocument } from '../readable-document.ts'
import type { Labelled } from '../readable-words.ts'
import { Galley } from './galley.ts'
import { colours, contentWidth, styles } from './styles.ts'
import { addTag, type Tag } from './tags.ts'

const perRow = 4
const inset = 12
const cellWidth = (contentWidth - inset - 8) / perRow

const inRows = (cells: readonly Labelled[]): readonly (readonly Labelled[])[] =>
  Array.from({ length: Math.ceil(cells.length / perRow) }, (_, row) => cells.slice(row * perRow, (row + 1) * perRow))

/** Without a parent it is no part of the text. */
export function setBanner({ patientName, banner }: ReadableDocument, parent?: Tag): Galley {
  const cells = parent === undefined ? banner.slice(0, perRow) : banner
  const galley = new Galley()
  const tag = () => (parent === undefined ? undefined : addTag(parent, 'P'))
  galley.space(7)
  galley.text(patientName, styles.patientName, { x: inset, width: contentWidth - inset - 8 }, tag())
  galley.space(2)
  for (const row of inRows(cells)) {
    const top = galley.height
    let foot = top
    for (const [index, { label, value }] of row.entries()) {
      const column = { x: inset + index * cellWidth, width: cellWidth - 8 }
      const cell = tag()
      galley.height = top
      galley.text(label, styles.bannerLabel, column, cell)
      galley.text(value, styles.bannerValue, column, cell)
      foot = Math.max(foot, galley.height)
    }
    galley.height = foot + 3
  }
  galley.space(4)
  galley.frame({ x: 0, width: contentWidth, y: 0, height: galley.height, fill: colours.banner })
  galley.frame({ x: 0, width: 3, y: 0, height: galley.height, fill: colours.accent })
  galley.keep(0, galley.height)
  return galley
}
