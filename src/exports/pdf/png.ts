/** Reads a PNG (ISO/IEC 15948) and writes it again: pixels alone, without transparency, on white. PDF/A-1 has none. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export type PngHead = {
  readonly width: number
  readonly height: number
  readonly depth: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly colour: number
  readonly isInterlaced: boolean
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** ISO/IEC 15948 11.2.2: the depths of each kind. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Undefined if the bytes are no PNG. */
export function readPngHead(bytes: Uint8Array): PngHead | undefined {
  if (bytes.length < 33 || !signature.equals(bytes.subarray(0, 8))) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [depth, colour] = [view.getUint8(24), view.getUint8(25)]
  if (view.getUint32(12) !== 0x49484452 || depths[colour]?.includes(depth) !== true) return undefined
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth,
    colour,
    isInterlaced: view.getUint8(28) !== 0,
  }
}

type Chunks = { readonly data: Buffer; readonly palette: Buffer; readonly transparency: Buffer }

const tooEarly = (): TypeError => new TypeError('the image ends too early')

/** Throws if a chunk goes beyond the end, or the last one is missing. */
function readChunks(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data: Uint8Array[] = []
  const others = new Map<string, Buffer>()
  for (let at = 8; !others.has('IEND'); ) {
    if (at + 12 > bytes.length) throw tooEarly()
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) throw tooEarly()
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IDAT') data.push(content)
    else others.set(name, Buffer.from(content))
    at += 12 + length
  }
  const none = Buffer.alloc(0)
  return {
    data: Buffer.concat(data),
    palette: others.get('PLTE') ?? none,
    transparency: others.get('tRNS') ?? none,
  }
}

type Decoded = Chunks & {
  readonly head: PngHead
  readonly lineLength: number
  /** The lines with their filters, as many as the head says. */
  readonly raw: Buffer
}

/** Inflates no more than the head allows. Throws if the image is broken. */
function decodePng(bytes: Uint8Array): Decoded {
  const head = readPngHead(bytes)
  if (head === undefined) throw new TypeError('the image is no PNG')
  const chunks = readChunks(bytes)
  const lineLength = Math.ceil((head.width * (channels[head.colour] ?? 1) * head.depth) / 8)
  const whole = (lineLength + 1) * head.height
  const raw = inflateSync(chunks.data, { maxOutputLength: whole })
  if (raw.length < whole) throw tooEarly()
  for (let at = 0; at < whole; at += lineLength + 1)
    if ((raw[at] ?? 0) > 4) throw new TypeError('the image has an unknown filter')
  if (head.colour === 3 && (chunks.palette.length === 0 || chunks.palette.length % 3 !== 0))
    throw new TypeError('the image has no palette')
  return { ...chunks, head, lineLength, raw }
}

/** True if everything that the head promises is there. */
export function isWholePng(bytes: Uint8Array): boolean {
  try {
    decodePng(bytes)
    return true
  } catch {
    // zlib and the reader throw errors of many kinds; each says the same.
    return false
  }
}

