/** The transports: the destination of each, its formats, and how to open it. docs/design/exports-and-delivery.md#channels. */
import type { z } from 'zod'
import { type Clock, systemClock } from '../core/clock.ts'
import type { JsonObject } from '../core/json.ts'
import { invalidField } from '../core/problems.ts'
import { documentFormatNames } from '../documents/formats.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { type Called, calledAt, checkCalled, parseWith } from './destination.ts'
import { type FhirDestination, fhirDestination } from './fhir/fhir-destination.ts'
import { openFhir } from './fhir.ts'
import { type FileDestination, fileDestination, isNamedWithin, openFile } from './file.ts'
import { type HttpsDestination, httpsDestination, openHttps } from './https.ts'
import { type HearLateAnswer, type MllpDestination, mllpDestination, openMllp } from './mllp.ts'
import { openSftp, type SftpDestination, sftpDestination } from './sftp/sftp.ts'
import { type Receipt, rejectedReceipt, type Transmission, type Transport } from './transport.ts'

const channelTable = {
  fhir: { destination: fhirDestination, formats: ['bundle'] },
  mllp: { destination: mllpDestination, formats: ['hl7v2'] },
  https: { destination: httpsDestination, formats: documentFormatNames },
  sftp: { destination: sftpDestination, formats: documentFormatNames },
  file: { destination: fileDestination, formats: documentFormatNames },
} as const

export type ChannelKind = keyof typeof channelTable
type DestinationOf<Kind extends ChannelKind> = z.output<(typeof channelTable)[Kind]['destination']>

export type Transports = { readonly [Kind in ChannelKind]: Transport<DestinationOf<Kind>> }

export type TransportOptions = {
  readonly clock?: Clock
  readonly folders?: readonly string[]
  /** Gets the answers of applications that come after the receiver's commit. */
  readonly hear?: HearLateAnswer
}

export const openTransports = (
  policy: OutboundPolicy,
  { clock = systemClock, folders, hear }: TransportOptions = {},
): Transports => ({
  fhir: openFhir(policy, clock),
  mllp: openMllp(policy, hear),
  https: openHttps(policy, clock),
  sftp: openSftp(policy),
  file: openFile(folders),
})

export const closeTransports = async (transports: Transports): Promise<void> => {
  await Promise.all(Object.values(transports).map((transport) => transport.close()))
}

/** Parses a caller's destination. Throws `validation` with the places below `field`, never their values. */
export function parseDestination<Kind extends ChannelKind>(
  kind: Kind,
  value: unknown,
  field: string,
): DestinationOf<Kind> {
  // The compiler does not follow that the table's row is the one of `Kind`.
  return parseWith(channelTable[kind].destination, value, field) as DestinationOf<Kind>
}

const listCalled: { readonly [Kind in ChannelKind]: (destination: DestinationOf<Kind>) => readonly Called[] } = {
  fhir: ({ baseUrl, auth }: FhirDestination) => [
    calledAt('baseUrl', baseUrl),
    ...('tokenUrl' in auth && auth.tokenUrl !== undefined ? [calledAt('auth.tokenUrl', auth.tokenUrl)] : []),
  ],
  mllp: ({ host, port, tls }: MllpDestination) => [
    { member: 'host', target: { host, port, clear: tls === undefined } },
  ],
  https: ({ url }: HttpsDestination) => [calledAt('url', url)],
  sftp: ({ host, port }: SftpDestination) => [{ member: 'host', target: { host, port, clear: false } }],
  file: () => [],
}

const rulesOf = <Kind extends ChannelKind>(kind: Kind, policy: OutboundPolicy) => ({
  formats: channelTable[kind].formats,
  parse: (destination: JsonObject, field: string) => parseDestination(kind, destination, field) as JsonObject,
  /** As a new channel has it, or one that was new with this release: a record of an earlier one stays as it is. */
  complete(destination: JsonObject, before?: JsonObject): JsonObject {
    const isOld = before !== undefined && before['form'] === undefined
    return kind === 'fhir' && !isOld ? { form: 'auto', ...destination } : destination
  },
  /** Throws `validation` if it names an address that may never be called. */
  checkAddress(destination: JsonObject, field: string): void {
    checkCalled(policy, listCalled[kind](parseDestination(kind, destination, field)), field)
  },
  /** Its address as a text, which shows whether a change leads elsewhere. */
  addressOf(destination: JsonObject): string {
    const parsed = channelTable[kind].destination.safeParse(destination)
    // A destination of an earlier release may not be valid any more.
    return parsed.success ? JSON.stringify(listCalled[kind](parsed.data as DestinationOf<Kind>)) : ''
  },
})

const listFolders = ({ directory, acknowledgements: files }: FileDestination) =>
  [
    ['directory', directory],
    ['acknowledgements.directory', files?.directory],
    ['acknowledgements.keepIn', files?.keepIn],
  ] as const

export type ChannelLimits = { readonly folders: readonly string[]; readonly policy: OutboundPolicy }

/** Checks for a written channel: files go only into and below the folders, and forbidden addresses are not called. */
export const channelRulesWithin = ({ folders, policy }: ChannelLimits) => {
  const file = rulesOf('file', policy)
  return {
    fhir: rulesOf('fhir', policy),
    mllp: rulesOf('mllp', policy),
    https: rulesOf('https', policy),
    sftp: rulesOf('sftp', policy),
    file: {
      ...file,
      parse(destination: JsonObject, field: string): JsonObject {
        const parsed = parseDestination('file', destination, field)
        for (const [member, folder] of listFolders(parsed))
          if (folder !== undefined && !isNamedWithin(folder, folders))
            throw invalidField(`${field}.${member}`, 'lies outside of the folders that are configured')
        return parsed as JsonObject
      },
    },
  }
}

export type Dispatch<Kind extends ChannelKind = ChannelKind> = {
  readonly kind: Kind
  /** In the form of the channel's record. */
  readonly destination: unknown
  readonly transmission: Transmission
}

/** Sends by the transport of the channel's kind; a record of an earlier release may no longer be valid. */
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
