/** What an SFTP server says before a login: its host key, and the methods of login. RFC 4253 8, RFC 4252 5. */
import { connect } from '../../outbound/connect.ts'
import { asOutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { fingerprintOf, type SftpServer, within } from './sftp-connection.ts'

export type SftpGreeting = {
  /** As `ssh-keygen -l` prints it: the one key that both sides agreed on, of perhaps several. */
  readonly hostKey: string
  /** `password`, `publickey`, `keyboard-interactive`; `none` if the server wants no proof. */
  readonly methods: readonly string[]
}

/** Sends the name of the user and neither password nor key. Throws OutboundError. */
export async function readSftpGreeting(
  policy: OutboundPolicy,
  { host, port, username }: Pick<SftpServer, 'host' | 'port' | 'username'>,
  signal: AbortSignal,
): Promise<SftpGreeting> {
  const socket = await connect(policy, { host, port, isEncrypted: true }, signal)
  const { default: Client } = await import('ssh2-sftp-client')
  const client = new Client('banksia', { error: () => {}, end: () => {}, close: () => {} })
  client.on('error', () => {})
  let hostKey: string | undefined
  let methods: readonly string[] | undefined
  const login = client.connect({
    ...{ sock: socket, username, readyTimeout: 60_000 },
    hostVerifier: (key) => {
      hostKey = fingerprintOf(key)
      return true
    },
    authHandler: (left, _isPartial, next) => {
      if (left === null) return next('none')
      methods = left
      next(false)
    },
  })
  try {
    await within(signal, login)
    methods ??= ['none']
  } catch (error) {
    if (hostKey === undefined || methods === undefined) throw asOutboundError(error, signal, false)
  } finally {
    socket.destroy()
  }
  return { hostKey, methods } as SftpGreeting
}
