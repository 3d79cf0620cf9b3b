/** HL7 v2 messages over MLLP. HL7 v2.4 2.9; ADRM 00045. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { dayMs } from '../core/durations.ts'
import { sha256Of } from '../core/sha256.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { hostName, tlsSettings } from './destination.ts'
import { type Acknowledgement, listAwaited } from './hl7-acknowledgement.ts'
import { parseHeader } from './hl7-message.ts'
import { isFrameable } from './mllp-codec.ts'
import { MllpLane } from './mllp-lane.ts'
import { rejectedReceipt, type Transport } from './transport.ts'

export const mllpDestination = z.strictObject({
  host: hostName,
  port: z.int().min(1).max(65535),
  ackTimeoutMs: z.int().min(50).max(600_000).default(30_000),
  /** What MSH-15 and MSH-16 ask for; without it, what the preset writes. D196 */
  acknowledgement: z.enum(['original', 'enhanced']).exactOptional(),
  /** How long the application may take after a commit. */
  applicationTimeoutMs: z
    .int()
    .min(1_000)
    .max(30 * dayMs)
    .default(dayMs),
  /** Numeric addresses from which the application may answer at our listener; without it, those of `host`. D198 */
  answersFrom: z
    .array(z.string().refine((text) => isIP(text) !== 0))
    .max(20)
    .exactOptional(),
  tls: tlsSettings.exactOptional(),
  /** Open at once from one process, each with one message in flight; absent: one. */
  connections: z.int().min(1).max(8).exactOptional(),
})
export type MllpDestination = z.output<typeof mllpDestination>

/** Names the address of a destination, as a hash: an answer counts on a connection to it. */
const endpointOf = ({ host, port }: Pick<MllpDestination, 'host' | 'port'>): string =>
  sha256Of(`${host.toLowerCase()} ${port}`)

/** That of a channel's record; undefined for another transport, or a record of another release. */
export function findEndpoint(destination: unknown): string | undefined {
  const { success, data } = mllpDestination.safeParse(destination)
  return success ? endpointOf(data) : undefined
}

/** Where a message went: the hash of its address, and its channel as it is now. */
export type SentTo = { readonly endpoint: string | undefined; readonly destination: unknown }

/** An answer of an application that came after the first answer to its message, or by another way. */
export type LateAnswer = Acknowledgement & {
  /** True if the sender of the answer may speak for the receiver of the message. */
  readonly isFrom: (sentTo: SentTo) => boolean | Promise<boolean>
}
/** Resolves when the answer is settled: a receiver that sends many waits for it. */
export type HearLateAnswer = (answer: LateAnswer) => unknown

export function openMllp(policy: OutboundPolicy, hear: HearLateAnswer = () => {}): Transport<MllpDestination> {
  const endpoints = new Map<string, MllpLane[]>()
  /** The least busy connection of the endpoint. */
  const laneOf = ({ host, port, tls, connections = 1 }: MllpDestination): MllpLane => {
    const to = { host, port, ...(tls === undefined ? {} : { tls }) }
    const key = JSON.stringify(to)
    const lanes = endpoints.get(key) ?? []
    endpoints.set(key, lanes)
    // A connection beyond a smaller setting of now gets no more messages.
    const [least] = lanes.slice(0, connections).sort((a, b) => a.pending - b.pending)
    if (least !== undefined && (least.pending === 0 || lanes.length >= connections)) return least
    const endpoint = endpointOf(to)
    const isFrom = ({ endpoint: own, destination }: SentTo): boolean => (own ?? findEndpoint(destination)) === endpoint
    const lane = new MllpLane(policy, to, (answer) => hear({ ...answer, isFrom }))
    lanes.push(lane)
    return lane
  }
  return {
    async send(destination, { bytes, mayStart }, signal) {
      // MSH-10 in the bytes decides what MSA-2 must be; MSH-15 and MSH-16 decide which answers are awaited.
      const header = parseHeader(bytes)
      if (header === undefined || !isFrameable(bytes)) return rejectedReceipt('bad-message')
      const awaited = listAwaited(header)
      const { ackTimeoutMs, applicationTimeoutMs } = destination
      const exchange = { message: bytes, controlId: header.raw('MSH.10'), isAnswered: awaited.first }
      const answerWithinMs = awaited.application ? applicationTimeoutMs : undefined
      return laneOf(destination).send({ ...exchange, ackTimeoutMs, answerWithinMs, signal, mayStart })
    },
    async close() {
      for (const lane of [...endpoints.values()].flat()) lane.close()
      endpoints.clear()
    },
  }
}
