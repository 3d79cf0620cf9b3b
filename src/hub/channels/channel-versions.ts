/** The versions of a channel: listed, and one of them made the present one again. The store keeps each. D225 */
import { z } from 'zod'
import { invalidField, Problem } from '../../core/problems.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Hub } from '../hub.ts'
import { pageQuery } from '../paging.ts'
import { listVersionPage, maxVersion } from '../version-page.ts'
import { presentChannel } from './channel-secrets.ts'
import { checkChannel, putChangedChannel } from './write-channel.ts'

export const versionQuery = pageQuery

/** The newest first, as they were, without secrets. */
export async function listChannelVersions(
  { caller, params, query }: HandlerRequest<'channelId', undefined, z.output<typeof versionQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { id } = await tx.read(hubAddress('Channel', params.channelId))
    const { items, nextCursor } = await listVersionPage(tx, { list: 'channel-versions', type: 'Channel', id, query })
    return ok({ items: items.map(presentChannel), nextCursor })
  })
}

export const channelRestore = named('ChannelRestore', z.strictObject({ version: z.int().min(1).max(maxVersion) }), {
  version: 1,
})

/** A new version with the settings and secrets of an earlier one; the channel stays active or paused as it is. */
export async function restoreChannel(
  { caller, params, body, expected }: HandlerRequest<'channelId', z.output<typeof channelRestore>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('Channel', params.channelId), 'update')
    checkVersion(stored, expected)
    const { status: _, applied: __, ...earlier } = await readEarlier(tx, stored.id, body.version)
    const content = checkChannel(hub, earlier, hubContent('Channel', stored))
    return ok(presentChannel(await putChangedChannel(tx, stored, content)))
  })
}

async function readEarlier(tx: Tx, id: string, version: number) {
  const found = await tx.readVersion(hubAddress('Channel', id), version).catch((error: unknown) => {
    throw error instanceof Problem && error.slug === 'not-found' ? missing() : error
  })
  if (found.deleted) throw missing()
  return hubContent('Channel', found)
}

const missing = (): Problem => invalidField('version', 'is no version of this channel')
