/** Checkpoints: the signed heads of all chains, kept where nobody who can write the database can write. docs/design/store.md#audit. */
import { createPublicKey } from 'node:crypto'
import type pg from 'pg'
import { findLastBatch, headText, isSigned } from './audit-batches.ts'
import { exportPublic, type SigningKey } from './audit-keys.ts'
import type { SealedTenant } from './audit-sealer.ts'
import { sha256 } from './merkle.ts'

/** The head of one tenant's chain. */
export type CheckpointHead = {
  readonly tenant: string
  readonly number: number
  readonly total: number
  /** SHA-256 of `head`. */
  readonly hash: string
}

type SignedHead = { readonly head: string; readonly key: number; readonly signature: string }

/** The file: each head as it was signed, and the public keys (SPKI, base64) that anyone can check it with. */
export type CheckpointFile = {
  readonly format: 'banksia-audit-checkpoint-1'
  readonly keys: readonly { readonly id: number; readonly publicKey: string }[]
  readonly heads: readonly SignedHead[]
}

export type Checkpoint = { readonly heads: readonly CheckpointHead[]; readonly publicKeys: readonly string[] }

type PublicKey = Pick<SigningKey, 'id' | 'publicKey'>

const publicText = ({ publicKey }: Pick<SigningKey, 'publicKey'>): string => exportPublic(publicKey).toString('base64')

export async function buildCheckpoint(
  client: pg.ClientBase | pg.Pool,
  tenants: readonly SealedTenant[],
  keys: readonly PublicKey[],
): Promise<CheckpointFile> {
  const heads: SignedHead[] = []
  for (const { id, number } of tenants) {
    const batch = await findLastBatch(client, number)
    if (batch === undefined) continue
    heads.push({
      head: headText(id, batch),
      key: batch.signingKey,
      signature: batch.signature.toString('base64'),
    })
  }
  return {
    format: 'banksia-audit-checkpoint-1',
    keys: keys.map((key) => ({ id: key.id, publicKey: publicText(key) })),
    heads,
  }
}

/** Throws if the file is no checkpoint, or differs from the signed one. */
export function parseCheckpoint(text: string): Checkpoint {
  try {
    // A file of another kind fails below, at the first missing member or signature.
    const file = JSON.parse(text) as CheckpointFile
    if (file.format !== 'banksia-audit-checkpoint-1') throw new TypeError('format')
    return { heads: file.heads.map((head) => openHead(file, head)), publicKeys: file.keys.map((key) => key.publicKey) }
  } catch (cause) {
    throw new Error('the checkpoint is damaged, or none', { cause })
  }
}

function openHead({ keys }: CheckpointFile, { head, key, signature }: SignedHead): CheckpointHead {
  const bytes = Buffer.from(keys.find(({ id }) => id === key)?.publicKey ?? '', 'base64')
  const publicKey = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
  if (!isSigned(head, Buffer.from(signature, 'base64'), publicKey)) throw new TypeError('signature')
  const [, tenant = '', number, , , , , , total] = head.split('|')
  return { tenant, number: Number(number), total: Number(total), hash: sha256(head).toString('hex') }
}

/** True if keys of this installation signed the checkpoint. */
export const isOwn = ({ publicKeys }: Checkpoint, keys: readonly SigningKey[]): boolean => {
  const own = new Set(keys.map(publicText))
  return publicKeys.every((key) => own.has(key))
}
