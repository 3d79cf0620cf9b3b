/** An HL7 v2 message as it was sent, for rules to look at: every value with its escapes, and where it stands. HL7 v2.4 2.5 to 2.7. */

export type ParsedSegment = {
  readonly name: string
  /** How many of its name came before, from 1. */
  readonly number: number
  /** By number; MSH-1 is the separator itself. */
  readonly fields: readonly string[]
}

export type Delimiters = {
  readonly field: string
  readonly component: string
  readonly repetition: string
  readonly escape: string
  readonly subComponent: string
}

export type ParsedMessage = {
  readonly bytes: Uint8Array
  readonly delimiters: Delimiters
  readonly segments: readonly ParsedSegment[]
}

/** Where a value stands: `PID-3`, `OBX[2]-5`. */
export type Place = string

export type Value = { readonly place: Place; readonly components: readonly string[] }

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** The messages of a file: one, or those of a batch. Throws RangeError where there is no MSH. */
export function parseMessages(bytes: Uint8Array): readonly ParsedMessage[] {
  const isMarked = byteOrderMark.every((byte, index) => bytes[index] === byte)
  const content = isMarked ? bytes.subarray(3) : bytes
  const lines = Buffer.from(content)
    .toString('latin1')
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
  const starts = lines.flatMap((line, index) => (line.startsWith('MSH') ? [index] : []))
  if (starts.length === 0) throw new RangeError('no message header')
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length
    const own = lines.slice(start, end).filter((line) => !/^(?:FHS|BHS|BTS|FTS)/.test(line))
    return parseMessage(starts.length === 1 ? content : Buffer.from(own.join('\r'), 'latin1'), own)
  })
}

function parseMessage(bytes: Uint8Array, lines: readonly string[]): ParsedMessage {
  const [field = '', component = '', repetition = '', escaping = '', subComponent = ''] = lines[0]?.slice(3, 8) ?? ''
  const seen = new Map<string, number>()
  const segments = lines.map((line) => {
    const [name = '', ...values] = line.split(field)
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    return { name, number, fields: name === 'MSH' ? ['', field, ...values] : ['', ...values] }
  })
  return { bytes, segments, delimiters: { field, component, repetition, escape: escaping, subComponent } }
}

export const segmentsOf = ({ segments }: ParsedMessage, name: string): readonly ParsedSegment[] =>
  segments.filter((segment) => segment.name === name)

export const placeOf = ({ name, number }: ParsedSegment, field: number): Place =>
  `${name}${number === 1 ? '' : `[${number}]`}-${field}`

/** As it was sent; empty where it is absent. */
export const rawOf = (message: ParsedMessage, name: string, field: number): string =>
  segmentsOf(message, name)[0]?.fields[field] ?? ''

export const componentsOf = (message: ParsedMessage, raw: string): readonly string[] =>
  raw.split(message.delimiters.component)

export const subComponentsOf = (message: ParsedMessage, component: string): readonly string[] =>
  component.split(message.delimiters.subComponent)

/** The repetitions of one field of every segment of its name, without the empty ones. */
export function listValues(message: ParsedMessage, name: string, field: number): readonly Value[] {
  return segmentsOf(message, name).flatMap((segment) => listFieldValues(message, segment, field))
}

export const listFieldValues = (message: ParsedMessage, segment: ParsedSegment, field: number): readonly Value[] =>
  (segment.fields[field] ?? '')
    .split(message.delimiters.repetition)
    .filter((raw) => raw !== '' && raw !== '""')
    .map((raw) => ({ place: placeOf(segment, field), components: componentsOf(message, raw) }))

/** The fields of each data type that letters, results and their acknowledgements use. HL7 v2.4 appendix A. */
// biome-ignore format: one row a line
const typedFields = {
  CX: [['PID', 2], ['PID', 3], ['PID', 4], ['PID', 18], ['PID', 21]],
  XCN: [['OBR', 10], ['OBR', 16], ['OBR', 28], ['ORC', 10], ['ORC', 11], ['ORC', 12], ['PV1', 7], ['PV1', 8], ['PV1', 9], ['PV1', 17], ['OBX', 16]],
  EI: [['OBR', 2], ['OBR', 3], ['ORC', 2], ['ORC', 3], ['ORC', 4], ['RF1', 6], ['RF1', 11]],
  HD: [['MSH', 4], ['MSH', 6]],
  CE: [['OBR', 4], ['OBX', 3], ['RF1', 1], ['RF1', 2], ['RF1', 3], ['RF1', 4], ['RF1', 5], ['RF1', 10], ['PRD', 1], ['AL1', 2], ['DG1', 3]],
  TS: [['MSH', 7], ['OBR', 6], ['OBR', 7], ['OBR', 8], ['OBR', 14], ['OBR', 22], ['OBX', 12], ['OBX', 14], ['ORC', 9], ['ORC', 15], ['RF1', 7], ['RF1', 8], ['RF1', 9], ['PID', 7], ['PID', 29], ['PRD', 8], ['PRD', 9], ['PV1', 44], ['PV1', 45]],
} as const

export type FieldType = keyof typeof typedFields

export const listTyped = (message: ParsedMessage, type: FieldType): readonly Value[] =>
  typedFields[type].flatMap(([name, field]) => listValues(message, name, field))

/** OBX-5 of the observations of one value type (OBX-2). */
export const listObserved = (message: ParsedMessage, type: string): readonly Value[] =>
  segmentsOf(message, 'OBX')
    .filter(({ fields }) => fields[2] === type)
    .flatMap((segment) => listFieldValues(message, segment, 5))

/** An OBR with its observations. */
export type Group = { readonly report: ParsedSegment; readonly observations: readonly ParsedSegment[] }

export function listGroups({ segments }: ParsedMessage): readonly Group[] {
  const groups: { report: ParsedSegment; observations: ParsedSegment[] }[] = []
  for (const segment of segments) {
    if (segment.name === 'OBR') groups.push({ report: segment, observations: [] })
    else if (segment.name === 'OBX') groups.at(-1)?.observations.push(segment)
  }
  return groups
}
