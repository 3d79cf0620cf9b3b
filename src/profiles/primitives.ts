/** Formats of primitives where the validator's own are too wide. R4 datatypes.html#primitive. */
import type { JsonValue } from '../json.ts'

const date = '\\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\\d|3[01]))?)?'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d{1,9})?'
const zone = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))'

/** A time of day always has its zone, and a date down to the day before it. */
const formats: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${date}$`),
  dateTime: new RegExp(`^(?:${date}|\\d{4}-\\d{2}-\\d{2}T${time}${zone})$`),
  instant: new RegExp(`^\\d{4}-\\d{2}-\\d{2}T${time}${zone}$`),
  code: /^\S+(?: \S+)*$/,
}

/** R4 datatypes.html#string: none below 32 but for tab, line feed and carriage return. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

export function hasFormat(type: string, value: JsonValue): boolean {
  if (typeof value !== 'string') return true
  if (type === 'base64Binary') return isBase64(value)
  return !control.test(value) && (formats[type]?.test(value) ?? true)
}

/** White space may stand between groups of four. */
const isBase64 = (value: string): boolean =>
  value.split(/[ \t\r\n]+/).every((piece) => piece.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(piece))
