/** Counts what is tolerated in the messages of each sender, and writes the counts together: a row for each message would hold up its neighbours. */
import { errorFields, type Log } from '../../core/log.ts'
import { addQuality, type QualityCount } from '../../store/senders/sender-quality.ts'
import type { Store } from '../../store/store.ts'
import type { KnownSender } from './known-senders.ts'

type Note = { readonly rule: string; readonly place: string; readonly count: number }
type Counting = { readonly tenant: string; readonly id: string; readonly counts: Map<string, QualityCount> }

export type QualityCounts = ReturnType<typeof openQualityCounts>

const everyMs = 500

export function openQualityCounts(store: Pick<Store, 'transactAsSystem'>, log: Log) {
  let waiting = new Map<string, Counting>()
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const write = async (): Promise<void> => {
    const all = [...waiting.values()]
    waiting = new Map()
    for (const { tenant, id, counts } of all)
      await store
        .transactAsSystem(tenant, (tx) => addQuality(tx, id, [...counts.values()]))
        // The messages are stored; only their report is shorter.
        .catch((error: unknown) => log.warn('quality.lost', errorFields(error)))
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  return {
    add({ tenant, id }: Pick<KnownSender, 'tenant' | 'id'>, report: readonly Note[]): void {
      if (report.length === 0) return
      const own = waiting.get(id) ?? { tenant, id, counts: new Map() }
      waiting.set(id, own)
      for (const note of report) count(own.counts, note)
      timer ??= setTimeout(() => void flush(), everyMs)
    },
    close: flush,
  }
}

function count(counts: Map<string, QualityCount>, { rule, place, count: found }: Note): void {
  const key = `${rule} ${place}`
  const { count: before = 0, messages = 0 } = counts.get(key) ?? {}
  counts.set(key, { rule, place, count: before + found, messages: messages + 1 })
}
