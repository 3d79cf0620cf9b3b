/** Opens a TCP or TLS connection to a checked address. docs/security.md#whose-tokens-count-for-what. */
import { once } from 'node:events'
import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { asOutboundError, OutboundError } from './outbound-error.ts'
import { type Address, checkTarget, type OutboundPolicy } from './policy.ts'

export type TlsSettings = {
  /** 1.3 unless the destination's record says otherwise. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3'
  /** PEM: trusted instead of the built-in roots. */
  readonly ca?: string
  /** PEM: our certificate and key, for mutual TLS. */
  readonly cert?: string
  readonly key?: string
}

export type Endpoint = {
  readonly host: string
  readonly port: number
  /** Clear text where absent, unless `isEncrypted`. */
  readonly tls?: TlsSettings
  /** The protocol above encrypts and proves the identity of the other side, before any content: SSH, STARTTLS. */
  readonly isEncrypted?: true
}

const connectTimeoutMs = 10_000

/** Node asks for one address or all, to race them; it only gets checked ones. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

function openSocket(endpoint: Endpoint, addresses: readonly Address[]): Socket | TLSSocket {
  const target = { host: endpoint.host, port: endpoint.port, lookup: pinned(addresses) }
  return endpoint.tls === undefined
    ? connectTcp(target)
    : connectTls({ minVersion: 'TLSv1.3', ...endpoint.tls, ...target, ...serverName(endpoint.host) })
}

const isClear = ({ tls, isEncrypted }: Endpoint): boolean => tls === undefined && isEncrypted !== true

/** RFC 6066 3: no address in the server name. */
const serverName = (host: string): { servername?: string } => (/^[\d.]+$|:/.test(host) ? {} : { servername: host })

/** Resolves when data may be written: for TLS, after the other side has proved its identity. */
export async function connect(policy: OutboundPolicy, endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)])
  const target = { host: endpoint.host, port: endpoint.port, clear: isClear(endpoint) }
  const addresses = await abortable(checkTarget(policy, target), limit)
  const socket = openSocket(endpoint, addresses)
  let isConnected = false
  socket.once('connect', () => {
    isConnected = true
  })
  try {
    await once(socket, endpoint.tls === undefined ? 'connect' : 'secureConnect', { signal: limit })
  } catch (error) {
    socket.on('error', () => {}).destroy()
    if (limit.aborted) throw asOutboundError(error, limit, false)
    throw new OutboundError(isConnected ? 'tls' : 'connect', false, { cause: error })
  }
  return socket.setNoDelay(true).setKeepAlive(true, 30_000)
}

/** A name lookup cannot be stopped, but nobody has to wait for it. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stop = new AbortController()
  const aborted = once(signal, 'abort', { signal: stop.signal }).then(
    () => Promise.reject(asOutboundError(signal.reason, signal, false)),
    () => work,
  )
  try {
    if (signal.aborted) throw asOutboundError(signal.reason, signal, false)
    return await Promise.race([work, aborted])
  } finally {
    stop.abort()
  }
}
