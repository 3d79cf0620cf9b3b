/** Zip archives for the tests, well made or not. PKWARE APPNOTE 4.3: local headers with their data, the central directory, its end. */
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  readonly name: string
  readonly text: string
  readonly method?: number
  readonly flags?: number
  /** The mode of Unix. */
  readonly mode?: number
  /** The size that the directory states for the content. */
  readonly says?: number
}

function fieldsOf({ name, text, method = 8, flags = 0, says }: ZipEntry, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(crc32(text), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(says ?? Buffer.byteLength(text), 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let start = 0
  for (const entry of entries) {
    const packed = entry.method === 0 ? Buffer.from(entry.text) : deflateRawSync(entry.text)
    const [fields, name] = [fieldsOf(entry, packed), Buffer.from(entry.name)]
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
    const [made, place] = [Buffer.alloc(2), Buffer.alloc(14)]
    place.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6)
    place.writeUInt32LE(start, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, fields, place, name]))
    parts.push(local)
    start += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([...parts, central, end])
}
