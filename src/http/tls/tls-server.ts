/** How the server speaks TLS: 1.3 alone, and certificates of clients at the port of mutual TLS alone. RFC 8446, RFC 9325. D158. */

import type { Server } from 'node:http'
import { type SecureContextOptions, type TlsOptions, Server as TlsServer } from 'node:tls'
import type { TlsFiles } from './tls-files.ts'

/** A handshake that takes longer is ended: 200 of them hold 200 sockets for this time and nothing else. */
const handshakeTimeoutMs = 10_000

const versions = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const

/** `isMutual`: asks for a certificate, and refuses a connection without one that it trusts. */
export const tlsOptions = (files: TlsFiles, isMutual: boolean): TlsOptions => ({
  ...contextOptions(files, isMutual),
  handshakeTimeout: handshakeTimeoutMs,
  ...(isMutual ? { requestCert: true, rejectUnauthorized: true } : {}),
})

const contextOptions = ({ pair: { cert, key }, trust }: TlsFiles, isMutual: boolean): SecureContextOptions => ({
  ...versions,
  cert,
  key,
  ...(isMutual ? { ca: trust?.ca, crl: trust?.crl && [...trust.crl] } : {}),
})

/** From now on new connections get the new files; a ticket of before opens none. */
export function renewTls(server: Server, files: TlsFiles, isMutual: boolean): void {
  if (server instanceof TlsServer) server.setSecureContext(contextOptions(files, isMutual))
}
