/** PyPI `pocketsphinx` behind the bridge, as an operator would start it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { startListening } from '../channels/line-program.ts'
import { fetchByPip, listLacking } from '../programs.ts'

export const engine = { name: 'pocketsphinx', version: '5.1.1' } as const

const bridge = join(import.meta.dirname, 'speech_bridge.py')

/** Its folder, installed at the first look. */
const findEngine = (): string | undefined => fetchByPip(engine.name, engine.version)

export function listMissing(): readonly string[] {
  const programs = listLacking('python3', 'flite', 'espeak-ng')
  if (programs.length > 0) return programs
  return findEngine() === undefined ? [`${engine.name}==${engine.version} of PyPI`] : []
}

export type Engine = {
  /** For BANKSIA_TRANSCRIPTION_URL. */
  readonly url: string
  /** For BANKSIA_TRANSCRIPTION_KEY. */
  readonly key: string
  /** Everything that the bridge has written to its log. */
  readonly log: () => readonly string[]
  readonly stop: () => Promise<void>
}

export async function startEngine(): Promise<Engine> {
  const key = randomUUID()
  const settings = [`PYTHONPATH=${findEngine()}`, `SPEECH_KEY=${key}`]
  const { ports, listOf, stop } = await startListening<{ readonly port: number }>('env', [
    ...settings,
    ...['python3', bridge, '--port', '0'],
  ])
  return {
    url: `http://127.0.0.1:${ports.port}/v1`,
    key,
    log: () => listOf<{ readonly text: string }>('log').map(({ text }) => text),
    stop,
  }
}
