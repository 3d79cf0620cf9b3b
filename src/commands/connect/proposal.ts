/** The channel to the destination, as its file has it. docs/channels.md#files */
import type { JsonObject } from '../../core/json.ts'
import type { Facts } from './facts.ts'
import type { Target } from './target.ts'

const formats = { fhir: 'bundle', mllp: 'hl7v2', sftp: 'pdf' } as const

/** Without templates it sends nothing by itself, and `consent` is the narrowest legal basis: a person decides on both. */
export const proposeChannel = ({ kind, host }: Target, destination: JsonObject): JsonObject => ({
  name: host,
  templateIds: [],
  recipient: { name: host },
  purposeOfUse: 'TREAT',
  legalBasis: 'consent',
  format: formats[kind],
  transport: kind,
  destination,
})

/** With what the other end showed: TLS 1.2, its host key, and a name for the password. */
export function fitDestination({ kind, host, isTls, destination }: Target, facts: Facts): JsonObject {
  const tls = destination['tls'] as JsonObject | undefined
  if (isTls && facts['tls'] === 'TLSv1.2') return { ...destination, tls: { minVersion: 'TLSv1.2', ...tls } }
  if (kind !== 'sftp') return destination
  const hasLogin = ['password', 'key'].some((member) => Object.hasOwn(destination, member))
  const password = {
    secret: `${host.replace(/[^A-Za-z0-9]+/g, '_')}_PASSWORD`.toUpperCase().replace(/^(?=\d)/, 'HOST_'),
  }
  return {
    ...(facts['hostKey'] === undefined ? {} : { hostKeys: [facts['hostKey']] }),
    ...destination,
    ...(hasLogin ? {} : { password }),
  }
}
