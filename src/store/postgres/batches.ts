/** Requests that come while work is under way wait for its next turn, and go together: there is no timer. docs/design/store.md#connections, #audit. */

/** `run` handles every item of its batch and does not throw. */
export type BatchOptions<T> = {
  readonly run: (batch: readonly T[]) => Promise<void>
  readonly maxItems: number
  /** Batches at the same time. */
  readonly lanes?: number
}

export class Batches<T> {
  readonly #options: BatchOptions<T>
  readonly #waiting: T[] = []
  #running = 0

  constructor(options: BatchOptions<T>) {
    this.#options = options
  }

  add(item: T): void {
    this.#waiting.push(item)
    const { lanes = 1 } = this.#options
    if (this.#running >= lanes) return
    this.#running += 1
    // Items that arrive in this turn of the event loop join the batch.
    setImmediate(() => void this.#runAll())
  }

  async #runAll(): Promise<void> {
    const { run, maxItems } = this.#options
    try {
      while (this.#waiting.length > 0) await run(this.#waiting.splice(0, maxItems))
    } finally {
      this.#running -= 1
    }
  }
}
