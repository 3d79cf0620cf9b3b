/**
 * `npm run bench:hub`: the Hub against a bare Koa on the same machine in the same run, and against its bounds. Options:
 * `--only whoami,create,approve,queue,audit`, `--rounds 5`, `--seconds 3`, `--count 400` (encounters, and half as many approvals, a round),
 * `--queue 100000`, `--audit 10000000`, `--soak N` (so many requests and nothing else, for memory; `--role web|all`), `--data DIR` (kept and used again),
 * `--out FILE` (adds its table).
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { developmentTenants } from '../src/core/caller.ts'
import { requestDevelopmentToken } from '../src/identity/development-token.ts'
import { readResidentMegabytes } from './fhir/processor-time.ts'
import { type Cost, closeSite, openSite, type Site, settings, stopParts, total } from './fhir/site.ts'
import { fillAudit, readAuditSamples, waitForUsage } from './hub/filled.ts'
import { measureApprovals, measureEncounters, measurePages, measureWhoami, type Times } from './hub/measured.ts'
import { fillQueue, rare } from './hub/queue.ts'
import { openSoaked, type Sample, soak } from './hub/soak.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'whoami,create,approve,queue,audit' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    count: { type: 'string', default: '400' },
    queue: { type: 'string', default: '100000' },
    audit: { type: 'string', default: '10000000' },
    soak: { type: 'string', default: '0' },
    role: { type: 'string', default: 'web' },
    data: { type: 'string' },
    out: { type: 'string' },
  },
})
const parts = new Set(values.only.split(','))
const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds), count: Number(values.count) }
const lines: string[] = []
const write = (line: string): void => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
const ms = (value: number): string => value.toFixed(3)

/** `bound`: the required rate, or the share of the floor that is reached. */
const costLine = (name: string, cost: Cost, bound: string): string =>
  `| ${name} | ${ms(cost.node)} | ${ms(cost.postgres)} | ${ms(total(cost))} | ${Math.round(1000 / total(cost))} | ${Math.round(cost.perSecond)} | ${ms(cost.client)} | ${bound} |`

const timesLine = ({ name, p50, p99, cost }: Times, bound: number): string =>
  `| ${name} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${ms(cost.node)} | ${ms(cost.postgres)} | under ${bound} ms |`

const heading =
  '| request | Node ms | PostgreSQL ms | together | a second and core, both on it | a second here | load client ms | bound |\n|---|---|---|---|---|---|---|---|'
const pageHeading = '\n| page | p50 ms | p99 ms | Node ms | PostgreSQL ms | bound |\n|---|---|---|---|---|---|'

async function runCosts(site: Site): Promise<void> {
  if (!['whoami', 'create', 'approve'].some((part) => parts.has(part))) return
  write(`\n${heading}`)
  if (parts.has('whoami')) {
    const { floor, whoami } = await measureWhoami(site, pace)
    write(costLine('floor: Koa, bytes', floor, ''))
    write(costLine('whoami', whoami, `0.5 of the floor: ${(total(floor) / total(whoami)).toFixed(2)}`))
  }
  if (parts.has('create')) write(costLine('create an encounter', await measureEncounters(site, pace), '400 a second'))
  if (parts.has('approve')) {
    const cost = await measureApprovals(site, { ...pace, count: pace.count / 2 })
    write(costLine('approve an artifact', cost, '150 a second and core'))
  }
}

async function runQueue(site: Site): Promise<void> {
  await fillQueue(site, Number(values.queue))
  const queue = '/v1/release-gates/clinical_review/queue?limit=50'
  const filters = {
    spokeId: rare.spoke,
    templateId: rare.template,
    verification: rare.verification,
  }
  const names = Object.keys(filters) as (keyof typeof filters)[]
  const filtered = Array.from({ length: 7 }, (_, at) => names.filter((_name, bit) => ((at + 1) >> bit) % 2 === 1)).map(
    (asked) => ({
      name: `the same, of a rare ${asked.join(' and ')}`,
      paths: [[queue, ...asked.map((name) => `${name}=${filters[name]}`)].join('&')],
    }),
  )
  const times = await measurePages(site, [
    { name: `queue, 50 of ${values.queue}`, paths: [queue] },
    ...filtered,
    { name: 'the same, of a verification that none has', paths: [`${queue}&verification=none`] },
    { name: 'the same, of a verification that most have', paths: [`${queue}&verification=passed`] },
  ])
  write(pageHeading)
  for (const one of times) write(timesLine(one, 10))
}

