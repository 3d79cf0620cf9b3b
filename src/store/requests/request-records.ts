/** What is kept of requests for seven days: gathered in memory, and written beside them. Spec 2.1 (request correlation record). */
import type { Caller } from '../../caller.ts'
import type { Lane } from '../connections/lane.ts'
import type { Tenant } from '../keys/tenants.ts'

export type RequestRecord = {
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  readonly method: string
  readonly route: string
  readonly status: number
  readonly problem: string | undefined
}

/** Whoever looks for a request just after it finds it. */
const gatherMs = 200
/** Beyond that the oldest are dropped: a request never waits for its record. */
const maxWaiting = 20_000
const batch = 1_000

const insertText = `insert into request (tenant, id, at, duration_ms, method, route, status, problem, subject, client, spoke, roles, trace)
  select $1, r.* from json_to_recordset($2) as r (id uuid, at timestamptz, duration real, method text, route text, status smallint, problem text,
    subject text, client text, spoke text, roles text[], trace text)`

const rowOf = ({ caller, startedAt, durationMs, method, route, status, problem }: RequestRecord) => ({
  id: caller.requestId,
  at: new Date(startedAt).toISOString(),
  duration: durationMs,
  method,
  route,
  status,
  problem,
  subject: caller.subject,
  client: caller.client,
  spoke: caller.spoke,
  roles: caller.roles,
  trace: caller.trace,
})

type Options = {
  readonly lane: Lane
  readonly readTenant: (id: string) => Promise<Tenant>
  /** Told how many were lost. */
  readonly onLost?: (count: number) => void
}

export class RequestRecords {
  readonly #options: Options
  #waiting: RequestRecord[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  add(record: RequestRecord): void {
    this.#waiting.push(record)
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.splice(0, batch)
      this.#options.onLost?.(batch)
    }
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs).unref()
  }

  /** Writes what is waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const records = this.#waiting
    this.#waiting = []
    this.#writing = this.#writing.then(() => this.#write(records))
    return this.#writing
  }

  async #write(records: readonly RequestRecord[]): Promise<void> {
    for (const [id, own] of Map.groupBy(records, ({ caller }) => caller.tenant)) {
      for (let from = 0; from < own.length; from += batch) await this.#insert(id, own.slice(from, from + batch))
    }
  }

  /** What cannot be written is lost: it is no record of anything that counts. */
  async #insert(id: string, records: readonly RequestRecord[]): Promise<void> {
    const { lane, readTenant, onLost } = this.#options
    try {
      const { number } = await readTenant(id)
      const values = [number, JSON.stringify(records.map(rowOf))]
      await lane.commit([{ tenant: number, statement: { name: 'request-insert', text: insertText, values } }])
    } catch {
      onLost?.(records.length)
    }
  }
}
