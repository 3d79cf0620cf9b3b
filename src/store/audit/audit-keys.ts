/** The keys that sign the audit: Ed25519 (RFC 8032), one installation's, wrapped by the key-encryption key. docs/design/store.md#audit. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import { unwrapKey, wrapKey } from '../keys/keys.ts'

export type SigningKey = { readonly id: number; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

type SigningRow = { readonly id: number; readonly public_key: Buffer; readonly wrapped: Buffer }

export const signingContext = (id: number): string => `audit-key|${id}`

export const exportPublic = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

/** Oldest first. The public key is derived from the wrapped private key; the stored public key is for others. Throws if another key wrapped it. */
export async function listSigningKeys(client: pg.ClientBase | pg.Pool, master: KeyObject): Promise<SigningKey[]> {
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

/** The newest key. The first process that finds none makes one. */
export async function readSigningKey(client: pg.ClientBase | pg.Pool, master: KeyObject): Promise<SigningKey> {
  const known = (await listSigningKeys(client, master)).at(-1)
  if (known !== undefined) return known
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const wrapped = wrapKey(privateKey.export({ format: 'der', type: 'pkcs8' }), master, signingContext(1))
  await client.query('insert into audit_key (id, public_key, wrapped) values (1, $1, $2) on conflict do nothing', [
    exportPublic(publicKey),
    wrapped,
  ])
  return readSigningKey(client, master)
}
