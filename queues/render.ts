/** Renders a released document, once for each format and preset. DESIGN.md "Documents, exports, channels". */
import { createHash } from 'node:crypto'
import { type ExportFormat, renderFormat } from '../src/exports/formats.ts'
import { newId } from '../src/ids.ts'
import { markRendered } from '../src/store/released-documents.ts'
import { findRendering, putRendering, type Rendering } from '../src/store/renderings.ts'
import type { Store } from '../src/store/store.ts'
import { type DocumentKind, exportInput, putPdfBinary, readDocumentText, readReleasedArtifact } from './document.ts'
import type { WakeUp } from './queues.ts'

export type RenderingRequest = {
  readonly tenant: string
  readonly requestId: string
  readonly artifactId: string
  readonly kind: DocumentKind
  readonly format: ExportFormat
  readonly preset: string
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The stored rendering, made now where there is none. Rendering runs outside of any transaction. */
export async function readRendering(store: Store, request: RenderingRequest): Promise<Rendering> {
  const { tenant, requestId, artifactId, kind, format, preset } = request
  const key = { artifactId, kind, format, preset }
  const prepared = await store.transactAsSystem(
    tenant,
    async (tx) => {
      const found = await findRendering(tx, key)
      if (found !== undefined) return { found }
      const artifact = await readReleasedArtifact(tx, artifactId)
      const text = await readDocumentText(tx, artifact, kind)
      return { text, input: exportInput(artifact, kind, text, tx.tenant.timeZone) }
    },
    requestId,
  )
  if (prepared.found !== undefined) return prepared.found
  const bytes =
    format === 'bundle' ? Buffer.from(prepared.text) : Buffer.from((await renderFormat(format, prepared.input)).bytes)
  return store.transactAsSystem(
    tenant,
    async (tx) => {
      await putRendering(tx, key, { bytes, sha256: sha256Of(bytes) })
      const kept = await findRendering(tx, key)
      if (kept === undefined) throw new Error('a rendering was not kept')
      return kept
    },
    requestId,
  )
}

/** After an approval: the document Bundle and the PDF, whether or not a channel wants them. */
export async function renderRelease(store: Store, { tenant, subject: artifactId }: WakeUp): Promise<void> {
  const artifact = await store.transactAsSystem(tenant, (tx) => readReleasedArtifact(tx, artifactId))
  if (artifact.content.state === 'recalled') return endRendering(store, tenant, artifactId)
  const request = { tenant, requestId: newId(), artifactId, kind: 'original', preset: 'default' } as const
  await readRendering(store, { ...request, format: 'bundle' })
  const pdf = await readRendering(store, { ...request, format: 'pdf' })
  await store.transactAsSystem(tenant, (tx) => putPdfBinary(tx, artifact, pdf.bytes))
  await endRendering(store, tenant, artifactId)
}

const endRendering = (store: Store, tenant: string, artifactId: string): Promise<void> =>
  store.transactAsSystem(tenant, (tx) => markRendered(tx, artifactId))
