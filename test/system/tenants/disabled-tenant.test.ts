/** A tenant that is disabled while work of it is under way: begun work ends, later work is refused. D77, D90. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { developmentTenants } from '../../../src/core/caller.ts'
import { checkSwitches } from '../../../src/store/platforms.ts'
import { moveTenant } from '../../../src/store/tenants/tenant-moves.ts'
import { examplePatient } from '../../builders.ts'
import { approveOne, giveConsent, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { openReceiver } from '../../queues/receivers.ts'
import { type Answer, createSite, type RunningServer, startRunning } from '../../running-server.ts'
import { exportMuch, readAll, startDownload } from './downloads.ts'

const [own] = developmentTenants
let server: RunningServer

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
})
afterEach(() => enable())
afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
})

const whoami = () => server.call('GET', '/v1/spokes/whoami')

async function disable(): Promise<void> {
  await moveTenant(server.site.pool, own, 'disable')
  await waitFor(whoami, ({ problem }) => problem === 'tenant-disabled')
}

async function enable(): Promise<void> {
  await moveTenant(server.site.pool, own, 'enable')
  await waitFor(whoami, ({ status }) => status === 200)
}

type Open = Pick<Answer, 'status' | 'text'> & { readonly problem: string | undefined }

async function openLink(link: string, dateOfBirth = examplePatient.birthDate): Promise<Open> {
  const answer = await fetch(`${server.base}/s`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ link, dateOfBirth }),
  })
  const text = await answer.text()
  return { status: answer.status, text, problem: /"type":"[^"]*\/([a-z-]+)"/.exec(text)?.[1] }
}

test('D77: a link of a disabled tenant answers as everything else of it, and opens again afterwards', async () => {
  const { artifactId, patientId } = await approveOne(server.call)
  await giveConsent(server.call, patientId, { permits: ['share'], purposes: ['PATRQT'] })
  const body = {
    ...{ artifactId, link: true, recipient: { name: 'Maeve', class: 'patient' } },
    ...{ purposeOfUse: 'PATRQT', legalBasis: 'consent' },
  }
  const share = (await must(201, server.call('POST', '/v1/shares', { body }))).body
  const fragment = share.link.split('#')[1]
  await disable()

  const refused = await openLink(fragment)
  const guessed = await openLink(fragment, '1970-01-01')
  const invented = await openLink(`${share.id}.${'A'.repeat(43)}`)
  const { rows } = await server.site.pool.query(
    `select kind, reason from audit where resource_id = $1 and kind like 'share.re%' order by seq`,
    [share.id],
  )
  const counted = await server.site.pool.query('select failures from share_link where share_id = $1', [share.id])
  await enable()

  expect(refused).toMatchObject({ status: 403, problem: 'tenant-disabled' })
  // No guess counts: it would close a link that the operator opens again.
  expect(guessed).toMatchObject({ status: 403, problem: 'tenant-disabled' })
  expect(invented).toMatchObject({ status: 404, problem: 'not-found' })
  expect(counted.rows).toEqual([{ failures: 0 }])
  expect(rows.map(({ reason }) => reason)).toEqual(['tenant_disabled', 'tenant_disabled', 'wrong_secret'])
  expect(await openLink(fragment)).toMatchObject({ status: 200 })
})

test('D77: a request that began before is told the same', () => {
  const disabled = { tenant: { platforms: new Map(), state: 'disabled' } } as const
  const begin = () => checkSwitches(disabled as unknown as Parameters<typeof checkSwitches>[0], 'capture', 'connect')

  expect(begin).toThrow(expect.objectContaining({ slug: 'tenant-disabled' }))
})

test('D90: a download of an export that has begun ends whole, and the next one is refused', async () => {
  const { artifactId } = await approveOne(server.call)
  const body = { format: 'pdf' }
  const { id } = (await server.call('POST', `/v1/artifacts/${artifactId}/exports`, { body })).body
  const built = await waitFor(
    async () => (await must(200, server.call('GET', `/v1/exports/${id}`))).body,
    ({ state }) => state === 'built',
  )
  const begun = await startDownload(server, `/v1/exports/${id}/content`)
  await disable()

  const bytes = await readAll(begun)

  expect(createHash('sha256').update(bytes).digest('hex')).toBe(built.sha256)
  expect(await server.call('GET', `/v1/exports/${id}/content`)).toMatchObject({
    status: 403,
    problem: 'tenant-disabled',
  })
})

test('D90: a file of a bulk export that is being fetched ends whole, and the next one is refused', async () => {
  const { path, ids } = await exportMuch(server)
  const begun = await startDownload(server, path, { 'accept-encoding': 'gzip' })
  await disable()
  // The process has forgotten by now what it knew of the tenant when the download began.
  await sleep(2_500)

  const lines = gunzipSync(await readAll(begun))
    .toString()
    .trimEnd()
    .split('\n')

  expect(lines.map((line) => JSON.parse(line).id).sort()).toEqual(ids.toSorted())
  expect(await server.call('GET', path)).toMatchObject({ status: 403 })
})

test('D90: a stream of events ends', async () => {
  const begun = await startDownload(server, '/v1/events')
  await disable()

  expect((await readAll(begun)).toString()).toContain('retry:')
  expect(await server.call('GET', '/v1/events')).toMatchObject({ status: 403, problem: 'tenant-disabled' })
})

test('D77: what is being sent ends and is recorded once; what has to be sent again waits until the tenant is enabled', async () => {
  const receiver = await openReceiver({ manner: 'hang' })
  const body = {
    ...{ name: 'Practice', templateIds: [templateId], recipient: { name: 'Practice' } },
    ...{ purposeOfUse: 'TREAT', legalBasis: 'own_organisation', format: 'hl7v2', transport: 'mllp' },
    ...{ destination: { host: '127.0.0.1', port: receiver.port }, retry: { attempts: 5, baseMs: 100, maxMs: 200 } },
  }
  await must(201, server.call('POST', '/v1/channels', { body, as: { role: 'operator' } }))
  const untilState = async (artifactId: string, isDone: (row: pg.QueryResultRow) => boolean) => {
    const text = 'select state, reason, attempts from delivery where artifact_id = $1'
    const read = async () => (await server.site.pool.query(text, [artifactId])).rows[0] ?? {}
    return waitFor(read, isDone)
  }
  const startSending = async (): Promise<string> => {
    receiver.behave('hang')
    const before = receiver.received.length
    const { artifactId } = await approveOne(server.call)
    await waitFor(
      async () => receiver.received.length,
      (count) => count === before + 1,
    )
    await disable()
    return artifactId
  }

  const first = await startSending()
  receiver.behave('AA')
  const sent = await untilState(first, ({ state }) => state !== 'sending')
  await enable()
  const second = await startSending()
  receiver.behave('AE')
  await untilState(second, ({ state }) => state === 'queued')
  // A wake-up that was on its way.
  await server.site.pool.query(
    `with late as (update delivery set due_at = now() - interval '1 hour' where artifact_id = $2 returning channel_id, lane)
     insert into outbox (tenant, topic, subject) select $1, 'delivery.queued', channel_id || '_' || lane from late`,
    [own, second],
  )
  const held = await untilState(second, ({ reason }) => reason === 'feature_disabled')
  receiver.behave('AA')
  const before = receiver.received.length
  await enable()
  const again = await untilState(second, ({ state }) => state === 'accepted')
  await receiver.close()

  expect(sent).toEqual({ state: 'accepted', reason: null, attempts: 1 })
  expect(held).toEqual({ state: 'queued', reason: 'feature_disabled', attempts: 1 })
  expect(again).toMatchObject({ attempts: 2 })
  expect([before, receiver.received.length]).toEqual([2, 3])
})
