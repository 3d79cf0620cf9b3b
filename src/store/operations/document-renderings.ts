/** Released documents that must still be rendered. A row says so, not a job that can be lost. */
import type { Tx } from '../transaction.ts'

/** With its outbox row: the renderer is woken after the commit. */
export function putDocumentRendering(tx: Tx, artifactId: string, documentId: string): void {
  tx.endWith({
    name: 'document-insert',
    text: 'insert into document (tenant, artifact_id, document_id) values ($1, $2, $3)',
    values: [tx.tenant.number, artifactId, documentId],
  })
  tx.enqueue('artifact.released', artifactId)
}

export async function markRendered(tx: Tx, artifactId: string): Promise<void> {
  await tx.client.query('update document set rendered_at = now() where tenant = $1 and artifact_id = $2', [
    tx.tenant.number,
    artifactId,
  ])
}

/** Marks a rendering as begun. If it fails, it is due again after a delay that doubles. */
export async function startRendering(tx: Tx, artifactId: string): Promise<void> {
  await tx.client.query(
    `update document set attempts = attempts + 1, due_at = now() + make_interval(secs => least(300, 4 * power(2, attempts)))
     where tenant = $1 and artifact_id = $2`,
    [tx.tenant.number, artifactId],
  )
}

/** Documents of all tenants that are not rendered and that nobody renders now. */
export const unrendered = `select 'artifact.released', tenant.id, document.artifact_id::text, document.due_at
  from document join tenant on tenant.number = document.tenant where tenant.state = 'active' and rendered_at is null and due_at <= now() + make_interval(secs => $2) order by due_at`
