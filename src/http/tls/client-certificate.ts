/**
 * Which verified client certificate came with a request: on the port of mutual TLS, or in the header of a trusted proxy.
 * RFC 8705, RFC 9440. D159.
 */
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { describeCertificate, type VerifiedCertificate } from '../../core/certificate/verified-certificate.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import { isFromTrusted } from '../request/client-address.ts'
import { isRepeated, type Layer } from '../request/request-state.ts'

/** Undefined if none came, or none that counts. */
export type FindCertificate = (request: IncomingMessage) => VerifiedCertificate | undefined

type Trusting = Pick<Config, 'trustedProxies' | 'trustedProxyCertHeader'>
type HeaderName = Exclude<Config['trustedProxyCertHeader'], 'none'>

const readers: Readonly<Record<HeaderName, (text: string) => string | Buffer | undefined>> = {
  // RFC 9440 2.1: a byte sequence of structured fields (RFC 8941 3.3.5).
  'client-cert': (text) => decodeBase64(/^:(.*):$/.exec(text.trim())?.[1]),
  // PEM, percent-encoded.
  'x-ssl-client-cert': (text) => decodeURIComponent(text),
  // Lines of PEM without their ends; after a comma the issuers.
  'x-forwarded-tls-client-cert': (text) => decodeBase64(decodeURIComponent(text).split(',')[0]?.trim()),
}

const headerNames = Object.keys(readers) as readonly HeaderName[]

const decodeBase64 = (text: string | undefined): Buffer | undefined =>
  text !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined

export function openCertificates(config: Trusting, clock: Clock = systemClock): FindCertificate {
  const { trustedProxyCertHeader: header } = config
  const isTrusted = isFromTrusted(config)
  const known = new WeakMap<object, VerifiedCertificate>()
  return (request) => {
    // The certificate of a proxy that speaks for others is not the one of their client.
    if (header !== 'none' && isTrusted(request)) return readHeader(request, header, clock)
    const { socket } = request
    if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined
    const found = known.get(socket) ?? describeOf(socket.getPeerX509Certificate(), clock)
    if (found !== undefined) known.set(socket, found)
    return found
  }
}

/** A header that came twice was not replaced by the proxy: a client may have written one of them. */
function readHeader(request: IncomingMessage, header: HeaderName, clock: Clock): VerifiedCertificate | undefined {
  const text = request.headers[header]
  if (typeof text !== 'string' || isRepeated(request, header)) return undefined
  try {
    const encoded = readers[header](text)
    return encoded === undefined ? undefined : describeOf(new X509Certificate(encoded), clock)
  } catch {
    // No certificate, or no percent-encoding.
    return undefined
  }
}

function describeOf(certificate: X509Certificate | undefined, clock: Clock): VerifiedCertificate | undefined {
  if (certificate === undefined) return undefined
  const now = clock().getTime()
  const isValid = certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime()
  return isValid ? describeCertificate(certificate) : undefined
}

/** Takes such headers from everybody but a trusted proxy that writes the one of the settings. */
export function dropCertificateHeaders(config: Trusting): Layer {
  const isTrusted = isFromTrusted(config)
  return (ctx, next) => {
    for (const name of headerNames)
      if (ctx.req.headers[name] !== undefined && !(name === config.trustedProxyCertHeader && isTrusted(ctx.req)))
        delete ctx.req.headers[name]
    return next()
  }
}
