/** Keeps the plans of fast-growing tables good: a plan for an empty table reads all of it, until PostgreSQL counts its rows again. D94. */
import type pg from 'pg'

const commitsBetween = 50
const leastMs = 1_000

export class Statistics {
  readonly #system: pg.Pool
  #commits = 0
  #nextAt = 0

  constructor(system: pg.Pool) {
    this.#system = system
  }

  /** Called after a commit. Nobody waits for the work that it starts. */
  count(): void {
    this.#commits += 1
    if (this.#commits < commitsBetween) return
    const now = performance.now()
    if (now < this.#nextAt) return
    this.#commits = 0
    this.#nextAt = now + leastMs
    // Autovacuum does the same later, and the next commits ask again.
    this.#system.query({ name: 'analyze-grown', text: 'select analyze_grown()' }).catch(() => undefined)
  }
}
