/** Shares and dispatches: only released artifacts, and only recipients that the patient permits, at the request and again at dispatch. docs/design/hub.md#release. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { newId } from '../../../src/core/ids.ts'
import { findShareEnd } from '../../../src/domain/share/shares.ts'
import type { ShareContent } from '../../../src/store/hub-resources.ts'
import { approveOne, createPatient, draftVerified, giveConsent, must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Answer, type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

let server: RunningServer
let call: Call
let folder: string
let channelId: string

const operator = { role: 'operator' } as const
const recipient = { name: 'Heath Specialists', class: 'organisation' } as const

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  call = server.call
  folder = await mkdtemp(join(tmpdir(), 'banksia-shares-'))
  channelId = await openChannel()
})

afterAll(async () => {
  await server?.stop()
  await server?.site.remove()
  await rm(folder, { recursive: true, force: true })
})

/** A folder of its own; nothing goes there by itself. */
async function openChannel(more: object = {}): Promise<string> {
  const body = {
    name: 'Folder',
    recipient: { name: recipient.name },
    purposeOfUse: 'TREAT',
    legalBasis: 'consent',
    format: 'pdf',
    transport: 'file',
    destination: { directory: folder },
    ...more,
  }
  return (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body.id
}

const setChannel = async (id: string, change: object) => {
  const { body } = await must(200, call('GET', `/v1/channels/${id}`, { as: operator }))
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...fields } = body
  await must(200, call('PUT', `/v1/channels/${id}`, { body: { ...fields, ...change }, as: operator }))
}

const approveConsented = async (more: object = {}) => {
  const drafted = await approveOne(call)
  const consentId = await giveConsent(call, drafted.patientId, { permits: ['share'], ...more })
  return { ...drafted, consentId }
}

const share = (artifactId: string, more: object = {}) =>
  call('POST', '/v1/shares', {
    body: { artifactId, channelId, recipient, purposeOfUse: 'TREAT', legalBasis: 'consent', ...more },
  })
const link = { channelId: undefined, link: true, recipient: { name: 'Maeve', class: 'patient' } } as const
const dispatch = (artifactId: string, more: object = {}) =>
  call('POST', '/v1/deliveries', { body: { artifactId, channelId, recipient, purposeOfUse: 'TREAT', ...more } })
const readDelivery = async (id: string) => (await must(200, call('GET', `/v1/deliveries/${id}`))).body
const waitForDelivery = (id: string, isDone: (state: string) => boolean) =>
  waitFor(
    () => readDelivery(id),
    ({ state }) => isDone(state),
  )
const countShared = async (): Promise<number> =>
  (await must(200, call('GET', '/v1/usage/summary?periodDays=1', { as: operator }))).body.usage.sharesDispatched
const stateOf = async (artifactId: string) => (await must(200, call('GET', `/v1/artifacts/${artifactId}`))).body.state

