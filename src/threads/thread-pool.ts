/** Runs work that would hold the main loop for longer than 50 ms in threads. docs/design/house.md#foundations. */
import { Worker } from 'node:worker_threads'
import type { LogFields } from '../core/log.ts'
import { DocumentRefused } from '../exports/check-document.ts'
import type { Answers, Inputs, Task, TaskName, ThreadMessage } from './thread-tasks.ts'

/** The class and place of an error in a thread; its message stays there. */
export class ThreadError extends Error {
  readonly fields: LogFields
  constructor(fields: LogFields) {
    super('a task failed in its thread')
    this.name = 'ThreadError'
    this.fields = fields
  }
}

/** The task took too long; its thread was ended. */
export class ThreadTimeout extends ThreadError {
  constructor() {
    super({ errorClass: 'ThreadTimeout' })
    this.name = 'ThreadTimeout'
  }
}

/** The pool was closed because its process stops: the task is not at fault. */
export class ThreadPoolClosed extends ThreadError {
  constructor() {
    super({ errorClass: 'ThreadPoolClosed' })
    this.name = 'ThreadPoolClosed'
  }
}

export type ThreadPool = {
  /** An aborted task is given up as if it took too long, whether or not it has begun. */
  readonly run: <Name extends TaskName>(name: Name, input: Inputs[Name], signal?: AbortSignal) => Promise<Answers[Name]>
  /** Starts the first thread before there is a task. */
  readonly warm: () => void
  /** Fails running and waiting tasks with ThreadPoolClosed. May be called again. */
  readonly close: () => Promise<void>
}

export type ThreadPoolOptions = {
  readonly size: number
  /** Loaded by its threads at their start. */
  readonly tasks: readonly TaskName[]
  /** The limit of one task, from when its thread is ready: a busy machine starts threads slowly. */
  readonly limitMs: number
  /** Shorter ones, by task. */
  readonly limits?: Readonly<Partial<Record<TaskName, number>>>
  /** A thread without a task for so long ends and gives its memory back; absent: it stays. */
  readonly idleMs?: number | undefined
}

type Waiting = {
  readonly task: Task
  readonly signal: AbortSignal | undefined
  readonly resolve: (value: Answers[TaskName]) => void
  readonly reject: (error: Error) => void
}

/** Enough for a task's garbage; the main thread's size is for many requests at once. */
const maxYoungGenerationSizeMb = 8

const threadUrl = new URL('./thread.ts', import.meta.url)

/** Threads start with the first tasks; the next task replaces a dead one. */
export const openThreadPool = (options: ThreadPoolOptions): ThreadPool => new Pool(options)

class Pool implements ThreadPool {
  readonly #options: ThreadPoolOptions
  readonly #waiting: Waiting[] = []
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  readonly #ready = new WeakSet<Worker>()
  /** Of idle threads that end by themselves. */
  readonly #ends = new WeakMap<Worker, NodeJS.Timeout>()
  #isClosed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
  }

  run<Name extends TaskName>(name: Name, input: Inputs[Name], signal?: AbortSignal): Promise<Answers[Name]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new ThreadPoolClosed())
      if (signal?.aborted === true) return reject(new ThreadTimeout())
      // A thread answers a task by its row, so the answer has that row's type.
      const waiting = { task: { name, input } as Task, signal, resolve: resolve as Waiting['resolve'], reject }
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', () => this.#giveUp(waiting), { once: true })
      this.#next()
    })
  }

  warm(): void {
    if (!this.#isClosed && this.#all.size === 0) this.#rest(this.#start())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadPoolClosed())
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  /** Does nothing if it has begun: its thread hears the signal itself. */
  #giveUp(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting)
    if (at === -1) return
    this.#waiting.splice(at, 1)
    waiting.reject(new ThreadTimeout())
  }

  #rest(worker: Worker): void {
    const { idleMs } = this.#options
    this.#idle.push(worker)
    if (idleMs === undefined) return
    const end = setTimeout(() => {
      // From now on it gets no task; the pool has room for another one after its exit.
      this.#idle.splice(this.#idle.indexOf(worker), 1)
      void worker.terminate()
    }, idleMs)
    end.unref()
    this.#ends.set(worker, end)
  }

  #take(): Worker | undefined {
    const worker = this.#idle.pop()
    if (worker !== undefined) clearTimeout(this.#ends.get(worker))
    return worker
  }

  #start(): Worker {
    const { tasks } = this.#options
    const worker = new Worker(threadUrl, { workerData: tasks, resourceLimits: { maxYoungGenerationSizeMb } })
    // A process waits for its tasks at its end, not for the threads.
    worker.unref()
    this.#all.add(worker)
    worker.once('message', () => this.#ready.add(worker))
    // An exit follows, and reports to the caller.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      this.#all.delete(worker)
      clearTimeout(this.#ends.get(worker))
      if (this.#idle.includes(worker)) this.#idle.splice(this.#idle.indexOf(worker), 1)
      this.#next()
    })
    return worker
  }

  #next(): void {
    const [first] = this.#waiting
    if (first === undefined || this.#isClosed) return
    const worker = this.#take() ?? (this.#all.size < this.#options.size ? this.#start() : undefined)
    if (worker === undefined) return
    this.#waiting.shift()
    this.#work(worker, first)
  }

  #work(worker: Worker, { task, signal, resolve, reject }: Waiting): void {
    const { limitMs, limits = {} } = this.#options
    const clock = openLimit(worker, Math.min(limitMs, limits[task.name] ?? limitMs), signal)
    const settle = (): void => {
      clock.stop()
      worker.off('message', answer)
      worker.off('exit', lose)
      worker.unref()
    }
    const answer = (answered: ThreadMessage): void => {
      if (answered === 'ready') {
        clock.begin()
        return
      }
      // Too late: its exit follows.
      if (clock.isLate()) return
      settle()
      if ('value' in answered) resolve(answered.value)
      else if ('refusals' in answered) reject(new DocumentRefused(answered.refusals))
      else reject(new ThreadError(answered.failure))
      this.#rest(worker)
      this.#next()
    }
    const lose = (): void => {
      settle()
      reject(clock.isLate() ? new ThreadTimeout() : this.#isClosed ? new ThreadPoolClosed() : ended())
      this.#next()
    }
    worker.on('message', answer)
    worker.on('exit', lose)
    worker.ref()
    if (this.#ready.has(worker)) clock.begin()
    worker.postMessage(task)
  }
}

/** Ends the thread of a task that takes too long after `begin`, or is given up. */
function openLimit(worker: Worker, limitMs: number, signal: AbortSignal | undefined) {
  let isLate = false
  let limit: NodeJS.Timeout | undefined
  const end = (): void => {
    isLate = true
    void worker.terminate()
  }
  signal?.addEventListener('abort', end)
  return {
    isLate: () => isLate,
    begin: (): void => {
      limit = setTimeout(end, limitMs)
    },
    stop: (): void => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', end)
    },
  }
}

const ended = (): ThreadError => new ThreadError({ errorClass: 'ThreadEnded' })
