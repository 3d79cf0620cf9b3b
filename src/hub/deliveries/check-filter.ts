/** Refuses what the filter of a channel leaves out: a dispatch, a share, and the replay of what has never gone out. D224 */
import { Problem } from '../../core/problems.ts'
import { judgeFilter } from '../../domain/channel/channel-filter.ts'
import type { ArtifactContent, ChannelContent } from '../../store/hub-resources.ts'
import { type Delivery, findDelivery } from '../../store/operations/deliveries.ts'
import type { Tx } from '../../store/transaction.ts'
import { readReleasedDocument } from '../exports/check-forms.ts'
import type { Hub } from '../hub.ts'

export type Filtering = Pick<Hub, 'filterExpressions'>

/** True if the receiver may have this document, or an edition before it: a filter keeps nothing more of it back. */
export async function isKnownThere(
  tx: Tx,
  { attempts, channelId }: Pick<Delivery, 'attempts' | 'channelId'>,
  { replaces = [] }: ArtifactContent,
): Promise<boolean> {
  if (attempts > 0) return true
  for (const { artifactId } of replaces) {
    const earlier = await findDelivery(tx, { artifactId, channelId })
    if (earlier !== undefined && earlier.attempts > 0) return true
  }
  return false
}

/** Throws `business-rule` with the member of the filter. The artifact has been released. */
export async function checkFilter(
  tx: Tx,
  { filterExpressions }: Filtering,
  { channel, content }: { readonly channel: ChannelContent; readonly content: ArtifactContent },
): Promise<void> {
  if (channel.filter === undefined) return
  const bundle = await readReleasedDocument(tx, content)
  const verdict = judgeFilter(filterExpressions, channel, { bundle, content })
  if (verdict.outcome === 'left-out')
    throw new Problem('business-rule', { detail: `The filter of the channel leaves this document out: ${verdict.by}` })
  if (verdict.outcome === 'failed')
    throw new Problem('business-rule', { detail: 'The expression of the channel has no answer for this document' })
}
