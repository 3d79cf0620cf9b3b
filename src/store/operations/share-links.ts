/** The facts that decide whether a link opens: the hash of its secret, and the number of wrong second factors. docs/design/hub.md#consent. */
import type pg from 'pg'
import { present, utc } from '../columns.ts'
import { digest } from '../keys/seal.ts'
import { lookAgain } from '../postgres/unavailable.ts'
import type { Tx } from '../transaction.ts'

export type ShareLink = {
  readonly shareId: string
  /** SHA-256. */
  readonly secret: Buffer
  readonly failures: number
  readonly redemptions: number
  readonly redeemedAt?: string
}

const columns = `share_id as "shareId", secret, failures, redemptions, ${utc('redeemed_at')} as "redeemedAt"`

export async function putShareLink(tx: Tx, shareId: string, secret: Buffer): Promise<void> {
  await tx.client.query('insert into share_link (tenant, share_id, secret) values ($1, $2, $3)', [
    tx.tenant.number,
    shareId,
    secret,
  ])
}

/** A caller who opens a link names no tenant. */
export async function listLinkTenants(pool: pg.Pool, shareId: string): Promise<readonly string[]> {
  const text = `select tenant.id from share_link join tenant on tenant.number = share_link.tenant
    where share_id = $1 and tenant.state in ('active', 'disabled')`
  const { rows } = await lookAgain(() => pool.query<{ id: string }>(text, [shareId]))
  return rows.map(({ id }) => id)
}

/** Nobody else opens the link until the transaction ends, so guesses are counted one after the other. */
export async function lockShareLink(tx: Tx, shareId: string): Promise<ShareLink | undefined> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from share_link where tenant = $1 and share_id = $2 for update`,
    [tx.tenant.number, shareId],
  )
  return rows[0] && present<ShareLink>(rows[0])
}

export async function findShareLinks(tx: Tx, shareIds: readonly string[]): Promise<ReadonlyMap<string, ShareLink>> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from share_link where tenant = $1 and share_id = any ($2::uuid[])`,
    [tx.tenant.number, shareIds],
  )
  return new Map(rows.map((row) => present<ShareLink>(row)).map((link) => [link.shareId, link]))
}

export async function countLinkFailure(tx: Tx, shareId: string): Promise<void> {
  await tx.client.query('update share_link set failures = failures + 1 where tenant = $1 and share_id = $2', [
    tx.tenant.number,
    shareId,
  ])
}

export async function countRedemption(tx: Tx, shareId: string): Promise<void> {
  await tx.client.query(
    'update share_link set redemptions = redemptions + 1, redeemed_at = now() where tenant = $1 and share_id = $2',
    [tx.tenant.number, shareId],
  )
}

const windowMinutes = 15

const hashAddress = (tx: Tx, address: string): Buffer => digest(tx.tenant.keys.index, `address|${address}`)

/** Wrong guesses from that address in the last quarter of an hour. */
export async function countAddressFailures(tx: Tx, address: string): Promise<number> {
  const { rows } = await tx.client.query<{ failures: number }>(
    'select failures from link_failure where tenant = $1 and address = $2 and since > now() - make_interval(mins => $3)',
    [tx.tenant.number, hashAddress(tx, address), windowMinutes],
  )
  return rows[0]?.failures ?? 0
}

export async function addAddressFailure(tx: Tx, address: string): Promise<void> {
  await tx.client.query('delete from link_failure where tenant = $1 and since <= now() - make_interval(mins => $2)', [
    tx.tenant.number,
    windowMinutes,
  ])
  await tx.client.query(
    `insert into link_failure (tenant, address, failures, since) values ($1, $2, 1, now())
     on conflict (tenant, address) do update set failures = link_failure.failures + 1`,
    [tx.tenant.number, hashAddress(tx, address)],
  )
}
