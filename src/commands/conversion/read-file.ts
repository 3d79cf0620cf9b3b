/** The bytes of a file or of standard input, up to a bound. */
import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { UsageError } from '../subcommand.ts'

export const standardStream = '-'

/** A document with its images; a greater one is a mistake. */
const maxBytes = 64 * 1024 * 1024

/** The content is at fault, not the call. */
export class ContentError extends Error {}

/** Throws UsageError for a file that cannot be read, ContentError for one that is too large. */
export async function readBounded(name: string): Promise<Buffer> {
  const input = name === standardStream ? process.stdin : openFile(name)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of input) {
      size += Buffer.byteLength(chunk)
      if (size > maxBytes) throw new ContentError(`${name} is larger than ${maxBytes / 1024 / 1024} MB`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new UsageError(`${name} cannot be read`, { cause: error })
  }
  return Buffer.concat(chunks)
}

function openFile(name: string): Readable {
  const found = statSync(name, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`there is no file ${name}`)
  if (found.isDirectory()) throw new UsageError(`${name} is a folder`)
  return createReadStream(name)
}
