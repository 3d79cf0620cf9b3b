/** Runs writes that come alone: each looks, and then writes once and for all, without a transaction of its own. A lost race is a conflict. */
import type pg from 'pg'
import { Problem } from '../core/problems.ts'
import type { CommitWatch } from './commit-watch.ts'
import { isTransient } from './postgres/unavailable.ts'
import type { Index } from './resources/index-rows.ts'
import type { StatementView } from './resources/read/statement-view.ts'
import type { Check } from './resources/write/check-rows.ts'
import { type Beside, type Commits, SingleWrite } from './resources/write/single-write.ts'
import { WriteCommits } from './resources/write/write-commits.ts'
import type { Tenant } from './tenants/tenant.ts'
import { heldMs, type TenantCache } from './tenants/tenant-cache.ts'

type Parts = {
  readonly app: pg.Pool
  readonly tenants: TenantCache
  readonly index: Index
  readonly check: Check
  readonly commits: CommitWatch
}

export class SingleWrites {
  readonly #parts: Parts
  readonly #writes: WriteCommits

  constructor(parts: Parts) {
    this.#parts = parts
    this.#writes = new WriteCommits(parts.app)
  }

  /** Takes the reads of `view`, one write, and the statements that belong `beside` it. */
  open(view: StatementView, beside: Beside | undefined): SingleWrite {
    const { index, check } = this.#parts
    const { tenant } = view
    const commits: Commits = {
      write: (write) => this.#commit(tenant, () => this.#writes.write(tenant, write)),
      remove: (removal) => this.#commit(tenant, () => this.#writes.remove(tenant, removal)),
    }
    return new SingleWrite({ view, index, check, commits, beside })
  }

  async #commit<T>(tenant: Tenant, commit: () => Promise<T>): Promise<T> {
    const { tenants, commits } = this.#parts
    if (!tenants.isCurrent(tenant, heldMs)) throw new Problem('conflict')
    try {
      const result = await commit()
      commits.follow({ hasOutbox: false, hasVersions: true })
      return result
    } catch (error) {
      throw isTransient(error) ? new Problem('conflict', { cause: error }) : error
    }
  }
}
