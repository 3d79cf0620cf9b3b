/** A spoke's platform config: it can only take away from the process's offer. docs/design/hub.md#platform-config. */
import { z } from 'zod'
import type { Config } from './config.ts'
import { type Feature, features, type Switched } from './features.ts'

/** The most that the process allows: settings, and the longest page. */
export type Offered = Pick<
  Config,
  | 'handlerTimeoutMs'
  | 'verifyTimeoutMs'
  | 'maxJsonBytes'
  | 'maxTranscriptBytes'
  | 'maxChunkBytes'
  | 'maxBundleBytes'
  | 'requestsPerMinute'
>
type Row = { readonly name: string; readonly most: (offered: Offered) => number }

export const timeouts = [
  { name: 'handler', most: ({ handlerTimeoutMs }) => handlerTimeoutMs },
  { name: 'verify', most: ({ verifyTimeoutMs }) => verifyTimeoutMs },
] as const satisfies readonly Row[]

export const limits = [
  { name: 'requestBodyBytes', most: ({ maxJsonBytes }) => maxJsonBytes },
  { name: 'transcriptBytes', most: ({ maxTranscriptBytes }) => maxTranscriptBytes },
  { name: 'chunkBytes', most: ({ maxChunkBytes }) => maxChunkBytes },
  { name: 'bundleBytes', most: ({ maxBundleBytes }) => maxBundleBytes },
  { name: 'requestsPerMinute', most: ({ requestsPerMinute }) => requestsPerMinute },
  { name: 'pageItems', most: () => 200 },
] as const satisfies readonly Row[]

export type TimeoutName = (typeof timeouts)[number]['name']
export type LimitName = (typeof limits)[number]['name']

const shapeOf = <Name extends string, Schema extends z.ZodType>(
  rows: readonly { readonly name: Name }[],
  schema: Schema,
) => z.strictObject(Object.fromEntries(rows.map(({ name }) => [name, schema])) as Record<Name, Schema>)

const switches = shapeOf<Feature, z.ZodOptional<z.ZodBoolean>>(features, z.boolean().optional())
const whole = z.number().int().min(1).max(2_147_483_647).optional()

/** The values of an operator; a missing one is as the process has it. */
export const platformSettings = z.strictObject({
  featureFlags: switches.default({}),
  killSwitches: switches.default({}),
  timeouts: shapeOf<TimeoutName, typeof whole>(timeouts, whole).default({}),
  limits: shapeOf<LimitName, typeof whole>(limits, whole).default({}),
  /** The first two cannot be switched off; the third is open unless the process's setting or this closes it. */
  failClosed: z
    .strictObject({
      verification: z.literal(true).optional(),
      consent: z.literal(true).optional(),
      terminology: z.boolean().optional(),
    })
    .default({}),
})
export type PlatformSettings = z.output<typeof platformSettings>

/** The resulting config of one spoke. */
export type Platform = Switched & {
  readonly timeouts: PlatformSettings['timeouts']
  readonly limits: PlatformSettings['limits']
  readonly failClosed: PlatformSettings['failClosed']
}

/** For a spoke without a config. */
export const openPlatform: Platform = { isReadable: true, ...platformSettings.parse({}) }

/** Config that cannot be read counts as kill switches on. */
export const unreadablePlatform: Platform = { ...openPlatform, isReadable: false }

export function parsePlatform(stored: unknown): Platform {
  const parsed = platformSettings.safeParse(stored)
  return parsed.success ? { isReadable: true, ...parsed.data } : unreadablePlatform
}

/** Combines two configs: everything that either takes away is away. */
export const combinePlatforms = (one: Platform, two: Platform): Platform => ({
  isReadable: one.isReadable && two.isReadable,
  featureFlags: combine(one.featureFlags, two.featureFlags, (a, b) => a && b),
  killSwitches: combine(one.killSwitches, two.killSwitches, (a, b) => a || b),
  timeouts: combine(one.timeouts, two.timeouts, Math.min),
  limits: combine(one.limits, two.limits, Math.min),
  failClosed: combine(one.failClosed, two.failClosed, (a, b) => a || b),
})

/** `choose` decides if both have a value. */
function combine<T extends object>(
  one: T,
  two: T,
  choose: (a: NonNullable<T[keyof T]>, b: NonNullable<T[keyof T]>) => T[keyof T],
): T {
  const combined = { ...one }
  for (const name of Object.keys(two) as (keyof T)[]) {
    const [a, b] = [one[name], two[name]]
    if (b !== undefined && b !== null) combined[name] = a === undefined || a === null ? b : choose(a, b)
  }
  return combined
}

const smaller = (most: number, own: number | undefined): number => Math.min(most, own ?? most)

export const timeoutMs = (offered: Offered, { timeouts: own }: Pick<Platform, 'timeouts'>, name: TimeoutName): number =>
  smaller(timeouts.find((row) => row.name === name)?.most(offered) ?? 0, own[name])

export const limitOf = (offered: Offered, { limits: own }: Pick<Platform, 'limits'>, name: LimitName): number =>
  smaller(limits.find((row) => row.name === name)?.most(offered) ?? 0, own[name])
