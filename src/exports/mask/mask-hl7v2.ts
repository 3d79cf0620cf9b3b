/** An HL7 v2 message with each leaf masked. Segments, fields, components and repetitions stay where they are. HL7 v2.4 2.6 to 2.8. */
import { segmentNames } from '../../core/hl7v2/segment-names.ts'
import { maskLeaf, opaque } from './mask-leaf.ts'

/** From the widest: repetition, component, sub-component. */
type Delimiters = { readonly field: string; readonly inner: readonly string[] }

/** Bytes of the frame, and a byte order mark as Latin-1 reads it. */
const around = /^[\x0b\s]*(?:\xef\xbb\xbf)?|[\x1c\s]+$/g
const punctuation = /^[!-/:-@[-`{-~]+$/

/** What is behind it is not shown. */
const mostBytes = 4 * 1024 * 1024

/** `bytes` in any character set that writes delimiters as ASCII does. */
export function maskHl7v2(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, mostBytes)).toString('latin1').replace(around, '')
  const delimiters = findDelimiters(text)
  if (delimiters === undefined) return opaque
  const [header = '', ...lines] = text.split(/[\r\n]+/)
  return [maskHeader(header, delimiters), ...lines.map((line) => maskSegment(line, delimiters))].join('\n')
}

/** Undefined for what is no message: a letter as a delimiter would be shown again and again. */
function findDelimiters(text: string): Delimiters | undefined {
  if (!text.startsWith('MSH')) return undefined
  const field = text.charAt(3)
  const [encoding = ''] = text.slice(4, 12).split(field)
  const [component = '', repetition = '~', , subComponent = '&'] = encoding
  const all = `${field}${encoding}`
  if (!punctuation.test(all) || encoding.length > 5 || encoding.length === 0 || new Set(all).size < all.length)
    return undefined
  return { field, inner: [repetition, component, subComponent] }
}

/** MSH-1 and MSH-2 are the delimiters themselves. */
function maskHeader(header: string, delimiters: Delimiters): string {
  const { field } = delimiters
  const [name = '', encoding = '', ...fields] = header.split(field)
  return [name, encoding, ...fields.map((value) => maskWithin(value, delimiters.inner))].join(field)
}

function maskSegment(line: string, { field, inner }: Delimiters): string {
  const [name = '', ...fields] = line.split(field)
  return [maskName(name), ...fields.map((value) => maskWithin(value, inner))].join(field)
}

/** A segment of a sender's own keeps its Z: the rest may be a name. */
function maskName(name: string): string {
  if (segmentNames.has(name)) return name
  return /^Z[A-Z0-9]{2}$/.test(name) ? 'Z**' : maskLeaf(name)
}

/** Two quotation marks ask the receiver to delete what it has: HL7 v2.4 2.6. */
const deletion = '""'

function maskWithin(value: string, [delimiter, ...inner]: readonly string[]): string {
  if (value === '' || value === deletion) return value
  if (delimiter === undefined) return maskLeaf(value)
  return value
    .split(delimiter)
    .map((part) => maskWithin(part, inner))
    .join(delimiter)
}
