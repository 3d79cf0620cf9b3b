/**
 * `npm run bench:fhir`: the FHIR server against its floors on the same machine in the same run. Options: `--patients 1000,4000,16000`,
 * `--only sizes,read,crud,import,search,export,start`, `--rounds 5`, `--seconds 3`, `--profiles base|au-core`, `--data DIR` (kept and used again), `--out FILE` (adds its table).
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { explainShapes } from './fhir/explained.ts'
import { measureExport } from './fhir/exports.ts'
import { analyze, importDirectory, importPatients, readSamples } from './fhir/populate.ts'
import { readResidentMegabytes } from './fhir/processor-time.ts'
import { measureCrud, measureReads } from './fhir/reads.ts'
import { measureShapes } from './fhir/searches.ts'
import { type Cost, closeSite, isProfiles, openSite, type Site, stopParts, total } from './fhir/site.ts'
import { readSizes } from './fhir/sizes.ts'
import { measureStart } from './fhir/start.ts'

const { values } = parseArgs({
  options: {
    patients: { type: 'string', default: '1000' },
    only: { type: 'string', default: 'start,sizes,read,crud,import,search,export' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    profiles: { type: 'string', default: 'base' },
    data: { type: 'string' },
    out: { type: 'string' },
  },
})
const profiles = isProfiles(values.profiles) ? values.profiles : 'base'
const sizes = values.patients.split(',').map(Number)
const parts = new Set(values.only.split(','))
const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const lines: string[] = []
const write = (line: string): void => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
const ms = (value: number): string => value.toFixed(3)

const costLine = (name: string, cost: Cost, floor: Cost): string =>
  `| ${name} | ${ms(cost.node)} | ${ms(cost.postgres)} | ${ms(total(cost))} | ${(total(floor) / total(cost)).toFixed(2)} | ${Math.round(cost.perSecond)} | ${ms(cost.client)} |`

async function runSize(site: Site, from: number, patients: number): Promise<void> {
  write(`\n### ${patients} patients (${patients * 77} resources)\n`)
  const imported = await importPatients(site, from, patients)
  await analyze(site)
  if (parts.has('import') && patients > from)
    write(
      `Import by transactions of 77: ${Math.round(imported.perSecond)} resources/s; ${ms(imported.node)} ms Node and ${ms(imported.postgres)} ms PostgreSQL a resource.\n`,
    )
  if (parts.has('sizes')) for (const line of await readSizes(site)) write(line)
  const samples = await readSamples(site, patients, 200)
  if (parts.has('read')) {
    const { bytes, row, read } = await measureReads(site, samples, pace)
    write(
      '| read by id | Node ms | PostgreSQL ms | together | floor with one read : this | requests/s | load client ms |\n|---|---|---|---|---|---|---|',
    )
    write(costLine('floor: Koa, bytes', bytes, row))
    write(costLine('floor: Koa and one PostgreSQL read', row, row))
    write(costLine('Banksia', read, row))
  }
  writeResident(site)
  if (parts.has('crud')) {
    const crud = await measureCrud(site, pace)
    write(
      `\nNine types, created, read, updated, deleted: ${Math.round(crud.perSecond)} requests/s; ${ms(crud.node)} ms Node and ${ms(crud.postgres)} ms PostgreSQL a request (load client ${ms(crud.client)}).`,
    )
  }
  if (parts.has('search')) {
    const times = await measureShapes(site, samples)
    const explained = await explainShapes(site, samples)
    write(
      '\n| search | p50 ms | p99 ms | found | statements | rows examined for each returned |\n|---|---|---|---|---|---|',
    )
    for (const [at, { shape, p50, p99, found }] of times.entries()) {
      const { statements = 0, examined = 0, returned = 1 } = explained[at] ?? {}
      const own = shape.own === undefined ? '' : ` (bounds of its own: ${shape.own.reason})`
      write(
        `| ${shape.name}${own} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${found} | ${statements} | ${(examined / returned).toFixed(1)} |`,
      )
    }
  }
  if (parts.has('export')) write(`\n${await measureExport(site)}`)
  writeResident(site)
}

const writeResident = ({ server }: Site): void =>
  write(`\nResident by now: ${Math.round(readResidentMegabytes(server.pid))} MB.`)

const directory = values.data ?? mkdtempSync(join(tmpdir(), 'banksia-bench-'))
mkdirSync(directory, { recursive: true })
let site: Site | undefined
try {
  write(
    `## ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`,
  )
  write(`\n\`npm run bench:fhir -- ${process.argv.slice(2).join(' ')}\``)
  site = await openSite(directory, profiles)
  write(
    `\nThe idle server takes ${ms(site.idle.node)} ms Node and ${ms(site.idle.postgres)} ms PostgreSQL a second; it is taken off below.`,
  )
  await importDirectory(site)
  for (const [at, patients] of sizes.entries()) await runSize(site, sizes[at - 1] ?? 0, patients)
  await closeSite(site)
  if (parts.has('start')) write(`\n${await measureStart(directory)}`)
  if (values.out !== undefined) appendFileSync(values.out, `\n${lines.join('\n')}\n`)
} finally {
  stopParts()
  if (site !== undefined) await closeSite(site)
  if (values.data === undefined) rmSync(directory, { recursive: true, force: true })
}
