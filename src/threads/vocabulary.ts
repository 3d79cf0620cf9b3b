/** The table of loaded names of one process: built when it is first asked for, and again when other code systems are loaded. */
import { type Clock, systemClock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { Vocabulary } from '../drafting/vocabulary/vocabulary.ts'
import { type LoadedTerm, openVocabularyBuilder } from '../drafting/vocabulary/vocabulary-table.ts'
import type { ReadVocabulary } from './threads.ts'

export type VocabularySource = {
  /** Changes with what is loaded; empty where that is nothing. */
  readonly readGeneration: () => Promise<string>
  /** In pages, what is to be kept first where not all can be. */
  readonly listTerms: () => AsyncIterable<readonly LoadedTerm[]>
}

/** How long a generation is taken for the current one. */
const heldMs = 2_000

/** Who asks while it is built waits for it. */
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
    // The next who asks tries again.
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
