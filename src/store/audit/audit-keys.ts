/** The keys that sign the audit: Ed25519 (RFC 8032), one installation's, wrapped by the key-encryption key. docs/design/store.md#audit. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import { holdMasterKey } from '../keys/check-master-key.ts'
import { signingContext, unwrapKey, wrapKey } from '../keys/keys.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import type { Queryable } from '../postgres/queryable.ts'

export type SigningKey = { readonly id: number; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

type SigningRow = { readonly id: number; readonly public_key: Buffer; readonly wrapped: Buffer }

export const exportPublic = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

/** Oldest first. The public key is derived from the wrapped private key; the stored public key is for others. Throws if another key wrapped it. */
export async function listSigningKeys(client: Queryable, master: KeyObject): Promise<SigningKey[]> {
  const { rows } = await client.query<SigningRow>('select id, public_key, wrapped from audit_key order by id')
  return rows.map(({ id, wrapped }) => {
    const bytes = unwrapKey(wrapped, master, signingContext(id))
    const privateKey = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
    return { id, privateKey, publicKey: createPublicKey(privateKey) }
  })
}

/** Public keys, which can be read without the key-encryption key. */
export async function listPublicKeys(client: pg.ClientBase): Promise<readonly Pick<SigningKey, 'id' | 'publicKey'>[]> {
  const { rows } = await client.query<Pick<SigningRow, 'id' | 'public_key'>>(
    'select id, public_key from audit_key order by id',
  )
  return rows.map(({ id, public_key: key }) => ({
    id,
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
  }))
}

/** The newest key. The first process that finds none makes one. Throws MasterKeyError. */
export async function readSigningKey(pool: pg.Pool, master: KeyObject): Promise<SigningKey> {
  const known = (await listSigningKeys(pool, master)).at(-1)
  if (known !== undefined) return known
  await inTransaction(pool, async (client) => {
    await holdMasterKey(client, master)
    await insertSigningKey(client, master)
  })
  return readSigningKey(pool, master)
}

async function insertSigningKey(client: pg.ClientBase, master: KeyObject): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const wrapped = wrapKey(privateKey.export({ format: 'der', type: 'pkcs8' }), master, signingContext(1))
  await client.query('insert into audit_key (id, public_key, wrapped) values (1, $1, $2) on conflict do nothing', [
    exportPublic(publicKey),
    wrapped,
  ])
}
