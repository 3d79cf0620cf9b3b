/** Alerts: what fires, who is told, how often, and by one process alone. docs/channels.md#alerts; D231 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { type Alerting, sweepTenant } from '../../queues/sweeps/alerts.ts'
import { openTellAlert } from '../../src/channels/alerts/tell-alert.ts'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { newId } from '../../src/core/ids.ts'
import { openLog } from '../../src/core/log.ts'
import { buildSignature } from '../../src/core/signature.ts'
import { indexHubResource } from '../../src/hub/index-rows.ts'
import { readMasterKey } from '../../src/server/master-key.ts'
import { openStore } from '../../src/store/open-store.ts'
import { takeLease } from '../../src/store/operations/leases.ts'
import type { Store } from '../../src/store/store.ts'
import { must } from '../consultation.ts'
import { type Authority, type Issued, makeAuthority } from '../http/tls/certificates.ts'
import { testWithPrograms } from '../judges.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../running-server.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const operator = { role: 'operator' } as const
const [tenant] = developmentTenants
const never = new AbortController().signal
const hasOpenssl = testWithPrograms('openssl')
const signature = { keyId: 'desk', key: 'a-shared-key-of-forty-characters-for-all' }
const policy = { allowedHosts: ['127.0.0.1'], allowPrivate: true }
const alerting = (more: Partial<Alerting> = {}): Alerting => ({
  ...{ store, tell: openTellAlert(policy), readOwnEnd: () => undefined, log: openLog('silent') },
  ...more,
})

let server: RunningServer
let call: Call
let store: Store
let authority: Authority
let issued: Issued

beforeAll(async () => {
  server = await startRunning({
    site: await createSite(),
    env: { BANKSIA_ROLE: 'web', BANKSIA_OUTBOUND_HOSTS: '127.0.0.1', BANKSIA_OUTBOUND_PRIVATE: 'allow' },
  })
  call = server.call
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  authority = makeAuthority(makeScratchFolder('alerts'), 'ca')
  issued = authority.issue('server', { names: 'IP:127.0.0.1' })
})

const closers: (() => unknown)[] = []
const pool = () => server.site.pool

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
  const { items } = (await must(200, call('GET', '/v1/alerts', { as: operator }))).body
  for (const { id } of items) await must(204, call('DELETE', `/v1/alerts/${id}`, { as: operator }))
  await pool().query('delete from delivery')
})

afterAll(async () => {
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

const sweep = (more: Partial<Alerting> = {}) =>
  sweepTenant(alerting(more), { tenant, name: 'alerts', holder: randomUUID() }, never)

async function openChannel(more: object = {}): Promise<string> {
  const body = {
    name: 'Hospital',
    recipient: { name: 'Heath Specialists' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    ...('baseUrl' in more ? { format: 'bundle', transport: 'fhir' } : { format: 'hl7v2', transport: 'mllp' }),
    destination: { host: '127.0.0.1', port: 2575, ...more },
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
}

const openAlert = async (target: object, more: object = {}): Promise<string> => {
  const body = { name: 'To the desk', rule: 'dead-letter', target, ...more }
  return (await must(201, call('POST', '/v1/alerts', { body, as: operator }))).body.id
}

const readAlert = async (id: string) => (await must(200, call('GET', `/v1/alerts/${id}`, { as: operator }))).body

type Put = {
  readonly state: string
  readonly reason?: string
  readonly ageMinutes?: number
  readonly isAwaited?: boolean
  readonly kind?: 'original' | 'recall'
}

async function putDelivery(channelId: string, put: Put) {
  const { state, reason, ageMinutes = 0, isAwaited = false, kind = 'original' } = put
  const id = newId()
  await pool().query(
    `insert into delivery (tenant, id, artifact_id, channel_id, document_id, kind, format, preset, lane, state, reason, request_id, created_at, updated_at, due_at, answer_due_at)
     values (1, $1, $1, $2, $1, $7, 'hl7v2', 'default', 3, $3, $4, $1, now() - make_interval(mins => $5), now() - make_interval(mins => $5), now() + interval '1 day',
       case when $6 then now() + interval '1 day' end)`,
    [id, channelId, state, reason ?? null, ageMinutes, isAwaited, kind],
  )
  return id
}

type Seen = { readonly headers: Readonly<Record<string, unknown>>; readonly text: string }

/** A raw HTTPS peer with settable answers. */
async function openPeer(first = 204) {
  const seen: Seen[] = []
  let status = first
  const peer = createTlsServer({ cert: issued.cert, key: issued.key }, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    seen.push({ headers: request.headers, text: body.toString() })
    response.writeHead(status).end()
  })
  peer.listen(0, '127.0.0.1')
  await once(peer, 'listening')
  closers.push(() => peer.close())
  const url = `https://127.0.0.1:${(peer.address() as AddressInfo).port}/alerts`
  const answer = (next: number): void => {
    status = next
  }
  return { seen, answer, target: { kind: 'webhook', url, signature, tls: { ca: authority.cert } } }
}

