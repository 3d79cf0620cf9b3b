/** Received messages at `/v1/messages`: masked, read by clinicians, and not there for those whom a consent denies. D221; docs/channels.md#messages. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { readConfig } from '../../../src/core/config.ts'
import { newId } from '../../../src/core/ids.ts'
import { indexHubResource } from '../../../src/hub/index-rows.ts'
import { readMasterKey } from '../../../src/server/master-key.ts'
import { keepReceived, type ReceivedOutcome, settleReceived } from '../../../src/store/messages/received-messages.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { createPatient, giveConsent, must, practitionerRoleId } from '../../consultation.ts'
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
})
afterAll(async () => {
  await store?.close()
  await server?.stop()
  await server?.site.remove()
})

type Identifier = { readonly system: string; readonly value: string }

let count = 0
/** With a number of their own. */
const createOwn = (): Promise<string> => {
  count += 1
  return createPatient(call, { identifier: [{ system: 'https://sbh.example/mrn', value: `SBH-${count}-4711` }] })
}

const numberOf = async (patientId: string): Promise<Identifier> =>
  (await must(200, call('GET', `/fhir/R4/Patient/${patientId}`))).body.identifier[0]

const textOf = (controlId: string, { value }: Identifier) =>
  `MSH|^~\\&|PAS|SBH|BANKSIA|Clinic|20260314||ADT^A08|${controlId}|P|2.4\rPID|1||${value}||Wattlebird^Maeve\r`

async function receive(controlId: string, number: Identifier, outcome: ReceivedOutcome): Promise<string> {
  return store.transactAsSystem(tenant, async (tx) => {
    const { id } = await keepReceived(tx, {
      ...{ senderId: newId(), controlId, type: 'ADT^A08', bytes: Buffer.from(textOf(controlId, number)) },
      identifiers: [{ kind: 'patient', ...number }],
    })
    await settleReceived(tx, id, outcome)
    return id
  })
}

const idsOf = ({ body }: { readonly body: { readonly items: readonly { readonly id: string }[] } }) =>
  body.items.map(({ id }) => id)

const search = (number: Identifier, as: object = operator) =>
  must(200, call('POST', '/v1/messages:search', { body: { identifier: `${number.system}|${number.value}` }, as }))

test('D221: an operator sees where a message has values, a clinician what they are', async () => {
  const patientId = await createOwn()
  const number = await numberOf(patientId)
  const id = await receive('R1', number, { outcome: 'held', reason: 'PID-7', answer: 'AA' })

  const shown = await must(200, call('GET', `/v1/messages/${id}`, { as: operator }))
  const bytes = await must(200, call('GET', `/v1/messages/${id}/content`))
  const held = await must(200, call('GET', '/v1/messages?direction=received&state=held', { as: operator }))

  expect(shown.body).toMatchObject({
    direction: 'received',
    type: 'ADT^A08',
    state: 'held',
    reason: 'PID-7',
    acknowledgement: 'AA',
  })
  expect(shown.body.masked.message.split('\n')[1]).toBe('PID|*||***||***^**')
  expect(shown.text).not.toMatch(/Wattlebird|Maeve/)
  expect(bytes.text).toBe(textOf('R1', number))
  expect(idsOf(held)).toContain(id)
  expect(idsOf(await search(number))).toEqual([id])
})

test('D221: another tenant finds none, and reads none', async () => {
  const number = await numberOf(await createOwn())
  const id = await receive('R2', number, { outcome: 'stored', answer: 'AA' })
  const as = { tenant: otherTenant }

  expect(idsOf(await search(number, { ...operator, ...as }))).toEqual([])
  expect((await call('GET', `/v1/messages/${id}`, { as })).status).toBe(404)
  expect((await call('GET', `/v1/messages/${id}/content`, { as })).status).toBe(404)
})

test('D56: whom a patient denies finds and reads no message that is theirs, or may be', async () => {
  const [denying, other] = [await createOwn(), await createOwn()]
  const [number, otherNumber] = [await numberOf(denying), await numberOf(other)]
  const stranger = { system: 'urn:x:elsewhere', value: 'Z-100' }
  const written = (id: string): ReceivedOutcome => ({ outcome: 'stored', answer: 'AA', resources: [`Patient/${id}`] })
  const theirs = await receive('R3', number, written(denying))
  const named = await receive('R4', number, { outcome: 'apart', reason: 'fault', answer: 'AE' })
  const unknown = await receive('R5', stranger, { outcome: 'apart', reason: 'fault', answer: 'AE' })
  const others = await receive('R6', otherNumber, written(other))
  const recipients = [`PractitionerRole/${practitionerRoleId}`]
  await giveConsent(call, denying, { decision: 'deny', permits: ['share'], recipients })
  await waitFor(
    () => call('GET', `/v1/messages/${theirs}`),
    ({ status }) => status === 404,
  )

  const listed = idsOf(await must(200, call('GET', '/v1/messages?direction=received&limit=200')))
  const statuses = await Promise.all(
    [theirs, named, unknown, others].map(async (id) => (await call('GET', `/v1/messages/${id}/content`)).status),
  )

  expect([theirs, named, unknown, others].map((id) => listed.includes(id))).toEqual([false, false, false, true])
  expect(statuses).toEqual([404, 404, 404, 200])
  expect(idsOf(await search(number, {}))).toEqual([])
  expect(idsOf(await search(number))).toEqual([named, theirs].toSorted().reverse())
  expect((await call('GET', `/v1/messages/${theirs}`, { as: operator })).status).toBe(200)
})

test('docs/channels.md#messages: pages go over both directions, newest first, and end', async () => {
  const all: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await must(200, call('GET', `/v1/messages?limit=2${more}`, { as: operator }))
    all.push(...idsOf(page))
    cursor = page.body.nextCursor
  }

  const { rows } = await server.site.pool.query<{ id: string }>(
    `select m.id from received_message m join tenant t on t.number = m.tenant where t.id = $1`,
    [tenant],
  )
  expect(all).toEqual(
    rows
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  )
})
