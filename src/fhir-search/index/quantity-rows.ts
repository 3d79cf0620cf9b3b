/** Index rows of quantities, and the forms of their units. R4 search.html#quantity. */
import type { Range, Token } from '../../store/resources/index-rows.ts'
import type { Quantity } from './index-values.ts'

/** By code or name alone, and by system and code. */
export const listUnits = ({ system, code, unit }: Pick<Quantity, 'system' | 'code' | 'unit'>): string[] => [
  ...new Set([code, unit].flatMap((text) => (text === undefined ? [] : [`|${text}`]))),
  ...(system === undefined || code === undefined ? [] : [`${system}|${code}`]),
]

type Rows = { readonly ranges: Range[]; readonly marks: Token[] }

/**
 * The quantities of one resource that are indexed together. If all have one unit, a mark says so; otherwise each has a row for each form
 * of its unit. `toValue` makes the value of a row from a form of the unit, or from none.
 */
export function writeQuantities(
  parameter: string,
  { quantities, toValue }: { quantities: readonly Quantity[]; toValue: (unit: string) => string },
  { ranges, marks }: Rows,
): void {
  const units = quantities.map(listUnits)
  const isOne = new Set(units.map((list) => list.join('\n'))).size === 1
  for (const [index, { low, high }] of quantities.entries()) {
    ranges.push({ parameter, value: toValue(''), low, high })
    if (!isOne) ranges.push(...(units[index] ?? []).map((unit) => ({ parameter, value: toValue(unit), low, high })))
  }
  if (isOne) marks.push(...(units[0] ?? []).map((unit) => ({ parameter: unitMark(parameter), value: toValue(unit) })))
}

export const unitMark = (parameter: string): string => `${parameter}:unit`
