/** The lists of a file in RTF 1.9 "List Tables": one of bullets, and one for each ordered list, so that each begins at 1. */

export const indentStep = 284
export const maxLevels = 9
/** Further ordered lists have their numbers as text, so that the table stays small. */
const maxOrdered = 500
export const bulletList = 1

/** How many ordered lists the document has so far. */
export type Numbering = { ordered: number }

/** The number of the list that begins here; undefined if the table is full. */
export function openOrdered(numbering: Numbering): number | undefined {
  if (numbering.ordered >= maxOrdered) return undefined
  numbering.ordered += 1
  return bulletList + numbering.ordered
}

const levels = Array.from({ length: maxLevels }, (_, level) => level)

const indentOf = (level: number): string => `\\fi-${indentStep}\\li${(level + 1) * indentStep}`

const bulletLevel = (level: number): string =>
  `{\\listlevel\\levelnfc23\\leveljc0\\levelfollow0\\levelstartat1{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}${indentOf(level)}}`

/** The number of its own level, and a full stop. */
const numberLevel = (level: number): string =>
  `{\\listlevel\\levelnfc0\\leveljc0\\levelfollow0\\levelstartat1{\\leveltext\\'02\\'0${level}.;}{\\levelnumbers\\'01;}${indentOf(level)}}`

const list = (number: number, build: (level: number) => string): string =>
  `{\\list\\listtemplateid${number}${levels.map(build).join('\n')}{\\listname ;}\\listid${number}}`

export function buildListTables({ ordered }: Numbering): string {
  const numbers = Array.from({ length: ordered }, (_, at) => bulletList + at + 1)
  const lists = [list(bulletList, bulletLevel), ...numbers.map((number) => list(number, numberLevel))]
  const overrides = [bulletList, ...numbers].map(
    (number) => `{\\listoverride\\listid${number}\\listoverridecount0\\ls${number}}`,
  )
  return `{\\*\\listtable${lists.join('\n')}}\n{\\*\\listoverridetable${overrides.join('\n')}}`
}
