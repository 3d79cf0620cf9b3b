/** Packages for the tests: `.tgz` archives, well made or not. */
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

export type ArchiveEntry = {
  readonly name: string
  readonly content?: unknown
  readonly kind?: string
  readonly size?: number
}

function buildHeader(name: string, size: number, kind: string): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write('0000644\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(' '.repeat(8), 148)
  block.write(kind, 156)
  block.write('ustar\0', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function buildEntry({ name, content = '', kind = '0', size }: ArchiveEntry): Buffer {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512)
  return Buffer.concat([buildHeader(name, size ?? bytes.length, kind), bytes, padding])
}

export const manifest: ArchiveEntry = {
  name: 'package/package.json',
  content: { name: 'example.package', version: '1.0.0', fhirVersions: ['4.0.1'] },
}

export const buildTar = (entries: readonly ArchiveEntry[]): Buffer =>
  Buffer.concat([...entries.map(buildEntry), Buffer.alloc(1024)])

export const buildArchive = (entries: readonly ArchiveEntry[]): Buffer => gzipSync(buildTar(entries))

export const writeArchive = (path: string, entries: readonly ArchiveEntry[]): Promise<void> =>
  writeFile(path, buildArchive(entries))
