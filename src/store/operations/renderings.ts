/** Rendered documents, stored sealed with their SHA-256 and never rendered again. docs/design/exports-and-delivery.md#formats. */

import type { Tx } from '../transaction.ts'
import { putBlob, readBlob } from './blobs.ts'

export type RenderingKey = {
  readonly artifactId: string
  readonly kind: 'original' | 'recall'
  readonly format: string
  readonly preset: string
  /** Whom it is addressed to: the hash of `recipients.ts`, empty for nobody. */
  readonly recipient: string
}

export type Rendering = { readonly bytes: Buffer; readonly sha256: string }

type RenderingRow = { readonly blob_id: string; readonly sha256: string }

export async function findRendering(tx: Tx, key: RenderingKey): Promise<Rendering | undefined> {
  const { rows } = await tx.client.query<RenderingRow>(
    'select blob_id, sha256 from rendering where tenant = $1 and artifact_id = $2 and kind = $3 and format = $4 and preset = $5 and recipient = $6',
    [tx.tenant.number, key.artifactId, key.kind, key.format, key.preset, key.recipient],
  )
  const row = rows[0]
  return row === undefined ? undefined : { bytes: await readBlob(tx, row.blob_id), sha256: row.sha256 }
}

/** Answers the stored rendering: the first, if another worker was faster. */
export async function putRendering(
  tx: Tx,
  key: RenderingKey,
  rendering: { bytes: Buffer; sha256: string },
): Promise<Rendering> {
  await tx.lock(`rendering|${key.artifactId}|${key.kind}|${key.format}|${key.preset}|${key.recipient}`)
  const kept = await findRendering(tx, key)
  if (kept !== undefined) return kept
  const { bytes, sha256 } = rendering
  const { artifactId, kind, format, preset, recipient } = key
  const blobId = await putBlob(tx, bytes)
  await tx.client.query(
    `insert into rendering (tenant, artifact_id, kind, format, preset, recipient, blob_id, bytes, sha256) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenant.number, artifactId, kind, format, preset, recipient, blobId, bytes.length, sha256],
  )
  tx.record('document.rendered', { resourceType: 'Artifact', resourceId: artifactId, artifactId, hash: sha256 })
  return rendering
}

export type RenderingHash = Pick<RenderingKey, 'format' | 'preset'> & {
  readonly sha256: string
  readonly bytes: number
}

/** The hash of each rendering of the document. */
export async function listRenderings(tx: Tx, artifactId: string): Promise<RenderingHash[]> {
  const { rows } = await tx.client.query<RenderingHash>(
    `select format, preset, sha256, bytes from rendering where tenant = $1 and artifact_id = $2 and kind = 'original' order by format, preset, created_at, recipient`,
    [tx.tenant.number, artifactId],
  )
  return rows
}
