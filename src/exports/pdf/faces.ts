/**
 * The fonts that are embedded, because PDF/A forbids fonts that are only named: DejaVu (free licence), and Noto Sans for Chinese,
 * Korean and Thai (SIL Open Font License). A thread opens each once, when a document first needs it.
 */
import { createRequire } from 'node:module'
import { type Font, type GlyphRun, openSync } from 'fontkit'
import { type CharacterMap, readCharacterMap } from './character-map.ts'

const { resolve } = createRequire(import.meta.url)

export const faceFiles = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  chinese: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  korean: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
} as const

export type FaceName = keyof typeof faceFiles
/** What a style may ask for; the other faces stand in for characters that these lack. */
export type Weight = 'plain' | 'bold'

function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** Reads four tables of the file; the font itself stays closed. */
export const characterMapOf = once((name: FaceName): CharacterMap => readCharacterMap(resolve(faceFiles[name])))

const korean = /\p{Script=Hangul}/u
const thai = /\p{Script=Thai}/u
/** Beside Han: what stands between such letters, at their width. */
const chinese = /\p{Script_Extensions=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff00-\uffef]/u

function standIn(codePoint: number): FaceName | undefined {
  const character = String.fromCodePoint(codePoint)
  if (thai.test(character)) return 'thai'
  if (korean.test(character)) return 'korean'
  return chinese.test(character) ? 'chinese' : undefined
}

/** The face that draws a character in place of a weight; undefined if no font has it. */
function findFace(weight: Weight, codePoint: number): FaceName | undefined {
  if (characterMapOf(weight).glyphOf(codePoint) !== 0) return weight
  // What the bold font lacks the plain one may have.
  if (weight === 'bold' && characterMapOf('plain').glyphOf(codePoint) !== 0) return 'plain'
  const name = standIn(codePoint)
  return name !== undefined && characterMapOf(name).glyphOf(codePoint) !== 0 ? name : undefined
}

type Place = { readonly face: FaceName; readonly advance: number }

const places = { plain: new Map<number, Place | undefined>(), bold: new Map<number, Place | undefined>() } as const

/** The face of a character and its advance there, in thousandths of the font size. */
export function placeOf(weight: Weight, codePoint: number): Place | undefined {
  const known = places[weight]
  const place = known.get(codePoint)
  if (place !== undefined || known.has(codePoint)) return place
  const face = findFace(weight, codePoint)
  const found = face === undefined ? undefined : { face, advance: advanceIn(face, codePoint) }
  known.set(codePoint, found)
  return found
}

/** A mark stands on its letter and takes no room. */
function advanceIn(face: FaceName, codePoint: number): number {
  const { advanceOf, glyphOf } = characterMapOf(face)
  return /[\p{Mn}\p{Me}]/u.test(String.fromCodePoint(codePoint)) ? 0 : advanceOf(glyphOf(codePoint))
}

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
  const font = openSync(resolve(faceFiles[name])) as Font
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
