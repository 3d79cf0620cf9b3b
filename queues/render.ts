/** Renders a released document, once for each format, preset, recipient and combination of mapping tables. docs/design/exports-and-delivery.md#formats. */
import type { Bundle } from '@medplum/fhirtypes'
import { newId } from '../src/core/ids.ts'
import { type JsonObject, parseJson, stringifyJson } from '../src/core/json.ts'
import { Problem } from '../src/core/problems.ts'
import { sha256Of } from '../src/core/sha256.ts'
import { addressDocument } from '../src/documents/addressed-document.ts'
import type { DocumentRecipient } from '../src/documents/recipient.ts'
import { readAppearance } from '../src/domain/artifact/appearance.ts'
import { CodesUnmapped, isHeld, mapDocument } from '../src/domain/mapping/map-document.ts'
import { PresetUnknown } from '../src/exports/check-document.ts'
import { defaultPreset } from '../src/exports/export-input.ts'
import type { ExportFormat } from '../src/exports/formats.ts'
import { carriesPdf, isPreset, pdfInMessages } from '../src/exports/presets.ts'
import { readMappingChoice, unmapped } from '../src/store/channels/mapping-choices.ts'
import { markRendered, startRendering } from '../src/store/operations/document-renderings.ts'
import { nobody, readRecipient } from '../src/store/operations/recipients.ts'
import {
  findRendering,
  putRendering,
  type RenderingKey,
  type Rendering as StoredRendering,
} from '../src/store/operations/renderings.ts'
import type { Store } from '../src/store/store.ts'
import type { Tx } from '../src/store/transaction.ts'
import { isReleased } from '../src/store/transitions.ts'
import type { RenderPool } from '../src/threads/threads.ts'
import { type DocumentKind, exportInput, putPdfBinary, readDocumentText, readReleasedArtifact } from './document.ts'
import type { WakeUp } from './queues.ts'
import { refusalOf } from './render-refusal.ts'

export type RenderingRequest = {
  readonly tenant: string
  readonly requestId: string
  readonly artifactId: string
  readonly kind: DocumentKind
  readonly format: ExportFormat
  readonly preset: string
  /** The hash of `recipients.ts`. */
  readonly recipient: string
  /** The hash of the mapping tables, from `mapping-choices.ts`. */
  readonly mapping: string
}

export type Rendering = { readonly store: Store; readonly pool: RenderPool }

export type Renderer = {
  /** The stored rendering; made now if there is none. */
  readonly read: (request: RenderingRequest) => Promise<StoredRendering>
}

/** A second request for a rendering in progress waits for it. */
export function openRenderer(rendering: Rendering): Renderer {
  const underway = new Map<string, Promise<StoredRendering>>()
  const renderer: Renderer = {
    read(request) {
      const { tenant, artifactId, kind, format, preset, recipient, mapping } = request
      const name = [tenant, artifactId, kind, format, preset, recipient, mapping].join('|')
      const running = underway.get(name)
      if (running !== undefined) return running
      const started = readRendering(rendering, renderer, request).finally(() => underway.delete(name))
      underway.set(name, started)
      return started
    },
  }
  return renderer
}

/** Renders outside any transaction. Throws PresetUnknown, DocumentRefused, CodesUnmapped, ThreadError. */
async function readRendering(
  { store, pool }: Rendering,
  renderer: Renderer,
  request: RenderingRequest,
): Promise<StoredRendering> {
  const { tenant, requestId, format, preset } = request
  if (!isPreset(format, preset)) throw new PresetUnknown(format)
  const prepared = await store.transactAsSystem(tenant, (tx) => prepare(tx, request), requestId)
  if (prepared.found !== undefined) return prepared.found
  const { text, input } = prepared
  const bytes = format === 'bundle' ? addressText(text, input.recipient) : await render()
  return store.transactAsSystem(
    tenant,
    (tx) => putRendering(tx, request, { bytes, sha256: sha256Of(bytes) }),
    requestId,
  )

  async function render(): Promise<Buffer> {
    const pdf = carriesPdf(format, preset)
      ? await renderer.read({ ...request, format: 'pdf', preset: pdfInMessages })
      : undefined
    return Buffer.from(await pool.render(format, { ...input, ...(pdf === undefined ? {} : { pdf: pdf.bytes }) }))
  }
}

/** Here and not in a thread, where the text of numbers would be lost. D137 */
const addressText = (text: string, recipient: DocumentRecipient | undefined): Buffer =>
  recipient === undefined
    ? Buffer.from(text)
    : // A document Bundle, as the store has it.
      Buffer.from(stringifyJson(addressDocument(parseJson(text) as unknown as Bundle, recipient)))

async function prepare(tx: Tx, key: RenderingKey & Pick<RenderingRequest, 'kind'>) {
  const found = await findRendering(tx, key)
  if (found !== undefined) return { found }
  const { artifactId, kind, format, preset } = key
  const artifact = await readReleasedArtifact(tx, artifactId, 'share')
  // The artifact was recalled since the claim: its resources say so, so the document must too.
  if (kind === 'original' && !isReleased(artifact.content.state)) throw new Problem('gone')
  const text = await mapText(tx, key, await readDocumentText(tx, artifact, kind))
  const recipient = await readRecipient(tx, key.recipient)
  const copy = { kind, preset, timeZone: tx.tenant.timeZone, ...(recipient === undefined ? {} : { recipient }) }
  const input = exportInput(artifact, text, copy)
  // A form that carries the PDF takes the kept one.
  const appearance = format === 'pdf' ? await readAppearance(tx, artifact.content, input) : undefined
  return { text, input: { ...input, ...(appearance === undefined ? {} : { appearance }) } }
}

/** Replaces the codes of a document, for all formats: each format is made from this text. Throws CodesUnmapped. */
async function mapText(tx: Tx, { mapping, kind }: Pick<RenderingRequest, 'mapping' | 'kind'>, text: string) {
  if (mapping === unmapped) return text
  // The text is a resource, as the store keeps it.
  const document = parseJson(text) as JsonObject
  const outcomes = await mapDocument(tx, await readMappingChoice(tx, mapping), document)
  // A recall is never held: its receiver has the document already.
  if (kind === 'original' && isHeld(outcomes)) throw new CodesUnmapped()
  return stringifyJson(document)
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
  const own = { preset: defaultPreset, recipient: nobody, mapping: unmapped } as const
  const request = { tenant, requestId: newId(), artifactId, kind: 'original', ...own } as const
  await renderer.read({ ...request, format: 'bundle' })
  const pdf = await readPdf(renderer, request)
  await store.transactAsSystem(tenant, async (tx) => {
    if ('bytes' in pdf) await putPdfBinary(tx, artifact, pdf.bytes)
    else tx.record('document.unrendered', { ...aboutArtifact(artifactId), reason: pdf.reason })
  })
  await endRendering(store, tenant, artifactId)
}

const aboutArtifact = (artifactId: string) => ({ resourceType: 'Artifact', resourceId: artifactId, artifactId })

/** Why there is no PDF, if it cannot be made: a repetition would take as long, and fail again. D140 */
const readPdf = (renderer: Renderer, request: Omit<RenderingRequest, 'format'>) =>
  renderer.read({ ...request, format: 'pdf' }).catch((error: unknown) => {
    const reason = refusalOf(error)
    if (reason === undefined) throw error
    return { reason }
  })

const endRendering = (store: Store, tenant: string, artifactId: string): Promise<void> =>
  store.transactAsSystem(tenant, (tx) => markRendered(tx, artifactId))
