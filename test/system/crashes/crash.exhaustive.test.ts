import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import { listenMllp, type MllpListener } from '../../../src/channels/mllp-listener.ts'
import { readReceived } from '../../../src/commands/mllp-listen.ts'
import { openChannels } from '../../../src/demo/channels.ts'
import { openSession } from '../../../src/demo/session.ts'
import { patienceMs, waitUntil } from '../../patience.ts'
import { findPort } from '../../ports.ts'
import {
  type Clinic,
  listSeeds,
  openClinic,
  release,
  requestDraft,
  unlessGone,
  waitForDeliveries,
  waitForJob,
} from '../clinic.ts'
import { documentIdOf, endOf, expectDelivered, parseReports } from '../demo/demo-report.ts'
import {
  commandFile,
  endAll,
  listProcesses,
  makeFolder,
  readPostmaster,
  runCommand,
  type Server,
  startMs,
  startNode,
  startServer,
  stop,
} from '../processes.ts'

const listeners: MllpListener[] = []
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()))
  await endAll()
})

/** Moments that look random and are the same in every run. Numerical Recipes' linear congruential generator. */
function openMoments(seed: number): (maxMs: number) => number {
  let state = seed
  return (maxMs) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * maxMs)
  }
}

type Bundle = { readonly total?: number; readonly entry?: readonly { readonly resource?: { readonly id?: string } }[] }

const artifactCount = 20