async function runAudit(site: Site): Promise<void> {
  await fillAudit(site, Number(values.audit))
  await waitForUsage(site)
  const tenant = developmentTenants[0]
  const auditor = await requestDevelopmentToken(site.server.base, { tenant, role: 'auditor' })
  const { request, artifact, encounter } = await readAuditSamples(site)
  const page = '/v1/audit/events?limit=50'
  const events = '/fhir/R4/AuditEvent?_count=50'
  const by = (name: string, ids: readonly string[]): string[] => ids.map((id) => `${page}&${name}=${id}`)
  const times = await measurePages(
    site,
    [
      { name: `audit, newest 50 of ${values.audit}`, paths: [page] },
      { name: 'audit, oldest 50', paths: [`${page}&order=oldest`] },
      { name: 'audit of a request', paths: by('requestId', request) },
      { name: 'audit of an artifact', paths: by('artifactId', artifact) },
      { name: 'audit of an encounter', paths: by('encounterId', encounter) },
      { name: 'audit of a kind', paths: [`${page}&kind=artifact.approved`] },
      { name: 'audit of a kind, rare', paths: [`${page}&kind=access.refused`] },
      { name: 'audit of an actor', paths: [`${page}&actor=clinician-7`] },
      { name: 'audit, from a day on, oldest first', paths: [`${page}&from=2026-06-01T00:00:00Z&order=oldest`] },
      { name: 'AuditEvent, newest 50', paths: [events] },
      { name: 'AuditEvent of a day', paths: [`${events}&date=2026-06-01`] },
      { name: 'AuditEvent of an action', paths: [`${events}&action=C`] },
      { name: 'AuditEvent of an agent', paths: [`${events}&agent:identifier=clinician-7`] },
    ],
    auditor,
  )
  const usage = [1, 30, 366].map((days) => ({
    name: `usage of ${days} days, broken down`,
    paths: [`/v1/usage/summary?periodDays=${days}&groupBy=spoke,artifactType,state`],
  }))
  write(pageHeading)
  for (const one of [...times, ...(await measurePages(site, usage, auditor))]) write(timesLine(one, 20))
}

/** The heap is smallest after a collection. */
function soakLine(samples: readonly Sample[], done: number, worker: number | undefined): string {
  const least = (of: (sample: Sample) => number): number => Math.round(Math.min(...samples.map(of)))
  const last = samples.at(-1) as Sample
  const cells = [
    done,
    Math.round(last.perSecond),
    Math.round(last.rss),
    least(({ heap }) => heap),
    least(({ external }) => external),
    last.handles,
    last.connections,
    worker === undefined ? '' : Math.round(worker),
  ]
  return `| ${cells.join(' | ')} |`
}

/** A line for each tenth. */
async function runSoak(directory: string, total: number): Promise<void> {
  const role = values.role === 'all' ? 'all' : 'web'
  const { site: soaked, worker, close } = await openSoaked(directory, role)
  try {
    write(`\nRole ${role}; what the process holds at each tenth of ${total} requests:\n`)
    write(
      '| requests | a second here | resident MB | heap MB, least | external MB, least | handles | connections to the database | worker, resident MB |\n|---|---|---|---|---|---|---|---|',
    )
    let samples: Sample[] = []
    let written = 0
    await soak(soaked, total, (sample, done) => {
      samples.push(sample)
      if (done < ((written + 1) * total) / 10) return
      write(soakLine(samples, done, worker && readResidentMegabytes(worker.pid)))
      written += 1
      samples = []
    })
  } finally {
    await close()
  }
}

const directory = values.data ?? mkdtempSync(join(tmpdir(), 'banksia-bench-'))
mkdirSync(directory, { recursive: true })
const env = { ...settings, BANKSIA_VERIFIER: 'embedded' }
const readToken = (base: string): Promise<string> =>
  requestDevelopmentToken(base, { tenant: developmentTenants[0], role: 'clinician' })
let site: Site | undefined
try {
  write(
    `## ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`,
  )
  write(`\n\`npm run bench:hub -- ${process.argv.slice(2).join(' ')}\``)
  const requests = Number(values.soak)
  if (requests > 0) await runSoak(directory, requests)
  else {
    site = await openSite(directory, 'au-core', { env, readToken })
    write(
      `\nThe idle server takes ${ms(site.idle.node)} ms Node and ${ms(site.idle.postgres)} ms PostgreSQL a second; it is taken off below.`,
    )
    await runCosts(site)
    if (parts.has('queue')) await runQueue(site)
    if (parts.has('audit')) await runAudit(site)
    write(`\nResident by now: ${Math.round(readResidentMegabytes(site.server.pid))} MB.`)
  }
  if (values.out !== undefined) appendFileSync(values.out, `\n${lines.join('\n')}\n`)
} finally {
  stopParts()
  if (site !== undefined) await closeSite(site)
  if (values.data === undefined) rmSync(directory, { recursive: true, force: true })
}
