import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from '@jest/globals'
import type { Job } from '../../client/hub-types.ts'
import { listenMllp } from '../../src/channels/mllp-listener.ts'
import { readReceived } from '../../src/commands/mllp-listen.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { openChannels } from '../../src/demo/channels.ts'
import { requestDevelopmentToken } from '../../src/identity/development-token.ts'
import { createDatabase } from '../database.ts'
import { hasRedis, startRedis } from '../queues/receivers.ts'
import { urlOf } from '../running-server.ts'
import {
  type Clinic,
  listSeeds,
  openClinic,
  release,
  requestDraft,
  unlessGone,
  waitForDeliveries,
  waitForJob,
} from './clinic.ts'
import { endAll, listProcesses, makeFolder, type Server, spawnServer, startServer, stop } from './processes.ts'

const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closings.toReversed()) await close()
  await endAll()
})

if (!hasRedis) process.stderr.write('redis-server is not installed: two web and two workers meet on PostgreSQL alone\n')

type Settings = Readonly<Record<string, string>>
type Cluster = {
  readonly folder: string
  readonly start: (role: 'web' | 'worker', name: string, settings?: Settings) => Promise<Server>
}

/** Processes that share a database, a Redis if there is one, and the key-encryption key; each has a directory of its own. */
async function openCluster(): Promise<Cluster> {
  const folder = makeFolder()
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, `${Buffer.alloc(32, 9).toString('base64')}\n`)
  const database = await createDatabase()
  closings.push(database.drop)
  const redis = hasRedis ? await startRedis() : undefined
  if (redis !== undefined) closings.push(redis.stop)
  const env = {
    DATABASE_URL: urlOf(database.config),
    BANKSIA_KEY_FILE: keyFile,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  }
  return {
    folder,
    start: (role, name, settings = {}) =>
      (role === 'web' ? startServer : spawnServer)(join(folder, name), {
        env: { ...env, BANKSIA_ROLE: role, ...settings },
      }),
  }
}

const kill = async (server: Server): Promise<void> => {
  server.child.kill('SIGKILL')
  await server.ended
}

/** If one server left a request unanswered, the client sends it to another under the same key. */
async function throughEither<Item, Result>(
  clinics: readonly [Clinic, Clinic],
  items: readonly Item[],
  { work, meanwhile }: { work: (clinic: Clinic, item: Item) => Promise<Result>; meanwhile: () => Promise<void> },
): Promise<readonly Result[]> {
  const [first, second] = clinics
  const attempts = items.map((item, at) => unlessGone(work(at % 2 === 0 ? first : second, item)))
  await Promise.all([meanwhile(), ...attempts])
  return Promise.all(attempts.map(async (attempt, at) => (await attempt) ?? work(second, items[at] as Item)))
}

