/**
 * The fonts that are embedded, because PDF/A forbids fonts that are only named: DejaVu (free licence), and Noto Sans for Chinese,
 * Korean and Thai (SIL Open Font License). A thread opens each once, when a document first needs it.
 */
import { createRequire } from 'node:module'
import { type CharacterMap, readCharacterMap } from './character-map.ts'
import { once } from './once.ts'

const { resolve } = createRequire(import.meta.url)

export const faceFiles = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  chinese: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  korean: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
} as const

export type FaceName = keyof typeof faceFiles
/** A style asks for one of these; the other faces stand in for characters that these lack. */
export type Weight = 'plain' | 'bold'

/** The file of a face in the installed packages. */
export const fileOf = (name: FaceName): string => resolve(faceFiles[name])

/** Reads four tables of the file; the font itself stays closed. */
export const characterMapOf = once((name: FaceName): CharacterMap => readCharacterMap(fileOf(name)))

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
  // The plain font may have a character that the bold one lacks.
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
