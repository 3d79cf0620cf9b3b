/** `GET /.well-known/smart-configuration` below the FHIR base address: needs no token. SMART App Launch 2.2 conformance.html#using-well-known. */

import { Problem } from '../../core/problems.ts'
import type { Discovery } from '../../identity/smart-configuration.ts'
import { writeJson } from '../reply/reply.ts'
import type { Context, Layer } from '../request/request-state.ts'

const path = '/fhir/R4/.well-known/smart-configuration'

export function serveSmartConfiguration(read: () => Promise<Discovery>): Layer {
  const serve = async (ctx: Context): Promise<void> => {
    ctx.state.route = path
    if (!['GET', 'HEAD'].includes(ctx.method))
      throw new Problem('method-not-allowed', { headers: { Allow: 'GET, HEAD' } })
    ctx.status = 200
    writeJson(ctx, 'application/json', await read())
  }
  return (ctx, next) => (ctx.path === path ? serve(ctx) : next())
}
