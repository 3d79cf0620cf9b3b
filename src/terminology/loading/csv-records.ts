/** The records of a table whose values are separated by commas or tabs. RFC 4180. */
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { LoadError, readLines, type SourceFile } from './source-file.ts'

const maxRecord = 1 << 20
/** A record without separators: at most this much is read beyond the last whole record. */
const maxUnparsed = 8 << 20

/** A quote inside a field is text: publishers use it for inches. */
export async function* readRecords(
  file: SourceFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly string[]> {
  const parser = parse({
    bom: true,
    delimiter: await findSeparator(file),
    max_record_size: maxRecord,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  let read = 0
  const advance = (bytes: number): void => {
    onBytes(bytes)
    read += bytes
    if (read - parser.info.bytes_records > maxUnparsed) throw wrongRecord(file)
  }
  // An error of the file reaches the loop through the parser.
  pipeline(Readable.from(readBytes(file, advance), { objectMode: false }), parser, () => undefined)
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    throw error instanceof CsvError ? wrongRecord(file) : error
  }
}

/** The library's message quotes the record. */
const wrongRecord = (file: SourceFile): LoadError =>
  new LoadError(`${file.name} has a quote that is not closed, or a record that is too long`)

async function findSeparator(file: SourceFile): Promise<string> {
  for await (const line of readLines(file, () => undefined)) {
    if (line !== '') return line.includes('\t') ? '\t' : ','
  }
  return ','
}

async function* readBytes(file: SourceFile, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of file.open()) {
    onBytes(chunk.length)
    yield chunk
  }
}
