/** HL7 v2 messages that come in, parsed by node-hl7-client. HL7 v2.4 2.6, 2.10. */

export type Hl7Message = {
  /** MSH-1. */
  readonly separator: string
  /**
   * A field or a component of the first segment of its name, by its place (`OBR.3.1`): as it was sent, with its escapes, and each byte
   * one character (Latin-1), so that it can go back the same. Empty where it is absent.
   */
  readonly raw: (place: string) => string
  /** A field of every segment of a name, in the same way. */
  readonly rawOfEach: (segment: string, field: number) => readonly string[]
}

/** It comes with tables of 100 MB, which a process that handles no message does not need. */
let library: typeof import('node-hl7-client') | undefined

/** Answers `undefined` if it is no message. */
export async function parseMessage(bytes: Uint8Array): Promise<Hl7Message | undefined> {
  library ??= await import('node-hl7-client')
  const { Message } = library
  try {
    const text = Buffer.from(bytes).toString('latin1')
    // The library takes no text for a message without segments.
    if (text === '') return undefined
    const message = new Message({ text })
    return {
      separator: text.charAt(3),
      raw: (place) => {
        const node = message.get(place)
        return node.isEmpty() ? '' : node.toRaw()
      },
      rawOfEach: (segment, field) => listFields(text, segment, field),
    }
  } catch {
    return undefined
  }
}

/** By the text itself: a message may have thousands of segments, and megabytes in one. */
const listFields = (text: string, segment: string, field: number): readonly string[] =>
  text
    .split(/[\r\n]+/)
    .filter((line) => line.startsWith(`${segment}${text.charAt(3)}`))
    .map((line) => line.split(text.charAt(3))[field] ?? '')

/** Parses the first segment alone, not a body of megabytes. Answers `undefined` where it has no MSH-10. */
export async function parseHeader(bytes: Uint8Array): Promise<Hl7Message | undefined> {
  const header = await parseFirstSegment(bytes)
  return header === undefined || header.raw('MSH.10') === '' ? undefined : header
}

/** As `parseHeader`, also without MSH-10. Answers `undefined` where the bytes do not begin with a header. */
export async function parseFirstSegment(bytes: Uint8Array): Promise<Hl7Message | undefined> {
  const ends = [bytes.indexOf(0x0d), bytes.indexOf(0x0a)].filter((end) => end !== -1)
  return parseMessage(bytes.subarray(0, Math.min(...ends, bytes.length)))
}
