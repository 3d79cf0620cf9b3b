/** A file of an export without what its reader is denied now: denied since, or denied to this reader and not to the caller of the export. D56, D66. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { isDirectory } from '../../access/access.ts'
import { leaveOutVersions } from '../../access/consent-denials/leave-out-denied.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts'
import { withoutDeniedPatients } from '../../domain/bulk-export/bulk-lines.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import type { BulkFile } from '../../store/bulk-export/bulk-files.ts'
import type { Reader } from '../../store/resources/types.ts'

type DeniedLines = {
  readonly parameters: SearchParameters
  /** Patients who deny it to the reader. */
  readonly deniedPatients: readonly string[]
  readonly file: Pick<BulkFile, 'kind' | 'type'>
  /** True if its resources are whole, so that they say whose they are. */
  readonly isWhole: boolean
  /** Each step reads by itself, so that a slow client holds nothing open. */
  readonly look: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>
}

/** Compressed, as before. */
export function withoutDeniedLines(gzip: AsyncIterable<Buffer>, denied: DeniedLines): AsyncIterable<Buffer> {
  if (denied.file.kind === 'output' && isDirectory(denied.file.type)) return gzip
  const lines = pipeline(Readable.from(gzip), createGunzip(), () => undefined)
  // If either stream ends too early, so does the reply.
  return pipeline(Readable.from(keepSeen(lines, denied)), createGzip(), () => undefined)
}

async function* keepSeen(bytes: AsyncIterable<Buffer>, denied: DeniedLines): AsyncGenerator<Buffer> {
  for await (const lines of takeTogether(splitLines(bytes))) {
    const kept = denied.file.kind === 'deleted' ? keepDeletions(lines, denied) : await keepResources(lines, denied)
    for (const line of kept) yield Buffer.from(`${line}\n`)
  }
}

/** Lines in one step. */
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
  { parameters, deniedPatients, file, isWhole, look }: DeniedLines,
): Promise<readonly string[]> {
  if (!isWhole) return []
  const found = lines.map((line) => {
    const content = contentOf(line)
    return { type: file.type, id: String(content['id']), content, line }
  })
  return (await look((reader) => leaveOutVersions(reader, parameters, { deniedPatients, found }))).map(
    ({ line }) => line,
  )
}

const keepDeletions = (lines: readonly string[], { deniedPatients }: DeniedLines): readonly string[] =>
  lines.map((line) => JSON.stringify(withoutDeniedPatients(contentOf(line), deniedPatients)))

function contentOf(line: string): JsonObject {
  const content = parseJson(line)
  if (!isJsonObject(content)) throw new TypeError('the line of an export is no resource')
  return content
}

const newline = 0x0a

/** Each line without its end. No other character ends a line of NDJSON. */
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
