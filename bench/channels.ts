/**
 * `npm run bench:channels`: deliveries over MLLP against a bare loop with one durable row a message, in the same run and on the same database,
 * and messages that come in. The last table shows each target beside the measured figure.
 * Options: `--only release,pdf,floor,backlog,redis,dead,inbound,million`, `--count 100000` (of the backlog), `--floor 5000`, `--rounds 5`,
 * `--connections 8`, `--releases 30`, `--rendered 400` (deliveries with their PDF), `--messages 6000` (that come in, over `--senders 16`
 * connections), `--million 1000000` (queued) and `--million-sent 20000` (of them), `--out FILE` (adds its tables).
 */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { developmentTenants } from '../src/core/caller.ts'
import { requestDevelopmentToken } from '../src/identity/development-token.ts'
import { findPort } from '../test/ports.ts'
import { startRedis } from '../test/queues/receivers.ts'
import { openFigures } from './channels/asked.ts'
import { approve, type Channel, openChannel, releaseArtifacts, releaseUnrendered } from './channels/backlog.ts'
import { createSender, type InboundRate, measureInbound } from './channels/inbound.ts'
import { measureLong } from './channels/million.ts'
import { type Peer, startPeer } from './channels/peer.ts'
import {
  measureBacklog,
  measureDrain,
  measureFloor,
  middleOf,
  type Rate,
  rateHead,
  rateLine,
} from './channels/rates.ts'
import { readResidentMegabytes } from './fhir/processor-time.ts'
import { closeSite, median, openSite, percentile, type Site, settings, stopParts } from './fhir/site.ts'
import { consentFor, createPatients, draftVerified } from './hub/consultations.ts'
import { openSoaked } from './hub/soak.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'release,pdf,floor,backlog,redis,dead,inbound,million' },
    count: { type: 'string', default: '100000' },
    floor: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    releases: { type: 'string', default: '30' },
    rendered: { type: 'string', default: '400' },
    messages: { type: 'string', default: '6000' },
    senders: { type: 'string', default: '16' },
    million: { type: 'string', default: '1000000' },
    'million-sent': { type: 'string', default: '20000' },
    out: { type: 'string' },
  },
})
const parts = new Set(values.only.split(','))
const [count, rounds, connections] = [Number(values.count), Number(values.rounds), Number(values.connections)]
const artifacts = 400
const figures = openFigures()
const lines: string[] = []
const write = (line: string): void => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}

const destinationOf = (port: number) => ({ host: '127.0.0.1', port, ...(connections > 1 ? { connections } : {}) })

type Place = { readonly site: Site; readonly channel: Channel }

/** A server whose backlog can be filled; its channel is paused. */
async function openPlace(directory: string, peer: Peer, more: Readonly<Record<string, string>> = {}): Promise<Place> {
  const env = { ...settings, BANKSIA_VERIFIER: 'embedded', ...more }
  const readToken = (base: string): Promise<string> =>
    requestDevelopmentToken(base, { tenant: developmentTenants[0], role: 'clinician' })
  const site = await openSite(directory, 'au-core', { env, readToken })
  sites.push(site)
  const channel = await openChannel(site, destinationOf(peer.port))
  await channel.call('pause')
  return { site, channel }
}

/** Embedded queues and those in Redis in turn, each round after the floor. */
async function runBacklog(peer: Peer, embedded: Place): Promise<void> {
  const redis = parts.has('redis') ? await startRedis() : undefined
  try {
    const other =
      redis === undefined ? undefined : await openPlace(join(directory, 'redis'), peer, { REDIS_URL: redis.url })
    if (other !== undefined) await releaseArtifacts(other.site, artifacts)
    const floors: number[] = []
    const rates: Record<'embedded' | 'redis', Rate[]> = { embedded: [], redis: [] }
    const measure = ({ site, channel }: Place) => measureBacklog(site, peer, { channels: [channel], total: count })
    for (let round = 0; round < rounds; round += 1) {
      if (parts.has('floor'))
        floors.push(await measureFloor(embedded.site, peer, { messages: Number(values.floor), connections }))
      rates.embedded.push(await measure(embedded))
      if (other !== undefined) rates.redis.push(await measure(other))
    }
    writeBacklog(floors.length === 0 ? undefined : median(floors), rates)
  } finally {
    await redis?.stop()
  }
}

function writeBacklog(floor: number | undefined, rates: Record<'embedded' | 'redis', readonly Rate[]>): void {
  write(rateHead)
  if (floor !== undefined)
    write(
      `| floor: a bare loop over ${connections} connections, one durable row a message | ${floor.toFixed(0)} | 1 | | |`,
    )
  const embedded = middleOf(rates.embedded)
  write(rateLine(`backlog of ${count} over ${connections} connections`, embedded, floor))
  figures.reach('backlog', embedded.perSecond)
  if (floor !== undefined) figures.reach('floor', embedded.perSecond / floor)
  if (rates.redis.length === 0) return
  const redis = middleOf(rates.redis)
  write(rateLine('the same with queues in Redis', redis, floor))
  figures.reach('redis', redis.perSecond / embedded.perSecond)
  if (floor !== undefined) figures.reach('redis-floor', redis.perSecond / floor)
}

