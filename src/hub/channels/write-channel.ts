/** Checks a channel's record and writes it. docs/channels.md */
import type { JsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { asJson, type ChannelContent, hubAddress } from '../../store/hub-resources.ts'
import { wakeDeliveries } from '../../store/operations/deliveries.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Hub } from '../hub.ts'
import { checkPreset } from '../presets.ts'
import { checkSecretsGiven, withSecrets } from './channel-secrets.ts'
import { checkMappings } from './check-mappings.ts'

export type ChannelChecks = Pick<Hub, 'channelRules' | 'filterExpressions'>

/** As a caller gives it: the destination is not checked yet. */
export type GivenChannel = Omit<ChannelContent, 'status' | 'destination'> & {
  readonly destination: Readonly<Record<string, unknown>>
}

/** With the members that a record of today gets; `before`: the record that is changed. */
export function completeChannel<Given extends GivenChannel>(
  { channelRules }: ChannelChecks,
  given: Given,
  before?: ChannelContent,
): Given {
  // The body was JSON.
  const asked = given.destination as JsonObject
  return { ...given, destination: channelRules[given.transport].complete(asked, before?.destination) }
}

/**
 * Answers the record as it is stored; `before` is the present one, with the status that it is to have, and a new channel is active.
 * Throws `validation` with the members that are wrong.
 */
export function checkChannel(checks: ChannelChecks, given: GivenChannel, before?: ChannelContent): ChannelContent {
  const rules = checks.channelRules[given.transport]
  if (!rules.formats.includes(given.format)) throw invalidField('format', 'is not carried by the transport')
  checkPreset(given)
  checkExpression(checks, given.filter)
  // The body was JSON.
  const asked = given.destination as JsonObject
  const destination = rules.parse(before === undefined ? asked : withSecrets(asked, before.destination), 'destination')
  if (before !== undefined) checkUnchanged(before, given)
  if (before === undefined || rules.addressOf(destination) !== rules.addressOf(before.destination)) {
    checkSecretsGiven(asked, 'destination')
    rules.checkAddress(destination, 'destination')
  }
  return { ...given, destination, status: before?.status ?? 'active' }
}

/** Throws `validation` with the place in the expression. */
function checkExpression({ filterExpressions }: ChannelChecks, given: ChannelContent['filter']): void {
  const fault = given?.expression === undefined ? undefined : filterExpressions.findFault(given.expression)
  if (fault !== undefined) throw invalidField('filter.expression', fault)
}

function checkUnchanged(before: ChannelContent, after: GivenChannel): void {
  const changed = (['format', 'transport'] as const).filter((field) => before[field] !== after[field])
  if (changed.length === 0) return
  throw new Problem('validation', { errors: changed.map((field) => ({ field, message: 'cannot be changed' })) })
}

export async function putNewChannel(tx: Tx, id: string, content: ChannelContent): Promise<Stored> {
  await checkTemplates(tx, content.templateIds)
  await checkMappings(tx, content)
  const stored = await tx.put({ ...hubAddress('Channel', id), content: asJson(content), expected: 0 })
  tx.record('channel.created', { resourceType: 'Channel', resourceId: id })
  return stored
}

/** An active channel goes on with what waited. */
export async function putChangedChannel(tx: Tx, stored: Stored<'hub'>, content: ChannelContent): Promise<Stored> {
  await checkTemplates(tx, content.templateIds)
  await checkMappings(tx, content)
  const changed = await tx.put({ ...stored, content: asJson(content), expected: stored.version })
  if (content.status === 'active') await wakeDeliveries(tx, stored.id)
  tx.record('channel.changed', { resourceType: 'Channel', resourceId: stored.id, version: changed.version })
  return changed
}

/** Throws `validation` with the member. */
export async function checkTemplates(tx: Tx, templateIds: readonly string[]): Promise<void> {
  for (const [at, templateId] of templateIds.entries()) {
    if ((await tx.find(hubAddress('Template', templateId))) === undefined)
      throw invalidField(`templateIds[${at}]`, 'names no template')
  }
}
