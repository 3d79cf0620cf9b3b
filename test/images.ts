/** Images made byte by byte, whole or wrong in one way. ISO/IEC 15948; ITU-T T.81 annex B. */
import { deflateSync } from 'node:zlib'

type Made = {
  readonly width: number
  readonly height: number
  readonly colour: number
  readonly lines: Buffer
  readonly depth?: number
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  // No reader of ours looks at the sum.
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
}

export function makePng(
  { width, height, colour, lines, depth = 8 }: Made,
  more: readonly Buffer[] = [],
  interlaced = 0,
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlaced], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** White, of this size. */
export const whitePng = (width: number, height: number, more: readonly Buffer[] = []): Buffer =>
  makePng({ width, height, colour: 0, lines: Buffer.concat(Array(height).fill(lineOf(width))) }, more)

const lineOf = (width: number): Buffer => Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 0xff)])

/** Red, half of it transparent: filters Sub and Up. */
export const halfRed = makePng({
  width: 2,
  height: 2,
  colour: 6,
  lines: Buffer.from([1, 255, 0, 0, 128, 0, 0, 0, 127, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
})

export function jpegSegment(marker: number, content: readonly number[] | Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, Buffer.from(content)])
}

type MadeJpeg = {
  readonly components?: number
  readonly frame?: number
  readonly depth?: number
  readonly more?: readonly Buffer[]
}

/** Grey, 8 by 8: one block whose coefficients are all 0. */
export function makeJpeg({ components = 1, frame = 0xc0, depth = 8, more = [] }: MadeJpeg = {}): Buffer {
  const each = Array.from({ length: components }, (_, index) => index + 1)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    jpegSegment(0xdb, [0, ...Array<number>(64).fill(1)]),
    jpegSegment(frame, [depth, 0, 8, 0, 8, components, ...each.flatMap((id) => [id, 0x11, 0])]),
    // One code of one bit in each table: no difference, and the end of the block.
    jpegSegment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0]),
    jpegSegment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), 0]),
    jpegSegment(0xda, [components, ...each.flatMap((id) => [id, 0]), 0, 63, 0]),
    Buffer.from([0x03, 0xff, 0xd9]),
  ])
}

/** EXIF with the orientation, and with a place where it was taken. */
export const exifSegment = (orientation: number, place = 'Seaton Delaval'): Buffer =>
  jpegSegment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0MM\0\u002a', 'latin1'),
      Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
      Buffer.from(place),
    ]),
  )
