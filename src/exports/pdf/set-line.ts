/** Places the characters of one line: the order of right-to-left letters (UAX #9), and the face of each. */
import bidiFactory, { type Bidi } from 'bidi-js'
import type { StandIn } from './display-text.ts'
import { type FaceName, placeOf, type Weight } from './fonts/faces.ts'
import { openFace } from './fonts/open-face.ts'

/** Text of one face, in points from the start of the line. */
export type Part = {
  readonly text: string
  readonly face: FaceName
  readonly x: number
  /** `x` is where the first letter stands; each other one stands to the left of the one before. */
  readonly isBackwards?: boolean
}
/** Parts that a reader by program gets as `actual`, if what is drawn is in another order or shape. */
export type Span = { readonly parts: readonly Part[]; readonly actual?: string }
export type SetLine = { readonly spans: readonly Span[]; readonly width: number }

export type Type = { readonly weight: Weight; readonly size: number }
export type Direction = 'ltr' | 'rtl'

// Its types describe a module with a default export; it is a CommonJS module that is the function.
const bidi = (bidiFactory as unknown as () => Bidi)()
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const letter = /\p{L}/u

/** UAX #9 P2: the first strong letter decides. */
export function directionOf(text: string): Direction {
  if (!rightToLeft.test(text)) return 'ltr'
  const [first = ''] = letter.exec(text) ?? []
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}

/** A letter with its marks, and letters of Thai. */
const clusters = /(?:[\p{Script=Thai}\p{M}]|\P{M}(?=\p{M}))+/gu
const clustered = /[\p{Script=Thai}\p{M}]/u
/** In a right-to-left run: words as they are, everything else by character. */
const words = /[\p{L}\p{M}\u200c\u200d]+|\P{L}/gu
/** Letters and marks whose shape or place depends on their neighbours. */
const changing = /[\p{M}\p{Script=Arabic}\u200c\u200d]/u
/** The search for marks takes longer than the text grows. */
const longestShaped = 48

type Unit = { readonly text: string; readonly face: FaceName; readonly width: number; readonly actual?: string }

/** An array that grew keeps room for seventeen; a document has a hundred thousand of them. */
const exact = <T>(items: readonly T[]): readonly T[] => items.slice()

class Setter {
  readonly #type: Type
  readonly spans: Span[] = []
  x = 0

  constructor(type: Type) {
    this.#type = type
  }

