/**
 * The header and single leaves of HL7 v2 messages that come in or go out. HL7 v2.4 2.6, 2.7, 2.10. Messages for the record are read by
 * `src/inbound/message`.
 */

export type Hl7Message = {
  /** MSH-1. */
  readonly separator: string
  /**
   * A field or a component of the first segment of its name, by its place (`OBR.3.1`): as it was sent, with its escapes, and each byte
   * one character (Latin-1), so that it can be written back unchanged. A component is that of the first repetition. Empty if it is absent.
   */
  readonly raw: (place: string) => string
  /** A field of every segment of a name, in the same way. */
  readonly rawOfEach: (segment: string, field: number) => readonly string[]
}

/** Answers `undefined` for bytes that are no single message: they do not begin with a header, or have two. */
export function parseMessage(bytes: Uint8Array): Hl7Message | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const separator = text.charAt(3)
  if (!text.startsWith('MSH') || separator === '' || /\s/.test(separator)) return undefined
  const lines = text.split(/[\r\n]+/).map(withoutBlanks)
  if (lines.filter((line) => line.startsWith(`MSH${separator}`)).length > 1) return undefined
  return {
    separator,
    raw: (place) => readPlace(lines, place, separator),
    rawOfEach: (name, field) =>
      lines
        .map((line) => findFields(line, name, separator))
        .filter((fields) => fields !== undefined)
        .map((fields) => fields[field] ?? ''),
  }
}

/** Some senders put blanks around a segment. Only spaces and tabs count: in UTF-8 a character may end in a byte that is another blank in Latin-1. */
const withoutBlanks = (line: string): string => line.replace(/^[ \t]+|[ \t]+$/g, '')

/** The fields of a segment by their numbers, with the name of the segment as field 0; in MSH, field 1 is the separator. Undefined for a segment of another name. */
function findFields(line: string, name: string, separator: string): readonly string[] | undefined {
  if (!line.startsWith(name) || (line.length > name.length && !line.startsWith(separator, name.length)))
    return undefined
  const fields = line.split(separator)
  return name === 'MSH' ? [name, separator, ...fields.slice(1)] : fields
}

function readPlace(lines: readonly string[], place: string, separator: string): string {
  const [name = '', field = '', component] = place.split('.')
  let fields: readonly string[] | undefined
  for (const line of lines) {
    fields = findFields(line, name, separator)
    if (fields !== undefined) break
  }
  const value = fields?.[Number(field)] ?? ''
  if (component === undefined) return value
  const [, , encoding = ''] = findFields(lines[0] ?? '', 'MSH', separator) ?? []
  const [between = '', again = ''] = encoding
  const [first = ''] = again === '' ? [value] : value.split(again)
  const components = between === '' ? [first] : first.split(between)
  return components[Number(component) - 1] ?? ''
}

/** Parses the first segment alone, not a body of megabytes. Answers `undefined` where it has no MSH-10. */
export function parseHeader(bytes: Uint8Array): Hl7Message | undefined {
  const header = parseFirstSegment(bytes)
  return header === undefined || header.raw('MSH.10') === '' ? undefined : header
}

/** As `parseHeader`, also without MSH-10. Answers `undefined` where the bytes do not begin with a header. */
export function parseFirstSegment(bytes: Uint8Array): Hl7Message | undefined {
  const ends = [bytes.indexOf(0x0d), bytes.indexOf(0x0a)].filter((end) => end !== -1)
  return parseMessage(bytes.subarray(0, Math.min(...ends, bytes.length)))
}