const stateOf = ({ text }: Seen) => JSON.parse(text).state

describe('a webhook', () => {
  hasOpenssl(
    'D231: is told once that an alert fires and once that it has ended, signed, and without a word of a patient',
    async () => {
      const channelId = await openChannel()
      const peer = await openPeer()
      const id = await openAlert(peer.target)

      await sweep()
      const deliveryId = await putDelivery(channelId, { state: 'dead', reason: 'timeout' })
      await sweep()
      await sweep()
      const fired = await readAlert(id)
      await pool().query(`update delivery set state = 'accepted' where id = $1`, [deliveryId])
      await sweep()
      await sweep()
      const ended = await readAlert(id)
      const { rows } = await pool().query<{ kind: string }>(
        'select kind from audit where resource_id = $1 order by seq',
        [id],
      )

      expect(peer.seen.map(stateOf)).toEqual(['firing', 'resolved'])
      const [{ headers, text }] = peer.seen as [Seen]
      expect(JSON.parse(text)).toEqual({
        id: fired.firings[0].id,
        alertId: id,
        name: 'To the desk',
        rule: 'dead-letter',
        state: 'firing',
        subject: channelId,
        figure: 1,
        threshold: 1,
        unit: 'deliveries',
        since: fired.firings[0].since,
      })
      const seconds = Number(/^t=(\d+),/.exec(String(headers['banksia-signature']))?.[1])
      const signed = { at: new Date(seconds * 1000), idempotencyKey: String(headers['idempotency-key']) }
      expect(headers['banksia-signature']).toBe(buildSignature(signature, { ...signed, body: Buffer.from(text) }))
      expect(fired.firings).toMatchObject([{ subject: channelId, state: 'firing', told: 'firing', attempts: 0 }])
      expect(ended.firings).toMatchObject([{ subject: channelId, state: 'resolved', told: 'resolved' }])
      expect(rows.map(({ kind }) => kind)).toEqual(['alert.created', 'alert.fired', 'alert.resolved'])
    },
  )

  hasOpenssl('D231: is not told again before the throttle is over, also if it fires anew, and then again', async () => {
    const channelId = await openChannel()
    const peer = await openPeer()
    const id = await openAlert(peer.target, { throttleMinutes: 30 })
    const deliveryId = await putDelivery(channelId, { state: 'dead' })
    const set = async (state: string) => {
      await pool().query('update delivery set state = $2 where id = $1', [deliveryId, state])
      await sweep()
    }

    await sweep()
    await set('accepted')
    await set('dead')
    await set('accepted')
    await set('dead')
    const throttled = peer.seen.map(stateOf)
    await pool().query(`update alert_firing set told_at = told_at - interval '31 minutes' where alert_id = $1`, [id])
    await sweep()

    expect(throttled).toEqual(['firing', 'resolved'])
    expect(peer.seen.map(stateOf)).toEqual(['firing', 'resolved', 'firing'])
  })

  hasOpenssl(
    'D231: that fails is tried again later, under the same key, and its failure is there to be seen',
    async () => {
      await putDelivery(await openChannel(), { state: 'dead' })
      const peer = await openPeer(503)
      const id = await openAlert(peer.target)

      await sweep()
      await sweep()
      const failed = await readAlert(id)
      peer.answer(200)
      await pool().query('update alert_firing set due_at = now()')
      await sweep()
      const taken = await readAlert(id)

      expect(peer.seen).toHaveLength(2)
      expect(new Set(peer.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      expect(failed.firings).toMatchObject([{ attempts: 1, reason: 'error-at-receiver' }])
      expect(failed.firings[0]).not.toHaveProperty('told')
      expect(taken.firings).toMatchObject([{ attempts: 0, told: 'firing' }])
    },
  )

  hasOpenssl(
    'D231: two processes and a restart tell it once; while one has the lease the other does nothing',
    async () => {
      await putDelivery(await openChannel(), { state: 'dead' })
      const peer = await openPeer()
      await openAlert(peer.target)

      await Promise.all([sweep(), sweep(), sweep()])
      await sweep()
      const told = peer.seen.length
      await pool().query('delete from alert_firing')
      const held = { tenant, name: 'alerts', holder: randomUUID() }
      await takeLease(store, held, 60_000)
      await sweep()
      await pool().query('delete from lease')

      expect(told).toBe(1)
      expect(peer.seen).toHaveLength(1)
    },
  )
})

describe('a mail', () => {
  /** A mail server that offers STARTTLS, and takes one password. */
  async function openMail(more: object = {}) {
    const mails: { readonly text: string; readonly isSecure: boolean }[] = []
    const mail = new SMTPServer({
      ...{ cert: issued.cert, key: issued.key, logger: false },
      onAuth: ({ username, password }, _session, done) =>
        username === 'banksia' && password === 'a-mail-password'
          ? done(null, { user: username })
          : done(new Error('refused')),
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          mails.push({ text: Buffer.concat(parts).toString(), isSecure: session.secure })
          done()
        })
      },
      ...more,
    })
    mail.on('error', () => undefined)
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise<void>((resolve) => mail.close(resolve)))
    const { port } = mail.server.address() as AddressInfo
    const address = { from: 'banksia@hub.example', to: ['desk@hub.example'] }
    const target = { kind: 'email', host: '127.0.0.1', port, ca: authority.cert, ...address }
    return { mails, target: { ...target, user: 'banksia', password: 'a-mail-password' } }
  }

  const fire = async (target: object) => {
    await putDelivery(await openChannel(), { state: 'dead' })
    const id = await openAlert(target)
    await sweep()
    return (await readAlert(id)).firings[0]
  }

  hasOpenssl('D231: goes out with STARTTLS and a password', async () => {
    const { mails, target } = await openMail()

    const firing = await fire(target)

    expect(firing).toMatchObject({ told: 'firing', attempts: 0 })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.isSecure).toBe(true)
    expect(mails[0]?.text).toContain('Subject: [Banksia] dead-letter firing: To the desk')
    expect(mails[0]?.text).toContain('Auto-Submitted: auto-generated')
    expect(mails[0]?.text).toContain(`id: ${firing.id}`)
  })

  hasOpenssl('D231: does not go out in the clear where the server offers no STARTTLS', async () => {
    const { mails, target } = await openMail({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })

    expect(await fire(target)).toMatchObject({ attempts: 1, reason: 'tls' })
    expect(mails).toEqual([])
  })

  hasOpenssl('D231: does not go to a server whose certificate nobody trusts, nor with a wrong password', async () => {
    const { mails, target } = await openMail()
    const { ca: _ca, ...distrusting } = target

    expect(await fire(distrusting)).toMatchObject({ attempts: 1, reason: 'tls' })
    expect(await fire({ ...target, password: 'another' })).toMatchObject({ attempts: 1, reason: 'authentication' })
    expect(mails).toEqual([])
  })
})

