/** A development server answers under loopback names only. docs/security.md#development-mode. */
import { isLoopbackHost } from '../../core/config.ts'
import { invalidField } from '../../core/problems.ts'
import type { Layer } from '../request/request-state.ts'

/** A page elsewhere can point its own host name at this machine; a browser then treats the answers as that page's (DNS rebinding). */
export const loopbackHost: Layer = (ctx, next) => {
  const host = (ctx.req.headers.host ?? '').replace(/:\d+$/, '')
  if (!isLoopbackHost(host)) throw invalidField('Host', 'must be a loopback name in development mode')
  return next()
}
