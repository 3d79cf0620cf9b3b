/** Recipients of copies, each kept once and sealed, under a keyed hash of its members. D139; docs/design/exports-and-delivery.md#recipients. */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import type { JsonObject } from '../../core/json.ts'
import type { DocumentRecipient } from '../../fhir/document-recipient.ts'
import { digest } from '../keys/seal.ts'
import type { Tx } from '../transaction.ts'
import { putBlob, readBlob } from './blobs.ts'

/** Stands for a copy that is addressed to nobody by name. */
export const nobody = ''

/** Answers its hash. Equal members give equal hashes, in whatever order they come. */
export async function putRecipient(tx: Tx, recipient: DocumentRecipient | undefined): Promise<string> {
  if (recipient === undefined) return nobody
  // A recipient is plain JSON; a readonly type does not say so.
  const text = canonicalJson(recipient as unknown as JsonObject)
  const hash = digest(tx.tenant.keys.index, `recipient|${text}`).toString('hex')
  if (await hasRecipient(tx, hash)) return hash
  await tx.lock(`recipient|${hash}`)
  if (await hasRecipient(tx, hash)) return hash
  const blobId = await putBlob(tx, Buffer.from(text))
  await tx.client.query('insert into recipient (tenant, hash, blob_id) values ($1, $2, $3)', [
    tx.tenant.number,
    hash,
    blobId,
  ])
  return hash
}

async function findBlob(tx: Tx, hash: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ blob_id: string }>({
    name: 'recipient-find',
    text: 'select blob_id from recipient where tenant = $1 and hash = $2',
    values: [tx.tenant.number, hash],
  })
  return rows[0]?.blob_id
}

const hasRecipient = async (tx: Tx, hash: string): Promise<boolean> => (await findBlob(tx, hash)) !== undefined

/** Undefined for nobody. Throws if the hash is of none that is kept. */
export async function readRecipient(tx: Tx, hash: string): Promise<DocumentRecipient | undefined> {
  if (hash === nobody) return undefined
  const blobId = await findBlob(tx, hash)
  if (blobId === undefined) throw new TypeError('a copy names a recipient that is kept')
  return JSON.parse((await readBlob(tx, blobId)).toString()) as DocumentRecipient
}
