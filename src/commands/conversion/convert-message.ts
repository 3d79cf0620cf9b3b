/** `banksia convert --from hl7v2 --to fhir`: a message of any system as a FHIR transaction, and a report of what it leaves out. docs/inbound.md. */
import { isoAt, systemClock } from '../../core/clock.ts'
import { stringifyJson } from '../../core/json.ts'
import type { CharacterSet } from '../../inbound/message/character-set.ts'
import { InboundRefused } from '../../inbound/message/inbound-refused.ts'
import { describeNote } from '../../inbound/message/quality.ts'
import { readInbound } from '../../inbound/read-inbound.ts'
import { ContentError } from './read-file.ts'

export type MessageSettings = { readonly timeZone?: string; readonly characterSet?: CharacterSet }

/** JSON of the transaction. `tell` hears of each place that it does not carry. Throws ContentError with places, never values. */
export async function convertMessage(
  name: string,
  bytes: Uint8Array,
  settings: MessageSettings,
  tell: (text: string) => void,
): Promise<Uint8Array> {
  const reading = await read(name, bytes, settings)
  if (reading.kind === 'acknowledgement')
    throw new ContentError(`${name} is an acknowledgement (${reading.acknowledgement.code}): it has nothing to convert`)
  for (const note of reading.report) tell(`left: ${describeNote(note)}`)
  for (const { surviving, merged } of reading.merges)
    tell(`merge: ${merged.length} of the numbers lead to the record with ${surviving.length}; nothing is merged here`)
  return Buffer.from(`${stringifyJson(reading.bundle)}\n`)
}

async function read(name: string, bytes: Uint8Array, settings: MessageSettings) {
  try {
    return await readInbound(bytes, { ...settings, receivedAt: isoAt(systemClock()) })
  } catch (error) {
    if (error instanceof InboundRefused)
      throw new ContentError(`${name} is no message that is read: ${error.message}`, { cause: error })
    throw error
  }
}