describe('a share by a channel', () => {
  test('R3.1: a clinician’s share moves the artifact, is delivered, and counts once', async () => {
    const { artifactId } = await approveConsented()
    const before = await countShared()

    const { body } = await must(201, share(artifactId))
    const delivery = await waitForDelivery(body.deliveryId, (state) => state === 'sent')
    const again = await share(artifactId)

    expect(body).toMatchObject({ kind: 'channel', status: 'active', recipient, patientId: expect.any(String) })
    expect(body).not.toHaveProperty('link')
    expect(delivery).toMatchObject({ shareId: body.id, arrivedAt: expect.any(String) })
    expect(again).toMatchObject({ status: 409, problem: 'business-rule' })
    expect(await stateOf(artifactId)).toBe('shared')
    expect(await countShared()).toBe(before + 1)
    expect(await readdir(folder)).toContain(`${delivery.documentId}.pdf`)
  })

  test.each([
    ['in_review', () => draftVerified(call).then(({ artifactId }) => artifactId)],
    [
      'recalled',
      async () => {
        const { artifactId } = await approveConsented()
        await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'other' } }))
        return artifactId
      },
    ],
  ])('R3.3: what is %s is neither shared nor dispatched', async (state, make) => {
    const artifactId = await make()

    for (const answer of [await share(artifactId), await share(artifactId, link), await dispatch(artifactId)]) {
      expect(answer).toMatchObject({ status: 409, problem: 'invalid-transition' })
      expect(answer.body.detail).toContain(state)
    }
  })

  test.each([
    ['nothing', undefined],
    ['another purpose', { purposes: ['HRESCH'] }],
    ['another recipient', { recipients: ['Harbour Hospital'] }],
    ['another class', { recipientClasses: ['practitioner'] }],
    ['another type', { artifactTypes: ['referral'] }],
    ['a time that is over', { period: { end: '2026-01-01T00:00:00Z' } }],
    ['a time to come', { period: { start: '2096-01-01T00:00:00Z' } }],
    ['a denial beside it', { decision: 'deny', recipients: [recipient.name] }],
  ])('docs/design/hub.md#consent: %s does not cover it, which is on record', async (_title, consent) => {
    const { artifactId, patientId } = await approveOne(call)
    if (consent !== undefined) await giveConsent(call, patientId, { permits: ['share'], ...consent })
    if (consent !== undefined && 'decision' in consent) await giveConsent(call, patientId, { permits: ['share'] })

    const answers = [await share(artifactId), await dispatch(artifactId)]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, problem: 'consent-required' })
      const requestId = answer.headers.get('x-request-id')
      const { body } = await call('GET', `/v1/audit/events?requestId=${requestId}`, { as: { role: 'auditor' } })
      expect(body.items).toMatchObject([{ kind: 'access.refused', reason: 'consent-required' }])
    }
    expect(await stateOf(artifactId)).toBe('approved')
  })

  let consented: Awaited<ReturnType<typeof approveConsented>> | undefined
  // biome-ignore format: one row a line
  test.each<readonly [string, object, readonly string[]]>([
    ['neither channel nor link', { channelId: undefined }, ['channelId']],
    ['both channel and link', { link: true }, ['channelId']],
    ['a channel that does not exist', { channelId: newId() }, ['channelId']],
    ['a recipient whom the channel does not go to', { recipient: { ...recipient, name: 'Zebulon' } }, ['recipient.name']],
    ['a class that is not the recipient’s', { recipient: { ...recipient, class: 'practitioner' } }, ['recipient.class']],
    ['a reference to nobody', { recipient: { ...recipient, reference: 'Organization/zebulon' } }, ['recipient.reference']],
    ['an end that has passed', { expiresAt: '2026-01-01T00:00:00Z' }, ['expiresAt']],
    ['a link that lasts too long', { ...link, expiresAt: '2096-01-01T00:00:00Z' }, ['expiresAt']],
    ['a link for an organisation', { ...link, recipient }, ['recipient.class']],
    ['less than the consent that the channel sends by', { legalBasis: 'statute' }, ['legalBasis']],
    ['the organisation’s own ground for a channel by consent', { legalBasis: 'own_organisation' }, ['legalBasis']],
    ['a patient within the organisation', { ...link, legalBasis: 'own_organisation' }, ['legalBasis']],
  ])('docs/design/hub.md#routes: %s', async (_title, more, fields) => {
    consented ??= await approveConsented()
    const { artifactId } = consented

    expect(await share(artifactId, more)).toMatchObject({ status: 400, problem: 'validation', fields })
  })

  test('docs/design/hub.md#consent: a reference names the recipient, too', async () => {
    const { artifactId, patientId } = await approveOne(call)
    await giveConsent(call, patientId, { permits: ['share'], recipients: [`Patient/${patientId}`] })
    const to = (reference: string) => ({ ...link, recipient: { ...link.recipient, reference } })
    const other = await createPatient(call)

    expect(await share(artifactId, link)).toMatchObject({ status: 403 })
    expect(await share(artifactId, to(`Patient/${other}`))).toMatchObject({ fields: ['recipient.reference'] })
    expect(await share(artifactId, to(`Patient/${patientId}`))).toMatchObject({ status: 201 })
  })
})

