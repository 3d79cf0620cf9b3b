/** Breaks a text into lines of a column, in linear time: each character is measured once. UAX #14; a word wider than the column is cut. */
import LineBreaker from 'linebreak'
import { type DisplayText, displayText } from './display-text.ts'
import { placeOf } from './fonts/faces.ts'
import { directionOf, type SetLine, setLine, type Type } from './set-line.ts'

/** A line of right-to-left text stands at the right end of its column. */
export type BrokenLine = SetLine & { readonly isRightToLeft: boolean }

const thai = /\p{Script=Thai}/u
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const marks = /\p{M}/u
/** Characters of a grapheme that stay together on a line. */
const longestGrapheme = 64

/** Where a line may end, ascending; the last is the end of the text. */
function* listBreaks(text: string): Generator<number> {
  const breaker = new LineBreaker(text)
  let from = 0
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const { position } = next
    const part = text.slice(from, position)
    if (thai.test(part)) for (const { index } of thaiWords.segment(part)) if (index > 0) yield from + index
    yield position
    from = position
  }
}

function* listGraphemes(text: string): Generator<string> {
  if (!marks.test(text)) {
    yield* text
    return
  }
  for (const { segment } of graphemes.segment(text))
    for (let at = 0; at < segment.length; at += longestGrapheme) yield segment.slice(at, at + longestGrapheme)
}

export const measureText = (text: string, { weight, size }: Type): number => {
  let width = 0
  for (const character of text) width += placeOf(weight, character.codePointAt(0) ?? 0)?.advance ?? 0
  return (width * size) / 1000
}

/** Collects the ends of lines. */
class Breaker {
  readonly #text: string
  readonly #type: Type
  readonly #width: number
  readonly lines: [number, number][] = []
  #start = 0
  #x = 0

  constructor(text: string, type: Type, width: number) {
    this.#text = text
    this.#type = type
    this.#width = width
  }

  run(): readonly (readonly [number, number])[] {
    let from = 0
    for (const to of listBreaks(this.#text)) {
      this.#add(from, to)
      from = to
    }
    this.#endLine(this.#text.length)
    return this.lines
  }

  #add(from: number, to: number): void {
    const segment = this.#text.slice(from, to)
    const word = segment.trimEnd()
    const width = measureText(word, this.#type)
    if (this.#x + width > this.#width) {
      if (from > this.#start) this.#endLine(from)
      if (width > this.#width) {
        this.#cut(from, word)
        return
      }
    }
    this.#x += word.length === segment.length ? width : measureText(segment, this.#type)
  }

  #cut(from: number, word: string): void {
    let at = from
    for (const grapheme of listGraphemes(word)) {
      const width = measureText(grapheme, this.#type)
      if (this.#x + width > this.#width && at > this.#start) this.#endLine(at)
      this.#x += width
      at += grapheme.length
    }
  }

  #endLine(at: number): void {
    if (at > this.#start) this.lines.push([this.#start, at])
    this.#start = at
    this.#x = 0
  }
}

/** Sums of fractions differ by their order. */
const hair = 0.01

/** A text that has room needs no search for the places where it may end. */
const endsOf = (text: string, type: Type, width: number): readonly (readonly [number, number])[] =>
  text !== '' && text.length * type.size < 8 * width && measureText(text, type) < width - hair
    ? [[0, text.length]]
    : new Breaker(text, type, width).run()

/** `width` and `size` are in points. An empty text has no line. */
export function breakLines(written: string, type: Type, width: number): readonly BrokenLine[] {
  const display = displayText(written)
  const direction = directionOf(display.text)
  const isRightToLeft = direction === 'rtl'
  return endsOf(display.text, type, width).map(([from, to]) => ({
    ...setLine(slice(display, from, to), type, { ...display, direction, from }),
    isRightToLeft,
  }))
}

const slice = ({ text }: DisplayText, from: number, to: number): string => text.slice(from, to).trimEnd()
