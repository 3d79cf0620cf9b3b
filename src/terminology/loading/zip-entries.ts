/** The entries of a zip archive by its central directory, each inflated while it is read. PKWARE APPNOTE 6.3.10, sections 4.3 and 4.5.3. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInflateRaw } from 'node:zlib'
import { LoadError, type SourceFile } from './source-file.ts'

const endSignature = 0x06054b50
const end64Locator = 0x07064b50
const entrySignature = 0x02014b50
const maxDirectory = 64 << 20
const saturated = 0xffffffff

export async function listZipEntries(path: string, size: number): Promise<readonly SourceFile[]> {
  const file = await open(path, 'r')
  try {
    const read = async (at: number, bytes: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(Math.max(0, bytes))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      if (bytesRead < buffer.length) throw damaged(path)
      return buffer
    }
    const directory = await readDirectory(path, size, read)
    return await Promise.all(parseEntries(path, directory).map((entry) => openEntry(path, entry, read)))
  } finally {
    await file.close()
  }
}

type Read = (at: number, bytes: number) => Promise<Buffer>

async function readDirectory(path: string, size: number, read: Read): Promise<Buffer> {
  const tailAt = Math.max(0, size - 65_557)
  const tail = await read(tailAt, size - tailAt)
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at--
  if (at < 0) throw damaged(path)
  let [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (start === saturated && at >= 20 && tail.readUInt32LE(at - 20) === end64Locator) {
    const end64 = await read(Number(tail.readBigUInt64LE(at - 12)), 56)
    bytes = Number(end64.readBigUInt64LE(40))
    start = Number(end64.readBigUInt64LE(48))
  }
  if (bytes > maxDirectory || start + bytes > size) throw damaged(path)
  return read(start, bytes)
}

type Entry = {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly bytes: number
  readonly at: number
}

function parseEntries(path: string, directory: Buffer): Entry[] {
  const entries: Entry[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset))
    const nameAt = at + 46
    const extraAt = nameAt + (nameBytes ?? 0)
    const name = directory.toString('utf8', nameAt, extraAt)
    const sizes = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)]
    const [bytes = 0, packed = 0, start = 0] = widen(sizes, directory.subarray(extraAt, extraAt + (extraBytes ?? 0)))
    if ((directory.readUInt16LE(at + 8) & 1) === 1) throw new LoadError(`${basename(path)} is encrypted`)
    if (!name.endsWith('/')) entries.push({ name, method: directory.readUInt16LE(at + 10), packed, bytes, at: start })
    at = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return entries
}

/** Zip64: what does not fit its field stands in the extra field 1, in this order. */
function widen(sizes: readonly number[], extra: Buffer): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  let from = at + 4
  return sizes.map((size) => {
    if (size !== saturated || from + 8 > extra.length) return size
    from += 8
    return Number(extra.readBigUInt64LE(from - 8))
  })
}

async function openEntry(path: string, { name, method, packed, bytes, at }: Entry, read: Read): Promise<SourceFile> {
  if (method !== 0 && method !== 8) throw new LoadError(`${basename(path)} is packed in a way that is not read`)
  const head = await read(at, 30)
  const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const raw = () => createReadStream(path, { start, end: start + packed - 1, highWaterMark: 1 << 18 })
  async function* inflate(): AsyncGenerator<Buffer> {
    let seen = 0
    if (packed === 0) return
    for await (const chunk of method === 0 ? raw() : raw().pipe(createInflateRaw())) {
      seen += (chunk as Buffer).length
      if (seen > bytes) throw damaged(path)
      yield chunk as Buffer
    }
    if (seen !== bytes) throw damaged(path)
  }
  return { name: basename(name), bytes, open: inflate }
}

const damaged = (path: string): LoadError => new LoadError(`${basename(path)} is no zip archive, or a damaged one`)