describe('between request and dispatch', () => {
  const queueOne = async (build: () => object = () => ({})) => {
    const paused = await openChannel()
    await setChannel(paused, { status: 'paused' })
    const approved = await approveConsented()
    const { body } = await must(201, share(approved.artifactId, { channelId: paused, ...build() }))
    return { ...approved, paused, shareId: body.id, deliveryId: body.deliveryId }
  }

  test('docs/design/hub.md#consent: a consent that is revoked meanwhile holds what is queued, and a replay is refused', async () => {
    const { paused, consentId, deliveryId } = await queueOne()
    await must(200, call('POST', `/v1/consents/${consentId}:revoke`))

    await setChannel(paused, { status: 'active' })
    const held = await waitForDelivery(deliveryId, (state) => state !== 'queued')

    expect(held).toMatchObject({ state: 'held', reason: 'consent_required', attempts: 0 })
    expect(await call('POST', `/v1/deliveries/${deliveryId}:replay`)).toMatchObject({
      status: 409,
      problem: 'business-rule',
    })
  })

  test('D43: a channel that rests on consent by the time of dispatch takes consent, whatever the share says', async () => {
    const statute = await openChannel({ legalBasis: 'statute' })
    await setChannel(statute, { status: 'paused' })
    const { artifactId } = await approveOne(call)
    const asked = { channelId: statute, legalBasis: 'statute' }
    const { body } = await must(201, share(artifactId, asked))

    await setChannel(statute, { status: 'active', legalBasis: 'consent' })
    const held = await waitForDelivery(body.deliveryId, (state) => state !== 'queued')

    expect(held).toMatchObject({ state: 'held', reason: 'consent_required', attempts: 0 })
    expect(await call('POST', `/v1/deliveries/${body.deliveryId}:replay`)).toMatchObject({ problem: 'business-rule' })
  })

  test('D43: what was shared with one recipient does not go to another, whom the channel was turned to meanwhile', async () => {
    const { paused, artifactId, deliveryId } = await queueOne()

    await setChannel(paused, { status: 'active', recipient: { name: 'Zebulon Insurance' } })
    const held = await waitForDelivery(deliveryId, (state) => state !== 'queued')

    expect(held).toMatchObject({ state: 'held', reason: 'recipient_changed', attempts: 0 })
    expect(await call('POST', `/v1/deliveries/${deliveryId}:replay`)).toMatchObject({ problem: 'business-rule' })
    const anew = { channelId: paused, recipient: { ...recipient, name: 'Zebulon Insurance' } }
    await must(201, share(artifactId, anew))
    expect(await waitForDelivery(deliveryId, (state) => state === 'sent')).toMatchObject({ attempts: 1 })
  })

  test('D43: a share by consent takes it, also by a channel that could do without', async () => {
    const statute = await openChannel({ legalBasis: 'statute' })
    const { artifactId } = await approveOne(call)

    expect(await share(artifactId, { channelId: statute })).toMatchObject({ problem: 'consent-required' })
    const { body } = await must(201, share(artifactId, { channelId: statute, legalBasis: 'statute' }))
    await waitForDelivery(body.deliveryId, (state) => state === 'sent')
  })

  test('docs/design/hub.md#consent: a share that is revoked cancels what is queued, and counts nothing', async () => {
    const { shareId, deliveryId } = await queueOne()
    const before = await countShared()

    const { body } = await must(200, call('POST', `/v1/shares/${shareId}:revoke`))

    expect(body).toMatchObject({ status: 'revoked', revocation: 'revoked' })
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'cancelled', reason: 'share_revoked' })
    expect(await call('POST', `/v1/deliveries/${deliveryId}:replay`)).toMatchObject({
      status: 409,
      problem: 'business-rule',
    })
    expect(await countShared()).toBe(before)
  })

  test('docs/design/hub.md#consent: what ends while it waits has expired', async () => {
    const { paused, shareId, deliveryId } = await queueOne(() => ({
      expiresAt: new Date(Date.now() + 6000).toISOString(),
    }))
    await waitFor(
      () => call('GET', `/v1/shares/${shareId}`),
      ({ body }) => body.status === 'expired',
    )

    await setChannel(paused, { status: 'active' })

    expect(await waitForDelivery(deliveryId, (state) => state !== 'queued')).toMatchObject({
      state: 'expired',
      reason: 'share_expired',
    })
  })

  test('docs/design/hub.md#consent: a share ends at the very instant of its end', () => {
    const content = { status: 'active', expiresAt: '2026-03-14T03:00:00.000Z' } as ShareContent

    expect(findShareEnd(content, '2026-03-14T02:59:59.999Z')).toBeUndefined()
    expect(findShareEnd(content, '2026-03-14T03:00:00.000Z')).toBe('expired')
  })

  test('docs/design/hub.md#release: a recall revokes the shares, and says so', async () => {
    const { artifactId, deliveryId, shareId } = await queueOne()
    const { body: opened } = await must(201, share(artifactId, link))

    await must(200, call('POST', `/v1/artifacts/${artifactId}:recall`, { body: { reasonCode: 'clinical_error' } }))

    const { body } = await must(200, call('GET', `/v1/artifacts/${artifactId}/recall`))
    expect(body.shares).toEqual([
      { shareId: opened.id, kind: 'link', status: 'revoked', class: 'patient', redemptions: 0 },
      { shareId, kind: 'channel', status: 'revoked', class: 'organisation', deliveryId },
    ])
    expect(await readDelivery(deliveryId)).toMatchObject({ state: 'cancelled', reason: 'recalled' })
    expect((await call('GET', `/v1/shares/${shareId}`)).body).toMatchObject({
      status: 'revoked',
      revocation: 'recalled',
    })
  })

  test('docs/design/hub.md#consent: what is withdrawn from the national record is never sent there', async () => {
    const to = { name: 'National record', kind: 'national_record' }
    const national = await openChannel({ recipient: to, legalBasis: 'statute' })
    const body = { channelId: national, recipient: { name: to.name, class: to.kind } }
    const open = await approveOne(call)
    const closed = await approveOne(call)
    const one = await approveOne(call)
    const withdraw = (patientId: string, artifactId?: string) =>
      must(
        201,
        call('POST', '/v1/consents', {
          body: { patientId, permits: [], method: 'written', nationalRecord: { decision: 'withdrawn', artifactId } },
        }),
      )
    await withdraw(closed.patientId)
    await withdraw(one.patientId, one.artifactId)
    await giveConsent(call, one.patientId, { permits: ['share'], nationalRecord: { decision: 'given' } })

    expect(await dispatch(open.artifactId, body)).toMatchObject({ status: 202 })
    expect(await dispatch(closed.artifactId, body)).toMatchObject({ status: 403, problem: 'consent-required' })
    expect(await dispatch(one.artifactId, body)).toMatchObject({ status: 403, problem: 'consent-required' })
  })
})

