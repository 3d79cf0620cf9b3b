/** Rewrites a text by the rows of a table, one after the other. */

/**
 * The pattern is global. `mark`: letters without which it matches nothing, in the case of the text; the row is tried only where one of them
 * stands, since most rows fit no sentence.
 */
export type Rewriting = readonly [pattern: RegExp, text: string, ...mark: readonly string[]]

export const rewrite = (text: string, rows: readonly Rewriting[]): string =>
  rows.reduce((out, row) => (mayMatch(out, row) ? out.replace(row[0], row[1]) : out), text)

function mayMatch(text: string, row: Rewriting): boolean {
  for (let at = 2; at < row.length; at++) if (text.includes(row[at] as string)) return true // from the third on, all are marks
  return row.length === 2
}

/** White space that is not one space already: all of it becomes one space. */
export const spaces: Rewriting = [/\s{2,}|[^\S ]/g, ' ']

export const singleSpaced = (text: string): string => text.replace(spaces[0], spaces[1])
