/** Reads the markers of a JPEG (ITU-T T.81 annex B; EXIF 2.3 4.6), and writes it again without what a reader of the page does not see. */

export type JpegHead = {
  readonly width: number
  readonly height: number
  /** Why no page takes it; undefined if one does. */
  readonly refusal?: string
}

type Segment = { readonly marker: number; readonly from: number; readonly to: number }

type Segments = {
  readonly head: readonly Segment[]
  /** Where the first scan begins. */
  readonly scanFrom: number
}

const startOfImage = 0xffd8
const startOfScan = 0xffda
const endOfImage = 0xffd9

/** SOF0, SOF1, SOF2: baseline, extended and progressive, all with Huffman codes. Readers of PDF need not know the others. */
const usual: ReadonlySet<number> = new Set([0xffc0, 0xffc1, 0xffc2])
const isFrame = (marker: number): boolean =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Undefined if the bytes are no JPEG, or end before the first scan. */
function listSegments(bytes: Uint8Array): Segments | undefined {
  const view = viewOf(bytes)
  if (bytes.length < 4 || view.getUint16(0) !== startOfImage) return undefined
  const head: Segment[] = []
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = view.getUint16(at)
    // B.1.1.2: fill bytes.
    if (marker === 0xffff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    const to = at + 2 + length
    if (marker < 0xffc0 || length < 2 || to > bytes.length) return undefined
    if (marker === startOfScan) return { head, scanFrom: at }
    head.push({ marker, from: at, to })
    at = to
  }
  return undefined
}

/** Undefined if the bytes are no JPEG. */
export function readJpegHead(bytes: Uint8Array): JpegHead | undefined {
  const segments = listSegments(bytes)
  const frames = segments?.head.filter(({ marker }) => isFrame(marker)) ?? []
  const [frame] = frames
  if (segments === undefined || frame === undefined || frame.to - frame.from < 10) return undefined
  const view = viewOf(bytes)
  const size = { height: view.getUint16(frame.from + 5), width: view.getUint16(frame.from + 7) }
  const refusal = refusalOf(frames, { depth: view.getUint8(frame.from + 4), components: view.getUint8(frame.from + 9) })
  if (refusal !== undefined) return { ...size, refusal }
  return isTurned(bytes, segments.head) ? { ...size, refusal: 'stands upright only by its EXIF orientation' } : size
}

type Kind = { readonly depth: number; readonly components: number }

function refusalOf(frames: readonly Segment[], { depth, components }: Kind): string | undefined {
  // The colours of PDF/A are those of the profile that comes along, sRGB.
  if (components === 4) return 'has the colours of print (CMYK)'
  const isUsual = frames.length === 1 && frames.every(({ marker }) => usual.has(marker))
  return isUsual && depth === 8 && (components === 1 || components === 3)
    ? undefined
    : 'is of a kind of JPEG that few programs show'
}

/** APP1 with EXIF: the tag 0x0112 of the first directory, 1 for upright. */
function isTurned(bytes: Uint8Array, head: readonly Segment[]): boolean {
  return head.some(({ marker, from, to }) => {
    const data = Buffer.from(bytes.subarray(from + 4, to))
    if (marker !== 0xffe1 || data.length < 20 || data.toString('latin1', 0, 6) !== 'Exif\0\0') return false
    const tiff = data.subarray(6)
    const isLittle = tiff.toString('latin1', 0, 2) === 'II'
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    if (start + 2 > tiff.length) return false
    const entries = Array.from({ length: short(start) }, (_, index) => start + 2 + index * 12)
    return entries.some((at) => at + 10 <= tiff.length && short(at) === 0x0112 && short(at + 8) !== 1)
  })
}

/** True if the scans end as they should: the file was not cut off. */
export const isWholeJpeg = (bytes: Uint8Array): boolean => findEnd(bytes) !== undefined

/** Behind the last scan. Within one, 0xFF is followed by 0x00 or a restart marker. B.1.1.5 */
function findEnd(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes)
  const segments = listSegments(bytes)
  for (let at = segments?.scanFrom ?? bytes.length; at + 2 <= bytes.length; ) {
    const marker = view.getUint16(at)
    if (marker === endOfImage) return at + 2
    const isCoded = marker < 0xffc0 || marker === 0xffff || (marker >= 0xffd0 && marker <= 0xffd7)
    at += isCoded ? 1 : 2 + (at + 4 <= bytes.length ? view.getUint16(at + 2) : 0)
  }
  return undefined
}

const lengthOfJfif = 18

/** Of the application segments JFIF without a small copy, and Adobe's colour transform: others, and comments, hold places and names. */
const isKept = ({ marker, from, to }: Segment): boolean =>
  marker < 0xffe0 || marker === 0xffee || (marker === 0xffe0 && to - from === lengthOfJfif)

/** Without EXIF, comments and what comes after the end. */
export function withoutMetadata(bytes: Uint8Array): Uint8Array {
  const segments = listSegments(bytes)
  const end = findEnd(bytes)
  if (segments === undefined || end === undefined) throw new TypeError('the image ends too early')
  const parts = segments.head.filter(isKept).map(({ from, to }) => bytes.subarray(from, to))
  return Buffer.concat([bytes.subarray(0, 2), ...parts, bytes.subarray(segments.scanFrom, end)])
}