describe('a dispatch', () => {
  test('D43: asked for twice it is one delivery, and one share', async () => {
    const { artifactId } = await approveConsented()

    const first = await must(202, dispatch(artifactId))
    const second = await must(202, dispatch(artifactId))

    expect(first.headers.get('location')).toBe(`/v1/deliveries/${first.body.id}`)
    expect(second.body.id).toBe(first.body.id)
    expect((await call('GET', `/v1/shares?artifactId=${artifactId}`)).body.items).toHaveLength(1)
    expect(await stateOf(artifactId)).toBe('shared')
  })

  test('docs/design/hub.md#release: what was accepted is sent again by force alone, with a reason, and counts once', async () => {
    const { artifactId } = await approveConsented()
    const { body } = await must(202, dispatch(artifactId))
    await waitForDelivery(body.id, (state) => state === 'sent')
    const before = await countShared()
    const replay = (request?: object) => call('POST', `/v1/deliveries/${body.id}:replay`, { body: request })

    expect(await replay()).toMatchObject({ status: 409, problem: 'invalid-transition' })
    expect(await replay({ force: true })).toMatchObject({ status: 400, fields: ['reason'] })
    await must(200, replay({ force: true, reason: 'receiver_lost_it' }))
    const { attempts } = await waitForDelivery(body.id, (state) => state === 'sent')

    expect(attempts).toBe(2)
    expect(await countShared()).toBe(before)
  })

  test('docs/design/hub.md#requests-and-answers: deliveries are listed by when they changed', async () => {
    const { artifactId } = await approveConsented()
    const { body } = await must(202, dispatch(artifactId))
    const { updatedAt } = await waitForDelivery(body.id, (state) => state === 'sent')
    const list = async (since: string) =>
      (await must(200, call('GET', `/v1/deliveries?artifactId=${artifactId}&updatedSince=${since}`))).body.items

    expect(await list('2026-01-01T00:00:00Z')).toHaveLength(1)
    expect(await list(new Date(Date.parse(updatedAt) + 1000).toISOString())).toEqual([])
  })
})

