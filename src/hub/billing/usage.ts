/** The usage summary: operational counts only. */
import { z } from 'zod'
import { invalidField } from '../../core/problems.ts'
import { spokes } from '../../core/spokes.ts'
import { named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type UsageCounter, usageCounters } from '../../store/events.ts'
import { listUsage, readUsage, type UsageGroup, usageGroups } from '../../store/usage/usage-summary.ts'
import type { Hub } from '../hub.ts'

export const usageQuery = z.strictObject({
  periodDays: z.coerce.number().int().min(1).max(366).default(30),
  spokeId: z.string().max(40).optional(),
  /** One or more, separated by commas. */
  groupBy: z
    .string()
    .max(100)
    .refine((text) => isGrouping(splitGroups(text)), `must name each of ${usageGroups.join(', ')} at most once`)
    .optional(),
})

const splitGroups = (text: string): string[] => text.split(',').map((name) => name.trim())
const isGrouping = (names: readonly string[]): names is UsageGroup[] =>
  new Set(names).size === names.length && names.every((name) => (usageGroups as readonly string[]).includes(name))

const usage = z.strictObject(
  Object.fromEntries(usageCounters.map((counter) => [counter, z.int().min(0)])) as Record<UsageCounter, z.ZodInt>,
)

const exampleUsage = {
  encountersCreated: 120,
  artifactsGenerated: 115,
  verificationRuns: 140,
  artifactsApproved: 110,
  exportsCreated: 20,
  sharesDispatched: 95,
}

export const usageAnswer = named(
  'UsageSummary',
  z.strictObject({
    periodDays: z.int(),
    spokeId: z.string().optional(),
    usage,
    breakdown: z
      .array(
        z.strictObject({
          spokeId: z.string().optional(),
          artifactType: z.string().optional(),
          state: z.string().optional(),
          usage,
        }),
      )
      .optional(),
  }),
  { periodDays: 30, usage: exampleUsage, breakdown: [{ spokeId: 'triage', usage: exampleUsage }] },
)

export async function readUsageSummary(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof usageQuery>>,
  hub: Hub,
) {
  const { periodDays, spokeId, groupBy } = query
  checkSpoke(spokeId, hub)
  return hub.transact(caller, async (tx) => {
    const asked = { periodDays, spokeId }
    const summary = { periodDays, spokeId, usage: await readUsage(tx, asked) }
    if (groupBy === undefined) return ok(summary)
    const parts = await listUsage(tx, asked, splitGroups(groupBy) as UsageGroup[])
    return ok({
      ...summary,
      breakdown: parts.map(({ spoke, ...part }) => ({ ...(spoke && { spokeId: spoke }), ...part })),
    })
  })
}

/** Throws if it is given and is no spoke. */
export function checkSpoke(spokeId: string | undefined, { config }: Hub): void {
  if (spokeId === undefined || spokes(config.iosSpoke).some((spoke) => spoke.id === spokeId)) return
  throw invalidField('spokeId', 'names no spoke')
}
