/** What comes while work is under way waits for its next turn, and goes together: there is no timer. STORE.md "Connections", "Audit". */

/** `run` sees to each item of its batch, and does not throw. */
export type BatchOptions<T> = {
  readonly run: (batch: readonly T[]) => Promise<void>
  readonly maxItems: number
  /** Batches under way at the same time. */
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
    // What this turn of the event loop still brings goes along.
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
