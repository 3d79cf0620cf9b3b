/** Entries of a tar archive as it comes in, without trust in it. POSIX pax interchange format, IEEE 1003.1 pax. */
import { PackageError } from './package-error.ts'

export type TarEntry = { readonly name: string; readonly bytes: Buffer; readonly number: number }

export type TarBounds = { readonly entries: number; readonly entryBytes: number; readonly allBytes: number }

const blockBytes = 512
const maxHeaderBytes = 64 * 1024

type Header = { readonly name: string; readonly size: number; readonly kind: string }

/** The contents of the files whose names are wanted; the others are passed over. */
export async function* readTar(
  chunks: AsyncIterable<Buffer>,
  bounds: TarBounds,
  isWanted: (name: string) => boolean,
): AsyncGenerator<TarEntry> {
  const source = new Source(chunks, bounds.allBytes)
  let longName: string | undefined
  for (let number = 1; ; ) {
    const block = await source.take(blockBytes)
    if (block === undefined || block.every((byte) => byte === 0)) return
    const header = parseHeader(block, number)
    if (number > bounds.entries) throw new PackageError('too-many-entries')
    const isExtended = header.kind === 'x' || header.kind === 'g' || header.kind === 'L'
    if (header.size > (isExtended ? maxHeaderBytes : bounds.entryBytes))
      throw new PackageError('entry-too-large', number)
    const padded = Math.ceil(header.size / blockBytes) * blockBytes
    if (isExtended) {
      const text = ((await source.take(padded)) ?? Buffer.alloc(0)).toString('utf8', 0, header.size)
      if (header.kind !== 'g') longName = header.kind === 'L' ? text.replace(/\0.*$/s, '') : findPath(text)
      continue
    }
    const name = checkName(longName ?? header.name, number)
    longName = undefined
    if (header.kind !== '0' && header.kind !== '5') throw new PackageError('entry-kind', number)
    if (header.kind === '0' && isWanted(name)) {
      const bytes = await source.take(padded)
      if (bytes === undefined) throw new PackageError('damaged')
      yield { name, bytes: bytes.subarray(0, header.size), number }
    } else await source.skip(padded)
    number += 1
  }
}

function parseHeader(block: Buffer, number: number): Header {
  const text = (start: number, length: number): string => {
    const field = block.subarray(start, start + length)
    const end = field.indexOf(0)
    return field.toString('utf8', 0, end === -1 ? length : end)
  }
  const size = Number.parseInt(text(124, 12).trim() || '0', 8)
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  // A size of base 256 is one that no entry may have.
  if (sum !== Number.parseInt(text(148, 8).trim(), 8) || !Number.isSafeInteger(size) || size < 0)
    throw new PackageError('damaged', number)
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  const kind = text(156, 1)
  return { name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`, size, kind: kind === '' ? '0' : kind }
}

/** Records are `length name=value`, each with a line break. */
const findPath = (text: string): string | undefined => /^\d+ path=(.*)$/m.exec(text)?.[1]

function checkName(name: string, number: number): string {
  const parts = name.replace(/^\.\//, '').replace(/\/$/, '').split('/')
  const isBad = (part: string): boolean => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)
  if (parts.some(isBad) || /^[A-Za-z]:/.test(name)) throw new PackageError('entry-path', number)
  return parts.join('/')
}

/** Bytes as they are asked for, counted. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #maxBytes: number
  #held: Buffer = Buffer.alloc(0)
  #read = 0

  constructor(chunks: AsyncIterable<Buffer>, maxBytes: number) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#maxBytes = maxBytes
  }

  async #next(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done === true) return false
    this.#held = value
    this.#read += value.length
    if (this.#read > this.#maxBytes) throw new PackageError('too-large')
    return true
  }

  /** Undefined where they end before. */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0; ) {
      if (this.#held.length === 0 && !(await this.#next())) return undefined
      const part = this.#held.subarray(0, missing)
      this.#held = this.#held.subarray(part.length)
      missing -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0; ) {
      if (this.#held.length === 0 && !(await this.#next())) throw new PackageError('damaged')
      const passed = Math.min(missing, this.#held.length)
      this.#held = this.#held.subarray(passed)
      missing -= passed
    }
  }
}
