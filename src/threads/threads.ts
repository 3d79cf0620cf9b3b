/** The threads of a process: rendering and drafting in some, verifying in others, so that a long draft delays no verdict. R3.2. */

import type { Note, Verification } from '../core/clinical-note.ts'
import type { DraftInput } from '../drafting/compose/draft.ts'
import type { VerifyInput } from '../drafting/verify/verify.ts'
import type { Vocabulary } from '../drafting/vocabulary/vocabulary.ts'
import type { ExportInput } from '../exports/export-input.ts'
import type { ExportFormat } from '../exports/formats.ts'
import { openThreadPool, type ThreadPool, ThreadTimeout } from './thread-pool.ts'
import type { TaskName } from './thread-tasks.ts'

export type RenderPool = { readonly render: (format: ExportFormat, input: ExportInput) => Promise<Uint8Array> }

export type Threads = RenderPool & {
  readonly draft: (input: DraftInput) => Promise<Note>
  /** An outside provider's draft with codes for its words. */
  readonly code: (note: Note) => Promise<Note>
  /** A verification that takes too long did not run. */
  readonly verify: (input: VerifyInput, signal?: AbortSignal) => Promise<Verification>
  /** Starts a thread for these, so that the first caller need not wait. */
  readonly warm: (names: readonly TaskName[]) => void
  readonly close: () => Promise<void>
}

const defaultLimitMs = 60_000

/** D141: a document that takes longer is hostile, or too long for anybody to read. */
const renderLimitMs = 10_000

/** Names of the presently loaded code systems. */
export type ReadVocabulary = () => Promise<Vocabulary | undefined>

/** `making` renders and drafts, `judging` verifies. */
export type ThreadPools = { readonly making: ThreadPool; readonly judging: ThreadPool }

type PoolSettings = { readonly limitMs?: number; readonly idleMs?: number | undefined }

export const openThreadPools = ({ limitMs = defaultLimitMs, idleMs }: PoolSettings = {}): ThreadPools => ({
  making: openThreadPool({ size: 2, tasks: ['render', 'draft'], limitMs, idleMs, limits: { render: renderLimitMs } }),
  judging: openThreadPool({ size: 2, tasks: ['verify'], limitMs, idleMs }),
})

export function openThreads(
  limitMs: number = defaultLimitMs,
  readVocabulary: ReadVocabulary = async () => undefined,
  { making, judging }: ThreadPools = openThreadPools({ limitMs }),
): Threads {
  return {
    render: (format, input) => making.run('render', { format, input }),
    draft: async (input) => making.run('draft', { ...input, vocabulary: await readVocabulary() }),
    code: async (note) => making.run('code', { note, vocabulary: await readVocabulary() }),
    verify: async (input, signal) => verifyWithin(judging, { ...input, vocabulary: await readVocabulary() }, signal),
    warm(names) {
      if (names.includes('render') || names.includes('draft')) making.warm()
      if (names.includes('verify')) judging.warm()
    },
    async close() {
      await Promise.all([making.close(), judging.close()])
    },
  }
}

/** R3.2: without a verdict in time there is no verdict. */
const verifyWithin = (pool: ThreadPool, input: VerifyInput, signal: AbortSignal | undefined): Promise<Verification> =>
  pool.run('verify', input, signal).catch((error: unknown) => {
    if (error instanceof ThreadTimeout) return timedOut
    throw error
  })

const timedOut: Verification = {
  outcome: 'not_run',
  reason: 'verifier_timeout',
  findings: [],
  confidence: 0,
  coverage: 0,
}
