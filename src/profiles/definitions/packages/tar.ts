/** Entries of an untrusted tar archive, read by tar-stream. POSIX pax interchange format, IEEE 1003.1 pax. */
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, type Header } from 'tar-stream'
import { PackageError } from './package-error.ts'

export type TarEntry = { readonly name: string; readonly bytes: Buffer; readonly number: number }

export type TarBounds = { readonly entries: number; readonly entryBytes: number; readonly allBytes: number }

/** A pax header may hold a name of any length; the library reads 4 MiB of it. */
const maxNameLength = 64 * 1024

/** An archive from before POSIX has no signature. The types do not know the option. */
const options: object = { allowUnknownFormat: true }

/** The contents of the wanted files; others are skipped. */
export async function* readTar(
  chunks: AsyncIterable<Buffer>,
  bounds: TarBounds,
  isWanted: (name: string) => boolean,
): AsyncGenerator<TarEntry> {
  const archive = extract(options)
  // An error of the source reaches the loop through the archive.
  pipeline(Readable.from(countBytes(chunks, bounds.allBytes), { objectMode: false }), archive, () => undefined)
  let number = 0
  try {
    for await (const entry of archive) {
      number += 1
      const name = checkEntry(entry.header, number, bounds)
      if (entry.header.type === 'file' && isWanted(name)) yield { name, bytes: await buffer(entry), number }
      else entry.resume()
    }
  } catch (error) {
    throw isFromLibrary(error) ? new PackageError('damaged', number) : error
  }
}

async function* countBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let read = 0
  for await (const chunk of chunks) {
    read += chunk.length
    if (read > maxBytes) throw new PackageError('too-large')
    yield chunk
  }
}

function checkEntry({ name, type, size }: Header, number: number, bounds: TarBounds): string {
  if (number > bounds.entries) throw new PackageError('too-many-entries')
  if (size > bounds.entryBytes || name.length > maxNameLength) throw new PackageError('entry-too-large', number)
  const checked = checkName(name, number)
  if (type !== 'file' && type !== 'directory') throw new PackageError('entry-kind', number)
  return checked
}

function checkName(name: string, number: number): string {
  const parts = name.replace(/^\.\//, '').replace(/\/$/, '').split('/')
  const isBad = (part: string): boolean => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)
  if (parts.some(isBad) || /^[A-Za-z]:/.test(name)) throw new PackageError('entry-path', number)
  return parts.join('/')
}

/** An error of gunzip or of the file has a code; the library's own have none. */
const isFromLibrary = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof PackageError) && !('code' in error)
