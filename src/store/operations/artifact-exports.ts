/** Exports of artifacts: operational rows, one for each form of a document that was asked for. docs/design/hub.md#routes. */
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { unmapped } from '../channels/mapping-choices.ts'
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'
import { findRendering } from './renderings.ts'

export type ArtifactExportState = 'building' | 'built' | 'failed'

export type ArtifactExport = {
  readonly id: string
  readonly seq: string
  readonly artifactId: string
  readonly documentId: string
  readonly format: string
  readonly preset: string
  /** Whom it is addressed to: the hash of `recipients.ts`, empty for nobody. */
  readonly recipient: string
  readonly state: ArtifactExportState
  /** Why it failed: the slug of a problem, or that its job was cancelled. */
  readonly reason?: string
  readonly jobId?: string
  /** The size of the rendering. */
  readonly bytes?: number
  readonly sha256?: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type ExportKey = Pick<ArtifactExport, 'artifactId' | 'format' | 'preset' | 'recipient'>

/** With a rendering it is built; without one its job tells the state. */
const text = `select e.id, e.seq, e.artifact_id as "artifactId", e.document_id as "documentId", e.format, e.preset, e.recipient, e.job_id as "jobId",
    case when r.sha256 is not null then 'built' when j.state in ('failed', 'cancelled') then 'failed' else 'building' end as state,
    case when r.sha256 is null and j.state in ('failed', 'cancelled') then coalesce(j.reason, j.state) end as reason,
    r.bytes, r.sha256, ${utc('e.created_at')} as "createdAt",
    ${utc('greatest(e.created_at, coalesce(r.created_at, j.updated_at, e.created_at))')} as "updatedAt"
  from artifact_export e
  left join job j on j.tenant = e.tenant and j.id = e.job_id
  left join rendering r on r.tenant = e.tenant and r.artifact_id = e.artifact_id and r.kind = 'original' and r.format = e.format and r.preset = e.preset and r.recipient = e.recipient and r.mapping = ''
  where e.tenant = $1 and `

async function select(tx: Tx, where: string, values: readonly unknown[]): Promise<readonly ArtifactExport[]> {
  const { rows } = await tx.client.query<Record<string, unknown>>(`${text}${where}`, [tx.tenant.number, ...values])
  return rows.map((row) => present<ArtifactExport>(row))
}

export async function findArtifactExport(
  tx: Tx,
  { artifactId, format, preset, recipient }: ExportKey,
): Promise<ArtifactExport | undefined> {
  const where = 'e.artifact_id = $2 and e.format = $3 and e.preset = $4 and e.recipient = $5'
  const [found] = await select(tx, where, [artifactId, format, preset, recipient])
  return found
}

export async function readArtifactExport(tx: Tx, id: string): Promise<ArtifactExport> {
  const [found] = await select(tx, 'e.id = $2', [id])
  if (found === undefined) throw new Problem('not-found')
  return found
}

export type ArtifactExportList = {
  readonly artifactId: string
  readonly limit: number
  readonly before: string | undefined
}

export const listArtifactExports = (tx: Tx, { artifactId, limit, before }: ArtifactExportList) =>
  select(tx, 'e.artifact_id = $2 and e.seq < coalesce($3::bigint, 9223372036854775807) order by e.seq desc limit $4', [
    artifactId,
    before ?? null,
    limit,
  ])

/** The caller has locked the artifact. */
export async function putArtifactExport(tx: Tx, key: ExportKey & { readonly documentId: string }): Promise<string> {
  const id = newId()
  await tx.client.query(
    `insert into artifact_export (tenant, id, artifact_id, document_id, format, preset, recipient, spoke) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenant.number, id, key.artifactId, key.documentId, key.format, key.preset, key.recipient, tx.caller.spoke],
  )
  return id
}

/** The job that builds it: the first, or another after a failure. */
export async function putExportJob(tx: Tx, id: string, jobId: string): Promise<void> {
  await tx.client.query('update artifact_export set job_id = $3 where tenant = $1 and id = $2', [
    tx.tenant.number,
    id,
    jobId,
  ])
}

export async function readExportBytes(tx: Tx, key: ExportKey): Promise<Buffer> {
  const found = await findRendering(tx, { ...key, kind: 'original', mapping: unmapped })
  if (found === undefined) throw new Problem('not-found')
  return found.bytes
}
