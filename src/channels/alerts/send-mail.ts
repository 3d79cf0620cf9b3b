/** Sends the message of an alert as a mail: over a checked, pinned address, and with TLS off this machine. RFC 5321; RFC 3207. */
import type { Socket } from 'node:net'
import type { Options } from 'nodemailer/lib/smtp-transport/index.js'
import { connect } from '../../outbound/connect.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { outboundReceipt } from '../outbound-receipt.ts'
import { acceptedReceipt, failedReceipt, type Receipt, type ReceiptReason } from '../transport.ts'
import type { AlertMessage, Telling } from './alert-message.ts'
import type { EmailTarget } from './alert-target.ts'

const stepMs = 10_000

/** The signal cuts the connection. */
export async function sendMail(
  policy: OutboundPolicy,
  target: EmailTarget,
  telling: Telling,
  signal: AbortSignal,
): Promise<Receipt> {
  let socket: Socket
  try {
    socket = await connect(policy, endpointOf(target), signal)
  } catch (error) {
    return outboundReceipt(error)
  }
  const cut = (): unknown => socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  try {
    // A process that sends no mail does not load it.
    const { createTransport } = await import('nodemailer')
    await createTransport(optionsOf(target, socket)).sendMail(mailOf(target, telling))
    return acceptedReceipt('250')
  } catch (error) {
    return failedReceipt(signal.aborted ? 'timeout' : reasonOf(error), true)
  } finally {
    signal.removeEventListener('abort', cut)
    socket.destroy()
  }
}

const domainOf = (mailAddress: string): string => mailAddress.slice(mailAddress.lastIndexOf('@') + 1)

const endpointOf = ({ host, port, security, ca }: EmailTarget) => ({
  ...{ host, port },
  ...(security === 'tls' ? { tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) } as const } : {}),
  ...(security === 'starttls' ? { isEncrypted: true as const } : {}),
})

function optionsOf({ host, port, security, ca, user, password, from }: EmailTarget, connection: Socket): Options {
  return {
    ...{ host, port, connection, connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs },
    // The name of this machine is nobody's business.
    name: domainOf(from),
    secure: security === 'tls',
    secured: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  } as Options
}

const mailOf = ({ from, to }: EmailTarget, { message, key }: Telling) => ({
  ...{ from, to: [...to] },
  subject: `[Banksia] ${message.rule} ${message.state}: ${message.name}`,
  messageId: `<${key.replaceAll('/', '.')}@${domainOf(from)}>`,
  // RFC 3834: no person sends it, and nobody should answer by itself.
  headers: { 'Auto-Submitted': 'auto-generated' },
  text: textOf(message),
})

const textOf = (message: AlertMessage): string =>
  Object.entries(message)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** The reason for each error code of nodemailer. */
const reasons: Readonly<Record<string, ReceiptReason>> = {
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  ETIMEDOUT: 'timeout',
  ECONNECTION: 'closed',
  ESOCKET: 'closed',
  EENVELOPE: 'refused-by-receiver',
  EMESSAGE: 'refused-by-receiver',
}

const reasonOf = (error: unknown): ReceiptReason => {
  if (!(error instanceof Error)) return 'error-at-receiver'
  const reason = reasons['code' in error ? String(error.code) : '']
  // It gives a certificate that nobody trusts the code of any socket error; the texts of OpenSSL remain.
  if (reason === 'closed' && /certificate|altnames|ssl|tls/i.test(error.message)) return 'tls'
  return reason ?? 'error-at-receiver'
}
