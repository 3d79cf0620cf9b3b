/** What the other end of a connection shows of itself before any content: the version of TLS, and its certificate. RFC 8446 4.4.2. */
import { TLSSocket } from 'node:tls'
import { connect, type Endpoint } from './connect.ts'
import type { OutboundPolicy } from './policy.ts'

export type Peer = {
  /** `TLSv1.3` or `TLSv1.2`; absent without TLS. */
  readonly tls?: string
  /** ISO 8601. */
  readonly certificateEnds?: string
}

/** Connects, sends nothing and closes. Throws OutboundError. */
export async function readPeer(policy: OutboundPolicy, endpoint: Endpoint, signal: AbortSignal): Promise<Peer> {
  const socket = await connect(policy, endpoint, signal)
  try {
    if (!(socket instanceof TLSSocket)) return {}
    const ends = new Date(socket.getPeerCertificate().valid_to)
    const version = socket.getProtocol()
    return {
      ...(version === null ? {} : { tls: version }),
      ...(Number.isNaN(ends.getTime()) ? {} : { certificateEnds: ends.toISOString() }),
    }
  } finally {
    socket.on('error', () => {}).destroy()
  }
}
