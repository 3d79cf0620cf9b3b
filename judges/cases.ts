/** Judges at work on a running Banksia: programs that others wrote, asked one case after the other. */

export type Case<Served> = {
  readonly name: string
  /** Throws if it fails. */
  readonly run: (served: Served) => Promise<void>
}

export type CaseJudge<Served> = {
  /** With its version. */
  readonly name: string
  /** The programs that this machine lacks. */
  readonly listMissing?: () => readonly string[]
  readonly cases: readonly Case<Served>[]
  /** Asks for what no server gives: the judge has to fail, by a message like `says`. */
  readonly wrong: Case<Served> & { readonly says: RegExp }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** What is missing there is a failure. */
export const isOurs = process.env['CI'] !== undefined

type Named = { readonly name: string }
type Asking<Served> = {
  readonly served: Served
  readonly judges: readonly CaseJudge<Served>[]
  /** Takes the judges whose names have it. */
  readonly only: string
}

const figures = { ok: 0, failed: 0, left: 0 }

export async function askAll<Served>({ served, judges, only }: Asking<Served>): Promise<void> {
  for (const judge of judges.filter(({ name }: Named) => name.includes(only))) await ask(judge, served)
}

async function ask<Served>(
  { name, cases, wrong, listMissing = () => [] }: CaseJudge<Served>,
  served: Served,
): Promise<void> {
  const missing = listMissing()
  if (missing.length > 0) {
    say(`not judged: ${name}: ${missing.join(', ')} is not installed`)
    figures[isOurs ? 'failed' : 'left'] += 1
    return
  }
  for (const one of cases) report(`${name}: ${one.name}`, await findFailure(one, served))
  const failure = await findFailure(wrong, served)
  const isSeen = failure !== undefined && wrong.says.test(failure)
  report(`${name}: sees what is wrong: ${wrong.name}`, isSeen ? undefined : `it says: ${failure ?? 'nothing'}`)
}

/** Undefined if the case passes. */
const findFailure = async <Served>({ run }: Case<Served>, served: Served): Promise<string | undefined> =>
  run(served).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? `${error.message}${codeOf(error)}` : String(error)),
  )

/** As clients of OAuth keep it. */
const codeOf = (error: Error): string => ('error' in error ? ` (${error.error})` : '')

function report(name: string, failure: string | undefined): void {
  figures[failure === undefined ? 'ok' : 'failed'] += 1
  say(`${failure === undefined ? 'ok' : 'FAILED'} ${name}`)
  if (failure !== undefined) say(`  ${failure.split('\n').slice(0, 12).join('\n  ')}`)
}

/** Runs the work and what it has put into `ends`, the last one first; then says the figures, which decide the exit code. */
export async function judgeAndReport(work: () => Promise<void>, ends: (() => Promise<unknown>)[]): Promise<void> {
  const startedAt = performance.now()
  try {
    await work()
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => say(`not ended: ${error}`))
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(`\n${figures.ok} ok, ${figures.failed} failed, ${figures.left} not judged, in ${seconds} s`)
  process.exitCode = figures.failed === 0 && figures.ok + figures.left > 0 ? 0 : 1
}
