/** Audit records of reads: those of concurrent reads are committed together. docs/design/store.md#audit. */

import { Batches } from '../postgres/batches.ts'
import type { SharedConnection } from '../postgres/shared-connection.ts'
import { isConnectionLost } from '../postgres/unavailable.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { type AuditEntry, auditStatement } from './audit.ts'

type Waiting = {
  readonly tenant: Tenant
  readonly entries: readonly AuditEntry[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const uniqueViolation = '23505'

export class AuditCommits {
  readonly #lane: SharedConnection
  readonly #batches = new Batches<Waiting>({ run: (batch) => this.#commitAll(batch), maxItems: 1_000 })

  constructor(lane: SharedConnection) {
    this.#lane = lane
  }

  /** Returns when the records are on disk. */
  add(tenant: Tenant, entries: readonly AuditEntry[]): Promise<void> {
    return new Promise((resolve, reject) => this.#batches.add({ tenant, entries, resolve, reject }))
  }

  async #commitAll(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#commit(batch)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const byTenant = Map.groupBy(batch, ({ tenant }) => tenant)
    const statements = [...byTenant].map(([tenant, own]) => ({
      tenant: tenant.number,
      statement: auditStatement(
        tenant,
        own.flatMap(({ entries }) => entries),
      ),
    }))
    try {
      await this.#lane.commit(statements)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      // Nobody knows whether they were committed. All of them are there, or none.
      await this.#lane.commit(statements).catch((failure: unknown) => {
        if ((failure as { code?: unknown }).code !== uniqueViolation) throw failure
      })
    }
  }
}