test('docs/design/house.md#foundations: kill -9 of the server during generation, between approval and relay, and during delivery: nothing lost, nothing twice', async () => {
  const folder = makeFolder()
  const out = join(folder, 'out')
  mkdirSync(out)
  const momentBelow = openMoments(7)
  const messages: string[] = []
  const listener = await listenMllp({
    port: 0,
    host: '127.0.0.1',
    onMessage: async (message) => {
      messages.push(readReceived(message)?.documentId ?? '')
      await sleep(40 + momentBelow(60))
      return 'AA'
    },
  })
  listeners.push(listener)
  const receiver = await startServer(join(folder, 'receiver'))
  let sender = await startServer(join(folder, 'sender'))
  const seeds = listSeeds(artifactCount)
  let clinic = await openClinic(sender.base, seeds)
  const ports = { sender: sender.port, receiver: receiver.port, mllp: listener.port }
  await openChannels(clinic.operator, clinic.templateId, { ports, out })
  const restart = async (): Promise<void> => {
    await sender.ended
    sender = await startServer(join(folder, 'sender'), { port: sender.port })
    clinic = await openClinic(sender.base, seeds)
  }
  /** Does `work` for each item until every one has been answered; kills the server at each of `moments`. */
  const survive = async <Item, Result>(
    items: readonly Item[],
    work: (clinic: Clinic, item: Item) => Promise<Result>,
    moments: readonly ((server: Server) => Promise<void>)[],
  ): Promise<readonly Result[]> => {
    for (const moment of moments) {
      const attempts = Promise.all(items.map((item) => unlessGone(work(clinic, item))))
      const due = moment(sender)
      await Promise.race([due, attempts.then(() => due)])
      sender.child.kill('SIGKILL')
      await attempts
      await restart()
    }
    return Promise.all(items.map((item) => work(clinic, item)))
  }
  const soon = (maxMs: number) => () => sleep(momentBelow(maxMs))

  // During generation.
  const jobs = await survive(seeds, requestDraft, [soon(200), soon(600)])
  const ended = await survive(jobs, (at, { id }) => waitForJob(at, id), [soon(500)])
  const artifactIds = ended.map(({ artifactId = '' }) => artifactId)
  const groups = [artifactIds.slice(0, 7), artifactIds.slice(7, 14), artifactIds.slice(14)] as const
  // Between approval and relay: as soon as the first answer is there.
  const waitForApproval = async (): Promise<void> => {
    await waitUntil(async () => {
      const { items } = await clinic.clinician.call('GET', '/v1/deliveries?limit=1').catch(() => ({ items: [] }))
      return items.length > 0
    })
  }
  const first = await survive(groups[0], release, [waitForApproval, soon(50)])
  // During delivery: a message has come and is not acknowledged.
  const before = messages.length
  const second = await survive(groups[1], release, [() => waitUntil(() => messages.length > before), soon(400)])
  // With the database at the same moment.
  const withDatabase = async (server: Server): Promise<void> => {
    await sleep(momentBelow(500))
    process.kill(readPostmaster(server.dataDirectory), 'SIGKILL')
  }
  const third = await survive(groups[2], release, [withDatabase, soon(800)])
  const artifacts = [...first, ...second, ...third]
  const deliveries = await Promise.all(artifactIds.map((id) => waitForDeliveries(clinic, id, 5)))

  const documentIds = artifacts.map(({ documentId }) => documentId)
  expect(ended.map(({ state }) => state)).toEqual(seeds.map(() => 'succeeded'))
  expect(new Set(artifactIds).size).toBe(artifactCount)
  expect(new Set(documentIds).size).toBe(artifactCount)
  for (const [at, items] of deliveries.entries()) {
    expect(items.map(({ format, state }) => `${format} ${state}`).sort()).toEqual([
      'bundle accepted',
      'cda sent',
      'hl7v2 accepted',
      'pdf sent',
      'rtf sent',
    ])
    expect(new Set(items.map(({ documentId }) => documentId))).toEqual(new Set([documentIds[at]]))
  }
  expect(new Set(messages)).toEqual(new Set(documentIds))
  // The one that was not acknowledged came again.
  expect(messages.length).toBeGreaterThan(artifactCount)
  const reader = await openSession(receiver.base, AbortSignal.timeout(patienceMs)).as('clinician')
  for (const documentId of documentIds) {
    const identifier = encodeURIComponent(`urn:ietf:rfc:3986|urn:uuid:${documentId}`)
    for (const type of ['DocumentReference', 'Bundle']) {
      const { entry = [] } = await reader.fhir<Bundle>('GET', `/${type}?identifier=${identifier}`)
      expect([type, entry.length]).toEqual([type, 1])
    }
  }
  expect(readdirSync(out).sort()).toEqual(
    documentIds.flatMap((id) => ['.pdf', '.rtf', '.xml'].map((extension) => `${id}${extension}`)).sort(),
  )
  const billing = await openSession(sender.base, AbortSignal.timeout(patienceMs)).as('billing')
  const { usage } = await billing.call('GET', '/v1/usage/summary?periodDays=1')
  const { items } = await billing.call('GET', '/v1/billing/events?limit=200')
  expect(usage).toMatchObject({ artifactsGenerated: artifactCount, artifactsApproved: artifactCount })
  expect(items).toHaveLength(artifactCount)
  const status = await runCommand(['status', '--json'], { env: { BANKSIA_DATA_DIR: join(folder, 'sender') } })
  expect(JSON.parse(status.output)).toMatchObject({
    jobs: { succeeded: artifactCount },
    deliveries: { accepted: 2 * artifactCount, sent: 3 * artifactCount },
    unrendered: 0,
    outbox: 0,
  })
  await Promise.all([stop(sender), stop(receiver)])
  expect(listProcesses(folder)).toEqual([])
})

