/** JSON type and format of primitives. R4 datatypes.html#primitive, json.html#primitive. */
import type { JsonValue } from '../../json.ts'
import { hasFormat } from '../primitives.ts'
import type { Run } from './run.ts'

const wholeNumbers: Readonly<Record<string, readonly [least: number, most: number]>> = {
  integer: [-2147483648, 2147483647],
  unsignedInt: [0, 2147483647],
  positiveInt: [1, 2147483647],
}

const patterns: Readonly<Record<string, RegExp>> = {
  id: /^[A-Za-z0-9\-.]{1,64}$/,
  uri: /^\S*$/,
  url: /^\S*$/,
  canonical: /^\S*$/,
  oid: /^urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+$/,
  uuid: /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?$/,
}

const maxStringLength = 1024 * 1024
const hasContent = /[^ \t\r\n]/

export type PrimitiveCheck = (value: JsonValue, run: Run) => void

/** The check of a primitive type's values, compiled once. */
export function compilePrimitive(type: string): PrimitiveCheck {
  const range = wholeNumbers[type]
  if (range !== undefined) return (value, run) => checkNumber(value, range, run)
  if (type === 'boolean') return (value, run) => typeof value === 'boolean' || run.report('json-type')
  if (type === 'decimal') return (value, run) => typeof value === 'number' || run.report('json-type')
  const pattern = patterns[type]
  const isUnbounded = type === 'base64Binary' || type === 'xhtml'
  return (value, run) => {
    if (typeof value !== 'string') run.report('json-type')
    else if (!hasContent.test(value)) run.report('empty-value')
    else if (!isUnbounded && value.length > maxStringLength) run.report('too-long')
    else if ((pattern !== undefined && !pattern.test(value)) || !hasFormat(type, value)) run.report('primitive-format')
  }
}

function checkNumber(value: JsonValue, [least, most]: readonly [number, number], run: Run): void {
  if (typeof value !== 'number') run.report('json-type')
  else if (!Number.isInteger(value) || value < least || value > most) run.report('primitive-format')
}
