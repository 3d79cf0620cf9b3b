/** The cases in which an engine refuses, or answers later by a message of its own to BANKSIA_MLLP_PORT. HL7 v2.4 2.9.3; D196, D197. */
import assert from 'node:assert/strict'
import type { Delivery } from '../../client/hub-types.ts'
import { waitFor } from '../../test/patience.ts'
import type { Case } from '../cases.ts'
import type { Engine } from './engine.ts'
import type { Served } from './judge.ts'
import { recipient } from './practice.ts'
import type { Receiver } from './receiving.ts'

type Open = (served: Served) => Promise<Receiver>

export const listAnswerCases = (open: Open): readonly Case<Served>[] => [
  {
    name: 'its AE is tried again until the rule ends, its AR is not',
    run: async (served) => {
      const { engine } = await open(served)
      await sendAnswered(served, { engine, code: 'AR' }, async ({ state, attempts }) =>
        assert.deepEqual([state, attempts], ['rejected', 1]),
      )
      await sendAnswered(served, { engine, code: 'AE' }, async ({ state, attempts }) =>
        assert.deepEqual([state, attempts], ['dead', 3]),
      )
    },
  },
  {
    name: 'it commits, then its application refuses and accepts by messages of their own',
    run: async (served) => {
      const { engine } = await open(served)
      await sendAnswered(served, { engine, code: 'CA' }, (committed) => refuseThenAccept(served, engine, committed))
    },
  },
  {
    name: 'an answer to no message of ours is refused',
    run: async (served) => {
      const { engine } = await open(served)
      assert.equal(await answerLater(served, engine, { code: 'AA', of: { controlId: 'NEVER-SENT' } }), 'CR')
    },
  },
]

async function refuseThenAccept(served: Served, engine: Engine, committed: Delivery): Promise<void> {
  assert.equal(committed.state, 'committed')
  assert.equal(await answerLater(served, engine, { code: 'AE', of: committed }), 'CA')
  const repeated = await awaitDelivery(
    served,
    committed,
    ({ state, attempts }) => state === 'committed' && attempts === 2,
  )
  assert.notEqual(repeated.controlId, committed.controlId)
  assert.equal(await answerLater(served, engine, { code: 'AA', of: repeated }), 'CA')
  await awaitDelivery(served, committed, ({ state }) => state === 'accepted')
}

type Answering = { readonly engine: Engine; readonly code: string }

/** Releases by a channel of its own to the engine, which answers by this code from now on. */
async function sendAnswered(
  { practice }: Served,
  { engine, code }: Answering,
  look: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  await engine.answer(code)
  const channelId = await practice.openChannel({
    ...{ name: `Engine that answers ${code}`, preset: 'adrm-strict', recipient },
    destination: { host: '127.0.0.1', port: engine.ports.unicode },
  })
  try {
    const { id } = await practice.release('SOAP note')
    const [delivery] = await practice.awaitDeliveries(id, [channelId])
    await look(delivery as Delivery)
  } finally {
    await practice.closeChannel(channelId)
  }
}

const awaitDelivery = ({ practice }: Served, { id }: Delivery, isDone: (delivery: Delivery) => boolean) =>
  waitFor(() => practice.clinician.call('GET', `/v1/deliveries/${id}`), isDone)

type Later = { readonly code: string; readonly of: { readonly controlId?: string } }

/** The code by which Banksia answers the answer. */
async function answerLater({ mllpPort }: Served, engine: Engine, { code, of }: Later): Promise<string> {
  const text = `MSH|^~\\&|HEATH-EMR|Heath Specialists|BANKSIA|Practice|20260301110000+1100||ACK^R01^ACK|L-${code}-${of.controlId}|P|2.4|||AL|NE\rMSA|${code}|${of.controlId}\r`
  const answered = await engine.send(Buffer.from(text), { port: mllpPort, charset: 'utf-8' })
  assert.equal(answered.fault, undefined)
  return answered.code
}
