/**
 * Which state of a person and of a client a request has seen first. What it stores for the person later counts under that state alone (D170), and it
 * answers a token only while both are as they were (D189).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '../postgres/queryable.ts'

type Seen = {
  /** By the account key, in base64. */
  readonly people: Map<string, number>
  /** By `client_id`. */
  readonly clients: Map<string, string>
}

const seen = new AsyncLocalStorage<Seen>()

/** Holds for everything that `run` reads and stores. */
export const asOneRequest = <T>(run: () => Promise<T>): Promise<T> =>
  seen.run({ people: new Map(), clients: new Map() }, run)

type Person = { readonly key: Buffer | null; readonly generation: number | null }

/** Outside a request it notes nothing. */
export function noteSeen({ key, generation }: Person): void {
  const people = seen.getStore()?.people
  if (people === undefined || key === null || generation === null) return
  const name = key.toString('base64')
  if (!people.has(name)) people.set(name, generation)
}

/** Null if the request has not seen the person. */
export const seenOf = (key: Buffer | null): number | null =>
  (key && seen.getStore()?.people.get(key.toString('base64'))) ?? null

/** Outside a request it notes nothing. */
export function noteSeenClient({ id, generation }: { readonly id: string; readonly generation: string }): void {
  const clients = seen.getStore()?.clients
  if (clients?.has(id) === false) clients.set(id, generation)
}

export type Changed = 'client' | 'person'

/**
 * Who is no longer as the request has seen them. Undefined if all are: then they stay so until the transaction ends, because whoever changes them
 * waits for it.
 */
export async function findChanged(client: Queryable): Promise<Changed | undefined> {
  const { people, clients } = seen.getStore() ?? { people: new Map(), clients: new Map() }
  if (!(await areUnchanged(client, clientsText, [...clients]))) return 'client'
  const keyed = [...people].map(([name, generation]) => [Buffer.from(name, 'base64'), generation] as const)
  return (await areUnchanged(client, peopleText, keyed)) ? undefined : 'person'
}

/** In one order, so that no two requests wait for each other. */
const clientsText = `select from issuer_client c join unnest($1::text[], $2::uuid[]) as seen (id, generation) using (id, generation)
  where c.state = 'active' and (c.tenant is null or exists (select from tenant t where t.number = c.tenant and t.state = 'active'))
  order by id for share of c`

const peopleText = `select from issuer_user u join unnest($1::bytea[], $2::int[]) as seen (account_key, generation) using (account_key, generation)
  order by account_key for share of u`

async function areUnchanged(
  client: Queryable,
  text: string,
  rows: readonly (readonly [unknown, unknown])[],
): Promise<boolean> {
  if (rows.length === 0) return true
  const { rowCount } = await client.query(text, [rows.map(([key]) => key), rows.map(([, generation]) => generation)])
  return rowCount === rows.length
}
