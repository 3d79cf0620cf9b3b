/** Which settings let data leave the machine in the clear. D160. */
import { isLoopbackHost } from './loopback.ts'

/** The enumerated reason of an audit record. */
export type ClearText = 'database' | 'replica' | 'redis' | 'drafter' | 'transcription' | 'mllp'

type Addresses = {
  readonly databaseUrl: string | undefined
  readonly databaseReplicaUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly drafterUrl: string | undefined
  readonly transcriptionUrl: string | undefined
  readonly mllpPort: number | undefined
  readonly tlsCertFile: string | undefined
  readonly host: string
}

export type ClearRow = {
  readonly name: ClearText
  readonly variable: string
  readonly remedy: string
  readonly isClear: (addresses: Addresses) => boolean
}

const postgresRemedy = 'write sslmode=verify-full into it, and sslrootcert for an authority of your own'
const httpRemedy = 'name an https address'
const portRemedy = 'set BANKSIA_TLS_CERT_FILE, or HOST to a loopback address'

// biome-ignore format: one row a line
const rows: readonly ClearRow[] = [
  { name: 'database',      variable: 'DATABASE_URL',              remedy: postgresRemedy,        isClear: (of) => isClearDatabase(of.databaseUrl) },
  { name: 'replica',       variable: 'DATABASE_REPLICA_URL',      remedy: postgresRemedy,        isClear: (of) => isClearDatabase(of.databaseReplicaUrl) },
  { name: 'redis',         variable: 'REDIS_URL',                 remedy: 'name a rediss address', isClear: (of) => isClearAddress(of.redisUrl, 'redis:') },
  { name: 'drafter',       variable: 'BANKSIA_DRAFTER_URL',       remedy: httpRemedy,            isClear: (of) => isClearAddress(of.drafterUrl, 'http:') },
  { name: 'transcription', variable: 'BANKSIA_TRANSCRIPTION_URL', remedy: httpRemedy,            isClear: (of) => isClearAddress(of.transcriptionUrl, 'http:') },
  { name: 'mllp',          variable: 'BANKSIA_MLLP_PORT',         remedy: portRemedy,            isClear: (of) => of.mllpPort !== undefined && of.tlsCertFile === undefined && !isLoopbackHost(of.host) },
]

/** The settings whose address is off the machine and without TLS that proves who answers. */
export const listClearTexts = (addresses: Addresses): readonly ClearRow[] =>
  rows.filter(({ isClear }) => isClear(addresses))

/** An address that is not understood counts as one in the clear. */
function isClearAddress(address: string | undefined, clearScheme: 'redis:' | 'http:'): boolean {
  if (address === undefined) return false
  const url = URL.parse(address)
  return url === null || (url.protocol === clearScheme && !isLoopbackHost(url.hostname.toLowerCase()))
}

/** The modes in which the driver checks the certificate: with the meaning that libpq gives the words, fewer. */
const verifying = ['require', 'verify-ca', 'verify-full']
const verifyingAsLibpq = ['verify-ca', 'verify-full']

function isClearDatabase(address: string | undefined): boolean {
  if (address === undefined) return false
  // A user without a host is no URL; the driver takes it.
  const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'))
  if (url === null) return true
  // Of repeated parameters the driver takes the last.
  const last = (name: string): string => url.searchParams.getAll(name).at(-1) ?? ''
  if (isOnMachine(last('host') || url.hostname)) return false
  const modes = last('uselibpqcompat') === 'true' ? verifyingAsLibpq : verifying
  const mode = last('sslmode')
  return mode === '' ? !['true', '1'].includes(last('ssl')) : !modes.includes(mode)
}

/** The folder of a socket, or a loopback name. */
const isOnMachine = (host: string): boolean =>
  host === '' || /^(\/|%2f)/i.test(host) || isLoopbackHost(host.toLowerCase())