/** ISO/IEC 15948 9.2: undoes the filter of each line, in place. `step` is the bytes of a pixel. */
function unfilter(raw: Buffer, lineLength: number, step: number): void {
  for (let start = 0; start < raw.length; start += lineLength + 1) {
    const filter = raw[start] ?? 0
    for (let index = start + 1; index <= start + lineLength; index += 1) {
      const left = index - start > step ? (raw[index - step] ?? 0) : 0
      const above = start > 0 ? (raw[index - lineLength - 1] ?? 0) : 0
      const corner = start > 0 && index - start > step ? (raw[index - lineLength - 1 - step] ?? 0) : 0
      raw[index] = ((raw[index] ?? 0) + predict(filter, left, above, corner)) & 0xff
    }
  }
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** An opaque image of usual depth keeps its data. Throws if the image is broken, or interlaced. */
export function flattenPng(bytes: Uint8Array): Uint8Array {
  const { head, lineLength, raw, data, palette, transparency } = decodePng(bytes)
  const { width, height, depth, colour } = head
  // PDF 1.4, which PDF/A-1 is, has no samples of 16 bits.
  if (colour < 4 && transparency.length === 0 && depth <= 8) return writePng(head, data, palette)
  const perPixel = channels[colour] ?? 1
  unfilter(raw, lineLength, Math.max(1, (perPixel * depth) / 8))
  const pixels = Buffer.alloc((width * 3 + 1) * height)
  if (colour === 6 && depth === 8) {
    for (let y = 0; y < height; y += 1)
      flattenLine(raw, y * (lineLength + 1) + 1, pixels, y * (width * 3 + 1) + 1, width)
  } else {
    const read = reader({ raw, lineLength, depth, perPixel })
    const pick = picker(colour, depth, palette, transparency)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) pixels.set(pick(read(x, y)), y * (width * 3 + 1) + 1 + x * 3)
  }
  return writePng({ width, height, depth: 8, colour: 2 }, deflateSync(pixels), Buffer.alloc(0))
}

/** The most usual kind, by far the fastest this way. */
function flattenLine(raw: Buffer, from: number, pixels: Buffer, to: number, width: number): void {
  for (let x = 0; x < width; x += 1) {
    const at = from + x * 4
    const alpha = raw[at + 3] ?? 0
    for (let channel = 0; channel < 3; channel += 1)
      pixels[to + x * 3 + channel] = Math.round(((raw[at + channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255)
  }
}

type Samples = readonly number[]

/** The samples of a pixel as written. */
const reader =
  ({ raw, lineLength, depth, perPixel }: { raw: Buffer; lineLength: number; depth: number; perPixel: number }) =>
  (x: number, y: number): Samples => {
    const start = y * (lineLength + 1) + 1
    if (depth === 8) return Array.from({ length: perPixel }, (_, at) => raw[start + x * perPixel + at] ?? 0)
    if (depth === 16)
      return Array.from({ length: perPixel }, (_, at) => raw.readUInt16BE(start + (x * perPixel + at) * 2))
    const bit = x * depth
    return [((raw[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)]
  }

type Colour = readonly [number, number, number]

/** The colour of a pixel on white. */
function picker(colour: number, depth: number, palette: Buffer, transparency: Buffer): (samples: Samples) => Colour {
  const most = 2 ** depth - 1
  const onWhite = (value: number, alpha: number) =>
    Math.round((value * alpha + most * (most - alpha)) * (255 / most / most))
  const clear = transparency.length >= 2 && colour !== 3 ? listSamples(transparency) : undefined
  return (samples) => {
    const [first = 0, second = 0, third = 0, fourth = most] = samples
    if (colour === 3) {
      const alpha = transparency[first] ?? 255
      const mix = (at: number) => Math.round(((palette[first * 3 + at] ?? 0) * alpha + 255 * (255 - alpha)) / 255)
      return [mix(0), mix(1), mix(2)]
    }
    if (clear?.every((value, at) => value === samples[at]) === true) return [255, 255, 255]
    if (colour === 0 || colour === 4) {
      const grey = onWhite(first, colour === 4 ? second : most)
      return [grey, grey, grey]
    }
    return [onWhite(first, fourth), onWhite(second, fourth), onWhite(third, fourth)]
  }
}

/** The one colour that `tRNS` makes clear. */
const listSamples = (transparency: Buffer): Samples =>
  Array.from({ length: transparency.length >> 1 }, (_, at) => transparency.readUInt16BE(at * 2))

/** With the chunks that a decoder needs, and no others. */
function writePng(kind: Omit<PngHead, 'isInterlaced'>, data: Buffer, palette: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(kind.width, 0)
  head.writeUInt32BE(kind.height, 4)
  head.set([kind.depth, kind.colour], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...(palette.length === 0 ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