  /** Letters that stand for themselves, from left to right. */
  plain(text: string, actual?: string): void {
    const parts: Part[] = []
    let start = this.x
    let [from, at] = [0, 0]
    let face: FaceName | undefined
    for (const character of text) {
      const place = placeOf(this.#type.weight, character.codePointAt(0) ?? 0)
      if (place !== undefined && place.face !== face) {
        if (face !== undefined) parts.push({ text: text.slice(from, at), face, x: start })
        ;[from, start, face] = [at, this.x, place.face]
      }
      this.x += ((place?.advance ?? 0) * this.#type.size) / 1000
      at += character.length
    }
    if (face !== undefined) parts.push({ text: text.slice(from), face, x: start })
    if (parts.length > 0) this.spans.push({ parts: exact(parts), ...(actual === undefined ? {} : { actual }) })
  }

  /** Letters of one direction that a font has to shape. */
  shape(text: string): readonly Part[] {
    const face = this.#faceOf(text)
    const parts: Part[] = []
    for (let rest = text; rest !== ''; rest = rest.slice(longestShaped)) {
      const piece = rest.slice(0, longestShaped)
      parts.push({ text: piece, face, x: this.x })
      this.x += (openFace(face).layout(piece).advanceWidth * this.#type.size) / 1000
    }
    return parts
  }

  /** One face has all letters of a word and their marks. */
  #faceOf(text: string): FaceName {
    const { weight } = this.#type
    const faces = Array.from(text, (character) => placeOf(weight, character.codePointAt(0) ?? 0)?.face ?? weight)
    return faces.find((face) => face !== weight) ?? weight
  }

  leftToRight(text: string): void {
    if (!clustered.test(text)) {
      this.plain(text)
      return
    }
    let at = 0
    for (const match of text.matchAll(clusters)) {
      this.plain(text.slice(at, match.index))
      this.spans.push({ parts: this.shape(match[0]), actual: match[0] })
      at = match.index + match[0].length
    }
    this.plain(text.slice(at))
  }

  /**
   * Letters stand in the file in the order of reading, each at its place: readers by program that go by either find the same text.
   */
  rightToLeft(text: string): void {
    const units = [...text.matchAll(words)].flatMap(([token]) =>
      letter.test(token) ? this.#word(token) : this.#sign(token),
    )
    let right = units.reduce((x, { width }) => x + width, this.x)
    this.x = right
    let run: { text: string; readonly face: FaceName; readonly x: number; readonly isBackwards: true } | undefined
    for (const { text: letters, face, width, actual } of units) {
      right -= width
      if (actual !== undefined) {
        this.spans.push({ actual, parts: [{ text: letters, face, x: right }] })
        run = undefined
      } else if (run?.face === face) run.text += letters
      else {
        run = { text: letters, face, x: right, isBackwards: true }
        this.spans.push({ parts: [run] })
      }
    }
  }

  /** Its letters in their joined forms; a word with marks as it is, because those have places of their own. */
  #word(token: string): readonly Unit[] {
    const pieces = Array.from({ length: Math.ceil(token.length / longestShaped) }, (_, index) =>
      token.slice(index * longestShaped, (index + 1) * longestShaped),
    )
    return pieces.flatMap((piece): readonly Unit[] => {
      const face = this.#faceOf(piece)
      // Hebrew without points: its letters never change, and a search of the font takes most of the time.
      if (!changing.test(piece))
        return Array.from(piece, (character) => ({ text: character, face, width: this.#advanceOf(character) }))
      const { glyphs, positions, advanceWidth } = openFace(face).layout(piece)
      const isInPlace = positions.every(({ xOffset, yOffset }) => xOffset === 0 && yOffset === 0)
      const forms = glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).reverse()
      if (!isInPlace || forms.includes('\ufffd'))
        return [{ text: piece, face, width: (advanceWidth * this.#type.size) / 1000, actual: piece }]
      return forms.map((form) => ({ text: form, face, width: this.#advanceOf(form) }))
    })
  }

  #sign(sign: string): readonly Unit[] {
    const text = bidi.getMirroredCharacter(sign) ?? sign
    const place = placeOf(this.#type.weight, text.codePointAt(0) ?? 0)
    if (place === undefined) return []
    return [{ text, face: place.face, width: this.#advanceOf(text), ...(text === sign ? {} : { actual: sign }) }]
  }

  #advanceOf(character: string): number {
    const place = placeOf(this.#type.weight, character.codePointAt(0) ?? 0)
    return ((place?.advance ?? 0) * this.#type.size) / 1000
  }
}

/** `standIns` are those of the whole text; `from` is where the line begins in it. */
export function setLine(
  text: string,
  type: Type,
  { direction, standIns, from }: { direction: Direction; standIns: readonly StandIn[]; from: number },
): SetLine {
  const setter = new Setter(type)
  if (direction === 'ltr' && !rightToLeft.test(text)) setMixed(setter, text, { standIns, from })
  else setReordered(setter, text, { direction, standIns, from })
  return { spans: exact(setter.spans), width: setter.x }
}

type Place = { readonly standIns: readonly StandIn[]; readonly from: number }

function setMixed(setter: Setter, text: string, { standIns, from }: Place): void {
  const end = from + text.length
  let at = from
  const slice = (start: number, stop: number) => text.slice(start - from, stop - from)
  for (let index = firstAfter(standIns, from); index < standIns.length; index += 1) {
    const standIn = standIns[index]
    if (standIn === undefined || standIn.from >= end) break
    const [start, stop] = [Math.max(standIn.from, from), Math.min(standIn.to, end)]
    setter.leftToRight(slice(at, start))
    // A name that goes on in the next line stands for nothing more there.
    setter.plain(slice(start, stop), standIn.from >= from ? standIn.actual : '\u200b')
    at = stop
  }
  setter.leftToRight(slice(at, end))
}

/** The first that ends behind a place; a text may have a hundred thousand. */
function firstAfter(standIns: readonly StandIn[], place: number): number {
  let [low, high] = [0, standIns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((standIns[middle]?.to ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}

function setReordered(
  setter: Setter,
  text: string,
  { direction, standIns, from }: Place & { direction: Direction },
): void {
  const levels = bidi.getEmbeddingLevels(text, direction)
  const order = bidi.getReorderedIndices(text, levels)
  for (let at = 0; at < order.length; ) {
    const level = levels.levels[order[at] ?? 0] ?? 0
    const step = level % 2 === 0 ? 1 : -1
    let next = at + 1
    while (
      next < order.length &&
      order[next] === (order[next - 1] ?? 0) + step &&
      levels.levels[order[next] ?? 0] === level
    )
      next += 1
    const [first, last] = [order[at] ?? 0, order[next - 1] ?? 0]
    if (step === 1) setMixed(setter, text.slice(first, last + 1), { standIns, from: from + first })
    else setter.rightToLeft(text.slice(last, first + 1))
    at = next
  }
}
