/** Runs transactions: everything that one did commits, or nothing. A transient failure runs its work again, with jitter. docs/design/store.md#writes. */
import type { Caller } from '../core/caller.ts'
import type { CommitWatch } from './commit-watch.ts'
import type { Connections } from './connections.ts'
import type { Opening } from './opening.ts'
import { type Statement, sendPipelined } from './postgres/pipeline.ts'
import { setTenant } from './postgres/shared-connection.ts'
import { failToConnect, isConnectionLost, isTransient } from './postgres/unavailable.ts'
import type { Index } from './resources/index-rows.ts'
import type { Check } from './resources/write/check-rows.ts'
import type { WriteHooks } from './resources/write/write-hooks.ts'
import type { RoomWatch } from './room-watch.ts'
import { checkUnchanged, TenantChanged } from './tenants/generation.ts'
import type { Tenant } from './tenants/tenant.ts'
import { heldMs, type TenantCache } from './tenants/tenant-cache.ts'
import { Tx } from './transaction.ts'

const attempts = 8

const beginning: Statement = { name: 'begin', text: 'begin' }
const clockReading: Statement = {
  name: 'clock',
  text: `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
}
const ending: Statement = { name: 'commit', text: 'commit' }

type Parts = {
  readonly connections: Connections
  readonly tenants: TenantCache
  readonly index: Index
  readonly check: Check
  readonly hooks: WriteHooks<Tx>
  readonly room: RoomWatch
  readonly commits: CommitWatch
}

export class Transactions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async run<T>(caller: Caller, opening: Opening<T>): Promise<T> {
    const { tenants, room } = this.#parts
    for (let attempt = 1; ; attempt += 1) {
      let tenant: Tenant | undefined
      try {
        tenant = await tenants.read(caller.tenant)
        return await this.#once(caller, tenant, opening)
      } catch (error) {
        if (tenant !== undefined && (await tenants.hasNewKey(error, tenant))) continue
        if (!isWorthAgain(error, attempt)) throw room.refusal(error)
        if (error instanceof TenantChanged) tenants.markChanged(caller.tenant)
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt))
      }
    }
  }

  async #once<T>(caller: Caller, tenant: Tenant, opening: Opening<T>): Promise<T> {
    const { connections, tenants, index, check, hooks, room, commits } = this.#parts
    const client = await connections.app.connect().catch(failToConnect)
    let broken: Error | undefined
    let isCommitting = false
    try {
      const { first, work } = opening(tenant)
      const begun = [beginning, setTenant(tenant.number, true), clockReading, ...first]
      const [, , clock, ...found] = await sendPipelined(client, begun)
      const at = String(clock?.rows[0]?.at ?? '')
      const tx = new Tx({ client, tenant, caller, at, index, check, hooks, names: connections.names })
      const result = await work(tx, found)
      const last = await tx.finish()
      if (!tenants.isCurrent(tenant, heldMs)) await checkUnchanged(client, tx)
      isCommitting = true
      await sendPipelined(client, [...last, ending])
      if (tx.hasChangedTenant) tenants.markChanged(tenant.id)
      commits.follow(tx)
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      // Nobody knows whether it committed, so it does not run again.
      throw isCommitting ? room.refusal(error) : error
    } finally {
      client.release(broken)
    }
  }
}

const isWorthAgain = (error: unknown, attempt: number): boolean =>
  isConnectionLost(error) ? attempt === 1 : attempt < attempts && isTransient(error)
