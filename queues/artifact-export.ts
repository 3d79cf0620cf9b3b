/** Builds an export: its bytes are the rendering of the document, the same as for a channel with that format and preset. */
import { findDocumentFormat } from '../src/documents/formats.ts'
import { readArtifactExport } from '../src/store/operations/artifact-exports.ts'
import type { WakeUp } from './queues.ts'
import type { Renderer } from './render.ts'
import { checkWanted, endSucceeded, type JobRunner, runJob, type Underway } from './run-job.ts'

export type Exporting = JobRunner & { readonly renderer: Renderer }

export const runArtifactExport = (exporting: Exporting, wakeUp: WakeUp): Promise<void> =>
  runJob(exporting, wakeUp, (underway) => buildExport(exporting, underway))

/** The renderer refuses an artifact that was recalled meanwhile. */
async function buildExport({ store, renderer }: Exporting, underway: Underway): Promise<void> {
  const { job, caller } = underway
  if (job.targetId === undefined) throw new TypeError('a job to export names its export')
  const { targetId } = job
  const { artifactId, format, preset } = await store.transact(caller, (tx) => readArtifactExport(tx, targetId))
  const { tenant, requestId } = caller
  const known = findDocumentFormat(format).format
  await renderer.read({ tenant, requestId, artifactId, kind: 'original', format: known, preset })
  checkWanted(underway)
  await store.transact(caller, (tx) => endSucceeded(tx, job))
}
