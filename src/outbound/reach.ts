/** Whether something listens at an address: opens a connection and closes it without sending. */
import { connect } from './connect.ts'
import type { OutboundPolicy } from './policy.ts'

export async function isReachable(policy: OutboundPolicy, address: string, timeoutMs: number): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null) return false
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const endpoint = { host: url.hostname.replace(/^\[|\]$/g, ''), port, ...(isTls ? { tls: {} } : {}) }
  return connect(policy, endpoint, AbortSignal.timeout(timeoutMs)).then(
    (socket) => {
      socket.destroy()
      return true
    },
    () => false,
  )
}
