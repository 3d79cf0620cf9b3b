/** Opens the fonts that a document draws with. Apart from their tables, because only a thread that draws needs the library of fonts. */
import { type Font, type GlyphRun, openSync } from 'fontkit'
import type { CharacterMap } from './character-map.ts'
import { characterMapOf, type FaceName, fileOf } from './faces.ts'
import { once } from './once.ts'

/** What pdfkit asks of a glyph. */
type DrawnGlyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] }
type DrawnPosition = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
type DrawnRun = {
  readonly glyphs: readonly DrawnGlyph[]
  readonly positions: readonly DrawnPosition[]
  readonly advanceWidth: number
}

/** Letters that change their shape or place by their neighbours: marks, Arabic, Hebrew with its points, Thai. Presentation forms have. */
const shaped = /(?![\ufb1d-\ufdff\ufe70-\ufeff])[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/u

/**
 * An open font as pdfkit takes it: any object with `layout`. Plain letters stand one after the other without the search for ligatures
 * and kerning, which costs a hundred times as much.
 */
export const openFace = once((name: FaceName): Font => {
  const font = openSync(fileOf(name)) as Font
  const map = characterMapOf(name)
  const draw = drawer(map, font.unitsPerEm / 1000)
  const layout = (text: string, features?: readonly string[]): DrawnRun => {
    if (features?.includes(backwards) === true) return turn(draw(text))
    return shaped.test(text) ? shapeText(font, map, text) : draw(text)
  }
  return Object.create(font, { layout: { value: layout } }) as Font
})

const joined = /[\ufb1d-\ufdff\ufe70-\ufeff]/u

/**
 * A joined form of a letter tells readers by program the letter. One that joins two stays as it is: Poppler would tell those backwards, and
 * another word would come of it.
 */
function toldBy(codePoint: number): readonly number[] {
  const character = String.fromCodePoint(codePoint)
  if (!joined.test(character)) return [codePoint]
  const letters = Array.from(character.normalize('NFKC'), (letter) => letter.codePointAt(0) ?? 0)
  return letters.length === 1 ? letters : [codePoint]
}

function drawer(map: CharacterMap, unit: number): (text: string) => DrawnRun {
  const glyphOf = once((codePoint: number): DrawnGlyph => {
    const id = map.glyphOf(codePoint)
    return { id, advanceWidth: map.advanceOf(id) * unit, codePoints: toldBy(codePoint) }
  })
  return (text) => {
    const glyphs = Array.from(text, (character) => glyphOf(character.codePointAt(0) ?? 0))
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
    return { glyphs, positions, advanceWidth: sumAdvances(positions) / unit }
  }
}

/** The OpenType feature of right-to-left alternates: asks for each letter to the left of the one before. */
export const backwards = 'rtla'

function turn({ glyphs, positions, advanceWidth }: DrawnRun): DrawnRun {
  return {
    glyphs,
    positions: positions.map((position, index) => ({ ...position, xAdvance: -(glyphs[index + 1]?.advanceWidth ?? 0) })),
    advanceWidth,
  }
}

const sumAdvances = (positions: readonly DrawnPosition[]): number => {
  let sum = 0
  for (const { xAdvance } of positions) sum += xAdvance
  return sum
}

const charactersOf = once((map: CharacterMap): ReadonlyMap<number, number> => {
  const characters = new Map<number, number>()
  for (const [start, end, glyph] of map.ranges)
    for (let at = start; at <= end; at += 1)
      if (!characters.has(glyph + at - start)) characters.set(glyph + at - start, at)
  return characters
})

/** A glyph tells the characters of whoever asked for it first; the same input has to give the same bytes. */
function shapeText(font: Font, map: CharacterMap, text: string): DrawnRun {
  const run: GlyphRun = font.layout(text)
  const characters = charactersOf(map)
  const glyphs = run.glyphs.map(({ id, advanceWidth }) => ({
    id,
    advanceWidth,
    codePoints: [characters.get(id) ?? 0xfffd],
  }))
  const positions = run.positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }))
  return { glyphs, positions, advanceWidth: (sumAdvances(positions) * 1000) / font.unitsPerEm }
}