test('docs/design/house.md#foundations: a receiver that does not answer holds up no stop, and gets its document after the next start', async () => {
  const folder = makeFolder()
  const out = join(folder, 'out')
  mkdirSync(out)
  const messages: string[] = []
  const answering = Promise.withResolvers<void>()
  const listener = await listenMllp({
    port: 0,
    host: '127.0.0.1',
    onMessage: async (message) => {
      messages.push(readReceived(message)?.documentId ?? '')
      await answering.promise
      return 'AA'
    },
  })
  listeners.push(listener)
  const sender = await startServer(join(folder, 'sender'))
  const clinic = await openClinic(sender.base, listSeeds(1))
  const ports = { sender: sender.port, receiver: await findPort(), mllp: listener.port }
  await openChannels(clinic.operator, clinic.templateId, { ports, out })
  const { id } = await requestDraft(clinic, clinic.seeds[0] ?? '')
  const { artifactId = '' } = await waitForJob(clinic, id)
  const { documentId } = await release(clinic, artifactId)
  await waitUntil(() => messages.length === 1 && readdirSync(out).length === 3)

  const exit = await stop(sender)
  answering.resolve()
  const receiver = await startServer(join(folder, 'receiver'), { port: ports.receiver })
  const next = await startServer(join(folder, 'sender'), { port: sender.port })
  const reopened = await openClinic(next.base, clinic.seeds)
  const deliveries = await waitForDeliveries(reopened, artifactId, 5)
  await Promise.all([stop(next), stop(receiver)])

  expect(exit).toEqual({ code: 0, signal: null })
  expect(deliveries.filter(({ state }) => !['accepted', 'sent'].includes(state))).toEqual([])
  expect(messages).toEqual([documentId, documentId])
  expect(listProcesses(folder)).toEqual([])
})

/** The run that the next one goes on with; none if it has ended. */
const readRunId = (kept: string): string | undefined =>
  (JSON.parse(readFileSync(join(kept, 'demo.json'), 'utf8')) as { readonly run?: { readonly id: string } }).run?.id

test('docs/design/house.md#foundations: kill -9 of the whole demo at any stage, and the next run on its data directory finishes it', async () => {
  const folder = makeFolder()
  const kept = join(folder, 'kept')
  const given = ['demo', '--json', '--out', join(folder, 'out')]
  const env = { BANKSIA_DATA_DIR: kept, BANKSIA_LOG_LEVEL: 'warn' }
  const momentBelow = openMoments(11)
  // A strike that comes too late on a busy machine finds a run that has ended; the next run is then a new one.
  let runs = 1
  for (const { line, group, withinMs } of [
    { line: 'Starting', group: true, withinMs: 300 },
    { line: '[2/5]', group: true, withinMs: 300 },
    { line: '[3/5]', group: false, withinMs: 300 },
    // A recall takes a fifth of a second.
    { line: '[5/5]', group: true, withinMs: 30 },
  ]) {
    const demo = startNode(commandFile, given, { env, detached: true })
    await waitUntil(() => demo.errors().includes(line) || demo.hasEnded(), startMs)
    await sleep(momentBelow(withinMs))
    if (!demo.hasEnded()) process.kill(group ? -demo.pid : demo.pid, 'SIGKILL')
    await demo.ended
    if (readRunId(kept) === undefined) runs += 1
  }

  const finished = await runCommand(given, { env })

  expect(endOf(finished)).toEqual([0])
  const reports = parseReports(finished.output)
  for (const report of reports) expectDelivered(report)
  const documentIds = reports.map(documentIdOf)
  const files = readdirSync(join(folder, 'out'))
  const named = new Set(files.map((name) => name.split('.')[0]))
  expect(documentIds.filter((id) => !named.has(id))).toEqual([])
  expect([named.size, files.length]).toEqual([2 * runs, (2 * 5 + 1) * runs])
  const receiver = await startServer(join(kept, 'receiver'))
  const reader = await openSession(receiver.base, AbortSignal.timeout(patienceMs)).as('clinician')
  const { entry = [] } = await reader.fhir<Bundle>('GET', '/DocumentReference?_count=200')
  await stop(receiver)
  const status = await runCommand(['status', '--json'], { env: { BANKSIA_DATA_DIR: join(kept, 'sender') } })
  expect([status.code, status.errors]).toEqual([0, ''])
  expect(entry).toHaveLength(2 * runs)
  expect(JSON.parse(status.output)).toMatchObject({ jobs: { succeeded: 2 * runs }, unrendered: 0, outbox: 0 })
  expect(JSON.parse(status.output).deliveries).toEqual({ accepted: 6 * runs, sent: 6 * runs, rejected: 3 * runs })
  expect(listProcesses(folder)).toEqual([])
})
