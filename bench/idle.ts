/**
 * `npm run bench:idle`: processor time of a server without requests, and the time from a commit to the first try of its delivery.
 * Server, worker and database are one process tree, read from /proc. Options: `--seconds 300`, `--settle 20` (seconds before it is
 * looked at), `--deliveries 20` (0 leaves them out), `--only all,web`, `--redis URL`, `--out FILE` (adds its table).
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { developmentTenants } from '../src/core/caller.ts'
import { builtInTemplates } from '../src/hub/templates/built-in-templates.ts'
import { requestDevelopmentToken } from '../src/identity/development-token.ts'
import { readProcessorTime } from './fhir/processor-time.ts'
import { percentile, type Site } from './fhir/site.ts'
import { consentFor, createPatients, draftVerified } from './hub/consultations.ts'
import { call, hubRequest } from './hub/hub-requests.ts'
import { openSoaked, type SoakRole } from './hub/soak.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    settle: { type: 'string', default: '20' },
    deliveries: { type: 'string', default: '20' },
    only: { type: 'string', default: 'all,web' },
    redis: { type: 'string' },
    out: { type: 'string' },
  },
})

/** Percent of one core, of this process's children together. */
async function measureIdle(seconds: number): Promise<number> {
  const before = readProcessorTime(process.pid).children
  await sleep(seconds * 1000)
  return (readProcessorTime(process.pid).children - before) / (seconds * 10)
}

/** A channel into a folder, which takes every release of the note by itself. */
async function openChannel(site: Site, directory: string): Promise<void> {
  const token = await requestDevelopmentToken(site.server.base, { tenant: developmentTenants[0], role: 'operator' })
  const body = {
    name: 'Folder',
    templateIds: [builtInTemplates[0].id],
    recipient: { name: 'Saltbush Regional Hospital' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'rtf',
    transport: 'file',
    destination: { directory },
  }
  await call(site, hubRequest('POST', '/v1/channels', body), token)
}

/** Milliseconds from the commit of an approval, one at a time, to the first try of its delivery, by the database's clock. */
async function measureDeliveries(site: Site, count: number, directory: string): Promise<readonly number[]> {
  await openChannel(site, directory)
  const patients = await createPatients(site, 1)
  await consentFor(site, patients)
  for (const one of await draftVerified(site, patients, count)) {
    await call(site, hubRequest('POST', `/v1/artifacts/${one.id}:approve`, undefined, one))
    await sleep(1_000)
  }
  const client = new pg.Client(site.database)
  await client.connect()
  const { rows } = await client.query<{ ms: number }>(
    `select extract(epoch from a.started_at - d.created_at)::float8 * 1000 as ms
     from attempt a join delivery d on d.tenant = a.tenant and d.id = a.delivery_id where a.number = 1 order by 1`,
  )
  await client.end()
  return rows.map(({ ms }) => ms)
}

async function measure(role: SoakRole): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'banksia-idle-'))
  const folder = join(directory, 'received')
  mkdirSync(folder)
  const env = { BANKSIA_FILE_FOLDERS: folder, ...(values.redis === undefined ? {} : { REDIS_URL: values.redis }) }
  const soaked = await openSoaked(join(directory, 'data'), role, env)
  try {
    await sleep(Number(values.settle) * 1000)
    const idle = await measureIdle(Number(values.seconds))
    const times = await measureDeliveries(soaked.site, Number(values.deliveries), folder)
    const ms = (part: number): string => (times.length === 0 ? '' : percentile(times, part).toFixed(0))
    const name = role === 'all' ? 'one process' : 'a web process and a worker'
    return `| ${name}, ${values.redis === undefined ? 'queues in PostgreSQL' : 'queues in Redis'} | ${idle.toFixed(2)} | ${ms(0.5)} | ${ms(0.9)} |`
  } finally {
    await soaked.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

const lines = [
  `## ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? ''}), Node ${process.versions.node}`,
  `\n\`npm run bench:idle -- ${process.argv.slice(2).join(' ')}\``,
  '\n| set-up | idle, percent of a core, with the database | approval to first try, p50 ms | p90 ms |\n|---|---|---|---|',
]
for (const role of values.only.split(',') as SoakRole[]) lines.push(await measure(role))
process.stdout.write(`${lines.join('\n')}\n`)
if (values.out !== undefined) appendFileSync(values.out, `\n${lines.join('\n')}\n`)
