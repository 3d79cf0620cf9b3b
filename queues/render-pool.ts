/** Rendering away from the main loop, which it would hold for longer than 50 ms. DESIGN.md "The ground it stands on". */
import { Worker } from 'node:worker_threads'
import type { ExportInput } from '../src/exports/export-input.ts'
import type { ExportFormat } from '../src/exports/formats.ts'
import type { LogFields } from '../src/log.ts'

export type RenderTask = { readonly format: ExportFormat; readonly input: ExportInput }
export type RenderAnswer = { readonly bytes?: Uint8Array<ArrayBuffer>; readonly failure?: LogFields }

/** The class and place of what failed in a thread; its message stays there. */
export class RenderError extends Error {
  readonly fields: LogFields
  constructor(fields: LogFields) {
    super('rendering failed')
    this.name = 'RenderError'
    this.fields = fields
  }
}

export type RenderPool = {
  readonly render: (format: ExportFormat, input: ExportInput) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

type Waiting = {
  readonly task: RenderTask
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

const threadUrl = new URL('./render-thread.ts', import.meta.url)

/** Threads start with the first tasks, and one that dies is replaced by the next task. */
export function openRenderPool(size: number): RenderPool {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const all = new Set<Worker>()

  const start = (): Worker => {
    const worker = new Worker(threadUrl)
    // What a process of ours waits for at its end is the task, not the thread.
    worker.unref()
    all.add(worker)
    // An exit follows, and tells whoever waits.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      all.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    })
    return worker
  }

  const run = (worker: Worker, { task, resolve, reject }: Waiting): void => {
    const settle = (): void => {
      worker.off('message', answer)
      worker.off('exit', lose)
      worker.unref()
    }
    const answer = ({ bytes, failure }: RenderAnswer): void => {
      settle()
      if (bytes === undefined) reject(new RenderError(failure ?? {}))
      else resolve(bytes)
      idle.push(worker)
      next()
    }
    const lose = (): void => {
      settle()
      reject(new RenderError({ errorClass: 'ThreadEnded' }))
      next()
    }
    worker.on('message', answer)
    worker.on('exit', lose)
    worker.ref()
    worker.postMessage(task)
  }

  const next = (): void => {
    const [first] = waiting
    if (first === undefined) return
    const worker = idle.pop() ?? (all.size < size ? start() : undefined)
    if (worker === undefined) return
    waiting.shift()
    run(worker, first)
  }

  return {
    render: (format, input) =>
      new Promise((resolve, reject) => {
        waiting.push({ task: { format, input }, resolve, reject })
        next()
      }),
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}
