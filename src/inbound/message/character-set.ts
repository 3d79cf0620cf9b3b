/** The letters of a message from its bytes, by MSH-18. HL7 v2.4 2.16.9.18, table 0211. */
import { isAscii, isUtf8 } from 'node:buffer'
import { refuse } from './inbound-refused.ts'
import type { Quality } from './quality.ts'

/** Names of table 0211, and those that senders use in their place, as WHATWG Encoding names them. */
// biome-ignore format: one row a line
const encodings: Readonly<Record<string, string>> = {
  'ASCII': 'utf-8',
  'UNICODE UTF-8': 'utf-8', 'UTF-8': 'utf-8', 'UTF8': 'utf-8', 'UNICODE': 'utf-8',
  // Senders name ISO 8859-1 and mean Windows-1252, which has the same letters and typographic quotes beside them.
  '8859/1': 'windows-1252', 'ISO-8859-1': 'windows-1252', 'ISO8859-1': 'windows-1252', 'WINDOWS-1252': 'windows-1252',
  '8859/2': 'iso-8859-2', '8859/3': 'iso-8859-3', '8859/4': 'iso-8859-4', '8859/5': 'iso-8859-5', '8859/6': 'iso-8859-6',
  '8859/7': 'iso-8859-7', '8859/8': 'iso-8859-8', '8859/9': 'windows-1254', '8859/15': 'iso-8859-15',
}

/** Names that a sender's character set may have. */
export const characterSets = ['utf-8', 'latin1'] as const

export type CharacterSet = (typeof characterSets)[number]

/** Bytes to text; the same letters for the bytes of an escape sequence. */
export type Decode = (bytes: Uint8Array) => string

const decoderOf = (encoding: string): Decode => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}

const windows = decoderOf('windows-1252')
/**
 * How to decode a message that names `declared` in MSH-18. A message that names nothing has the sender's own character set, else UTF-8
 * where its bytes are that. No letter is ever replaced. Throws InboundRefused for a character set that is not known.
 */
export function chooseDecode(
  bytes: Uint8Array,
  declared: string,
  own: CharacterSet | undefined,
  quality: Quality,
): Decode {
  const name = declared.trim().toUpperCase()
  if (name === '' || name === 'ASCII') return chooseUndeclared(bytes, own, quality)
  const encoding = encodings[name] ?? refuse('MSH-18', 'names a character set that is not known')
  if (encoding !== 'utf-8') return decoderOf(encoding)
  if (isUtf8(bytes)) return decoderOf('utf-8')
  quality.note('wrong-character-set', 'MSH-18')
  return windows
}

function chooseUndeclared(bytes: Uint8Array, own: CharacterSet | undefined, quality: Quality): Decode {
  if (own === 'latin1') return windows
  if (isAscii(bytes) || isUtf8(bytes)) return decoderOf('utf-8')
  quality.note('no-character-set', 'MSH-18')
  return windows
}
