/** Builds an export. Its bytes are the rendering of the document, as for a channel with that format and preset and without mapping tables. */
import { findDocumentFormat } from '../src/documents/formats.ts'
import { unmapped } from '../src/store/channels/mapping-choices.ts'
import { readArtifactExport } from '../src/store/operations/artifact-exports.ts'
import { JobError } from './job-failure.ts'
import type { WakeUp } from './queues.ts'
import type { Renderer } from './render.ts'
import { refusalOf } from './render-refusal.ts'
import { checkWanted, endSucceeded, type JobRunner, runJob, type Underway } from './run-job.ts'

export type Exporting = JobRunner & { readonly renderer: Renderer }

export const runArtifactExport = (exporting: Exporting, wakeUp: WakeUp): Promise<void> =>
  runJob(exporting, wakeUp, (underway) => buildExport(exporting, underway))

/** The renderer refuses an artifact that was recalled meanwhile. */
async function buildExport({ store, renderer }: Exporting, underway: Underway): Promise<void> {
  const { job, caller } = underway
  if (job.targetId === undefined) throw new TypeError('a job to export names its export')
  const { targetId } = job
  const { artifactId, preset, recipient, ...row } = await store.transact(caller, (tx) =>
    readArtifactExport(tx, targetId),
  )
  const { tenant, requestId } = caller
  const { format } = findDocumentFormat(row.format)
  const form = { format, preset, recipient, mapping: unmapped }
  await renderer.read({ tenant, requestId, artifactId, kind: 'original', ...form }).catch(endRefused)
  checkWanted(underway)
  await store.transact(caller, (tx) => endSucceeded(tx, job))
}

/** A form that cannot be made is not tried again. D140 */
function endRefused(error: unknown): never {
  const reason = refusalOf(error)
  throw reason === undefined ? error : new JobError({ reason, isFinal: true }, error)
}
