/** Keys: a key-encryption key from outside wraps each tenant's data keys and index key. STORE.md "Resource". */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type ContentKey, seal, sealedKeyId, unseal } from './seal.ts'

const keyBytes = 32
const wrappingKeyId = 0

export type TenantKeys = {
  /** Seals new content. */
  readonly current: ContentKey
  readonly contentKeys: ReadonlyMap<number, KeyObject>
  readonly index: KeyObject
}

/** 32 bytes as base64. Throws where the text is anything else. */
export function parseMasterKey(text: string): KeyObject {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== keyBytes) throw new Error('the key-encryption key must be 32 bytes as base64')
  return createSecretKey(bytes)
}

export const newMasterKey = (): string => randomBytes(keyBytes).toString('base64')

type KeyRow = { readonly id: number; readonly purpose: 'content' | 'index'; readonly wrapped: Buffer }

const contextOf = (tenant: number, row: { id: number; purpose: string }): string =>
  `data-key|${tenant}|${row.id}|${row.purpose}`

/** Under the key-encryption key; `context` names what is wrapped. */
export const wrapKey = (plain: Uint8Array, master: KeyObject, context: string): Buffer =>
  seal(plain, { id: wrappingKeyId, key: master }, context)

/** Throws where the key-encryption key is not the one that wrapped it. */
export function unwrapKey(wrapped: Buffer, master: KeyObject, context: string): Buffer {
  if (sealedKeyId(wrapped) !== wrappingKeyId) throw new Error('a wrapped key is damaged')
  try {
    return unseal(wrapped, master, context)
  } catch (cause) {
    throw new Error('the key-encryption key does not open this database: set the one that it was made with', { cause })
  }
}

/** Makes a tenant's first keys where it has none; several processes may do so at once. */
export async function createTenantKeys(
  client: pg.ClientBase | pg.Pool,
  tenant: number,
  master: KeyObject,
): Promise<void> {
  const wrap = (id: number, purpose: string): Buffer =>
    wrapKey(randomBytes(keyBytes), master, contextOf(tenant, { id, purpose }))
  await client.query(
    `insert into data_key (tenant, id, purpose, wrapped) values ($1, 1, 'content', $2), ($1, 2, 'index', $3) on conflict do nothing`,
    [tenant, wrap(1, 'content'), wrap(2, 'index')],
  )
}

/** Throws where the key-encryption key is not the one that wrapped them. */
export async function readTenantKeys(
  client: pg.ClientBase | pg.Pool,
  tenant: number,
  master: KeyObject,
): Promise<TenantKeys> {
  const { rows } = await client.query<KeyRow>(
    'select id, purpose, wrapped from data_key where tenant = $1 order by id',
    [tenant],
  )
  const unwrap = (row: KeyRow): KeyObject => createSecretKey(unwrapKey(row.wrapped, master, contextOf(tenant, row)))
  const contentKeys = new Map(rows.filter((row) => row.purpose === 'content').map((row) => [row.id, unwrap(row)]))
  const indexRow = rows.find((row) => row.purpose === 'index')
  const currentId = Math.max(...contentKeys.keys())
  const current = contentKeys.get(currentId)
  if (indexRow === undefined || current === undefined) throw new Error('a tenant has no data keys')
  return { current: { id: currentId, key: current }, contentKeys, index: unwrap(indexRow) }
}

/** Opens what was sealed under any of the tenant's data keys. Throws where its key, or its context, is another. */
export function openSealed({ contentKeys }: TenantKeys, sealed: Buffer, context: string): Buffer {
  const key = contentKeys.get(sealedKeyId(sealed))
  if (key === undefined) throw new Error('sealed under a key that is not here')
  return unseal(sealed, key, context)
}
