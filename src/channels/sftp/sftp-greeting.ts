/** Reads the host key of an SFTP server and its methods of login, before a login. RFC 4253 8, RFC 4252 5. */
import { asOutboundError } from '../../outbound/outbound-error.ts'
import type { OutboundPolicy } from '../../outbound/policy.ts'
import { fingerprintOf, openSftpClient, readyTimeoutMs, type SftpServer, within } from './sftp-connection.ts'

export type SftpGreeting = {
  /** The fingerprint as `ssh-keygen -l` prints it. A server may have several keys: this is the one that both sides agreed on. */
  readonly hostKey: string
  /** `password`, `publickey`, `keyboard-interactive`; `none` if the server wants no proof. */
  readonly methods: readonly string[]
}

/** Sends the name of the user and neither password nor key. Throws OutboundError. */
export async function readSftpGreeting(
  policy: OutboundPolicy,
  server: Pick<SftpServer, 'host' | 'port' | 'username'>,
  signal: AbortSignal,
): Promise<SftpGreeting> {
  const { client, socket } = await openSftpClient(policy, server, signal)
  client.on('error', () => {})
  let hostKey: string | undefined
  let methods: readonly string[] | undefined
  const login = client.connect({
    ...{ sock: socket, username: server.username, readyTimeout: readyTimeoutMs },
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
