/** The bytes of one HL7 v2 message as segments: node-hl7-client finds the segments, their leaves are read here. D200; HL7 v2.4 2.5 to 2.10. */
import { showSegmentName } from '../../core/hl7v2/segment-names.ts'
import { type CharacterSet, chooseDecode } from './character-set.ts'
import { type Delimiters, openUnescape } from './escapes.ts'
import { refuse } from './inbound-refused.ts'
import type { Quality } from './quality.ts'
import { type Encoding, Segment } from './segment.ts'

export type ParsedMessage = {
  readonly header: Segment
  /** The header first. */
  readonly segments: readonly Segment[]
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Throws InboundRefused for bytes that are no message, and for a batch. */
export async function parseInbound(
  bytes: Uint8Array,
  own: CharacterSet | undefined,
  quality: Quality,
): Promise<ParsedMessage> {
  const content = takeContent(bytes, quality)
  const delimiters = readDelimiters(content)
  const decode = chooseDecode(content, declaredCharacterSet(content, delimiters), own, quality)
  const lines = listLines(decode(content), delimiters, quality)
  if (lines.slice(1).some((line) => line.startsWith('MSH')))
    refuse('MSH[2]', 'begins another message: a batch is not read')
  const encoding: Encoding = { delimiters, unescape: openUnescape(delimiters, decode), quality }
  const segments = await splitByLibrary(lines, delimiters, encoding)
  const [header = refuse('MSH', 'is missing')] = segments
  return { header, segments }
}

/** Without the mark of UTF-8, the bytes of a frame of MLLP, and white space around it. */
function takeContent(bytes: Uint8Array, quality: Quality): Uint8Array {
  let [start, end] = [0, bytes.length]
  if (byteOrderMark.every((byte, index) => bytes[index] === byte)) {
    quality.note('byte-order-mark', 'MSH')
    start = byteOrderMark.length
  }
  const isBlank = (byte = 0x41): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1c
  if (bytes[start] === 0x0b || bytes[end - 1] === 0x1c || bytes[end - 2] === 0x1c) quality.note('frame-bytes', 'MSH')
  while (start < end && isBlank(bytes[start])) start += 1
  while (end > start && (bytes[end - 1] === 0x1c || bytes[end - 1] === 0x0d || bytes[end - 1] === 0x0a)) end -= 1
  return bytes.subarray(start, end)
}

/** MSH-1 and MSH-2. What MSH-2 leaves out has the sign that HL7 recommends. HL7 v2.4 2.7. */
function readDelimiters(content: Uint8Array): Delimiters {
  const begin = Buffer.from(content.subarray(0, 16)).toString('latin1')
  if (/^[BF]HS/.test(begin)) refuse(begin.slice(0, 3), 'begins a batch: one message is read at a time')
  if (!begin.startsWith('MSH')) refuse('MSH', 'is missing: the bytes begin with another thing')
  const field = begin.charAt(3)
  if (!/^[!-/:-@[-`{-~]$/.test(field)) refuse('MSH-1', 'is no sign that separates fields')
  const signs =
    begin
      .slice(4)
      .split(field)[0]
      ?.split(/[\r\n]/)[0] ?? ''
  const [component = '^', repetition = '~', sign = '\\', subComponent = '&'] = signs
  const all = [field, component, repetition, sign, subComponent]
  if (all.some((one) => !/^[!-/:-@[-`{-~]$/.test(one)) || new Set(all).size < all.length)
    refuse('MSH-2', 'has no four signs that differ')
  return { field, component, repetition, escape: sign, subComponent }
}

/** The first value of MSH-18. */
function declaredCharacterSet(content: Uint8Array, { field, repetition }: Delimiters): string {
  const ends = [content.indexOf(0x0d), content.indexOf(0x0a)].filter((end) => end !== -1)
  const header = Buffer.from(content.subarray(0, Math.min(...ends, content.length))).toString('latin1')
  return header.split(field)[17]?.split(repetition)[0] ?? ''
}

/** More of them are no message; each takes memory. */
const maxLines = 500_000

/** Lines end with CR, LF or both. */
function* eachLine(text: string): Generator<string> {
  const end = /\r\n?|\n/g
  let start = 0
  for (let count = 1; ; count += 1) {
    if (count > maxLines) refuse('MSH', `is followed by more than ${maxLines} lines`)
    const found = end.exec(text)
    yield text.slice(start, found?.index ?? text.length)
    if (found === null) return
    start = end.lastIndex
  }
}

/** A line for each segment. A line that is none belongs to the one before: its sender broke a text without an escape. */
function listLines(text: string, { field }: Delimiters, quality: Quality): readonly string[] {
  if (text.includes('\n')) quality.note('line-ends', 'segments')
  const isSegment = new RegExp(`^[A-Z][A-Z0-9]{2}(?:\\${field}|$)`)
  const found: string[][] = []
  let blanks = 0
  for (const line of eachLine(text)) {
    const open = found.at(-1)
    if (isSegment.test(line)) {
      found.push([line])
      blanks = 0
    } else if (line.trim() === '') {
      blanks += 1
      quality.note('blank-lines', 'lines')
    } else if (open !== undefined) {
      quality.note('continued-line', showSegmentName(open[0]?.slice(0, 3) ?? ''))
      open.push('\n'.repeat(blanks) + line)
      blanks = 0
    }
  }
  return found.map((parts) => parts.join('\n'))
}

/** The library trims each segment: a separator at its end keeps the blanks of the last field. */
async function splitByLibrary(
  lines: readonly string[],
  { field }: Delimiters,
  encoding: Encoding,
): Promise<readonly Segment[]> {
  // The library comes with tables of 100 MB, which a process that handles no message does not need.
  const { Message } = await import('node-hl7-client')
  const numbers = new Map<string, number>()
  return parse().map((raw) => {
    const name = raw.slice(0, 3)
    const number = (numbers.get(name) ?? 0) + 1
    numbers.set(name, number)
    return new Segment(name, number, raw, encoding)
  })

  function parse(): readonly string[] {
    try {
      const message = new Message({ text: lines.map((line) => `${line}${field}\r`).join('') })
      return message.toArray().map((segment) => segment.toRaw())
    } catch {
      return refuse('MSH', 'is no header that can be parsed')
    }
  }
}
