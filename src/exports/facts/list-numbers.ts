/** How the items of a numbered list count. HTML 4.01 10.2: `type` and `start` of OL, `value` of LI; CSS 2.1 12.5.1. */
import { attributeValue, styleOf } from '../narrative-markup.ts'

/** As HTML writes them; decimal where there is none. */
export type NumberStyle = 'a' | 'A' | 'i' | 'I'

/** What a list and its items say of their numbers. */
export type OpenNumbering = {
  readonly isOrdered: boolean
  readonly style?: NumberStyle
  readonly start?: number
  readonly isReversed: boolean
  /** By the index of the item. */
  readonly values: Map<number, number>
}

const cssStyles: Readonly<Record<string, NumberStyle | 'decimal'>> = {
  decimal: 'decimal',
  'decimal-leading-zero': 'decimal',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}
const bullets: ReadonlySet<string> = new Set(['disc', 'circle', 'square', 'none'])
const htmlStyles: ReadonlySet<string> = new Set(['a', 'A', 'i', 'I'])

const integerOf = (attributes: string, name: string): number | undefined => {
  const written = attributes.includes(name) ? attributeValue(attributes, name).trim() : ''
  return /^[+-]?\d{1,9}$/.test(written) ? Number(written) : undefined
}

/** Of an element `ol`, `ul` or `dl`. */
export function openNumbering(name: string, attributes: string): OpenNumbering {
  const [, css = ''] = /(?:^|;)list-style(?:-type)?:([a-z-]+)/.exec(styleOf(attributes)) ?? []
  const styled = cssStyles[css]
  const type = attributes.includes('type') ? attributeValue(attributes, 'type') : ''
  const html = htmlStyles.has(type) ? (type as NumberStyle) : undefined
  const style = styled === 'decimal' ? undefined : (styled ?? html)
  const start = integerOf(attributes, 'start')
  return {
    isOrdered: name === 'dl' ? false : name === 'ol' ? !bullets.has(css) : styled !== undefined,
    ...(style === undefined ? {} : { style }),
    ...(start === undefined ? {} : { start }),
    isReversed: /(?:^|["'\s])reversed\s*=/i.test(attributes),
    values: new Map(),
  }
}

/** Notes the number that an item gives itself. */
export function noteValue({ values }: OpenNumbering, index: number, attributes: string): void {
  const value = integerOf(attributes, 'value')
  if (value !== undefined) values.set(index, value)
}

/** The number of each item; undefined where they count from 1. */
export function numbersOf({ start, isReversed, values }: OpenNumbering, count: number): readonly number[] | undefined {
  if (start === undefined && !isReversed && values.size === 0) return undefined
  const step = isReversed ? -1 : 1
  const numbers: number[] = []
  let next = start ?? (isReversed ? count : 1)
  for (let index = 0; index < count; index += 1) {
    const number = values.get(index) ?? next
    numbers.push(number)
    next = number + step
  }
  return numbers.every((number, index) => number === index + 1) ? undefined : numbers
}

type Numbered = { readonly style?: NumberStyle; readonly numbers?: readonly number[] }

/** Whether a list of plain numbers from 1 says the same. */
export const isPlain = ({ style, numbers }: Numbered): boolean => style === undefined && numbers === undefined

/** What stands before an item: `3.`, `c.`, `iii.` */
export function markOf({ style, numbers }: Numbered, index: number): string {
  const number = numbers?.[index] ?? index + 1
  return `${write(number, style)}.`
}

function write(number: number, style: NumberStyle | undefined): string {
  if (style === undefined || number < 1) return String(number)
  const small = style === 'a' || style === 'A' ? inLetters(number) : inRoman(number)
  return style === 'A' || style === 'I' ? small.toUpperCase() : small
}

function inLetters(number: number): string {
  let letters = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters
  return letters
}

// biome-ignore format: pairs
const roman = [
  [1000, 'm'], [900, 'cm'], [500, 'd'], [400, 'cd'], [100, 'c'], [90, 'xc'], [50, 'l'], [40, 'xl'], [10, 'x'], [9, 'ix'], [5, 'v'], [4, 'iv'], [1, 'i'],
] as const

/** As CSS 2.1 leaves it open, a number that Rome did not write is decimal. */
function inRoman(number: number): string {
  if (number > 3999) return String(number)
  let [rest, text] = [number, '']
  for (const [value, letters] of roman) for (; rest >= value; rest -= value) text += letters
  return text
}
