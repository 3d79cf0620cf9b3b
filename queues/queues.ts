/** The queues: they wake workers; the store holds the work and its order. docs/design/house.md#foundations. */
import type { OutboxTopic } from '../src/store/outbox.ts'

type QueueRow = {
  readonly name: string
  readonly topic: OutboxTopic
  /** Jobs at once in one process. */
  readonly concurrency: number
}

export const queueTable = [
  { name: 'generate', topic: 'job.queued', concurrency: 4 },
  { name: 'transcribe', topic: 'transcription.queued', concurrency: 2 },
  { name: 'channel-test', topic: 'channel-test.queued', concurrency: 2 },
  { name: 'many-deliveries', topic: 'many-deliveries.queued', concurrency: 1 },
  { name: 'render', topic: 'artifact.released', concurrency: 2 },
  { name: 'export', topic: 'export.queued', concurrency: 2 },
  { name: 'artifact-export', topic: 'artifact-export.queued', concurrency: 2 },
  { name: 'deliver', topic: 'delivery.queued', concurrency: 128 },
  { name: 'notify', topic: 'subscription.due', concurrency: 64 },
  { name: 'reindex', topic: 'reindex.queued', concurrency: 1 },
] as const satisfies readonly QueueRow[]

export type QueueName = (typeof queueTable)[number]['name']

export const queueOf = (topic: OutboxTopic): QueueName | undefined =>
  queueTable.find((row) => row.topic === topic)?.name

/** A wake-up: identifiers only. */
export type WakeUp = { readonly tenant: string; readonly subject: string }
