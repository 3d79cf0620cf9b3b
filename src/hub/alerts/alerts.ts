/** Alerts: what is looked for, and who is told. docs/channels.md#alerts; D231 */
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import type { JsonObject } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { created, noContent, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type AlertContent, alertRuleNames, findAlertRule } from '../../store/alert-rules.ts'
import { asJson, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { type Firing, listFirings, removeFirings } from '../../store/operations/alert-firings.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import { checkSecretsGiven, withoutSecrets, withSecrets } from '../channels/channel-secrets.ts'
import { line, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readPage } from '../paging.ts'

const alertFields = z.strictObject({
  name: line(100),
  rule: z.enum(alertRuleNames),
  threshold: z.int().min(1).max(100_000).optional(),
  channelId: uuid.optional(),
  target: z.record(z.string(), z.unknown()),
  throttleMinutes: z.int().min(1).max(10_080).default(60),
  active: z.boolean().default(true),
})

const exampleAlert = {
  name: 'Dead letters to the desk',
  rule: 'dead-letter',
  threshold: 1,
  target: {
    kind: 'email',
    host: 'mail.harbour.example',
    port: 587,
    from: 'banksia@harbour.example',
    to: ['integration@harbour.example'],
  },
  throttleMinutes: 60,
  active: true,
} as const

const exampleTarget = { ...exampleAlert.target, to: [...exampleAlert.target.to] }

export const newAlert = named('NewAlert', alertFields.extend({ id: uuid.optional() }), {
  ...exampleAlert,
  target: exampleTarget,
})

const firing = z.strictObject({
  id: uuid,
  subject: uuid,
  state: z.enum(['firing', 'resolved']),
  since: timestamp,
  resolvedAt: timestamp.optional(),
  figure: z.int(),
  told: z.enum(['firing', 'resolved']).optional(),
  toldAt: timestamp.optional(),
  attempts: z.int(),
  reason: z.string().optional(),
})

export const alertAnswer = named(
  'Alert',
  alertFields.extend({ ...storedMembers, threshold: z.int(), firings: z.array(firing).optional() }),
  { ...exampleStored, ...exampleAlert, target: exampleTarget },
)
export const alertList = listOf(alertAnswer)

const changeNames = namesOf(alertFields.shape)

export const alertChange = named(
  'AlertChange',
  z.strictObject({ ...readMembers(alertAnswer, changeNames), ...alertFields.shape }),
  { ...exampleAlert, target: exampleTarget },
)

type Given = z.output<typeof alertFields>

const presentAlert = (stored: Stored, firings?: readonly Firing[]): JsonObject => ({
  ...(withoutSecrets(representation(stored)) as JsonObject),
  ...(firings === undefined ? {} : { firings: firings.map((one) => asJson(one)) }),
})

/** Throws `validation` for a target that may never be called, or a channel that is not there. */
async function completeAlert(tx: Tx, hub: Hub, given: Given, before?: AlertContent): Promise<AlertContent> {
  const { threshold, channelId, target, ...rest } = given
  const own = before === undefined ? target : withSecrets(target as JsonObject, before.target)
  const parsed = hub.alertTargets.parse(own as JsonObject, 'target')
  hub.alertTargets.checkAddress(parsed, 'target')
  const { addressOf } = hub.alertTargets
  if (before !== undefined && addressOf(parsed) !== addressOf(before.target))
    checkSecretsGiven(target as JsonObject, 'target')
  if (channelId !== undefined && (await tx.find(hubAddress('Channel', channelId))) === undefined)
    throw invalidField('channelId', 'names no channel')
  return {
    ...rest,
    threshold: threshold ?? findAlertRule(given.rule).default,
    ...(channelId === undefined ? {} : { channelId }),
    target: parsed,
  }
}

export async function createAlert({ caller, body }: HandlerRequest<never, z.output<typeof newAlert>>, hub: Hub) {
  const { id: given, ...fields } = body
  const id = given ?? newId()
  return hub.transact(caller, async (tx) => {
    const content = await completeAlert(tx, hub, fields)
    const stored = await tx.put({ ...hubAddress('Alert', id), content: asJson(content), expected: 0 })
    tx.record('alert.created', { resourceType: 'Alert', resourceId: id })
    return created(presentAlert(stored), `/v1/alerts/${id}`)
  })
}

/** A changed rule forgets the firings of the rule before. */
export async function changeAlert(
  { caller, params, body, expected }: HandlerRequest<'alertId', z.output<typeof alertChange>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Alert', params.alertId), 'update')
    checkVersion(stored, expected)
    const before = hubContent('Alert', stored)
    // They change by themselves, also since the caller has read them.
    const { firings: _, ...given } = body as typeof body & { readonly firings?: unknown }
    const fields = takeBack(given, presentAlert(stored), changeNames)
    const content = await completeAlert(tx, hub, fields, before)
    const changed = await tx.put({ ...stored, content: asJson(content), expected: stored.version })
    if (!content.active || content.rule !== before.rule) await removeFirings(tx, stored.id)
    tx.record('alert.changed', { resourceType: 'Alert', resourceId: stored.id, version: changed.version })
    return ok(presentAlert(changed, await listFirings(tx, stored.id)))
  })
}

export async function deleteAlert({ caller, params, expected }: HandlerRequest<'alertId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Alert', params.alertId), 'update')
    checkVersion(stored, expected)
    await removeFirings(tx, stored.id)
    await tx.remove(stored)
    tx.record('alert.deleted', { resourceType: 'Alert', resourceId: stored.id })
    return noContent
  })
}

export async function readAlert({ caller, params }: HandlerRequest<'alertId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Alert', params.alertId))
    return ok(presentAlert(stored, await listFirings(tx, stored.id)))
  })
}

export const alertQuery = pageQuery

export async function listAlerts(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof alertQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { items, nextCursor } = await readPage(tx, { list: 'alerts', query, type: 'Alert', where: [] })
    return ok({ items: items.map((stored) => presentAlert(stored)), nextCursor })
  })
}
