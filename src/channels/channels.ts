/** The transports: what each needs to know of a destination, which formats it carries, and how it is opened. DESIGN.md "channels". */
import type { z } from 'zod'
import { type Clock, systemClock } from '../clock.ts'
import type { JsonObject } from '../json.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { invalidField, Problem } from '../problems.ts'
import { fhirDestination, openFhir } from './fhir.ts'
import { fileDestination, isNamedWithin, openFile } from './file.ts'
import { mllpDestination, openMllp } from './mllp.ts'
import { type Receipt, rejectedReceipt, type Transmission, type Transport } from './transport.ts'

const channelTable = {
  fhir: { destination: fhirDestination, formats: ['bundle'] },
  mllp: { destination: mllpDestination, formats: ['hl7v2'] },
  file: { destination: fileDestination, formats: ['bundle', 'hl7v2', 'cda', 'pdf', 'rtf'] },
} as const

export type ChannelKind = keyof typeof channelTable
type DestinationOf<Kind extends ChannelKind> = z.output<(typeof channelTable)[Kind]['destination']>

export type Transports = { readonly [Kind in ChannelKind]: Transport<DestinationOf<Kind>> }

export const openTransports = (
  policy: OutboundPolicy,
  { clock = systemClock, folders }: { readonly clock?: Clock; readonly folders?: readonly string[] } = {},
): Transports => ({
  fhir: openFhir(policy, clock),
  mllp: openMllp(policy),
  file: openFile(folders),
})

export const closeTransports = async (transports: Transports): Promise<void> => {
  await Promise.all(Object.values(transports).map((transport) => transport.close()))
}

/** A destination as a caller wrote it. Throws `validation` with the places below `field`, never their values. */
export function parseDestination<Kind extends ChannelKind>(
  kind: Kind,
  value: unknown,
  field: string,
): DestinationOf<Kind> {
  const result = channelTable[kind].destination.safeParse(value)
  // The table's row for `Kind` was used, which the compiler does not follow.
  if (result.success) return result.data as DestinationOf<Kind>
  const errors = result.error.issues.map((issue) => ({
    field: [field, ...issue.path.map(String)].join('.'),
    message: issue.code === 'unrecognized_keys' ? 'holds an unknown field' : 'is missing or not valid',
  }))
  throw new Problem('validation', { errors })
}

const rulesOf = (kind: ChannelKind) => ({
  formats: channelTable[kind].formats,
  parse: (destination: JsonObject, field: string) => parseDestination(kind, destination, field) as JsonObject,
})

/** What the Hub asks when a channel's record is written. */
export const channelRules = { fhir: rulesOf('fhir'), mllp: rulesOf('mllp'), file: rulesOf('file') } as const

/** Files go into and below these folders alone. */
export const channelRulesWithin = (folders: readonly string[]) => ({
  ...channelRules,
  file: {
    formats: channelRules.file.formats,
    parse(destination: JsonObject, field: string): JsonObject {
      const parsed = channelRules.file.parse(destination, field)
      if (!isNamedWithin(String(parsed['directory']), folders))
        throw invalidField(`${field}.directory`, 'lies outside of the folders that are configured')
      return parsed
    },
  },
})

export type Dispatch<Kind extends ChannelKind = ChannelKind> = {
  readonly kind: Kind
  /** As the channel's record holds it. */
  readonly destination: unknown
  readonly transmission: Transmission
}

/** Sends by the transport of the channel's kind; a record that an earlier release wrote may no longer be valid. */
export async function sendDispatch<Kind extends ChannelKind>(
  transports: Transports,
  dispatch: Dispatch<Kind>,
  signal: AbortSignal,
): Promise<Receipt> {
  const result = channelTable[dispatch.kind].destination.safeParse(dispatch.destination)
  if (!result.success) return rejectedReceipt('bad-destination')
  const transport = transports[dispatch.kind]
  return await transport.send(result.data as DestinationOf<Kind>, dispatch.transmission, signal)
}
