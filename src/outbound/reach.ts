/** Whether something listens at an address: opens a connection and closes it without sending. */
import { connect } from './connect.ts'
import type { OutboundPolicy } from './policy.ts'
import { endpointOf } from './web-address.ts'

export async function isReachable(policy: OutboundPolicy, address: string, timeoutMs: number): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null) return false
  return connect(policy, endpointOf(url), AbortSignal.timeout(timeoutMs)).then(
    (socket) => {
      socket.destroy()
      return true
    },
    () => false,
  )
}
