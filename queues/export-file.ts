/** One file of a bulk export while it is written: lines in, compressed, sealed chunks out; memory holds one chunk. docs/design/store.md#tables. */
import { once } from 'node:events'
import { constants, createGzip } from 'node:zlib'
import { chunkBytes } from '../src/store/operations/blobs.ts'

export type ExportFile = {
  readonly id: string
  readonly count: () => number
  readonly bytes: () => number
  readonly write: (lines: readonly string[]) => Promise<void>
  /** Writes the rest. */
  readonly finish: () => Promise<void>
}

type Put = (seq: number, bytes: Uint8Array) => Promise<void>

export function openExportFile(id: string, put: Put): ExportFile {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })
  let pending: Buffer[] = []
  let [pendingBytes, seq, count, bytes] = [0, 0, 0, 0]
  gzip.on('data', (part: Buffer) => {
    pending.push(part)
    pendingBytes += part.length
  })
  const flush = async (least: number): Promise<void> => {
    while (pendingBytes >= least && pendingBytes > 0) {
      const all = Buffer.concat(pending)
      const rest = all.subarray(chunkBytes)
      pending = rest.length === 0 ? [] : [rest]
      pendingBytes = rest.length
      await put(seq, all.subarray(0, chunkBytes))
      seq += 1
    }
  }
  return {
    id,
    count: () => count,
    bytes: () => bytes,
    async write(lines) {
      if (lines.length === 0) return
      const text = Buffer.from(`${lines.join('\n')}\n`)
      count += lines.length
      bytes += text.length
      await new Promise<void>((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())))
      await flush(chunkBytes)
    },
    async finish() {
      const ended = once(gzip, 'end')
      gzip.end()
      await ended
      await flush(1)
    },
  }
}
