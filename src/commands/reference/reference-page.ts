/** A page of the reference: a table of the program, printed as Markdown. */

export type ReferenceTable = {
  /** Absent: the page has this table only. */
  readonly heading?: string
  /** Paragraphs above the table, in Markdown. */
  readonly text?: readonly string[]
  readonly columns: readonly string[]
  /** Cells in Markdown. No row: no table. */
  readonly rows: readonly (readonly string[])[]
}

export type ReferencePage = {
  /** The file's name, and the argument of `banksia reference`. */
  readonly name: string
  readonly title: string
  readonly text: readonly string[]
  readonly tables: readonly ReferenceTable[]
}

export const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

export const renderPage = ({ title, text, tables }: ReferencePage): string =>
  `${[`# ${title}`, ...text, ...tables.flatMap(renderTable)].join('\n\n')}\n`

function renderTable({ heading, text = [], columns, rows }: ReferenceTable): readonly string[] {
  const head = heading === undefined ? [] : [`## ${heading}`]
  const lines = [columns, columns.map(() => '---'), ...rows.map((cells) => cells.map(escapeCell))]
  const table = rows.length === 0 ? [] : [lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')]
  return [...head, ...text, ...table]
}

/** A bar would end the cell. GitHub Flavored Markdown 4.10 */
const escapeCell = (text: string): string => text.replaceAll('|', '\\|')
