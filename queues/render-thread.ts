/** A rendering thread: an export's input in, bytes out. */
import { parentPort } from 'node:worker_threads'
import { renderFormat } from '../src/exports/formats.ts'
import { errorFields } from '../src/log.ts'
import type { RenderAnswer, RenderTask } from './render-pool.ts'

parentPort?.on('message', async ({ format, input }: RenderTask) => {
  const answer: RenderAnswer = await renderFormat(format, input).then(
    ({ bytes }) => ({ bytes: Uint8Array.from(bytes) }),
    (error: unknown) => ({ failure: errorFields(error) }),
  )
  parentPort?.postMessage(answer, answer.bytes === undefined ? [] : [answer.bytes.buffer])
})
