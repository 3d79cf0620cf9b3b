/** The registered clients of the authorisation server. D153. */
import type pg from 'pg'
import type { JsonObject } from '../../core/json.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { type IssuerEventKind, recordIssuerEvent } from './issuer-audit.ts'
import { noteSeenClient } from './seen-in-request.ts'

export const clientSources = ['command', 'file', 'registration', 'development'] as const

export type ClientSource = (typeof clientSources)[number]

/** In production an operator alone registers clients. D153. */
export const operatorSources: readonly ClientSource[] = ['command', 'file']

export type ClientRow = {
  readonly id: string
  /** The one tenant that its tokens may name; undefined: those of the person who signs in. */
  readonly tenant?: string
  readonly state: 'active' | 'disabled'
  readonly source: ClientSource
  readonly settings: JsonObject
  /** SHA-256. */
  readonly secret?: Buffer
}

type Row = Omit<ClientRow, 'tenant' | 'secret'> & {
  readonly tenant: string | null
  readonly secret: Buffer | null
  readonly generation: string
}

const columns = `c.id, t.id as tenant, c.state, c.source, c.settings, c.secret, c.generation`
const from = 'issuer_client c left join tenant t on t.number = c.tenant'

const toClient = ({ tenant, secret, generation: _generation, ...row }: Row): ClientRow => ({
  ...row,
  ...(tenant === null ? {} : { tenant }),
  ...(secret === null ? {} : { secret }),
})

/** Also a disabled one; one of a tenant that is not served counts as disabled. */
export async function findClient(
  client: Queryable,
  id: string,
  sources: readonly ClientSource[] = clientSources,
): Promise<ClientRow | undefined> {
  const { rows } = await client.query<Row>(
    `select ${columns.replace('c.state', servedState)} from ${from} where c.id = $1 and c.source = any ($2::text[])`,
    [id, sources],
  )
  if (rows[0] !== undefined) noteSeenClient(rows[0])
  return rows[0] && toClient(rows[0])
}

const servedState = `case when c.tenant is null or t.state = 'active' then c.state else 'disabled' end as state`

export async function listClients(
  client: Queryable,
  sources: readonly ClientSource[] = clientSources,
): Promise<readonly ClientRow[]> {
  const { rows } = await client.query<Row>(
    `select ${columns} from ${from} where c.source = any ($1::text[]) order by c.id`,
    [sources],
  )
  return rows.map(toClient)
}

export type NewClient = Omit<ClientRow, 'state'>

/** False if a client has that id. Throws if there is no such tenant. */
export function insertClient(pool: pg.Pool, asked: NewClient): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into issuer_client (id, tenant, source, settings, secret) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      valuesOf(asked, await readTenantNumber(client, asked.tenant)),
    )
    if (rowCount !== 1) return false
    await endIssued(client, asked.id)
    await record(client, 'client.created', asked)
    return true
  })
}

/** As its source says now: inserts it, or changes what it says; a disabled one stays disabled. False if another source has registered that id. */
export function putClient(pool: pg.Pool, asked: NewClient): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ isNew: boolean }>(
      `insert into issuer_client as c (id, tenant, source, settings, secret) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set tenant = excluded.tenant, settings = excluded.settings, updated_at = now(), secret = coalesce(excluded.secret, c.secret)
       where c.source = excluded.source and (c.tenant, c.settings::text, c.secret)
         is distinct from (excluded.tenant, excluded.settings::text, coalesce(excluded.secret, c.secret))
       returning xmax = 0 as "isNew"`,
      valuesOf(asked, await readTenantNumber(client, asked.tenant)),
    )
    const [row] = rows
    if (row === undefined) return (await findClient(client, asked.id, [asked.source])) !== undefined
    if (row.isNew) await endIssued(client, asked.id)
    await record(client, row.isNew ? 'client.created' : 'client.changed', asked)
    return true
  })
}

type Recorded = Pick<NewClient, 'id' | 'tenant' | 'source'>

/** The clients of development mode are part of it, and nobody has registered them. */
async function record(client: pg.ClientBase, kind: IssuerEventKind, { id, tenant, source }: Recorded): Promise<void> {
  if (source === 'development') return
  const fields = { resourceType: 'Client', resourceId: id, reason: source }
  await recordIssuerEvent(client, { kind, tenants: tenant === undefined ? undefined : [tenant], fields })
}

const valuesOf = ({ id, source, settings, secret }: NewClient, tenant: number | null) => [
  ...[id, tenant, source, JSON.stringify(settings), secret ?? null],
]

/** No such tenant is served, or will be. */
export class UnknownTenantError extends Error {}

async function readTenantNumber(client: Queryable, tenant: string | undefined): Promise<number | null> {
  if (tenant === undefined) return null
  const { rows } = await client.query<{ number: number }>(
    `select number from tenant where id = $1 and state in ('active', 'disabled')`,
    [tenant],
  )
  if (rows[0] === undefined) throw new UnknownTenantError(`there is no tenant ${tenant}`)
  return rows[0].number
}

/** Of the row that a statement changed or deleted. */
const recordedText = '(select t.id from tenant t where t.number = c.tenant) as tenant'

type Changed = Omit<Recorded, 'tenant'> & { readonly tenant: string | null }

async function recordChanged(client: pg.ClientBase, kind: IssuerEventKind, row: Changed | undefined): Promise<boolean> {
  if (row === undefined) return false
  const { tenant, ...rest } = row
  await record(client, kind, { ...rest, ...(tenant === null ? {} : { tenant }) })
  return true
}

/** A new secret; the old one counts no longer. False if there is no such client, or it has none. */
export function rotateClientSecret(pool: pg.Pool, id: string, secret: Buffer): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Changed>(
      `update issuer_client c set secret = $2, updated_at = now() where id = $1 and secret is not null returning c.id, c.source, ${recordedText}`,
      [id, secret],
    )
    return recordChanged(client, 'client.rotated', rows[0])
  })
}

/** Its source no longer names it: it is gone, with everything that was issued to it. The row of a disabled one stays, so that it is not active when its source names it again. */
export async function removeClient(pool: pg.Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Changed>(
      `delete from issuer_client c where id = $1 and state <> 'disabled' returning c.id, c.source, ${recordedText}`,
      [id],
    )
    await endIssued(client, id)
    await recordChanged(client, 'client.removed', rows[0])
  })
}

/** Of a new client too: a request that found an earlier one of that id may have stored something after it was gone. */
async function endIssued(client: Queryable, id: string): Promise<void> {
  await client.query('delete from issuer_state where client = $1', [id])
}

/** Disables it, and ends everything that was issued to it. False if there is no such client. */
export function disableClient(pool: pg.Pool, id: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Changed>(
      `update issuer_client c set state = 'disabled', updated_at = now() where id = $1 returning c.id, c.source, ${recordedText}`,
      [id],
    )
    await endIssued(client, id)
    return recordChanged(client, 'client.disabled', rows[0])
  })
}
