/** Keys: a key-encryption key from outside wraps each tenant's data keys and index key. docs/design/store.md#resources. */
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Queryable } from '../postgres/queryable.ts'
import { HashCache, type TenantHashes } from './hash-cache.ts'
import { type ContentKey, seal, sealedKeyId, unseal } from './seal.ts'

const keyBytes = 32
const wrappingKeyId = 0
const cursorKeyId = 0

export type TenantKeys = {
  /** Seals new content. */
  readonly current: ContentKey & Required<Pick<ContentKey, 'uses'>>
  readonly contentKeys: ReadonlyMap<number, KeyObject>
  readonly index: KeyObject
  readonly indexId: number
  /** Under the index key. */
  readonly hashes: TenantHashes
  /** Seals cursors. It outlives every content key, so a rotation ends no paging. */
  readonly cursor: ContentKey
}

/** Another key wrapped it. */
export class MasterKeyError extends Error {}

/** This process, or nobody, knows the key. */
export class UnknownKeyError extends Error {}

/** 32 bytes as base64 (RFC 4648 section 4 or 5). Throws for any other text. */
export function parseMasterKey(text: string): KeyObject {
  if (!/^[\w+/-]{43}=?$/.test(text.trim())) throw new Error('the key-encryption key must be 32 bytes as base64')
  return createSecretKey(Buffer.from(text.trim(), 'base64'))
}

export const newMasterKey = (): string => randomBytes(keyBytes).toString('base64')

type KeyRow = { readonly id: number; readonly purpose: 'content' | 'index'; readonly wrapped: Buffer }

export const dataKeyContext = (tenant: number, row: { id: number; purpose: string }): string =>
  `data-key|${tenant}|${row.id}|${row.purpose}`

export const signingContext = (id: number): string => `audit-key|${id}`

/** Wraps under the key-encryption key; `context` names the wrapped key. */
export const wrapKey = (plain: Uint8Array, master: KeyObject, context: string): Buffer =>
  seal(plain, { id: wrappingKeyId, key: master }, context)

/** Throws if another key-encryption key wrapped it. */
export function unwrapKey(wrapped: Buffer, master: KeyObject, context: string): Buffer {
  if (sealedKeyId(wrapped) !== wrappingKeyId) throw new Error('a wrapped key is damaged')
  try {
    return unseal(wrapped, master, context)
  } catch (cause) {
    const message = 'the key-encryption key does not open this database: set the one that it was made with'
    throw new MasterKeyError(message, { cause })
  }
}

/** Makes the first keys of a tenant that has none. Several processes may call it at once. */
export async function createTenantKeys(
  client: pg.ClientBase | pg.Pool,
  tenant: number,
  master: KeyObject,
): Promise<void> {
  const wrap = (id: number, purpose: string): Buffer =>
    wrapKey(randomBytes(keyBytes), master, dataKeyContext(tenant, { id, purpose }))
  await client.query(
    `insert into data_key (tenant, id, purpose, wrapped) values ($1, 1, 'content', $2), ($1, 2, 'index', $3) on conflict do nothing`,
    [tenant, wrap(1, 'content'), wrap(2, 'index')],
  )
}

/** Throws if another key-encryption key wrapped them. */
export async function readTenantKeys(
  client: Queryable,
  tenant: number,
  { master, hashes = new HashCache() }: { readonly master: KeyObject; readonly hashes?: HashCache | undefined },
): Promise<TenantKeys> {
  const { rows } = await client.query<KeyRow>(
    'select id, purpose, wrapped from data_key where tenant = $1 order by id',
    [tenant],
  )
  const unwrap = (row: KeyRow): KeyObject =>
    createSecretKey(unwrapKey(row.wrapped, master, dataKeyContext(tenant, row)))
  const contentKeys = new Map(rows.filter((row) => row.purpose === 'content').map((row) => [row.id, unwrap(row)]))
  const indexRow = rows.find((row) => row.purpose === 'index')
  const currentId = Math.max(...contentKeys.keys())
  const current = contentKeys.get(currentId)
  if (indexRow === undefined || current === undefined) throw new Error('a tenant has no data keys')
  const index = unwrap(indexRow)
  return {
    current: { id: currentId, key: current, uses: { count: 0 } },
    contentKeys,
    index,
    indexId: indexRow.id,
    hashes: hashes.ofTenant(tenant, indexRow.id),
    cursor: { id: cursorKeyId, key: deriveKey(index, 'cursor') },
  }
}

/** RFC 5869. */
const deriveKey = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes)))

/** Opens what any content key of the tenant sealed. Throws if the key or the context differs. */
export function openSealed({ contentKeys }: TenantKeys, sealed: Buffer, context: string): Buffer {
  const key = contentKeys.get(sealedKeyId(sealed))
  if (key === undefined) throw new UnknownKeyError('sealed under a key that is not here')
  return unseal(sealed, key, context)
}
