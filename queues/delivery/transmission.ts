/** Makes the transmission of a rendering: an HL7 v2 message gets the id and time of its transmission. D4. */
import type { Transmission } from '../../src/channels/transport.ts'
import { isoAt, systemClock } from '../../src/core/clock.ts'
import { type AcknowledgementMode, stampTransmission } from '../../src/exports/hl7v2/control-id.ts'
import { findFileForm } from '../../src/exports/presets.ts'
import type { ChannelContent } from '../../src/store/hub-resources.ts'
import type { Delivery } from '../../src/store/operations/deliveries.ts'
import { sha256Of } from '../render.ts'

export type Sending = {
  readonly delivery: Delivery
  readonly transport: ChannelContent['transport']
  /** MSH-10. */
  readonly controlId: string
  /** IANA zone of the tenant, for MSH-7. */
  readonly timeZone: string
  /** Of the channel. */
  readonly acknowledgement?: AcknowledgementMode | undefined
}

export function buildTransmission(
  rendered: Uint8Array,
  { delivery, transport, controlId, timeZone, acknowledgement }: Sending,
): Transmission {
  const { documentId, kind } = delivery
  const { mediaType, fileExtension } = findFileForm(delivery.format, delivery.preset)
  // In a folder a retry must find the file that it wrote.
  const at = transport === 'mllp' ? isoAt(systemClock()) : delivery.createdAt
  const stamp = { controlId, at, timeZone, acknowledgement }
  const bytes = delivery.format === 'hl7v2' ? stampTransmission(rendered, stamp) : rendered
  const fileName = `${documentId}${kind === 'recall' ? '.recall' : ''}${fileExtension}`
  return { bytes, mediaType, fileName, documentId, kind, controlId }
}

/** The record of a transmission. */
export const describeTransmission = ({ bytes, fileName }: Transmission) => ({
  bytes: bytes.length,
  sha256: sha256Of(bytes),
  fileName,
})
