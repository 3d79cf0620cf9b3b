/** The length of a recording, by the head of its file: known of WAV alone. RFC 2361; Multimedia Programming Interface 1.0, "WAVE". */

const headBytes = 4096

export type Metered = {
  readonly parts: AsyncIterable<Uint8Array>
  /** Of the parts that have gone by; undefined of other formats, and of a head that cannot be read. */
  readonly seconds: () => number | undefined
}

/** Looks at a recording while it is sent. */
export function meterRecording(bytes: number, parts: AsyncIterable<Uint8Array>): Metered {
  let head = Buffer.alloc(0)
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      if (head.length < headBytes) head = Buffer.concat([head, part.subarray(0, headBytes - head.length)])
      yield part
    }
  }
  return { parts: watched(), seconds: () => secondsOfWav(head, bytes) }
}

/** `bytes`: of the whole file, for a length that was written before the recording ended is wrong. */
function secondsOfWav(head: Buffer, bytes: number): number | undefined {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 20 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4)
    const size = head.readUInt32LE(at + 4)
    if (name === 'data') return bytesPerSecond === 0 ? undefined : Math.max(0, bytes - at - 8) / bytesPerSecond
    if (name === 'fmt ') bytesPerSecond = head.readUInt32LE(at + 16)
    at += 8 + size + (size % 2)
  }
  return undefined
}
