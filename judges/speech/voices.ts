/** Has a synthesiser speak a talk: two voices on a channel each, as from two microphones, or both on one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Line, Voice } from './talk.ts'
import { readSound, type Sound, silence, writeWav } from './wav.ts'

export type Synthesiser = {
  readonly program: string
  /** `file`: the WAV that it writes. */
  readonly argumentsOf: (line: Line, file: string) => readonly string[]
}

const fliteVoices: Readonly<Record<Voice, string>> = { clinician: 'rms', patient: 'awb' }
const espeakVoices: Readonly<Record<Voice, string>> = { clinician: 'en-us+m3', patient: 'en-us+f2' }

/** Made from recorded speech. */
export const flite: Synthesiser = {
  program: 'flite',
  argumentsOf: ({ voice, text }, file) => ['-voice', fliteVoices[voice], '-t', text, '-o', file],
}

/** Made by rules. */
export const espeak: Synthesiser = {
  program: 'espeak-ng',
  argumentsOf: ({ voice, text }, file) => ['-v', espeakVoices[voice], '-s', '150', '-w', file, text],
}

function speakLine({ program, argumentsOf }: Synthesiser, line: Line): Sound {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-speech-'))
  try {
    const file = join(folder, 'line.wav')
    if (spawnSync(program, argumentsOf(line, file)).status !== 0) throw new Error(`${program} does not speak`)
    return readSound(readFileSync(file))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const pauseSeconds = 0.8

/** Each line with the pause after it. */
const speakLines = (synthesiser: Synthesiser, talk: readonly Line[]) =>
  talk.map((line) => {
    const sound = speakLine(synthesiser, line)
    return { line, rate: sound.rate, samples: Buffer.concat([sound.samples, silence(sound, pauseSeconds)]) }
  })

export function speak(synthesiser: Synthesiser, talk: readonly Line[], channels: 1 | 2): Uint8Array<ArrayBuffer> {
  const spoken = speakLines(synthesiser, talk)
  const rate = spoken[0]?.rate ?? 0
  if (spoken.some((one) => one.rate !== rate)) throw new Error('the voices have different rates')
  const only = (voice: Voice): Buffer =>
    Buffer.concat(spoken.map(({ line, samples }) => (line.voice === voice ? samples : Buffer.alloc(samples.length))))
  return writeWav(
    rate,
    channels === 2 ? [only('clinician'), only('patient')] : [Buffer.concat(spoken.map(({ samples }) => samples))],
  )
}
