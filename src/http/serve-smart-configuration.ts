/** `GET /.well-known/smart-configuration` below the FHIR base address: needs no token. SMART App Launch 2.2 conformance.html#using-well-known. */
import type { Discovery } from '../identity/smart-configuration.ts'
import { Problem } from '../problems.ts'
import { allowAnyOrigin } from './any-origin.ts'
import { writeJson } from './reply.ts'
import type { Layer } from './request-state.ts'

const path = '/fhir/R4/.well-known/smart-configuration'

export const serveSmartConfiguration =
  (read: () => Promise<Discovery>): Layer =>
  async (ctx, next) => {
    if (ctx.path !== path) return next()
    ctx.state.route = path
    if (!['GET', 'HEAD'].includes(ctx.method))
      throw new Problem('method-not-allowed', { headers: { Allow: 'GET, HEAD' } })
    allowAnyOrigin(ctx)
    ctx.status = 200
    writeJson(ctx, 'application/json', await read())
  }
