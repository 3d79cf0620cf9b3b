/** Whether the database has room for a write: unsure after a write has found none, until a look finds some. */
import type pg from 'pg'
import { checkRoom } from './health.ts'
import { findUnavailable, toUnavailable, type UnavailableReason } from './postgres/unavailable.ts'

/** Reasons that pass only after somebody has acted. */
const isInDoubt = (reason: UnavailableReason | undefined): boolean =>
  reason !== undefined && reason !== 'no_connection' && reason !== 'too_many_connections'

export class RoomWatch {
  readonly #system: pg.Pool
  #isInDoubt = false

  constructor(system: pg.Pool) {
    this.#system = system
  }

  /** The error that the caller gets for an error of the database. */
  refusal(error: unknown): unknown {
    if (isInDoubt(findUnavailable(error))) this.#isInDoubt = true
    return toUnavailable(error)
  }

  /** Throws while there is no room, which small writes may not notice. */
  async check(): Promise<void> {
    if (!this.#isInDoubt) return
    await checkRoom(this.#system)
    this.#isInDoubt = false
  }
}
