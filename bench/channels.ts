/**
 * `npm run bench:channels`: deliveries over MLLP against a bare loop with one durable row a message, in the same run and on the same database.
 * Options: `--only floor,backlog,release,dead`, `--count 100000` (of the backlog), `--floor 5000`, `--rounds 5`, `--connections 8`,
 * `--redis` (queues in Redis), `--releases 30`, `--out FILE` (adds its table).
 */
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { developmentTenants } from '../src/core/caller.ts'
import { requestDevelopmentToken } from '../src/identity/development-token.ts'
import { type RedisServer, startRedis } from '../test/queues/receivers.ts'
import { approve, type Channel, fillBacklog, openChannel, releaseArtifacts } from './channels/backlog.ts'
import type { Counted } from './channels/mllp-peer.ts'
import { readProcessorTime, readResidentMegabytes } from './fhir/processor-time.ts'
import { closeSite, median, openSite, percentile, type Site, settings, startPart, stopParts } from './fhir/site.ts'
import { consentFor, createPatients, draftVerified } from './hub/consultations.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'floor,backlog,release,dead' },
    count: { type: 'string', default: '100000' },
    floor: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    releases: { type: 'string', default: '30' },
    redis: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const parts = new Set(values.only.split(','))
const [count, rounds, connections] = [Number(values.count), Number(values.rounds), Number(values.connections)]
const artifacts = 400
const lines: string[] = []
const write = (line: string): void => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
const rounded = (value: number): string => String(Math.round(value))

type Counting = { readonly result: Promise<Counted> }
type Peer = { readonly port: number; readonly count: (messages: number) => Promise<Counting> }

async function startPeer(): Promise<Peer> {
  const child = startPart('../channels/mllp-peer.ts')
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async count(messages) {
      child.send({ count: messages })
      await once(child, 'message')
      return { result: once(child, 'message').then(([counted]) => counted as Counted) }
    },
  }
}

async function measureFloor(site: Site, peer: Peer): Promise<number> {
  const messages = Number(values.floor)
  const child = startPart('../channels/bare-sender.ts')
  const { result } = await peer.count(messages)
  const done = once(child, 'message')
  child.send({ database: site.database, port: peer.port, count: messages, connections })
  await done
  child.disconnect()
  return messages / (await result).seconds
}

type Rate = { readonly perSecond: number; readonly node: number; readonly postgres: number }

/** The channels are paused before and after. `live`: how many of the deliveries reach the peer. */
async function measureBacklog(
  site: Site,
  peer: Peer,
  { channels, total, live = total }: { channels: readonly Channel[]; total: number; live?: number },
): Promise<Rate> {
  const ids = channels.map(({ id }) => id)
  await fillBacklog(site, ids, total)
  const { result } = await peer.count(live)
  const before = readProcessorTime(site.server.pid)
  for (const channel of channels) await channel.call('resume')
  const { seconds } = await result
  const after = readProcessorTime(site.server.pid)
  for (const channel of channels) await channel.call('pause')
  // The outcomes of the last are written.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const each = (name: 'node' | 'children'): number => (after[name] - before[name]) / live
  return { perSecond: live / seconds, node: each('node'), postgres: each('children') }
}

const rateLine = (name: string, { perSecond, node, postgres }: Rate, floor: number): string =>
  `| ${name} | ${rounded(perSecond)} | ${(perSecond / floor).toFixed(2)} | ${node.toFixed(2)} | ${postgres.toFixed(2)} |`

const middle = (rates: readonly Rate[]): Rate =>
  [...rates].sort((a, b) => a.perSecond - b.perSecond)[rates.length >> 1] as Rate

const destinationOf = (port: number) => ({ host: '127.0.0.1', port, ...(connections > 1 ? { connections } : {}) })

