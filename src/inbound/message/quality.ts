/** What a message has that no row maps, and what of it was tolerated: by place and number, never by value. docs/inbound.md#quality-report. */

/** Each rule, and what it says of a place. */
export const qualityRules = {
  unmapped: 'is not carried',
  'unknown-code': 'has a code that its table does not map',
  'null-value': 'asks to delete a value: nothing is deleted',
  'no-date': 'is no date',
  'no-zone': 'has a time without a zone: the day is kept',
  'no-minutes': 'has an hour without minutes: the day is kept',
  'no-instant': 'has no time with a zone, which its element needs',
  'shifted-time': 'is a time that the clocks of its zone skip or repeat: the first offset is taken',
  'no-number': 'is no number: it is carried as text',
  'no-identifier': 'has a national number that breaks its own rule: it is carried as text',
  'no-media-type': 'has no media type that is known',
  'other-media-type': 'names a media type that does not fit its subtype: the subtype counts',
  'no-base64': 'is no Base64: it is carried as text',
  'no-address': 'is no address of the web: it is carried as text',
  'too-long': 'is longer than its version allows',
  'delimiter-in-text': 'has a delimiter that is not escaped in a text: it is kept',
  'unknown-escape': 'has an escape sequence that is not known: it stays as it is',
  'dropped-escape': 'has an escape sequence of another character set or program: it is left out',
  'control-character': 'has control characters: they are left out',
  'continued-line': 'goes on in a line that is no segment: the line is joined to it',
  'line-ends': 'do not end with CR alone',
  'blank-lines': 'stand between the segments',
  'byte-order-mark': 'stands before the header',
  'frame-bytes': 'stand around the message',
  'no-structure': 'has no message structure',
  'no-character-set': 'names no character set, and the bytes are no UTF-8: they are read as Windows-1252',
  'wrong-character-set': 'names UTF-8, and the bytes are none: they are read as Windows-1252',
  'no-version': 'names no version',
  'other-event': 'names another event than the header',
  absent: 'is missing: its element says that it is unknown',
} as const

export type QualityRule = keyof typeof qualityRules

export type QualityNote = { readonly rule: QualityRule; readonly place: string; readonly count: number }

/** More kinds of notes help nobody; a hostile message has millions. */
const maxNotes = 2000

export class Quality {
  readonly #counts = new Map<string, { rule: QualityRule; place: string; count: number }>()

  note(rule: QualityRule, place: string): void {
    const key = `${rule} ${place}`
    const known = this.#counts.get(key)
    if (known !== undefined) known.count += 1
    else if (this.#counts.size < maxNotes) this.#counts.set(key, { rule, place, count: 1 })
    else this.#overflow(rule)
  }

  /** The places of further notes are not kept, their number is. */
  #overflow(rule: QualityRule): void {
    const place = 'other places'
    const key = `${rule} ${place}`
    const known = this.#counts.get(key)
    if (known === undefined) this.#counts.set(key, { rule, place, count: 1 })
    else known.count += 1
  }

  /** In the order in which they were found. */
  list(): readonly QualityNote[] {
    return [...this.#counts.values()].map((note) => ({ ...note }))
  }
}

/** `PID-31 (2) is not carried`. */
export const describeNote = ({ rule, place, count }: QualityNote): string =>
  `${place}${count === 1 ? '' : ` (${count})`} ${qualityRules[rule]}`
