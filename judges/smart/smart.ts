/** Real clients launch, sign in and read on a running Banksia: `npm run judge:smart`. `--only TEXT` takes the judges whose names have it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import startTestServer from '../../test/global-setup.ts'
import { createSite, type Site, startRunning } from '../../test/running-server.ts'
import { listMissingOfBrowser, openBrowser } from './browser.ts'
import { makeCertificate } from './certificate.ts'
import type { Case, Served, SmartJudge } from './judge.ts'
import { judges } from './judges.ts'
import { putRecords } from './records.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const isOurs = process.env['CI'] !== undefined

const figures = { ok: 0, failed: 0, left: 0 }

/** Undefined if the case passes. */
const findFailure = async ({ run }: Case, served: Served): Promise<string | undefined> =>
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

async function ask({ name, cases, wrong, listMissing = () => [] }: SmartJudge, served: Served): Promise<void> {
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

const ends: (() => Promise<unknown>)[] = []

async function serve(): Promise<Served> {
  await startTestServer()
  ends.push(async () => globalThis.endTestServer?.())
  const folder = await mkdtemp(join(tmpdir(), 'banksia-judge-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const makeSite = async (): Promise<Site> => {
    const site = await createSite()
    ends.push(() => site.remove())
    return site
  }
  const startAnother: Served['startAnother'] = async (env, given) => {
    const site = given ?? (await makeSite())
    const running = await startRunning({ site, env })
    ends.push(() => running.stop())
    return running
  }
  const certificate = makeCertificate(folder, 'server', 'DNS:banksia.test,DNS:localhost,IP:127.0.0.1')
  const browser = await openBrowser(certificate.cert)
  ends.push(() => browser.close())
  // A development server lets in every origin of loopback: here the registered ones count.
  const server = await startAnother({ BANKSIA_CORS_ORIGINS: 'https://console.example.org' })
  const records = await putRecords(server)
  return { server, records, browser, folder, certificate, startAnother, atEnd: (end) => void ends.push(end) }
}

async function judgeAll(): Promise<void> {
  try {
    const served = await serve()
    for (const judge of judges.filter(({ name }) => name.includes(values.only))) await ask(judge, served)
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => say(`not ended: ${error}`))
  }
}

const missing = listMissingOfBrowser()
if (missing.length > 0) {
  say(`not judged: ${missing.join(', ')} is not installed`)
  process.exitCode = isOurs ? 1 : 0
} else {
  const startedAt = performance.now()
  await judgeAll()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  say(`\n${figures.ok} ok, ${figures.failed} failed, ${figures.left} not judged, in ${seconds} s`)
  process.exitCode = figures.failed === 0 && figures.ok > 0 ? 0 : 1
}
