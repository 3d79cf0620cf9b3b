/** A file of an export without what has been denied to its reader since, or is denied to them and was not to who asked. D56, D66. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts'
import type { BulkFile } from '../../store/bulk-export/bulk-files.ts'
import type { Reader } from '../../store/resources/reader.ts'
import { isDirectory } from '../access.ts'
import { leaveOutVersions } from '../hidden/hidden.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
import { withoutHiddenPatients } from './bulk-lines.ts'

type Withholding = {
  readonly parameters: SearchParameters
  /** Patients who deny it to the reader. */
  readonly hidden: readonly string[]
  readonly file: Pick<BulkFile, 'kind' | 'type'>
  /** Its resources are whole, so that it can be told whose they are. */
  readonly isWhole: boolean
  /** A look of its own for each step: a slow client holds nothing open. */
  readonly look: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>
}

/** Compressed, as it came. */
export function withoutWithheld(gzip: AsyncIterable<Buffer>, withholding: Withholding): AsyncIterable<Buffer> {
  if (withholding.file.kind === 'output' && isDirectory(withholding.file.type)) return gzip
  const lines = pipeline(Readable.from(gzip), createGunzip(), () => undefined)
  // Where either ends too early, so does the answer.
  return pipeline(Readable.from(keepSeen(lines, withholding)), createGzip(), () => undefined)
}

async function* keepSeen(bytes: AsyncIterable<Buffer>, withholding: Withholding): AsyncGenerator<Buffer> {
  for await (const lines of takeTogether(splitLines(bytes))) {
    const kept =
      withholding.file.kind === 'deleted' ? keepDeletions(lines, withholding) : await keepResources(lines, withholding)
    for (const line of kept) yield Buffer.from(`${line}\n`)
  }
}

/** Looked at in one step. */
const mostTogether = 200

async function* takeTogether(lines: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let together: string[] = []
  for await (const line of lines) {
    together.push(line)
    if (together.length < mostTogether) continue
    yield together
    together = []
  }
  if (together.length > 0) yield together
}

async function keepResources(
  lines: readonly string[],
  { parameters, hidden, file, isWhole, look }: Withholding,
): Promise<readonly string[]> {
  if (!isWhole) return []
  const found = lines.map((line) => {
    const content = contentOf(line)
    return { type: file.type, id: String(content['id']), content, line }
  })
  return (await look((reader) => leaveOutVersions(reader, parameters, { hidden, found }))).map(({ line }) => line)
}

const keepDeletions = (lines: readonly string[], { hidden }: Withholding): readonly string[] =>
  lines.map((line) => JSON.stringify(withoutHiddenPatients(contentOf(line), hidden)))

function contentOf(line: string): JsonObject {
  const content = parseJson(line)
  if (!isJsonObject(content)) throw new TypeError('the line of an export is no resource')
  return content
}

const newline = 0x0a

/** Each without its end. No other character ends a line of NDJSON. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const part of bytes) {
    let from = 0
    for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, from)) {
      yield Buffer.concat([...parts, part.subarray(from, at)]).toString('utf8')
      parts = []
      from = at + 1
    }
    if (from < part.length) parts.push(part.subarray(from))
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8')
}
