/** Finds the process of a pid. proc_pid_stat(5). */
import { readFileSync } from 'node:fs'

/** The facts in `/proc/PID/stat`. `name` has at most 15 characters. */
export type ProcessStat = { readonly name: string; readonly state: string; readonly startTicks: string }

export function findStat(pid: number): ProcessStat | undefined {
  const text = findText(`/proc/${pid}/stat`)
  // The name stands in parentheses and may hold some itself.
  const match = text?.match(/^\d+ \((.*)\) (\S)(.*)$/s)
  if (match === null || match === undefined) return undefined
  const [, name = '', state = '', rest = ''] = match
  return { name, state, startTicks: rest.trim().split(' ')[18] ?? '' }
}

/** Tells a process from a later one with the same pid, also across a restart of the machine. Absent: no such process. */
export function findProcessStart(pid: number): string | undefined {
  const boot = findText('/proc/sys/kernel/random/boot_id')?.trim()
  if (boot === undefined) return isAlive(pid) ? 'alive' : undefined
  const stat = findStat(pid)
  return stat === undefined || stat.state === 'Z' ? undefined : `${boot}/${stat.startTicks}`
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function findText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
