/** Channels: the destination, form, recipient and basis of a release. docs/design/hub.md#routes, #release. */

import { z } from 'zod'
import { dayMs } from '../../core/durations.ts'
import { newId } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { tableName } from '../../domain/mapping/mapping-tables.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, listOf, named, storedMembers } from '../../http/reply/answers.ts'
import { accepted, created, noContent, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { missRules } from '../../store/channels/channel-settings.ts'
import {
  asJson,
  type ChannelContent,
  hubAddress,
  hubContent,
  legalBases,
  recipientClasses,
} from '../../store/hub-resources.ts'
import { countOpenDeliveries, wakeDeliveries } from '../../store/operations/deliveries.ts'
import { putJob } from '../../store/operations/jobs.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import { artifactTypeName, exportFormat, fhirId, line, presetName, purposeOfUse, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { presentJob } from '../jobs/jobs.ts'
import { pageQuery, readPage } from '../paging.ts'
import { recipientDetails } from '../recipient-fields.ts'
import { maxVersion } from '../version-page.ts'
import { presentChannel } from './channel-secrets.ts'
import { checkChannel, completeChannel, putChangedChannel, putNewChannel } from './write-channel.ts'

const listedOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(100).exactOptional()

const mapping = z.strictObject({
  table: z.string().regex(tableName),
  version: z.int().min(1).max(maxVersion).exactOptional(),
  miss: z.enum(missRules),
  elements: listedOf(z.string().regex(/^[A-Z][A-Za-z]{0,63}(\.[A-Za-z]{1,64}){0,16}$/)),
})

const limits = z.strictObject({
  perSecond: z.int().min(1).max(1_000).exactOptional(),
  perMinute: z.int().min(1).max(60_000).exactOptional(),
  maxBytes: z
    .int()
    .min(1_024)
    .max(2 ** 30)
    .exactOptional(),
})

/** An empty list would say that nothing goes out: it is refused. */
const filter = z.strictObject({
  artifactTypes: listedOf(artifactTypeName),
  spokes: listedOf(z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/)),
  recipientClasses: listedOf(z.enum(recipientClasses)),
  organizationIds: listedOf(fhirId),
  expression: line(2000).exactOptional(),
})

const channelFields = z.strictObject({
  name: line(100),
  templateIds: z.array(uuid).max(100).default([]),
  filter: filter.exactOptional(),
  mappings: z.array(mapping).min(1).max(20).exactOptional(),
  limits: limits.exactOptional(),
  recipient: z.strictObject({
    name: line(200),
    kind: z.enum(recipientClasses).default('organisation'),
    ...recipientDetails,
  }),
  purposeOfUse,
  legalBasis: z.enum(legalBases),
  format: exportFormat,
  preset: presetName.default('default'),
  transport: z.enum(['fhir', 'mllp', 'https', 'sftp', 'file']),
  destination: z.record(z.string(), z.unknown()),
  retry: z
    .strictObject({
      attempts: z.number().int().min(1).max(100).default(8),
      baseMs: z.number().int().min(10).max(600_000).default(500),
      maxMs: z.number().int().min(10).max(dayMs).default(300_000),
    })
    .prefault({}),
})

const exampleChannel = {
  name: 'Harbour Hospital',
  templateIds: ['00000000-0000-7000-8000-0000000050a1'],
  recipient: { name: 'Harbour Hospital', kind: 'organisation', hpio: '8003626566692846', fax: '08 7010 0201' },
  purposeOfUse: 'TREAT',
  legalBasis: 'consent',
  format: 'hl7v2',
  transport: 'mllp',
  destination: { host: 'hl7.harbour.example', port: 2575 },
} as const

export const newChannel = named('NewChannel', channelFields.extend({ id: uuid.optional() }), {
  ...exampleChannel,
  templateIds: [...exampleChannel.templateIds],
})

const channelStatus = z.enum(['active', 'paused'])

