/** What comes while work is under way waits for the next turn, and goes together: there is no timer. STORE.md "Connections", "Audit". */

/** `run` sees to every item of its batch by itself, and does not throw. */
export class Batches<T> {
  readonly #run: (batch: readonly T[]) => Promise<void>
  #waiting: T[] = []
  #isRunning = false

  constructor(run: (batch: readonly T[]) => Promise<void>) {
    this.#run = run
  }

  add(item: T): void {
    this.#waiting.push(item)
    if (this.#isRunning) return
    this.#isRunning = true
    // What this turn of the event loop still brings goes along.
    setImmediate(() => void this.#runAll())
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#run(batch)
    }
    this.#isRunning = false
  }
}
