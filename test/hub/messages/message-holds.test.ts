/** Legal hold of messages at `/v1/messages`, and the content that is pruned. D250; docs/channels.md#how-long-messages-are-kept. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pruneTenant } from '../../../queues/sweeps/message-pruner.ts'
import { developmentTenants } from '../../../src/core/caller.ts'
import { readConfig } from '../../../src/core/config.ts'
import { newId } from '../../../src/core/ids.ts'
import { indexHubResource } from '../../../src/hub/index-rows.ts'
import { readMasterKey } from '../../../src/server/master-key.ts'
import { keepReceived, settleReceived } from '../../../src/store/messages/received-messages.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { approveOne, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import { type Call, createSite, type RunningServer, startRunning } from '../../running-server.ts'

const operator = { role: 'operator' } as const
const [tenant, otherTenant] = developmentTenants
let server: RunningServer
let store: Store
const call: Call = (...args) => server.call(...args)

beforeAll(async () => {
  server = await startRunning({ site: await createSite() })
  const config = readConfig({ BANKSIA_DATA_DIR: server.site.dataDir })
  store = await openStore({
    connection: server.site.database.config,
    masterKey: await readMasterKey(config),
    index: (_tenant, resource) => indexHubResource(resource),
    check: () => ({ findings: [], pending: { references: [] } }),
  })
  await server.site.pool.query('update tenant set message_days = 30 where id = $1', [tenant])
})
afterAll(async () => {
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

const prune = () =>
  pruneTenant(store, { tenant, name: 'message-pruning', holder: newId() }, new AbortController().signal)

async function receiveOld(): Promise<string> {
  const controlId = newId()
  const id = await store.transactAsSystem(tenant, async (tx) => {
    const bytes = Buffer.from(`MSH|^~\\&|PAS|SBH|BANKSIA|Clinic|20260314||ADT^A08|${controlId}|P|2.4\rPID|1||4711\r`)
    const kept = await keepReceived(tx, { senderId: newId(), controlId, type: 'ADT^A08', bytes, identifiers: [] })
    await settleReceived(tx, kept.id, { outcome: 'stored', answer: 'AA' })
    return kept.id
  })
  await server.site.pool.query(`update received_message set settled_at = now() - interval '31 days' where id = $1`, [
    id,
  ])
  return id
}

const move = (id: string, name: 'hold' | 'lift-hold', reason: string, as: object = operator) =>
  call('POST', `/v1/messages/${id}:${name}`, { body: { reason }, as })

test('D250: an operator holds a message, and it is pruned after the hold is lifted; its bytes are then 410', async () => {
  const id = await receiveOld()
  const held = await must(200, move(id, 'hold', 'legal_claim'))
  await prune()
  const kept = (await call('GET', `/v1/messages/${id}/content`)).status
  const lifted = await must(200, move(id, 'lift-hold', 'matter_closed'))
  await prune()

  const gone = await call('GET', `/v1/messages/${id}/content`)
  const shown = await must(200, call('GET', `/v1/messages/${id}`, { as: operator }))
  expect([held.body.legalHold, kept, lifted.body.legalHold]).toEqual([true, 200, false])
  expect([gone.status, gone.problem]).toEqual([410, 'gone'])
  expect(shown.body).toMatchObject({ state: 'stored', masked: {}, prunedAt: expect.any(String) })
  const late = await move(id, 'hold', 'legal_claim')
  expect([late.status, late.problem]).toEqual([410, 'gone'])
})

test('D250: the bytes of a sent message are 410 once it is pruned, and its attempt says so', async () => {
  const body = {
    ...{ name: 'Folder', templateIds: [templateId], purposeOfUse: 'TREAT', legalBasis: 'own_organisation' },
    recipient: { name: 'Harbour Hospital' },
    ...{ format: 'rtf', transport: 'file', destination: { directory: server.site.dataDir } },
  }
  const channel = (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body
  await approveOne(call)
  const list = async () =>
    (await must(200, call('GET', `/v1/messages?channelId=${channel.id}`, { as: operator }))).body.items
  const [{ id }] = await waitFor(list, ([one]) => one?.state === 'sent')
  const before = (await call('GET', `/v1/messages/${id}/content`)).status
  await server.site.pool.query(`update delivery set updated_at = now() - interval '31 days' where id = $1`, [id])
  await server.site.pool.query(`update attempt set started_at = now() - interval '31 days' where delivery_id = $1`, [
    id,
  ])

  await prune()

  const gone = await call('GET', `/v1/messages/${id}/content`)
  const shown = await must(200, call('GET', `/v1/messages/${id}`, { as: operator }))
  expect([before, gone.status, gone.problem]).toEqual([200, 410, 'gone'])
  expect(shown.body.attemptList).toMatchObject([{ number: 1, prunedAt: expect.any(String) }])
  // It can be sent again as before: the rendering belongs to the document.
  const again = { force: true, reason: 'receiver_lost_it' }
  await must(200, call('POST', `/v1/deliveries/${id}:replay`, { body: again, as: operator }))
  await waitFor(list, ([one]) => one?.state === 'sent' && one.attempts === 2)
  expect((await call('GET', `/v1/messages/${id}/content`)).status).toBe(200)
})

test('D250: no other role and no other tenant can hold a message', async () => {
  const id = await receiveOld()

  const statuses = await Promise.all([
    move(id, 'hold', 'legal_claim', {}),
    move(id, 'hold', 'legal_claim', { role: 'auditor' }),
    move(id, 'hold', 'legal_claim', { ...operator, tenant: otherTenant }),
    move(id, 'hold', 'because of Maeve'),
  ])

  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 404, 400])
  expect((await must(200, call('GET', `/v1/messages/${id}`, { as: operator }))).body.legalHold).toBe(false)
})

test('D250: messages on legal hold are found by it, sent and received, and those of other tenants are not', async () => {
  const [held, free] = [await receiveOld(), await receiveOld()]
  const sent = (await must(200, call('GET', '/v1/messages?direction=sent', { as: operator }))).body.items[0].id
  for (const id of [held, sent]) await must(200, move(id, 'hold', 'complaint'))
  const list = async (query: string, as: object = operator): Promise<readonly string[]> =>
    (await must(200, call('GET', `/v1/messages?${query}`, { as }))).body.items.map((one: { id: string }) => one.id)

  const [onHold, others, elsewhere] = [
    await list('legalHold=true'),
    await list('legalHold=false'),
    await list('legalHold=true', { ...operator, tenant: otherTenant }),
  ]
  const body = { identifier: 'nobody', legalHold: true }
  const searched = await must(200, call('POST', '/v1/messages:search', { body, as: operator }))
  const refused = await call('GET', '/v1/messages?legalHold=yes', { as: operator })

  expect([...onHold].sort()).toEqual([held, sent].sort())
  expect([others.includes(free), others.includes(held), others.includes(sent)]).toEqual([true, false, false])
  expect([elsewhere, searched.body.items]).toEqual([[], []])
  expect([refused.status, refused.fields]).toEqual([400, ['legalHold']])
})
