/** Runs suites against a server, check after check, and says how each came out. */
import { type Check, Failure, type Group, Skip, type Suite } from './check.ts'
import type { Exchange, Server } from './server.ts'

export type Status = 'passed' | 'failed' | 'skipped' | 'error'

export type Result = {
  readonly suite: string
  readonly group: string
  readonly check: Pick<Check, 'id' | 'title' | 'requirement'>
  readonly status: Status
  /** Expected and not met, or needed and not there. */
  readonly message?: string
  readonly milliseconds: number
  readonly exchanges: readonly Exchange[]
}

export type GroupResult = {
  readonly id: string
  readonly title: string
  readonly results: readonly Result[]
  readonly remarks: readonly string[]
}

export type SuiteResult = { readonly id: string; readonly title: string; readonly groups: readonly GroupResult[] }

export type Progress = (result: Result, done: number, all: number) => void

/** A requirement that has to be met, and is not; or nothing could be told since the check itself failed. */
export const isFinding = ({ status, check }: Result): boolean =>
  status === 'error' || (status === 'failed' && check.requirement.level === 'SHALL')

export async function runSuites(suites: readonly Suite[], server: Server, progress: Progress): Promise<SuiteResult[]> {
  const all = suites.flatMap(({ groups }) => groups.flatMap(({ checks }) => checks)).length
  let done = 0
  const told: Progress = (result) => {
    done += 1
    progress(result, done, all)
  }
  const results: SuiteResult[] = []
  for (const suite of suites) {
    const groups: GroupResult[] = []
    for (const group of suite.groups) groups.push(await runGroup(suite, group, { server, progress: told }))
    results.push({ id: suite.id, title: suite.title, groups })
  }
  return results
}

type Run = { readonly server: Server; readonly progress: Progress }

async function runGroup(suite: Suite, group: Group, { server, progress }: Run): Promise<GroupResult> {
  const results: Result[] = []
  const keep = (result: Result): void => {
    results.push(result)
    progress(result, 0, 0)
  }
  const isNeeded = group.isNeeded?.() !== false
  const prepared = isNeeded && group.prepare !== undefined ? await runCheck(preparation(group), server) : undefined
  if (prepared !== undefined && prepared.status !== 'passed') keep({ ...prepared, suite: suite.id, group: group.id })
  for (const check of group.checks) {
    const outcome =
      isNeeded && check.isNeeded?.() !== false
        ? await runCheck(check, server)
        : {
            check,
            status: 'skipped' as const,
            message: 'The server does not say that it has it',
            milliseconds: 0,
            exchanges: [],
          }
    keep({ ...outcome, suite: suite.id, group: group.id })
  }
  return { id: group.id, title: group.title, results, remarks: group.remarks?.() ?? [] }
}

const preparation = ({ id, title, prepare }: Group): Check => ({
  id: `${id}-data`,
  title: `${title}: data to test with`,
  requirement: { level: 'SHALL', text: 'There is something to test with', source: 'this suite' },
  run: prepare ?? (async () => {}),
})

type Outcome = Omit<Result, 'suite' | 'group'>

async function runCheck(check: Check, server: Server): Promise<Outcome> {
  const started = performance.now()
  const told = { id: check.id, title: check.title, requirement: check.requirement }
  server.takeExchanges()
  const outcome = await attempt(check, server)
  return { check: told, ...outcome, milliseconds: performance.now() - started, exchanges: server.takeExchanges() }
}

async function attempt(check: Check, server: Server): Promise<{ readonly status: Status; readonly message?: string }> {
  try {
    await check.run(server)
    return { status: 'passed' }
  } catch (error) {
    if (error instanceof Failure) return { status: 'failed', message: error.message }
    if (error instanceof Skip) return { status: 'skipped', message: error.message }
    return { status: 'error', message: error instanceof Error ? error.message : 'the check itself failed' }
  }
}