/** Each rule, by what breaks it and what does not. */
describe('rules', () => {
  const firingsOf = async (rule: string, more: object = {}, parts: Partial<Alerting> = {}) => {
    const target = { kind: 'webhook', url: 'http://127.0.0.1:9/alerts', signature }
    const id = await openAlert(target, { rule, ...more })
    await sweep(parts)
    return (await readAlert(id)).firings.map(({ subject, figure }: { subject: string; figure: number }) => [
      subject,
      figure,
    ])
  }

  test('D231: dead-letter counts the dead of each channel, or of the one that is named', async () => {
    const [one, other] = [await openChannel(), await openChannel()]
    for (const id of [one, one, one, other]) await putDelivery(id, { state: 'dead' })

    expect(await firingsOf('dead-letter', { threshold: 3 })).toEqual([[one, 3]])
    expect(await firingsOf('dead-letter', { channelId: other })).toEqual([[other, 1]])
  })

  test('D231: oldest-queued looks at what waits, and not at what somebody has paused', async () => {
    const [late, paused, soon] = [await openChannel(), await openChannel(), await openChannel()]
    await putDelivery(late, { state: 'queued', ageMinutes: 20 })
    await putDelivery(paused, { state: 'queued', ageMinutes: 20, reason: 'channel_paused' })
    await putDelivery(soon, { state: 'queued', ageMinutes: 5 })
    // It goes out first, and hides nothing.
    await putDelivery(late, { state: 'queued', ageMinutes: 1, kind: 'recall' })

    expect(await firingsOf('oldest-queued', { threshold: 15 })).toEqual([[late, 20]])
  })

  test('D231: no-acknowledgement looks at what the receiver has committed and nobody has accepted', async () => {
    const [late, done] = [await openChannel(), await openChannel()]
    await putDelivery(late, { state: 'committed', ageMinutes: 90, isAwaited: true })
    await putDelivery(done, { state: 'committed', ageMinutes: 90 })

    expect(await firingsOf('no-acknowledgement', { threshold: 60 })).toEqual([[late, 90]])
  })

  test('D231: breaker-open looks at destinations that a process still spares', async () => {
    const [open, old] = [await openChannel(), await openChannel()]
    await pool().query(
      `insert into spared_destination (tenant, channel_id, holder, since, seen_at) values
       (1, $1, gen_random_uuid(), now() - interval '10 minutes', now()), (1, $2, gen_random_uuid(), now() - interval '10 minutes', now() - interval '5 minutes')`,
      [open, old],
    )

    expect(await firingsOf('breaker-open', { threshold: 5 })).toEqual([[open, 10]])
  })

  test('D231: feed-silent looks at channels and senders that had something, and have nothing since', async () => {
    const [silent, busy] = [await openChannel(), await openChannel()]
    await openChannel()
    for (const id of [silent, busy]) await putDelivery(id, { state: 'accepted', ageMinutes: 26 * 60 })
    await putDelivery(busy, { state: 'accepted', ageMinutes: 60 })

    const openSender = async (name: string): Promise<string> =>
      (await must(201, server.call('POST', '/v1/senders', { body: { name, addresses: ['127.0.0.1'] }, as: operator })))
        .body.id
    const [quiet, loud] = [await openSender('Quiet ward'), await openSender('Loud ward')]
    await openSender('New ward')
    // The ids of messages grow with time.
    for (const [at, [senderId, hours]] of [[quiet, 30] as const, [loud, 30] as const, [loud, 1] as const].entries())
      await pool().query(
        `insert into received_message (tenant, id, sender_id, received_at, digest, bytes, outcome)
         values (1, $1, $2, now() - make_interval(hours => $3), '\\x00', 1, 'stored')`,
        [`00000000-0000-7000-8000-00000000000${at}`, senderId, hours],
      )

    const found = await firingsOf('feed-silent', { threshold: 24 })
    expect(found.sort()).toEqual(
      [
        [silent, 26],
        [quiet, 30],
      ].sort(),
    )
  })

  hasOpenssl('D231: certificate-ending looks at the certificate of the server and at ours for channels', async () => {
    const ending = authority.issue('ending', { until: 5 })
    const lasting = authority.issue('lasting', { until: 50 })
    const withCertificate = ({ cert, key }: Issued) => openChannel({ tls: { cert, key } })
    const channelId = await withCertificate(ending)
    await withCertificate(lasting)
    // The token endpoint of a FHIR server may want a certificate of its own.
    const tokenId = await openChannel({
      ...{ host: undefined, port: undefined, baseUrl: 'https://127.0.0.1:9/fhir' },
      auth: {
        ...{ type: 'oauth2', tokenUrl: 'https://127.0.0.1:9/token', clientId: 'us', clientSecret: 'a-client-secret' },
        tls: { cert: ending.cert, key: ending.key },
      },
      tls: { cert: lasting.cert, key: lasting.key },
    })
    const readOwnEnd = () => Date.now() + 3.5 * 86_400_000

    const found = await firingsOf('certificate-ending', {}, { readOwnEnd })
    const none = await firingsOf('certificate-ending', {}, { readOwnEnd: () => Date.now() + 90 * 86_400_000 })

    expect(found).toHaveLength(3)
    expect(new Map(found)).toEqual(
      new Map([
        [tenant, 3],
        [channelId, 4],
        [tokenId, 4],
      ]),
    )
    expect(new Map(none)).toEqual(
      new Map([
        [channelId, 4],
        [tokenId, 4],
      ]),
    )
  })
})