export const channelAnswer = named('Channel', channelFields.extend({ ...storedMembers, status: channelStatus }), {
  ...exampleStored,
  ...exampleChannel,
  templateIds: [...exampleChannel.templateIds],
  retry: { attempts: 8, baseMs: 500, maxMs: 300_000 },
  status: 'active',
})
export const channelList = listOf(channelAnswer)

export async function createChannel({ caller, body }: HandlerRequest<never, z.output<typeof newChannel>>, hub: Hub) {
  const { id = newId(), ...fields } = body
  const content = checkChannel(hub, completeChannel(hub, fields))
  return hub.transact(caller, async (tx) => {
    const stored = await putNewChannel(tx, id, content)
    return created(presentChannel(stored), `/v1/channels/${id}`)
  })
}

const changeFields = { ...channelFields.shape, status: channelStatus.default('active') }
const changeNames = namesOf(changeFields)

export const channelChange = named(
  'ChannelChange',
  z.strictObject({ ...readMembers(channelAnswer, changeNames), ...changeFields }),
  {
    ...exampleChannel,
    templateIds: [...exampleChannel.templateIds],
    status: 'paused',
  },
)

/** Replaces a channel's record. Waiting deliveries go to the new destination, in the form for which they were queued. */
export async function changeChannel(
  { caller, params, body, expected }: HandlerRequest<'channelId', z.output<typeof channelChange>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Channel', params.channelId), 'update')
    checkVersion(stored, expected)
    const { status, ...fields } = takeBack(body, presentChannel(stored), changeNames)
    const before = { ...hubContent('Channel', stored), status }
    const content = checkChannel(hub, completeChannel(hub, fields, before), before)
    return ok(presentChannel(await putChangedChannel(tx, stored, content)))
  })
}

export async function readChannel({ caller, params }: HandlerRequest<'channelId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(presentChannel(await tx.read(hubAddress('Channel', params.channelId)))))
}

/** Waiting deliveries go on waiting; a delivery that is being sent is sent. */
export const pauseChannel = (request: HandlerRequest<'channelId'>, hub: Hub) => setStatus(request, hub, 'paused')

export const resumeChannel = (request: HandlerRequest<'channelId'>, hub: Hub) => setStatus(request, hub, 'active')

async function setStatus(
  { caller, params, expected }: HandlerRequest<'channelId'>,
  hub: Hub,
  status: ChannelContent['status'],
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Channel', params.channelId), 'update')
    checkVersion(stored, expected)
    const before = hubContent('Channel', stored)
    if (before.status === status) return ok(presentChannel(stored))
    const changed = await tx.put({ ...stored, content: asJson({ ...before, status }), expected: stored.version })
    if (status === 'active') await wakeDeliveries(tx, stored.id)
    tx.record('channel.changed', {
      resourceType: 'Channel',
      resourceId: stored.id,
      version: changed.version,
      fromState: before.status,
      toState: status,
    })
    return ok(presentChannel(changed))
  })
}

/** Nobody loses a document: held, queued and running deliveries must be cancelled or sent first. D47 */
export async function deleteChannel({ caller, params, expected }: HandlerRequest<'channelId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Channel', params.channelId), 'update')
    checkVersion(stored, expected)
    if ((await countOpenDeliveries(tx, stored.id)) > 0)
      throw new Problem('business-rule', { detail: 'Deliveries wait for this channel: send or cancel them first' })
    await tx.remove(stored)
    tx.record('channel.deleted', { resourceType: 'Channel', resourceId: stored.id })
    return noContent
  })
}

/** Tests the destination: a job, whose result says what to mend. docs/channels.md. */
export async function testChannel({ caller, params }: HandlerRequest<'channelId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Channel', params.channelId))
    const job = await putJob(tx, { kind: 'channel-test', targetId: stored.id })
    return accepted(presentJob(job, caller), `/v1/jobs/${job.id}`)
  })
}

export const channelQuery = pageQuery

export async function listChannels(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof channelQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { items, nextCursor } = await readPage(tx, { list: 'channels', query, type: 'Channel', where: [] })
    return ok({ items: items.map(presentChannel), nextCursor })
  })
}