async function runBacklog(site: Site, peer: Peer, channel: Channel): Promise<void> {
  write('\n| | a second | of the floor | Node ms each | PostgreSQL ms each |\n|---|---|---|---|---|')
  const floors: number[] = []
  const rates: Rate[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (parts.has('floor')) floors.push(await measureFloor(site, peer))
    rates.push(await measureBacklog(site, peer, { channels: [channel], total: count }))
  }
  const floor = median(floors)
  if (floors.length > 0)
    write(
      `| floor: a bare loop over ${connections} connections, one durable row a message | ${rounded(floor)} | 1 | | |`,
    )
  write(rateLine(`backlog of ${count} over ${connections} connections`, middle(rates), floor))
}

/** Nine destinations alone, then with a tenth whose port nobody listens on. */
async function runDead(site: Site, peer: Peer): Promise<void> {
  const live: Channel[] = []
  for (let at = 0; at < 9; at += 1) live.push(await openChannel(site, destinationOf(peer.port), []))
  const dead = await openChannel(site, { host: '127.0.0.1', port: 9 }, [])
  for (const channel of [...live, dead]) await channel.call('pause')
  const share = Math.round(count / 10)
  const alone = await measureBacklog(site, peer, { channels: live, total: share * 9 })
  const beside = await measureBacklog(site, peer, { channels: [...live, dead], total: share * 10, live: share * 9 })
  write(rateLine('nine destinations', alone, Number.NaN))
  write(rateLine('the same beside a tenth that is dead', beside, Number.NaN))
  write(`\nOf the rate without the dead one: ${(beside.perSecond / alone.perSecond).toFixed(2)}.`)
}

/** From the request of the approval to the acknowledgement at the peer, on an idle server. */
async function runReleases(site: Site, peer: Peer, channel: Channel): Promise<void> {
  await channel.call('resume')
  const patients = await createPatients(site, 8)
  await consentFor(site, patients)
  const times: number[] = []
  for (const draft of await draftVerified(site, patients, Number(values.releases))) {
    const { result } = await peer.count(1)
    const startedAt = Date.now()
    await approve(site, draft)
    times.push((await result).lastAt - startedAt)
  }
  await channel.call('pause')
  const sorted = times.slice(1).sort((a, b) => a - b)
  write(
    `\nOne release, from its approval to the acknowledgement: p50 ${rounded(percentile(sorted, 0.5))} ms, p95 ${rounded(percentile(sorted, 0.95))} ms (${sorted.length}, the form with its PDF rendered on the way).`,
  )
}

const directory = mkdtempSync(join(tmpdir(), 'banksia-bench-'))
const redis: RedisServer | undefined = values.redis ? await startRedis() : undefined
const env = { ...settings, BANKSIA_VERIFIER: 'embedded', ...(redis === undefined ? {} : { REDIS_URL: redis.url }) }
const readToken = (base: string): Promise<string> =>
  requestDevelopmentToken(base, { tenant: developmentTenants[0], role: 'clinician' })
let site: Site | undefined
try {
  write(
    `## ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}) that peer and PostgreSQL share, Node ${process.versions.node}`,
  )
  write(`\n\`npm run bench:channels -- ${process.argv.slice(2).join(' ')}\``)
  site = await openSite(directory, 'au-core', { env, readToken })
  const peer = await startPeer()
  const channel = await openChannel(site, destinationOf(peer.port))
  if (parts.has('release')) await runReleases(site, peer, channel)
  else await channel.call('pause')
  await releaseArtifacts(site, artifacts)
  if (parts.has('backlog')) await runBacklog(site, peer, channel)
  if (parts.has('dead')) await runDead(site, peer)
  write(`\nResident at the end: ${rounded(readResidentMegabytes(site.server.pid))} MB.`)
  if (values.out !== undefined) appendFileSync(values.out, `\n${lines.join('\n')}\n`)
} finally {
  stopParts()
  if (site !== undefined) await closeSite(site)
  await redis?.stop()
  rmSync(directory, { recursive: true, force: true })
}
