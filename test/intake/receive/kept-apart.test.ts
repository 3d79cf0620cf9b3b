/** What becomes of a message whose handling failed. docs/inbound.md#answers; D212. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '../../../src/core/ids.ts'
import { openLog } from '../../../src/core/log.ts'
import { putSender } from '../../../src/domain/senders/put-sender.ts'
import { describe as describeSender, type KnownSender } from '../../../src/intake/receive/known-senders.ts'
import { openQualityCounts } from '../../../src/intake/receive/quality-counts.ts'
import { receiveMessage } from '../../../src/intake/receive/receive-message.ts'
import { senderCaller } from '../../../src/intake/receive/sender-caller.ts'
import type { Store } from '../../../src/store/store.ts'
import { type FhirApp, startFhir, testTenants } from '../../fhir-server/fhir-app.ts'
import { admissionOf } from './mllp-sender.ts'

let app: FhirApp
beforeAll(async () => {
  app = await startFhir()
})
afterAll(() => app?.close())

const log = openLog('silent')

async function openSender(): Promise<KnownSender> {
  const id = newId()
  const tenant = testTenants[1]
  const content = { name: 'PAS', status: 'active', addresses: ['127.0.0.1'], applications: [], maxBytes: 1024 } as const
  const { version } = await app.store.transact(senderCaller({ tenant, id }), (tx) =>
    putSender(tx, { id, content, kind: 'sender.created' }),
  )
  return describeSender({ id, tenant, version, content, createdAt: '2026-03-01T00:00:00.000Z' })
}

/** The first transaction ends in a fault, as one of ours would. */
function failOnce(store: Store): Pick<Store, 'transact'> {
  let hasFailed = false
  return {
    transact: (...asked: Parameters<Store['transact']>) => {
      if (hasFailed) return store.transact(...asked)
      hasFailed = true
      throw new TypeError('a fault of ours')
    },
  } as Pick<Store, 'transact'>
}

test('D212: a message whose handling fails is kept, also if its MSH-10 is that of another message', async () => {
  const sender = await openSender()
  const quality = openQualityCounts(app.store, log)
  const receive = (store: Pick<Store, 'transact'>, number: string) => {
    const bytes = Buffer.from(admissionOf({ controlId: 'K1', number }))
    const said = { controlId: 'K1', type: 'ADT^A28' }
    return receiveMessage(
      { store, log, quality },
      { sender, said, bytes, arrivedMs: performance.now() },
      '2026-11-22T00:00:00Z',
    )
  }

  const first = await receive(app.store, '8811')
  const other = await receive(failOnce(app.store), '8812')
  const copy = await receive(failOnce(app.store), '8811')
  await quality.close()

  const codeOf = ({ answer, errors }: typeof first) => [answer, ...errors.map(({ place }) => place)]
  expect([first, other, copy].map(codeOf)).toEqual([['AA'], ['AR', 'MSH-10'], ['AA']])
  const { rows } = await app.owner.query(
    'select outcome, reason from received_message where sender_id = $1 order by id',
    [sender.id],
  )
  expect(rows).toEqual([
    { outcome: 'stored', reason: null },
    { outcome: 'apart', reason: 'repeated-id MSH-10' },
  ])
})

test.each([
  ['SIU^S12', 'SIU^S12'],
  ['SIU^LEE', 'SIU'],
  ['LEE^A08', null],
  ['LEE', null],
])('docs/inbound.md#statistics-of-a-sender: of the type %p the list of messages shows %p', async (type, shown) => {
  const sender = await openSender()
  const quality = openQualityCounts(app.store, log)
  const controlId = newId()
  const bytes = Buffer.from(admissionOf({ controlId, number: '1' }).replace('ADT^A28', type))

  await receiveMessage(
    { store: app.store, log, quality },
    { sender, said: { controlId, type }, bytes, arrivedMs: performance.now() },
    '2026-11-22T00:00:00Z',
  )
  await quality.close()

  const { rows } = await app.owner.query('select type from received_message where sender_id = $1', [sender.id])
  expect(rows).toEqual([{ type: shown }])
})
