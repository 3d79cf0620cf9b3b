/** Renders a released document, once for each format and preset. docs/design/exports-and-delivery.md#formats. */
import { createHash } from 'node:crypto'
import { newId } from '../src/core/ids.ts'
import { Problem } from '../src/core/problems.ts'
import type { ExportFormat } from '../src/exports/formats.ts'
import { markRendered, startRendering } from '../src/store/operations/document-renderings.ts'
import { findRendering, putRendering, type Rendering as StoredRendering } from '../src/store/operations/renderings.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import { isReleased } from '../src/store/transitions.ts'
import type { RenderPool } from '../src/threads/threads.ts'
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

export type Rendering = { readonly store: Store; readonly pool: RenderPool }

export type Renderer = {
  /** The stored rendering; made now if there is none. */
  readonly read: (request: RenderingRequest) => Promise<StoredRendering>
}

/** A second request for a rendering in progress waits for it. */
export function openRenderer(rendering: Rendering): Renderer {
  const underway = new Map<string, Promise<StoredRendering>>()
  return {
    read(request) {
      const { tenant, artifactId, kind, format, preset } = request
      const name = [tenant, artifactId, kind, format, preset].join('|')
      const running = underway.get(name)
      if (running !== undefined) return running
      const started = readRendering(rendering, request).finally(() => underway.delete(name))
      underway.set(name, started)
      return started
    },
  }
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Rendering runs outside any transaction. */
async function readRendering({ store, pool }: Rendering, request: RenderingRequest): Promise<StoredRendering> {
  const { tenant, requestId, artifactId, kind, format, preset } = request
  const key = { artifactId, kind, format, preset }
  const prepared = await store.transactAsSystem(tenant, (tx) => prepare(tx, key), requestId)
  if (prepared.found !== undefined) return prepared.found
  const { text, input } = prepared
  const bytes = format === 'bundle' ? Buffer.from(text) : Buffer.from(await pool.render(format, input))
  return store.transactAsSystem(tenant, (tx) => putRendering(tx, key, { bytes, sha256: sha256Of(bytes) }), requestId)
}

type Key = Pick<RenderingRequest, 'artifactId' | 'kind' | 'format' | 'preset'>

async function prepare(tx: Tx, key: Key) {
  const found = await findRendering(tx, key)
  if (found !== undefined) return { found }
  const artifact = await readReleasedArtifact(tx, key.artifactId, 'share')
  // The artifact was recalled since the claim: its resources say so, so the document must too.
  if (key.kind === 'original' && !isReleased(artifact.content.state)) throw new Problem('gone')
  const text = await readDocumentText(tx, artifact, key.kind)
  return { text, input: exportInput(artifact, key.kind, text, tx.tenant.timeZone) }
}

export type Releasing = { readonly store: Store; readonly renderer: Renderer }

/** After an approval: the document and its PDF, even without a channel. */
export async function renderRelease(
  { store, renderer }: Releasing,
  { tenant, subject: artifactId }: WakeUp,
): Promise<void> {
  const artifact = await store.transactAsSystem(tenant, async (tx) => {
    await startRendering(tx, artifactId)
    return readReleasedArtifact(tx, artifactId)
  })
  if (!isReleased(artifact.content.state)) return endRendering(store, tenant, artifactId)
  const request = { tenant, requestId: newId(), artifactId, kind: 'original', preset: 'default' } as const
  await renderer.read({ ...request, format: 'bundle' })
  const pdf = await renderer.read({ ...request, format: 'pdf' })
  await store.transactAsSystem(tenant, (tx) => putPdfBinary(tx, artifact, pdf.bytes))
  await endRendering(store, tenant, artifactId)
}

const endRendering = (store: Store, tenant: string, artifactId: string): Promise<void> =>
  store.transactAsSystem(tenant, (tx) => markRendered(tx, artifactId))
