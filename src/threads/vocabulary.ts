/** The table of loaded names of a process: built on first use, and again when other code systems are loaded. */
import { type Clock, systemClock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Vocabulary } from '../drafting/vocabulary/vocabulary.ts'
import { type LoadedTerm, openVocabularyBuilder } from '../drafting/vocabulary/vocabulary-table.ts'
import type { ReadVocabulary } from './threads.ts'

export type VocabularySource = {
  /** Changes with the loaded terms; empty if there are none. */
  readonly readGeneration: () => Promise<string>
  /** In pages, the most important first, because not all may fit. */
  readonly listTerms: () => AsyncIterable<readonly LoadedTerm[]>
}

/** How long a generation counts as current. */
const heldMs = 2_000

/** Callers wait while it is built. */
export function openVocabularyReader(source: VocabularySource, log: Log, clock: Clock = systemClock): ReadVocabulary {
  let held: { readonly generation: string; readonly table: Promise<Vocabulary | undefined> } | undefined
  let until = 0
  return async () => {
    const now = clock().getTime()
    if (held !== undefined && now < until) return held.table
    const generation = await source.readGeneration()
    until = now + heldMs
    if (held?.generation === generation) return held.table
    const table = generation === '' ? Promise.resolve(undefined) : buildTable(source, log)
    const own = { generation, table }
    held = own
    // The next caller tries again.
    table.catch(() => {
      if (held === own) held = undefined
    })
    return table
  }
}

async function buildTable({ listTerms }: VocabularySource, log: Log): Promise<Vocabulary> {
  const builder = openVocabularyBuilder()
  let isFull = false
  for await (const page of listTerms()) {
    isFull ||= !page.every(builder.add)
    if (isFull) break
  }
  const table = builder.finish()
  log.info('vocabulary.built', { count: table.marks.length })
  if (isFull) log.warn('vocabulary.full', { count: table.marks.length })
  return table
}
