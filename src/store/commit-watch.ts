/** Runs after every commit: wakes the workers that wait for such commits, and keeps plans current for tables that grew. */
import type pg from 'pg'
import { Statistics } from './statistics.ts'
import type { WakeUps } from './wake/wake-ups.ts'

type Committed = { readonly hasOutbox: boolean; readonly hasVersions: boolean }

export class CommitWatch {
  readonly #wakeUps: WakeUps
  readonly #statistics: Statistics

  constructor(system: pg.Pool, wakeUps: WakeUps) {
    this.#wakeUps = wakeUps
    this.#statistics = new Statistics(system)
  }

  follow({ hasOutbox, hasVersions }: Committed): void {
    if (hasOutbox) this.#wakeUps.announce('outbox')
    if (hasVersions) this.#wakeUps.announce('versions')
    this.#statistics.count()
  }
}
