/** WAV files of 16-bit PCM: the samples of one voice, and a talk with a channel for each voice. */

/** Samples of one channel, 16-bit, little-endian. */
export type Sound = { readonly rate: number; readonly samples: Buffer }

const headBytes = 44

/** The one channel of what a synthesiser wrote; its length is not trusted, for it may have been written to a pipe. */
export function readSound(wav: Buffer): Sound {
  const data = wav.indexOf('data', 12, 'latin1')
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || data < 0 || wav.readUInt16LE(22) !== 1)
    throw new Error('the synthesiser wrote no WAV of one channel')
  const samples = wav.subarray(data + 8)
  return { rate: wav.readUInt32LE(24), samples: samples.subarray(0, samples.length - (samples.length % 2)) }
}

/** Channels of one length. */
export function writeWav(rate: number, channels: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const [first = Buffer.alloc(0)] = channels
  const size = 2 * channels.length
  const wav = Buffer.alloc(headBytes + first.length * channels.length)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels.length, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * size, 28)
  wav.writeUInt16LE(size, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(first.length * channels.length, 40)
  for (const [channel, samples] of channels.entries())
    for (let at = 0; at < samples.length; at += 2)
      wav.writeInt16LE(samples.readInt16LE(at), headBytes + (at / 2) * size + channel * 2)
  return new Uint8Array(wav)
}

export const silence = ({ rate }: { readonly rate: number }, seconds: number): Buffer =>
  Buffer.alloc(2 * Math.round(rate * seconds))
