/** The resources of one input: one, or one a line in NDJSON. R4 async.html#3.1.6.2, nd-json.html. */
import { extname } from 'node:path'
import { isJsonObject, JsonError, parseJsonBytes } from '../../core/json.ts'

/** `line`: where it stands in NDJSON, from 1. */
export type Part = { readonly bytes: Buffer; readonly line?: number }

const newLine = 0x0a
const ofOne: readonly string[] = ['.json', '.xml']
const ofMany: readonly string[] = ['.ndjson', '.jsonl']

/** An input without a telling extension is NDJSON if its first line is a whole object and another follows. */
export function splitParts(name: string, bytes: Buffer): readonly Part[] {
  const extension = extname(name).toLowerCase()
  if (ofOne.includes(extension)) return [{ bytes }]
  if (ofMany.includes(extension)) return splitLines(bytes)
  const [first, second] = splitLines(bytes)
  return first !== undefined && second !== undefined && isObject(first.bytes) ? splitLines(bytes) : [{ bytes }]
}

function splitLines(bytes: Buffer): readonly Part[] {
  const parts: Part[] = []
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(newLine, start)
    const part = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (!part.every(isBlank)) parts.push({ bytes: part, line })
    start = end === -1 ? bytes.length : end + 1
  }
  return parts
}

/** White space of RFC 8259. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d

function isObject(bytes: Buffer): boolean {
  try {
    return isJsonObject(parseJsonBytes(bytes))
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return false
  }
}
