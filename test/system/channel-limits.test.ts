/** Rate and size limits of channels, with two processes of workers. docs/channels.md#limits; D249. */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../src/core/ids.ts'
import { approveOne, must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { createSite, type RunningServer, startRunning, urlOf } from '../running-server.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { endAll, type Server, spawnServer, stop } from './processes.ts'

const operator = { role: 'operator' } as const
const recipient = { name: 'Archive', class: 'organisation' } as const
const root = makeScratchFolder('limits')

let web: RunningServer
const workers: Server[] = []

beforeAll(async () => {
  const settings = { BANKSIA_FILE_FOLDERS: root }
  web = await startRunning({ site: await createSite(), env: { ...settings, BANKSIA_ROLE: 'web' } })
  const env = { DATABASE_URL: urlOf(web.site.database.config), BANKSIA_BASE_URL: web.base, BANKSIA_ROLE: 'worker' }
  for (let worker = 0; worker < 2; worker += 1)
    workers.push(await spawnServer(web.site.dataDir, { env: { ...settings, ...env } }))
})

afterAll(async () => {
  for (const worker of workers) await stop(worker)
  await web?.stop()
  await endAll()
  await web?.site.remove()
})

async function openChannel(limits: object, more: object = {}): Promise<string> {
  const directory = join(root, newId())
  mkdirSync(directory)
  const body = {
    ...{ name: 'Archive', recipient: { name: recipient.name }, purposeOfUse: 'TREAT', legalBasis: 'own_organisation' },
    ...{ format: 'text', transport: 'file', destination: { directory }, limits, ...more },
  }
  return (await must(201, web.call('POST', '/v1/channels', { body, as: operator }))).body.id
}

const dispatch = async (artifactId: string, channelId: string): Promise<string> =>
  (
    await must(
      202,
      web.call('POST', '/v1/deliveries', { body: { artifactId, channelId, recipient, purposeOfUse: 'TREAT' } }),
    )
  ).body.id

const read = async (id: string) => (await must(200, web.call('GET', `/v1/deliveries/${id}`))).body
const until = (id: string, state: string) =>
  waitFor(
    () => read(id),
    (delivery) => delivery.state === state,
  )

test('D249: a rate holds over the lanes and processes of a channel, and delays no other channel', async () => {
  const artifacts: string[] = []
  // Several patients, so that several lanes have work.
  for (let at = 0; at < 9; at += 1) artifacts.push((await approveOne(web.call)).artifactId)
  const [even, slow, free] = [
    await openChannel({ perSecond: 4 }),
    await openChannel({ perMinute: 1 }),
    await openChannel({}),
  ]
  await must(200, web.call('POST', `/v1/channels/${even}:pause`, { as: operator }))
  const paused: string[] = []
  for (const artifactId of artifacts) paused.push(await dispatch(artifactId, even))

  const begunAt = performance.now()
  await must(200, web.call('POST', `/v1/channels/${even}:resume`, { as: operator }))
  for (const id of paused) await until(id, 'sent')
  // The last of nine turns begins eight intervals after the first, however long the messages take.
  expect(performance.now() - begunAt).toBeGreaterThanOrEqual(8 * 250)
  expect((await read(paused[0] ?? '')).attempts).toBe(1)

  const [first = '', second = ''] = artifacts
  await until(await dispatch(first, slow), 'sent')
  const waiting = await dispatch(second, slow)
  await until(await dispatch(first, free), 'sent')
  await until(await dispatch(second, free), 'sent')
  const kept = await waitFor(
    () => read(waiting),
    ({ reason }) => reason === 'channel-rate',
  )
  expect(kept).toMatchObject({ state: 'queued', attempts: 0, reasonClass: 'limited' })
})

test('D249: a message over the largest size is held without an attempt, and released after the limit is raised', async () => {
  const channelId = await openChannel({ maxBytes: 1_024 }, { format: 'pdf' })
  const { artifactId } = await approveOne(web.call)

  const held = await until(await dispatch(artifactId, channelId), 'held')
  expect(held).toMatchObject({ reason: 'over-max-bytes', reasonClass: 'limited', attempts: 0 })
  const dryRun = await must(200, web.call('POST', `/v1/channels/${channelId}:dry-run`, { body: { artifactId } }))
  expect(dryRun.body.isOverMaxBytes).toBe(true)

  await must(200, web.call('POST', `/v1/deliveries/${held.id}:release`, { as: operator }))
  await waitFor(
    () => read(held.id),
    ({ state, updatedAt }) => state === 'held' && updatedAt > held.updatedAt,
  )
  const {
    version: _,
    id: __,
    createdAt: ___,
    updatedAt: ____,
    ...channel
  } = (await must(200, web.call('GET', `/v1/channels/${channelId}`, { as: operator }))).body
  const body = { ...channel, limits: { maxBytes: 10_000_000 } }
  await must(200, web.call('PUT', `/v1/channels/${channelId}`, { body, as: operator }))
  await must(200, web.call('POST', `/v1/deliveries/${held.id}:release`, { as: operator }))
  await until(held.id, 'sent')
})

test('D249: a request to a FHIR server over the largest size does not leave', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`
  const fhir = {
    format: 'bundle',
    transport: 'fhir',
    destination: { baseUrl, auth: { type: 'none' }, form: 'document' },
  }
  const channelId = await openChannel({ maxBytes: 1_024 }, fhir)
  const { artifactId } = await approveOne(web.call)

  const refused = await until(await dispatch(artifactId, channelId), 'rejected')

  server.close()
  expect(refused).toMatchObject({ reason: 'over-max-bytes', reasonClass: 'limited' })
  expect(asked.filter((line) => !line.startsWith('GET'))).toEqual([])
})
