/** Who a spoke is to the Hub, and whether the Hub can serve it. Spec 4.2, 4.3. */
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { spokes } from '../spokes.ts'
import { type Hub, policyVersion } from './hub.ts'

export async function whoami({ caller }: HandlerRequest, hub: Hub) {
  const { environment, hubTarget, scopeNamespace } = hub.config
  const own = [`${scopeNamespace}/spoke.read`, `${scopeNamespace}/spoke.write`]
  return ok({
    tenantId: caller.tenant,
    spokeId: caller.spoke,
    environment,
    hubTarget,
    scopes: caller.scopes.filter((scope) => own.includes(scope)),
    policyVersion,
  })
}

export async function readHealth(_request: HandlerRequest, hub: Hub) {
  const checks = await hub.probes()
  return ok({ status: checks.every((check) => check.ready) ? 'ok' : 'degraded', checks })
}

export async function readReadiness({ params }: HandlerRequest<'spokeId'>, hub: Hub) {
  const spoke = spokes(hub.config.iosSpoke).find((row) => row.id === params.spokeId)
  if (spoke === undefined) throw new Problem('not-found')
  const checks = await hub.probes()
  return ok({ spokeId: spoke.id, title: spoke.title, ready: checks.every((check) => check.ready), checks })
}
