/** Which characters a font file has and how wide they are: its tables `cmap`, `hhea`, `hmtx`, `head` alone. OpenType 1.9. */
import { closeSync, openSync, readSync } from 'node:fs'

/** Ranges of code points: first, last, glyph of the first. In their order. */
type Ranges = readonly (readonly [number, number, number])[]

export type CharacterMap = {
  /** 0 for a character that the font lacks. */
  readonly glyphOf: (codePoint: number) => number
  /** In thousandths of the font size. */
  readonly advanceOf: (glyph: number) => number
  readonly ranges: Ranges
}

export function readCharacterMap(path: string): CharacterMap {
  const file = openSync(path, 'r')
  try {
    const read = (at: number, length: number): DataView => {
      const bytes = new Uint8Array(length)
      readSync(file, bytes, 0, length, at)
      return new DataView(bytes.buffer)
    }
    const tables = readDirectory(read)
    const table = (name: string): DataView => {
      const [at, length] = tables.get(name) ?? [0, 0]
      if (length === 0) throw new TypeError(`the font has no table ${name}`)
      return read(at, length)
    }
    const ranges = readRanges(table('cmap'))
    return { ranges, glyphOf: finder(ranges), advanceOf: advances(table('hmtx'), table('hhea'), table('head')) }
  } finally {
    closeSync(file)
  }
}

function readDirectory(read: (at: number, length: number) => DataView): ReadonlyMap<string, readonly [number, number]> {
  const count = read(0, 12).getUint16(4)
  const rows = read(12, count * 16)
  return new Map(
    Array.from({ length: count }, (_, row) => {
      const at = row * 16
      const name = String.fromCharCode(...[0, 1, 2, 3].map((index) => rows.getUint8(at + index)))
      return [name, [rows.getUint32(at + 8), rows.getUint32(at + 12)]]
    }),
  )
}

/** The subtable of all of Unicode (format 12), else of its first plane (format 4). */
function readRanges(cmap: DataView): Ranges {
  const subtables = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(8 + index * 8))
  const ofFormat = (format: number) => subtables.find((at) => cmap.getUint16(at) === format)
  const [whole, plane] = [ofFormat(12), ofFormat(4)]
  if (whole !== undefined) return readGroups(cmap, whole)
  if (plane !== undefined) return readSegments(cmap, plane)
  throw new TypeError('the font has no cmap of Unicode')
}

const readGroups = (cmap: DataView, at: number): Ranges =>
  Array.from({ length: cmap.getUint32(at + 12) }, (_, group) => {
    const from = at + 16 + group * 12
    return [cmap.getUint32(from), cmap.getUint32(from + 4), cmap.getUint32(from + 8)] as const
  })

function readSegments(cmap: DataView, at: number): Ranges {
  const count = cmap.getUint16(at + 6) / 2
  const [ends, starts, deltas, offsets] = [14, 16 + count * 2, 16 + count * 4, 16 + count * 6].map((by) => at + by) as [
    number,
    number,
    number,
    number,
  ]
  const ranges: [number, number, number][] = []
  for (let segment = 0; segment < count; segment += 1) {
    const by = segment * 2
    const [start, end, offset] = [
      cmap.getUint16(starts + by),
      cmap.getUint16(ends + by),
      cmap.getUint16(offsets + by),
    ] as const
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint += 1) {
      const indirect = offset === 0 ? codePoint : cmap.getUint16(offsets + by + offset + (codePoint - start) * 2)
      const glyph = offset !== 0 && indirect === 0 ? 0 : (indirect + cmap.getUint16(deltas + by)) & 0xffff
      const last = ranges.at(-1)
      if (glyph === 0) continue
      if (last !== undefined && last[1] === codePoint - 1 && last[2] + codePoint - last[0] === glyph)
        last[1] = codePoint
      else ranges.push([codePoint, codePoint, glyph])
    }
  }
  return ranges
}

function finder(ranges: Ranges): (codePoint: number) => number {
  const starts = Uint32Array.from(ranges, ([start]) => start)
  return (codePoint) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= codePoint) low = middle + 1
      else high = middle
    }
    const range = ranges[low - 1]
    return range === undefined || codePoint > range[1] ? 0 : range[2] + codePoint - range[0]
  }
}

function advances(hmtx: DataView, hhea: DataView, head: DataView): (glyph: number) => number {
  const count = hhea.getUint16(34)
  const scale = 1000 / head.getUint16(18)
  return (glyph) => hmtx.getUint16(Math.min(glyph, count - 1) * 4) * scale
}
