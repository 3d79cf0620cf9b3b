/** HL7 v2 messages over MLLP. HL7 v2.4 2.9; ADRM 00045. */
import { z } from 'zod'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { hostName, tlsSettings } from './destination.ts'
import { parseHeader } from './hl7-message.ts'
import { isFrameable } from './mllp-codec.ts'
import { MllpLane } from './mllp-lane.ts'
import { rejectedReceipt, type Transport } from './transport.ts'

export const mllpDestination = z.strictObject({
  host: hostName,
  port: z.int().min(1).max(65535),
  ackTimeoutMs: z.int().min(50).max(600_000).default(30_000),
  tls: tlsSettings.exactOptional(),
})
export type MllpDestination = z.output<typeof mllpDestination>

export function openMllp(policy: OutboundPolicy): Transport<MllpDestination> {
  const lanes = new Map<string, MllpLane>()
  const laneOf = ({ ackTimeoutMs: _, ...endpoint }: MllpDestination): MllpLane => {
    const key = JSON.stringify(endpoint)
    const lane = lanes.get(key) ?? new MllpLane(policy, endpoint)
    lanes.set(key, lane)
    return lane
  }
  return {
    async send(destination, { bytes }, signal) {
      // MSH-10 in the bytes decides what MSA-2 must be.
      const controlId = (await parseHeader(bytes))?.raw('MSH.10')
      if (controlId === undefined || !isFrameable(bytes)) return rejectedReceipt('bad-message')
      const { ackTimeoutMs } = destination
      return laneOf(destination).send({ message: bytes, controlId, ackTimeoutMs, signal })
    },
    async close() {
      for (const lane of lanes.values()) lane.close()
      lanes.clear()
    },
  }
}