test('docs/scaling.md: two web and two worker processes, one of each killed in the middle: nothing lost, nothing twice', async () => {
  const cluster = await openCluster()
  const out = join(cluster.folder, 'out')
  mkdirSync(out)
  const messages: string[] = []
  const listener = await listenMllp({
    port: 0,
    host: '127.0.0.1',
    onMessage: async (message) => {
      messages.push(readReceived(message)?.documentId ?? '')
      return 'AA'
    },
  })
  closings.push(() => listener.close())
  const receiver = await startServer(join(cluster.folder, 'receiver'))
  // Both take the tokens of the one that lives on: a repeated request is the same one only from the same issuer.
  const audience = { BANKSIA_AUDIENCE: 'cluster' }
  const otherWeb = await cluster.start('web', 'web-2', audience)
  const issuer = `http://localhost:${otherWeb.port}/oidc`
  const web = await cluster.start('web', 'web-1', { ...audience, BANKSIA_ISSUERS: issuer })
  const [worker, otherWorker] = await Promise.all([cluster.start('worker', 'w-1'), cluster.start('worker', 'w-2')])
  const seeds = listSeeds(8)
  const clinics = [await openClinic(web.base, seeds, otherWeb.base), await openClinic(otherWeb.base, seeds)] as const
  const ports = { sender: web.port, receiver: receiver.port, mllp: listener.port }
  await openChannels(clinics[0].operator, clinics[0].templateId, { ports, out })

  const drafting = async (clinic: Clinic, seed: string): Promise<Job> =>
    waitForJob(clinic, (await requestDraft(clinic, seed)).id)
  const jobs = await throughEither(clinics, seeds, {
    work: drafting,
    meanwhile: () => sleep(400).then(() => kill(worker)),
  })
  const artifacts = await throughEither(
    clinics,
    jobs.map(({ artifactId = '' }) => artifactId),
    { work: release, meanwhile: () => sleep(300).then(() => kill(web)) },
  )
  const deliveries = await Promise.all(artifacts.map(({ id }) => waitForDeliveries(clinics[1], id, 5)))

  const documentIds = artifacts.map(({ documentId }) => documentId ?? '')
  expect(jobs.map(({ state }) => state)).toEqual(seeds.map(() => 'succeeded'))
  expect(new Set(documentIds).size).toBe(seeds.length)
  for (const items of deliveries)
    expect(items.map(({ format, state }) => `${format} ${state}`).sort()).toEqual([
      'bundle accepted',
      'cda sent',
      'hl7v2 accepted',
      'pdf sent',
      'rtf sent',
    ])
  expect(new Set(messages)).toEqual(new Set(documentIds))
  expect(readdirSync(out).sort()).toEqual(
    documentIds.flatMap((id) => ['.pdf', '.rtf', '.xml'].map((extension) => `${id}${extension}`)).sort(),
  )
  const exits = await Promise.all([stop(otherWeb), stop(otherWorker), stop(receiver)])
  expect(exits.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(listProcesses(cluster.folder)).toEqual([])
})

type Answer = { readonly status: number; readonly body: unknown }
type Send = (method: string, path: string, sent?: { body?: unknown; criteria?: string }) => Promise<Answer>

/** FHIR on one web process, in the tenant that takes base R4. */
async function openFhir(base: string): Promise<Send> {
  const token = await requestDevelopmentToken(base, { tenant: developmentTenants[1] })
  return async (method, path, { body, criteria } = {}) => {
    const response = await fetch(`${base}/fhir/R4/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/fhir+json',
        ...(criteria === undefined ? {} : { 'if-none-exist': criteria }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
}

test('R4 http.html#ccreate: what one web process wrote the other reads at once, and both together make one resource of 32 conditional creates', async () => {
  const cluster = await openCluster()
  const webs = await Promise.all([cluster.start('web', 'web-1'), cluster.start('web', 'web-2')])
  const sends = (await Promise.all(webs.map(({ base }) => openFhir(base)))) as [Send, Send]
  const [one, other] = sends
  /** By one and the other in turn, all at once. */
  const sendAll = (count: number, send: (send: Send) => Promise<Answer>): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: count }, async (_, at) => (await send(at % 2 === 0 ? one : other)).status))
  const organization = { resourceType: 'Organization', id: 'shared', name: 'A' }

  const created = await one('PUT', 'Organization/shared', { body: organization })
  const found = await other('GET', 'Organization/shared')
  const puts = await sendAll(8, (send) => send('PUT', 'Organization/shared', { body: { ...organization, name: 'B' } }))
  const history = await other('GET', 'Organization/shared/_history')
  const body = { resourceType: 'Organization', name: 'C', identifier: [{ system: 'urn:mrn', value: 'cluster' }] }
  const criteria = 'identifier=urn:mrn|cluster'
  const creates = await sendAll(32, (send) => send('POST', 'Organization', { body, criteria }))
  const matches = await one('GET', 'Organization?identifier=urn:mrn|cluster')

  expect(found.body).toEqual(created.body)
  expect(puts).toEqual(puts.map(() => 200))
  const versions = (history.body as { entry: { resource: { meta: { versionId: string } } }[] }).entry
  expect(versions.map(({ resource }) => Number(resource.meta.versionId))).toEqual(
    versions.map((_, at) => versions.length - at),
  )
  expect(versions).toHaveLength(1 + puts.length)
  expect(creates.toSorted()).toEqual([...Array.from({ length: 31 }, () => 200), 201])
  expect(matches.body).toMatchObject({ total: 1 })
  expect((await Promise.all(webs.map((web) => stop(web)))).map(({ code }) => code)).toEqual([0, 0])
})