/** Nine destinations alone, then with a tenth whose port nobody listens on. */
async function runDead(peer: Peer, { site }: Place): Promise<void> {
  const live: Channel[] = []
  for (let at = 0; at < 9; at += 1) live.push(await openChannel(site, destinationOf(peer.port), []))
  const dead = await openChannel(site, { host: '127.0.0.1', port: 9 }, [])
  for (const channel of [...live, dead]) await channel.call('pause')
  const share = Math.round(count / 10)
  const alone = await measureBacklog(site, peer, { channels: live, total: share * 9 })
  const beside = await measureBacklog(site, peer, { channels: [...live, dead], total: share * 10, live: share * 9 })
  write(rateHead)
  write(rateLine('nine destinations', alone))
  write(rateLine('the same beside a tenth that is dead', beside))
  figures.reach('dead', beside.perSecond / alone.perSecond)
}

/** From the request of the approval to the acknowledgement at the peer, on an idle server. */
async function runReleases(peer: Peer, { site, channel }: Place): Promise<void> {
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
  const [half, most] = [percentile(sorted, 0.5), percentile(sorted, 0.95)]
  write(
    `\nOne release, from its approval to the acknowledgement: p50 ${half} ms, p95 ${most} ms (${sorted.length}, the form with its PDF rendered on the way).`,
  )
  figures.reach('release', most)
}

/** A backlog of documents without any form: each message and its PDF are rendered before it goes out. */
async function runRendered(peer: Peer, { site, channel }: Place): Promise<void> {
  const { length: live } = await releaseUnrendered(site, Number(values.rendered))
  const rate = await measureDrain(site, peer, { channels: [channel], live })
  write(rateHead)
  write(rateLine(`${live} deliveries, message and PDF rendered on the way`, rate))
  figures.reach('pdf', rate.perSecond)
}

async function runInbound({ site }: Place, port: number): Promise<void> {
  await createSender(site)
  const rates: InboundRate[] = []
  const asked = { port, connections: Number(values.senders), messages: Number(values.messages) }
  for (let round = 0; round < rounds; round += 1) rates.push(await measureInbound(site, asked))
  const rate = middleOf(rates)
  write(rateHead)
  write(rateLine(`${asked.messages} ADT messages over ${asked.connections} connections`, rate))
  write(`\nFrom a message to its acknowledgement: p95 ${rate.p95.toFixed(0)} ms.`)
  figures.reach('inbound', rate.perSecond)
}

/** A worker process of its own, with the settings of `npm start`. */
async function runMillion(peer: Peer): Promise<void> {
  const soaked = await openSoaked(join(directory, 'million'), 'web')
  try {
    const { site, worker } = soaked
    if (worker === undefined) throw new TypeError('a web process has a worker beside it')
    const channel = await openChannel(site, destinationOf(peer.port))
    await channel.call('pause')
    await releaseArtifacts(site, artifacts)
    const [queued, sent] = [Number(values.million), Number(values['million-sent'])]
    const long = await measureLong(site, peer, { channel, queued, sent, worker })
    write(
      `\n${queued} queued, of which ${sent} were sent: the worker has ${long.restMegabytes.toFixed(0)} MB resident before, ${long.peakMegabytes.toFixed(0)} MB at its peak, and sends ${long.perSecond.toFixed(0)} a second with ${long.node.toFixed(2)} ms of its processor time each.`,
    )
    figures.reach('million', long.peakMegabytes)
  } finally {
    await soaked.close()
  }
}

const directory = mkdtempSync(join(tmpdir(), 'banksia-bench-'))
const sites: Site[] = []
try {
  write(
    `## ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}) that peer and PostgreSQL share, Node ${process.versions.node}`,
  )
  write(`\n\`npm run bench:channels -- ${process.argv.slice(2).join(' ')}\``)
  const peer = await startPeer()
  if (parts.has('million')) await runMillion(peer)
  const port = await findPort()
  const own = [...parts].some((part) => part !== 'million')
  const place = own
    ? await openPlace(join(directory, 'embedded'), peer, { BANKSIA_MLLP_PORT: String(port) })
    : undefined
  if (place !== undefined) {
    if (parts.has('release')) await runReleases(peer, place)
    if (parts.has('pdf')) await runRendered(peer, place)
    if (parts.has('backlog') || parts.has('redis') || parts.has('dead')) await releaseArtifacts(place.site, artifacts)
    if (parts.has('backlog') || parts.has('redis')) await runBacklog(peer, place)
    if (parts.has('dead')) await runDead(peer, place)
    if (parts.has('inbound')) await runInbound(place, port)
    write(`\nResident at the end: ${readResidentMegabytes(place.site.server.pid).toFixed(0)} MB.`)
  }
  for (const line of figures.lines()) write(line)
  if (values.out !== undefined) appendFileSync(values.out, `\n${lines.join('\n')}\n`)
} finally {
  stopParts()
  for (const site of sites) await closeSite(site)
  rmSync(directory, { recursive: true, force: true })
}
