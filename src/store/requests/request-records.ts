/** The records of requests, kept for seven days: gathered in memory, and written beside them. */
import type { Caller } from '../../core/caller.ts'
import type { MaybePromise } from '../../core/maybe-promise.ts'
import type { SharedConnection } from '../postgres/shared-connection.ts'
import type { Tenant } from '../tenants/tenant.ts'

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

/** A caller that looks for its request right afterwards finds it. */
const gatherMs = 200
/** Beyond that the oldest are dropped: a request never waits for its record. */
const maxWaiting = 20_000
const batch = 1_000

/** Columns that many requests share are sent once. */
const insertText = `insert into request (tenant, id, at, duration_ms, method, route, status, problem, issuer, subject, client, spoke, roles, trace)
  select $1, r.id, to_timestamp(r.at / 1000), r.duration, k.method, k.route, k.status, k.problem, k.issuer, k.subject, k.client, k.spoke, k.roles, r.trace
  from unnest($3::int[], $4::uuid[], $5::float8[], $6::real[], $7::text[]) as r (kind, id, at, duration, trace)
  join json_to_recordset($2) as k (n int, method text, route text, status smallint, problem text, issuer text, subject text, client text, spoke text, roles text[])
    on k.n = r.kind`

type Kind = Pick<RequestRecord, 'method' | 'route' | 'status' | 'problem'> &
  Pick<Caller, 'issuer' | 'subject' | 'client' | 'spoke' | 'roles'>

const kindOf = ({ caller, method, route, status, problem }: RequestRecord): Kind => {
  const { issuer, subject, client, spoke, roles } = caller
  return { method, route, status, problem, issuer, subject, client, spoke, roles }
}

/** Numbers, UUIDs and trace parents: nothing in them needs quotes. */
const arrayText = (items: readonly (string | number)[]): string => `{${items.join()}}`

function valuesOf(tenant: number, records: readonly RequestRecord[]): unknown[] {
  const kinds = new Map<string, Kind & { readonly n: number }>()
  const kindNumber = (record: RequestRecord): number => {
    const kind = kindOf(record)
    const key = JSON.stringify(kind)
    const n = kinds.get(key)?.n ?? kinds.size
    if (n === kinds.size) kinds.set(key, { ...kind, n })
    return n
  }
  const numbers = arrayText(records.map(kindNumber))
  return [
    tenant,
    JSON.stringify([...kinds.values()]),
    numbers,
    arrayText(records.map(({ caller }) => caller.requestId)),
    arrayText(records.map(({ startedAt }) => startedAt)),
    arrayText(records.map(({ durationMs }) => durationMs)),
    arrayText(records.map(({ caller }) => caller.trace ?? 'NULL')),
  ]
}

type Options = {
  readonly lane: SharedConnection
  readonly readTenant: (id: string) => MaybePromise<Tenant>
  /** Called with the number of lost records. */
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

  /** Writes the waiting records. */
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

  /** A record that cannot be written is lost: nothing depends on it. */
  async #insert(id: string, records: readonly RequestRecord[]): Promise<void> {
    const { lane, readTenant, onLost } = this.#options
    try {
      const { number } = await readTenant(id)
      const statement = { name: 'request-insert', text: insertText, values: valuesOf(number, records) }
      await lane.commit([{ tenant: number, statement }])
    } catch {
      onLost?.(records.length)
    }
  }
}
