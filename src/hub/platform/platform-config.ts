/** A spoke's platform config: the things that an operator has switched off or made smaller, and the result. docs/design/hub.md#platform-config. */
import { z } from 'zod'
import { features, isKilled } from '../../core/features.ts'
import {
  limitOf,
  limits,
  type Platform,
  type PlatformSettings,
  platformSettings,
  timeoutMs,
  timeouts,
} from '../../core/platform.ts'
import { type FieldError, Problem } from '../../core/problems.ts'
import { spokes, tenantWide } from '../../core/spokes.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, named, storedMembers } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { putPlatform, readPlatform, type StoredPlatform } from '../../store/platforms.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import type { Hub } from '../hub.ts'

const each = <Schema extends z.ZodType>(rows: readonly { readonly name: string }[], schema: Schema) =>
  z.strictObject(Object.fromEntries(rows.map(({ name }) => [name, schema])))
const all = <T>(rows: readonly { readonly name: string }[], value: T): Record<string, T> =>
  Object.fromEntries(rows.map(({ name }) => [name, value]))

export const platformAnswer = named(
  'PlatformConfig',
  z.strictObject({
    ...storedMembers,
    id: z.string(),
    spokeId: z.string(),
    featureFlags: each(features, z.boolean()),
    killSwitches: each(features, z.boolean()),
    timeouts: each(timeouts, z.int()),
    limits: each(limits, z.int()),
    failClosed: z.strictObject({ verification: z.literal(true), consent: z.literal(true), terminology: z.boolean() }),
  }),
  {
    ...exampleStored,
    id: 'connect',
    spokeId: 'connect',
    featureFlags: all(features, true),
    killSwitches: { ...all(features, false), dispatch: true },
    timeouts: all(timeouts, 10_000),
    limits: all(limits, 600),
    failClosed: { verification: true, consent: true, terminology: false },
  },
)

const settingNames = namesOf(platformSettings.shape)

export const platformChange = named(
  'PlatformConfigChange',
  z.strictObject({ ...readMembers(platformAnswer, settingNames), ...platformSettings.shape }),
  { killSwitches: { dispatch: true }, timeouts: { handler: 10_000 }, limits: { pageItems: 100 } },
)

export async function readPlatformConfig({ caller, params }: HandlerRequest<'spokeId'>, hub: Hub) {
  checkSpoke(hub, params.spokeId)
  return hub.transact(caller, async (tx) => {
    const stored = await readPlatform(tx, params.spokeId)
    tx.record('platform.read', { ...about(params.spokeId), version: stored.version })
    return ok(presentPlatform(hub, params.spokeId, stored))
  })
}

export async function changePlatformConfig(
  { caller, params, body, expected }: HandlerRequest<'spokeId', z.output<typeof platformChange>>,
  hub: Hub,
) {
  checkSpoke(hub, params.spokeId)
  checkTighter(hub, body)
  return hub.transact(caller, async (tx) => {
    const before = await readPlatform(tx, params.spokeId)
    checkVersion(before, expected)
    const settings = takeBack(body, presentPlatform(hub, params.spokeId, before), settingNames)
    await putPlatform(tx, params.spokeId, { settings, version: before.version + 1 })
    const after = await readPlatform(tx, params.spokeId)
    const killed = features.filter(({ name }) => isKilled(after.platform, name)).length
    tx.record('platform.changed', { ...about(params.spokeId), version: after.version, count: killed })
    return ok(presentPlatform(hub, params.spokeId, after))
  })
}

const about = (spokeId: string) => ({ resourceType: 'PlatformConfig', resourceId: spokeId })

function checkSpoke({ config }: Hub, spokeId: string): void {
  if (spokeId !== tenantWide && !spokes(config.iosSpoke).some(({ id }) => id === spokeId))
    throw new Problem('not-found')
}

/** A config cannot give more than the process offers. */
function checkTighter({ config }: Hub, settings: PlatformSettings): void {
  const tooLarge = (group: string, name: string, own: number | undefined, most: number): FieldError[] =>
    own === undefined || own <= most ? [] : [{ field: `${group}.${name}`, message: `must be at most ${most}` }]
  const errors = [
    ...timeouts.flatMap(({ name, most }) => tooLarge('timeouts', name, settings.timeouts[name], most(config))),
    ...limits.flatMap(({ name, most }) => tooLarge('limits', name, settings.limits[name], most(config))),
    ...(settings.failClosed.terminology === false && config.terminologyFail === 'closed'
      ? [{ field: 'failClosed.terminology', message: 'must be true' }]
      : []),
  ]
  if (errors.length > 0) throw new Problem('validation', { errors })
}

/** The resulting values, including those that the config leaves open. */
function presentPlatform({ config }: Hub, spokeId: string, { platform, ...stored }: StoredPlatform) {
  return {
    id: spokeId,
    spokeId,
    ...stored,
    featureFlags: Object.fromEntries(features.map(({ name }) => [name, platform.featureFlags[name] !== false])),
    killSwitches: Object.fromEntries(features.map(({ name }) => [name, isKilled(platform, name)])),
    timeouts: Object.fromEntries(timeouts.map(({ name }) => [name, timeoutMs(config, platform, name)])),
    limits: Object.fromEntries(limits.map(({ name }) => [name, limitOf(config, platform, name)])),
    failClosed: { verification: true, consent: true, terminology: isTerminologyClosed(config, platform) },
  }
}

const isTerminologyClosed = ({ terminologyFail }: Hub['config'], { failClosed }: Platform): boolean =>
  terminologyFail === 'closed' || failClosed.terminology === true
