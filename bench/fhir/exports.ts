/** `$export` of all that the tenant holds; its floor reads the same lines from a plain table and writes them compressed to a file. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { readProcessorTime } from './processor-time.ts'
import type { Site } from './site.ts'

type Manifest = { readonly output: readonly { readonly type: string; readonly url: string }[] }
/** Milliseconds of processor time, and seconds. */
type Spent = { readonly node: number; readonly postgres: number; readonly seconds: number }

async function spend(site: Site, pid: number, work: () => Promise<void>): Promise<Spent> {
  const { pid: server } = site.server
  const [startedAt, own, other] = [performance.now(), readProcessorTime(pid), readProcessorTime(server)]
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return {
    node: readProcessorTime(pid).node - own.node - (pid === server ? site.idle.node * seconds : 0),
    postgres: readProcessorTime(server).children - other.children - site.idle.postgres * seconds,
    seconds,
  }
}

export async function measureExport(site: Site): Promise<string> {
  const headers = { authorization: `Bearer ${site.token}`, accept: 'application/fhir+json', prefer: 'respond-async' }
  let manifest: Manifest = { output: [] }
  const made = await spend(site, site.server.pid, async () => {
    const kickOff = await fetch(`${site.server.base}/fhir/R4/$export`, { headers })
    if (kickOff.status !== 202) throw new Error(`$export: ${kickOff.status}`)
    const status = kickOff.headers.get('content-location') ?? ''
    let answer = await fetch(status, { headers })
    for (; answer.status === 202; answer = await fetch(status, { headers })) await sleep(100)
    manifest = (await answer.json()) as Manifest
  })
  const lines: string[] = []
  const read = await spend(site, site.server.pid, async () => {
    for (const { url } of manifest.output) {
      const file = await fetch(url, { headers: { authorization: `Bearer ${site.token}` } })
      lines.push(...(await file.text()).trimEnd().split('\n'))
    }
  })
  const floor = await measureFloor(site, lines)
  const megabytes = lines.reduce((sum, line) => sum + line.length + 1, 0) / 1e6
  const row = (name: string, { node, postgres, seconds }: Spent): string =>
    `| ${name} | ${Math.round(lines.length / seconds)} | ${((node * 1000) / lines.length).toFixed(1)} | ${((postgres * 1000) / lines.length).toFixed(1)} | ${((node + postgres) / (floor.node + floor.postgres)).toFixed(2)} |`
  return [
    `\`$export\`: ${lines.length} resources, ${megabytes.toFixed(0)} MB in ${manifest.output.length} files`,
    '',
    '| | resources/s | node µs | postgres µs | to the floor |',
    '|---|---|---|---|---|',
    row('floor: a plain table to a compressed file', floor),
    row('kick-off to manifest', made),
    row('download, decompressed', read),
  ].join('\n')
}

async function measureFloor(site: Site, lines: readonly string[]): Promise<Spent> {
  const client = new pg.Client(site.database)
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'banksia-bench-'))
  try {
    await client.query('create unlogged table bench_line (key int primary key, line text)')
    for (let at = 0; at < lines.length; at += 500)
      await client.query(
        'insert into bench_line select $1 + o, line from unnest($2::text[]) with ordinality l (line, o)',
        [at, lines.slice(at, at + 500)],
      )
    await client.query('vacuum analyze bench_line')
    return await spend(site, process.pid, () => writeLines(client, join(folder, 'lines.gz')))
  } finally {
    await client.query('drop table if exists bench_line')
    await client.end()
    await rm(folder, { recursive: true })
  }
}

async function writeLines(client: pg.Client, path: string): Promise<void> {
  const gzip = createGzip({ level: 1 })
  const written = pipeline(gzip, createWriteStream(path))
  for (let key = 0; ; ) {
    const { rows } = await client.query<{ key: number; line: string }>({
      name: 'lines',
      text: 'select key, line from bench_line where key > $1 order by key limit 500',
      values: [key],
    })
    if (rows.length === 0) break
    key = rows.at(-1)?.key ?? 0
    if (!gzip.write(`${rows.map(({ line }) => line).join('\n')}\n`))
      await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  await finished(gzip)
  await written
}
