/** Makes the transmission of a rendering: an HL7 v2 message gets the id and time of its transmission. D4. */
import { addControlId } from '../../src/channels/pick-up/acknowledgement-files.ts'
import { isAnsweredByFile, isEachAnswered } from '../../src/channels/pick-up/pick-up.ts'
import type { Transmission } from '../../src/channels/transport.ts'
import { isoAt, systemClock } from '../../src/core/clock.ts'
import { sha256Of } from '../../src/core/sha256.ts'
import {
  type AcknowledgementMode,
  buildHeader,
  type HeaderFields,
  stampHeader,
} from '../../src/exports/hl7v2/control-id.ts'
import { findFileForm } from '../../src/exports/presets.ts'
import type { ChannelContent } from '../../src/store/hub-resources.ts'
import type { Delivery } from '../../src/store/operations/deliveries.ts'

export type Claimed = {
  readonly delivery: Pick<Delivery, 'format' | 'createdAt'>
  readonly channel: Pick<ChannelContent, 'transport' | 'destination'>
  /** MSH-10. */
  readonly controlId: string
  /** IANA zone of the tenant, for MSH-7. */
  readonly timeZone: string
}

/** The header of an attempt, stored before its first byte goes out; undefined in a form without a header. */
export function headerOf({ delivery, channel, controlId, timeZone }: Claimed): HeaderFields | undefined {
  if (delivery.format !== 'hl7v2') return undefined
  // In a folder without answers a retry must find the file that it wrote.
  const at = isEachAnswered(channel) ? isoAt(systemClock()) : delivery.createdAt
  return buildHeader({ controlId, at, timeZone, acknowledgement: modeOf(channel) })
}

/** The destination is checked when it is written and when it is sent to. */
const modeOf = ({ destination: { acknowledgement } }: Claimed['channel']): AcknowledgementMode | undefined =>
  acknowledgement === 'original' || acknowledgement === 'enhanced' ? acknowledgement : undefined

export type Sending = {
  readonly delivery: Delivery
  /** MSH-10. */
  readonly controlId: string
  readonly header: HeaderFields | undefined
  readonly channel: Claimed['channel']
}

export function buildTransmission(
  rendered: Uint8Array,
  { delivery, channel, controlId, header }: Sending,
): Transmission {
  const { documentId, kind } = delivery
  const { mediaType, fileExtension } = findFileForm(delivery.format, delivery.preset)
  const bytes = header === undefined ? rendered : stampHeader(rendered, header)
  const name = `${documentId}${kind === 'recall' ? '.recall' : ''}${fileExtension}`
  const fileName = isAnsweredByFile(channel) ? addControlId(name, controlId) : name
  return { bytes, mediaType, fileName, documentId, kind, controlId }
}

/** The record of a transmission. */
export const describeTransmission = ({ bytes, fileName }: Transmission) => ({
  bytes: bytes.length,
  sha256: sha256Of(bytes),
  fileName,
})
