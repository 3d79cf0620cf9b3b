/** Processor time of a process and of its children, from /proc. proc(5). */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second (sysconf(_SC_CLK_TCK)). */
const msPerTick = 10

type Entry = { readonly pid: number; readonly parent: number; readonly own: number; readonly reaped: number }

function readEntry(pid: number): Entry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything; numbers follow it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (at: number): number => Number(fields[at]) * msPerTick
    return { pid, parent: Number(fields[1]), own: ticks(11) + ticks(12), reaped: ticks(13) + ticks(14) }
  } catch {
    return undefined
  }
}

/** Milliseconds of the process alone, and of all that descend from it. */
export type ProcessorTime = { readonly node: number; readonly children: number }

export function readProcessorTime(pid: number): ProcessorTime {
  const entries = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readEntry(Number(name)) ?? [])
  const root = entries.find((entry) => entry.pid === pid)
  const children = (parent: number): readonly Entry[] =>
    entries.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...children(entry.pid)])
  const time = children(pid).reduce((sum, { own, reaped }) => sum + own + reaped, 0)
  return { node: root?.own ?? 0, children: time }
}

/** Resident memory of the process, in MB. */
export function readResidentMegabytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}
