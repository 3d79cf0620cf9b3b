/** Work away from the main loop, which it would hold for longer than 50 ms. DESIGN.md "The ground it stands on". */
import { Worker } from 'node:worker_threads'
import type { LogFields } from '../core/log.ts'
import type { Answers, Inputs, Task, TaskName, ThreadMessage } from './thread-tasks.ts'

/** The class and place of what failed in a thread; its message stays there. */
export class ThreadError extends Error {
  readonly fields: LogFields
  constructor(fields: LogFields) {
    super('a task failed in its thread')
    this.name = 'ThreadError'
    this.fields = fields
  }
}

/** The task took longer than it may; its thread has been ended. */
export class ThreadTimeout extends ThreadError {
  constructor() {
    super({ errorClass: 'ThreadTimeout' })
    this.name = 'ThreadTimeout'
  }
}

/** The pool has been closed, since its process stops: no fault of the task. */
export class ThreadPoolClosed extends ThreadError {
  constructor() {
    super({ errorClass: 'ThreadPoolClosed' })
    this.name = 'ThreadPoolClosed'
  }
}

export type ThreadPool = {
  /** Aborted, it is given up as if it had taken too long, whether it has begun or not. */
  readonly run: <Name extends TaskName>(name: Name, input: Inputs[Name], signal?: AbortSignal) => Promise<Answers[Name]>
  /** Starts the first thread before there is a task for it. */
  readonly warm: () => void
  /** Fails what is under way and what waits by ThreadPoolClosed. May be called again. */
  readonly close: () => Promise<void>
}

export type ThreadPoolOptions = {
  readonly size: number
  /** What its threads load as they start. */
  readonly tasks: readonly TaskName[]
  /** Of one task, from when its thread is ready: a busy machine starts it slowly. */
  readonly limitMs: number
}

type Waiting = {
  readonly task: Task
  readonly signal: AbortSignal | undefined
  readonly resolve: (value: Answers[TaskName]) => void
  readonly reject: (error: Error) => void
}

/** A task's garbage fits; the main thread's allowance, which each thread would have again, is for many requests at once. */
const maxYoungGenerationSizeMb = 8

const threadUrl = new URL('./thread.ts', import.meta.url)

/** Threads start with the first tasks, and one that dies is replaced by the next task. */
export function openThreadPool({ size, tasks, limitMs }: ThreadPoolOptions): ThreadPool {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const ready = new WeakSet<Worker>()
  let isClosed = false

  const start = (): Worker => {
    const worker = new Worker(threadUrl, { workerData: tasks, resourceLimits: { maxYoungGenerationSizeMb } })
    // What a process of ours waits for at its end is the task, not the thread.
    worker.unref()
    all.add(worker)
    worker.once('message', () => ready.add(worker))
    // An exit follows, and tells whoever waits.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      all.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    })
    return worker
  }

  const run = (worker: Worker, { task, signal, resolve, reject }: Waiting): void => {
    let isLate = false
    const end = (): void => {
      isLate = true
      void worker.terminate()
    }
    let limit: NodeJS.Timeout | undefined
    const begin = (): void => {
      limit = setTimeout(end, limitMs)
    }
    signal?.addEventListener('abort', end)
    const settle = (): void => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', end)
      worker.off('message', answer)
      worker.off('exit', lose)
      worker.unref()
    }
    const answer = (answered: ThreadMessage): void => {
      if (answered === 'ready') {
        begin()
        return
      }
      // Too late: its exit is on the way.
      if (isLate) return
      settle()
      if ('value' in answered) resolve(answered.value)
      else reject(new ThreadError(answered.failure))
      idle.push(worker)
      next()
    }
    const lose = (): void => {
      settle()
      reject(isLate ? new ThreadTimeout() : isClosed ? new ThreadPoolClosed() : ended())
      next()
    }
    worker.on('message', answer)
    worker.on('exit', lose)
    worker.ref()
    if (ready.has(worker)) begin()
    worker.postMessage(task)
  }

  const next = (): void => {
    const [first] = waiting
    if (first === undefined || isClosed) return
    const worker = idle.pop() ?? (all.size < size ? start() : undefined)
    if (worker === undefined) return
    waiting.shift()
    run(worker, first)
  }

  return {
    run: (name, input, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ThreadPoolClosed())
        if (signal?.aborted === true) return reject(new ThreadTimeout())
        // A thread answers a task by the row of its name, and so with that row's answer.
        const task = { task: { name, input } as Task, signal, resolve: resolve as Waiting['resolve'], reject }
        waiting.push(task)
        signal?.addEventListener(
          'abort',
          () => {
            if (!waiting.includes(task)) return
            waiting.splice(waiting.indexOf(task), 1)
            reject(new ThreadTimeout())
          },
          { once: true },
        )
        next()
      }),
    warm() {
      if (!isClosed && all.size === 0) idle.push(start())
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new ThreadPoolClosed())
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

const ended = (): ThreadError => new ThreadError({ errorClass: 'ThreadEnded' })