describe('who sees a share', () => {
  const idsOf = ({ body }: Answer): string[] => body.items.map(({ id }: { id: string }) => id)

  test.each([['patient'], ['carer']])(
    'docs/design/hub.md#access: a %s reads their own, and nothing of others',
    async (role) => {
      const mine = await approveConsented()
      const others = await approveConsented()
      const own = (await must(201, share(mine.artifactId))).body.id
      const foreign = (await must(201, share(others.artifactId))).body.id
      const as = { role, patient: mine.patientId }
      const list = async (query: string) => idsOf(await must(200, call('GET', `/v1/shares${query}`, { as })))

      expect(await list('')).toEqual([own])
      expect(await list(`?patientId=${others.patientId}`)).toEqual([])
      expect(await list(`?artifactId=${others.artifactId}`)).toEqual([])
      expect(await call('GET', `/v1/shares/${own}`, { as })).toMatchObject({ status: 200 })
      expect(await call('GET', `/v1/shares/${foreign}`, { as })).toMatchObject({ status: 404, problem: 'not-found' })
      expect(await call('POST', `/v1/shares/${own}:revoke`, { as })).toMatchObject({
        status: 403,
        problem: 'role-required',
      })
      expect(await call('GET', '/v1/shares', { as: { role } })).toMatchObject({ status: 403, problem: 'role-required' })
    },
  )

  test('docs/design/hub.md#routes: shares are listed by artifact, patient and status', async () => {
    const { artifactId, patientId } = await approveConsented()
    const { body: active } = await must(201, share(artifactId))
    const { body: revoked } = await must(201, share(artifactId, link))
    await must(200, call('POST', `/v1/shares/${revoked.id}:revoke`))
    const list = async (query: string) =>
      idsOf(await must(200, call('GET', `/v1/shares?artifactId=${artifactId}${query}`)))

    expect(await list('')).toEqual([revoked.id, active.id])
    expect(await list(`&patientId=${patientId}&status=active`)).toEqual([active.id])
    expect(await list('&status=revoked')).toEqual([revoked.id])
    expect(await list('&status=expired')).toEqual([])
  })

  test('docs/design/hub.md#requests-and-answers: another tenant’s share and artifact are not there', async () => {
    const { artifactId } = await approveConsented()
    const { body } = await must(201, share(artifactId))
    const as = { tenant: developmentTenants[1] }
    const request = { artifactId, link: true, recipient: link.recipient, purposeOfUse: 'TREAT', legalBasis: 'consent' }

    expect(await call('GET', `/v1/shares/${body.id}`, { as })).toMatchObject({ status: 404 })
    expect(await call('POST', `/v1/shares/${body.id}:revoke`, { as })).toMatchObject({ status: 404 })
    expect(await call('POST', '/v1/shares', { body: request, as })).toMatchObject({
      status: 400,
      fields: ['artifactId'],
    })
    expect(await call('GET', `/v1/shares?artifactId=${artifactId}`, { as })).toMatchObject({ body: { items: [] } })
  })

  test('R5.4: a share asked for twice under one key at once is one', async () => {
    const { artifactId } = await approveConsented()
    const key = newId()
    const body = { artifactId, recipient: link.recipient, link: true, purposeOfUse: 'TREAT', legalBasis: 'consent' }
    const ask = () => call('POST', '/v1/shares', { body, key })

    await Promise.all([ask(), ask()])
    const replayed = await must(201, ask())

    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect(idsOf(await call('GET', `/v1/shares?artifactId=${artifactId}`))).toEqual([replayed.body.id])
  })
})
