/** The cases in which an engine receives: a note and a referral in each preset, refusals, and answers of its application that come later. */
import assert from 'node:assert/strict'
import type { Artifact, Delivery } from '../../client/hub-types.ts'
import { profiles } from '../../src/exports/hl7v2/profiles.ts'
import type { Case } from '../cases.ts'
import type { Engine, Received } from './engine.ts'
import { type Expected, readExpected } from './expected.ts'
import type { Served } from './judge.ts'
import { documents, recipient } from './practice.ts'

type Profile = (typeof profiles)[number]

/** One document after its deliveries to the engine. */
type Released = {
  readonly artifact: Artifact
  readonly expected: Expected
  readonly deliveries: readonly Delivery[]
}

export type Receiver = {
  readonly engine: Engine
  /** Ids of the channels by preset. */
  readonly channels: ReadonlyMap<string, string>
  readonly released: readonly Released[]
}

/** Opens a channel of each preset to the engine, and releases both documents. */
export async function openReceiver(engine: Engine, { practice }: Served): Promise<Receiver> {
  const channels = new Map<string, string>()
  for (const profile of profiles) channels.set(profile.preset, await practice.openChannel(channelTo(engine, profile)))
  const released: Released[] = []
  for (const name of documents) {
    const artifact = await practice.release(name)
    const deliveries = await practice.awaitDeliveries(artifact.id, [...channels.values()])
    released.push({ artifact, expected: await readExpected(practice, artifact), deliveries })
  }
  for (const id of channels.values()) await practice.closeChannel(id)
  return { engine, channels, released }
}

const channelTo = ({ ports }: Engine, { preset, characterSet }: Profile) => ({
  name: `Engine: ${preset}`,
  preset,
  recipient: { ...recipient, application: preset },
  destination: { host: '127.0.0.1', port: ports[characterSet] },
})

type Open = (served: Served) => Promise<Receiver>

export const listReceivingCases = (open: Open): readonly Case<Served>[] => [
  ...profiles.map((profile) => ({
    name: `${profile.preset}: it reads of both documents what they say`,
    run: async (served: Served) => checkPreset(await open(served), profile),
  })),
  {
    name: 'it refuses nothing that it gets',
    run: async (served) => assert.deepEqual((await open(served)).engine.faults, []),
  },
]

const eventOf = { ORU: 'ORU^R01', REF: 'REF^I12', MDM: 'MDM^T02' } as const

function checkPreset({ engine, channels, released }: Receiver, profile: Profile): void {
  const { preset, hasRtf } = profile
  for (const [at, { expected, deliveries }] of released.entries()) {
    const delivery = deliveries.find(({ channelId }) => channelId === channels.get(preset))
    assert.equal(`${delivery?.state} ${delivery?.reason ?? ''}`, 'accepted ')
    const received = engine.received.filter(({ controlId }) => controlId === delivery?.controlId)
    assert.equal(received.length, 1, 'the message has come once')
    const event = eventOf[at === 0 ? profile.reports : profile.letters]
    const { sections, documentCode, ...rest } = expected
    assert.deepEqual(factsOf(received[0] as Received), {
      ...rest,
      event,
      application: preset,
      structure: event.replace('^', '_'),
      documentCode: profile.reports === 'MDM' ? null : documentCode,
      observations: sections + (hasRtf ? 2 : 1),
    })
  }
}

const factsOf = (received: Received) => {
  const { event, structure, application, family, documentId, documentCode, observations, page } = received
  const patients = [...received.patients].sort()
  return { event, structure, application, patients, family, documentId, documentCode, observations, page }
}
