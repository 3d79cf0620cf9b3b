/** Rendered documents, stored sealed with their SHA-256 and never rendered again. docs/design/exports-and-delivery.md#formats. */
import { Problem } from '../../core/problems.ts'
import type { Tx } from '../transaction.ts'
import { putBlob, readBlob, readBlobs } from './blobs.ts'

export type RenderingKey = {
  readonly artifactId: string
  readonly kind: 'original' | 'recall'
  readonly format: string
  readonly preset: string
  /** Whom it is addressed to: the hash of `recipients.ts`, empty for nobody. */
  readonly recipient: string
  /** The mapping tables by which it is made: the hash of `mapping-choices.ts`, empty for none. */
  readonly mapping: string
}

export type Rendering = { readonly bytes: Buffer; readonly sha256: string; readonly blobId: string }

type RenderingRow = { readonly blob_id: string; readonly sha256: string }

export async function findRendering(tx: Tx, key: RenderingKey): Promise<Rendering | undefined> {
  const { rows } = await tx.client.query<RenderingRow>(
    'select blob_id, sha256 from rendering where tenant = $1 and artifact_id = $2 and kind = $3 and format = $4 and preset = $5 and recipient = $6 and mapping = $7',
    [tx.tenant.number, key.artifactId, key.kind, key.format, key.preset, key.recipient, key.mapping],
  )
  const row = rows[0]
  return row === undefined
    ? undefined
    : { bytes: await readBlob(tx, row.blob_id), sha256: row.sha256, blobId: row.blob_id }
}

const findRowsText = `select k.at::int - 1 as at, r.blob_id, r.sha256, r.bytes
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) with ordinality as k (artifact_id, kind, format, preset, recipient, mapping, at)
    join rendering r on r.tenant = $1 and r.artifact_id = k.artifact_id and r.kind = k.kind and r.format = k.format and r.preset = k.preset
      and r.recipient = k.recipient and r.mapping = k.mapping
  order by k.at`

/** The renderings of the first keys, up to the first that is not kept, or that would exceed so many bytes in all; but the first in any case. */
export async function listFirstRenderings(
  tx: Tx,
  keys: readonly RenderingKey[],
  maxBytes: number,
): Promise<readonly Rendering[]> {
  const listOf = (name: keyof RenderingKey) => keys.map((key) => key[name])
  const { rows } = await tx.client.query<RenderingRow & { readonly at: number; readonly bytes: number }>({
    ...{ name: 'rendering-find-first', text: findRowsText },
    values: [
      tx.tenant.number,
      ...(['artifactId', 'kind', 'format', 'preset', 'recipient', 'mapping'] as const).map(listOf),
    ],
  })
  let total = 0
  const first = rows.filter(({ at, bytes }, place) => {
    total += bytes
    return at === place && (place === 0 || total <= maxBytes)
  })
  const blobs = await readBlobs(tx, [...new Set(first.map(({ blob_id }) => blob_id))])
  return first.map(({ blob_id, sha256 }) => {
    const bytes = blobs.get(blob_id)
    if (bytes === undefined) throw new Problem('not-found')
    return { bytes, sha256, blobId: blob_id }
  })
}

/** Answers the stored rendering: the first, if another worker was faster. */
export async function putRendering(
  tx: Tx,
  key: RenderingKey,
  rendering: Omit<Rendering, 'blobId'>,
): Promise<Rendering> {
  await tx.lock(`rendering|${key.artifactId}|${key.kind}|${key.format}|${key.preset}|${key.recipient}|${key.mapping}`)
  const kept = await findRendering(tx, key)
  if (kept !== undefined) return kept
  const { bytes, sha256 } = rendering
  const { artifactId, kind, format, preset, recipient, mapping } = key
  const blobId = await putBlob(tx, bytes)
  await tx.client.query(
    `insert into rendering (tenant, artifact_id, kind, format, preset, recipient, mapping, blob_id, bytes, sha256) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [tx.tenant.number, artifactId, kind, format, preset, recipient, mapping, blobId, bytes.length, sha256],
  )
  tx.record('document.rendered', { resourceType: 'Artifact', resourceId: artifactId, artifactId, hash: sha256 })
  return { ...rendering, blobId }
}

export type RenderingHash = Pick<RenderingKey, 'format' | 'preset'> & {
  readonly sha256: string
  readonly bytes: number
}

/** The hash of each rendering of the document. */
export async function listRenderings(tx: Tx, artifactId: string): Promise<RenderingHash[]> {
  const { rows } = await tx.client.query<RenderingHash>(
    `select format, preset, sha256, bytes from rendering where tenant = $1 and artifact_id = $2 and kind = 'original' order by format, preset, created_at, recipient, mapping`,
    [tx.tenant.number, artifactId],
  )
  return rows
}
