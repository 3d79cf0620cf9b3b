/** Channels over MLLP to raw receivers, their deliveries, and receivers whose application answers after the commit. D196, D197. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@jest/globals'
import { framedAnswer, openPeer } from '../../channels/mllp-peer.ts'
import { approveOne, must, templateId } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import type { Call } from '../../running-server.ts'

export const operator = { role: 'operator' } as const
const quick = { attempts: 3, baseMs: 50, maxMs: 100 }

type More = { readonly retry?: object; readonly destination?: object }

/** `close` lets the releases of later tests not go to it. */
export async function openMllpChannel(call: Call, port: number, { retry = quick, destination = {} }: More = {}) {
  const body = {
    name: 'Receiver',
    templateIds: [templateId],
    recipient: { name: 'Saltbush Regional Hospital' },
    purposeOfUse: 'TREAT',
    legalBasis: 'own_organisation',
    format: 'hl7v2',
    transport: 'mllp',
    destination: { host: '127.0.0.1', port, ...destination },
    retry,
  }
  const { id } = (await must(201, call('POST', '/v1/channels', { body, as: operator }))).body
  const close = () => must(200, call('PUT', `/v1/channels/${id}`, { body: { ...body, templateIds: [] }, as: operator }))
  return { id: id as string, close }
}

export type Found = {
  readonly id: string
  readonly state: string
  readonly kind: string
  readonly reason?: string
  readonly attempts: number
  readonly arrivedAt?: string
  readonly answerDueAt?: string
  readonly acknowledgement?: string
  readonly attemptList: readonly {
    readonly number: number
    readonly controlId: string
    readonly outcome?: string
    readonly acknowledgement?: string
    readonly answer?: string
    readonly answeredAt?: string
  }[]
}

export async function findDelivery(call: Call, channelId: string, kind = 'original'): Promise<Found> {
  const { items } = (await must(200, call('GET', `/v1/deliveries?channelId=${channelId}`))).body
  const found = items.find((item: Found) => item.kind === kind)
  if (found === undefined) throw new Error('nothing was queued')
  return (await must(200, call('GET', `/v1/deliveries/${found.id}`))).body
}

/** A retry waits for the next look at due work, up to half a second each. */
const boundMs = 500_000

/** Four receivers commit each message, and refuse it by AE up to 150 ms later: each delivery dies of as many attempts. */
export async function commitThenRefuse(call: Call, attempts: number): Promise<void> {
  let at = 0
  const receiver = await openPeer(async (socket, id) => {
    socket.write(framedAnswer('CA', id))
    at += 1
    if (at % 4 > 0) await sleep((at % 4) * 50)
    socket.write(framedAnswer('AE', id))
  })
  const retry = { attempts, baseMs: 10, maxMs: 10 }
  const channels = []
  for (const _ of [1, 2, 3, 4]) channels.push(await openMllpChannel(call, receiver.port, { retry }))
  await approveOne(call)

  const dead = await Promise.all(
    channels.map(({ id }) =>
      waitFor(
        () => findDelivery(call, id),
        ({ state }) => state === 'dead',
        boundMs,
      ),
    ),
  )

  expect(dead.map(({ attempts: made, reason, acknowledgement }) => [made, reason, acknowledgement])).toEqual(
    channels.map(() => [attempts, 'error-at-receiver', 'AE']),
  )
  const made = dead.flatMap(({ attemptList }) => attemptList)
  const all = attempts * channels.length
  expect(made.filter(({ acknowledgement, answer }) => [acknowledgement, answer].includes('AE'))).toHaveLength(all)
  expect(new Set(receiver.controlIds).size).toBe(all)
  for (const { close } of channels) await close()
  await receiver.close()
}
