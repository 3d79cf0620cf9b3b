/** Does an operation to many deliveries, each in a transaction of its own with every check of the single operation. D230 */
import { Problem } from '../src/core/problems.ts'
import { listSelected, type Selected } from '../src/store/operations/delivery-selection.ts'
import { type ManyDeliveries, type ManyProgress, putJobResult } from '../src/store/operations/jobs.ts'
import type { Tx } from '../src/store/transaction.ts'
import type { WakeUp } from './queues.ts'
import { checkWanted, endSucceeded, type JobRunner, runJob, type Underway } from './run-job.ts'

/** Throws a Problem if a check refuses it. */
export type OperateOnOne = (tx: Tx, operation: ManyDeliveries['operation'], id: string) => Promise<unknown>

export type Operating = JobRunner & { readonly operate: OperateOnOne }

/** Between two of them the job may be cancelled, and its progress is on disk. */
const batch = 50

export const runManyDeliveries = (operating: Operating, wakeUp: WakeUp): Promise<void> =>
  runJob(operating, wakeUp, (underway) => operateOnAll(operating, underway))

/** Goes on after the batch at which a worker before it ended: who was moved by it is not found again. */
async function operateOnAll(operating: Operating, underway: Underway): Promise<void> {
  const { store } = operating
  const { job, caller } = underway
  const { request } = job
  if (request === undefined) throw new TypeError('a job on many deliveries says which')
  let progress = (job.result as ManyProgress | undefined) ?? { wanted: request.count, done: 0, refused: {}, after: '0' }
  for (;;) {
    checkWanted(underway)
    const { after } = progress
    const found = await store.transact(caller, (tx) => listSelected(tx, request.selection, { after, limit: batch }))
    if (found.length === 0) break
    progress = await operateOnBatch(operating, underway, { found, progress, request })
    const now = progress
    await store.transact(caller, (tx) => putJobResult(tx, job.id, now))
  }
  await store.transact(caller, (tx) => endSucceeded(tx, job))
}

type Batch = {
  readonly found: readonly Selected[]
  readonly progress: ManyProgress
  readonly request: ManyDeliveries
}

/** The progress is written with each operation: whoever begins the batch again counts none twice, and leaves none out. */
async function operateOnBatch(
  { store, operate }: Operating,
  { job, caller, signal }: Underway,
  { found, progress, request }: Batch,
): Promise<ManyProgress> {
  let now = progress
  for (const { id, seq } of found) {
    if (signal.aborted) break
    const done: ManyProgress = { ...now, done: now.done + 1, after: seq }
    now = await store
      .transact(caller, async (tx) => {
        await operate(tx, request.operation, id)
        await putJobResult(tx, job.id, done)
        return done
      })
      .catch((error: unknown) => withRefusal({ ...now, after: seq }, refusalOf(error)))
  }
  return now
}

const withRefusal = (progress: ManyProgress, slug: string): ManyProgress => ({
  ...progress,
  refused: { ...progress.refused, [slug]: (progress.refused[slug] ?? 0) + 1 },
})

/** A check that refuses one delivery keeps no other from its turn; anything else ends the batch, which is begun again. */
function refusalOf(error: unknown): string {
  if (error instanceof Problem && error.slug !== 'dependency-unavailable' && error.slug !== 'internal')
    return error.slug
  throw error
}
