/** How the Hub knows a spoke, and whether the Hub can serve it. */
import { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import { type Feature, isKilled, isOff } from '../../core/features.ts'
import { errorFields } from '../../core/log.ts'
import type { Platform } from '../../core/platform.ts'
import { Problem } from '../../core/problems.ts'
import { spokes } from '../../core/spokes.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { readTenantHealth } from '../../store/health.ts'
import { platformOf } from '../../store/platforms.ts'
import type { Tx } from '../../store/transaction.ts'
import { type Hub, type Probe, policyVersion } from '../hub.ts'

export const whoamiAnswer = named(
  'SpokeContext',
  z.strictObject({
    tenantId: identifier,
    spokeId: z.string(),
    environment: z.string(),
    hubTarget: z.string(),
    scopes: z.array(z.string()),
    policyVersion: z.iso.date(),
  }),
  {
    tenantId: '00000000-0000-7000-8000-000000000001',
    spokeId: 'triage',
    environment: 'production',
    hubTarget: 'https://hub.example',
    scopes: ['banksia/spoke.read', 'banksia/spoke.write'],
    policyVersion,
  },
)

const checks = z.array(
  z.strictObject({
    name: z.string(),
    ready: z.boolean(),
    reason: z.string().optional(),
    ageMs: z.int().min(0).optional(),
    count: z.int().min(0).optional(),
  }),
)
const exampleChecks = [
  { name: 'database', ready: true },
  { name: 'workers', ready: true, ageMs: 12, count: 2 },
  { name: 'channels', ready: true, reason: 'paused', ageMs: 0, count: 1 },
]

export const healthAnswer = named('Health', z.strictObject({ status: z.enum(['ok', 'degraded']), checks }), {
  status: 'ok',
  checks: exampleChecks,
})

export const readinessAnswer = named(
  'SpokeReadiness',
  z.strictObject({ spokeId: z.string(), title: z.string(), ready: z.boolean(), checks }),
  { spokeId: 'triage', title: 'Triage', ready: true, checks: exampleChecks },
)

export function whoami({ caller }: HandlerRequest, hub: Hub) {
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

/** Work that has been due for so long has no worker. */
const maxWaitMs = 300_000

/** For the caller's tenant only. */
async function checkTenant(tx: Tx): Promise<readonly Probe[]> {
  const { jobs, deliveries } = await readTenantHealth(tx)
  const isStuck = deliveries.oldestMs > maxWaitMs
  const reason = isStuck ? 'backlog' : deliveries.dead > 0 ? 'dead' : deliveries.paused > 0 ? 'paused' : undefined
  return [
    {
      name: 'jobs',
      ready: jobs.oldestMs <= maxWaitMs,
      ...(jobs.oldestMs > maxWaitMs ? { reason: 'backlog' } : {}),
      ageMs: jobs.oldestMs,
      count: jobs.count,
    },
    {
      name: 'channels',
      feature: 'dispatch',
      ready: !isStuck,
      ...(reason === undefined ? {} : { reason }),
      ageMs: deliveries.oldestMs,
      count: deliveries.count,
    },
  ]
}

const noAnswer: readonly Probe[] = [{ name: 'tenant', ready: false, reason: 'unreachable' }]

const presentCheck = ({ feature: _feature, isAdvisory: _isAdvisory, ...check }: Probe) => check

/** Answers about the caller's tenant, even if the database does not answer. */
async function listChecks(caller: Caller, hub: Hub, more: (tx: Tx) => readonly Probe[]): Promise<readonly Probe[]> {
  const own = hub
    .transact(caller, async (tx) => [...(await checkTenant(tx)), ...more(tx)])
    .catch((error: unknown) => {
      hub.log.warn('health.unreachable', errorFields(error))
      return noAnswer
    })
  return (await Promise.all([hub.probes(), own])).flat()
}

/** Degraded if a check fails that every spoke needs, or one for a feature that some spoke of the tenant needs and has on. */
export async function readHealth({ caller }: HandlerRequest, hub: Hub) {
  let isNeeded = (_feature: Feature): boolean => true
  const found = await listChecks(caller, hub, ({ tenant }) => {
    const all = spokes(hub.config.iosSpoke)
    isNeeded = (feature) =>
      all.some(({ id, flags }) => flags.includes(feature) && platformOf(tenant, id).featureFlags[feature] !== false)
    return []
  })
  const isWell = found.every(({ ready, feature }) => ready || (feature !== undefined && !isNeeded(feature)))
  return ok({ status: isWell ? 'ok' : 'degraded', checks: found.map(presentCheck) })
}

/** The checks for the spoke's work: those of every request, those of its features, and that these are on. */
export async function readReadiness({ caller, params }: HandlerRequest<'spokeId'>, hub: Hub) {
  const spoke = spokes(hub.config.iosSpoke).find((row) => row.id === params.spokeId)
  if (spoke === undefined) throw new Problem('not-found')
  const found = await listChecks(caller, hub, ({ tenant }) =>
    spoke.flags.map((feature) => checkFlag(platformOf(tenant, spoke.id), feature)),
  )
  const needed = found
    .filter(({ feature, isAdvisory }) => !isAdvisory && (feature === undefined || spoke.flags.includes(feature)))
    .map(presentCheck)
  return ok({ spokeId: spoke.id, title: spoke.title, ready: needed.every(({ ready }) => ready), checks: needed })
}

function checkFlag(platform: Platform, feature: Feature): Probe {
  const name = `feature.${feature}`
  if (isKilled(platform, feature)) return { name, ready: false, reason: 'killed' }
  return isOff(platform, feature) ? { name, ready: false, reason: 'off' } : { name, ready: true }
}
