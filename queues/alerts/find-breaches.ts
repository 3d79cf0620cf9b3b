/** Finds what breaks the rule of an alert now. docs/channels.md#alerts */
import { X509Certificate } from 'node:crypto'
import { dayMs } from '../../src/core/durations.ts'
import { isJsonObject, type JsonValue } from '../../src/core/json.ts'
import type { AlertContent } from '../../src/store/alert-rules.ts'
import type { ChannelContent } from '../../src/store/hub-resources.ts'
import { hubContent } from '../../src/store/hub-resources.ts'
import { type Finding, findBroken, findSilent } from '../../src/store/operations/alert-figures.ts'
import { listAll } from '../../src/store/resources/search/whole-search.ts'
import type { Tx } from '../../src/store/transaction.ts'

/** Reads when the certificate of this server ends, in milliseconds since 1970; undefined without TLS. */
export type ReadOwnEnd = () => number | undefined

type Listed = { readonly id: string; readonly channel: ChannelContent }

const listType = (tx: Tx, type: 'Channel' | 'Sender') => listAll(tx, { space: 'hub', type, where: [], order: 'oldest' })

/** All channels, or the one that the alert names if it is there. */
async function listWatched(tx: Tx, { channelId }: AlertContent): Promise<readonly Listed[]> {
  const all = await listType(tx, 'Channel')
  const wanted = channelId === undefined ? all : all.filter(({ id }) => id === channelId)
  return wanted.map((stored) => ({ id: stored.id, channel: hubContent('Channel', stored) }))
}

export async function findBreaches(tx: Tx, alert: AlertContent, readOwnEnd: ReadOwnEnd): Promise<readonly Finding[]> {
  const { rule, threshold, channelId } = alert
  const watched = await listWatched(tx, alert)
  const channelIds = watched.map(({ id }) => id)
  if (rule === 'certificate-ending')
    return listEnding(tx, { watched, threshold, readOwnEnd, isWhole: channelId === undefined })
  if (rule !== 'feed-silent') return findBroken(tx, rule, { channelIds, threshold })
  const senderIds = channelId === undefined ? (await listType(tx, 'Sender')).map(({ id }) => id) : []
  return findSilent(tx, { channelIds, senderIds, hours: threshold })
}

type Ending = {
  readonly watched: readonly Listed[]
  readonly threshold: number
  readonly readOwnEnd: ReadOwnEnd
  /** The alert is about the certificate of the server too. */
  readonly isWhole: boolean
}

/** The figure is the number of whole days left; 0 after the end. */
function listEnding(tx: Tx, { watched, threshold, readOwnEnd, isWhole }: Ending): readonly Finding[] {
  const now = Date.parse(tx.at)
  const ends = [
    ...(isWhole ? [{ subject: tx.caller.tenant, endsAt: readOwnEnd() }] : []),
    ...watched.map(({ id, channel }) => ({ subject: id, endsAt: endOf(channel) })),
  ]
  return ends.flatMap(({ subject, endsAt }) => {
    const days = endsAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((endsAt - now) / dayMs))
    return days < threshold ? [{ subject, figure: days }] : []
  })
}

/** The first end of our certificates for mutual TLS, with the receiver or its token endpoint. */
function endOf({ destination: { tls, auth } }: ChannelContent): number | undefined {
  const certificates = [tls, memberOf(auth, 'tls')].map((settings) => memberOf(settings, 'cert'))
  const ends = certificates.flatMap((cert) => (typeof cert === 'string' ? [readEnd(cert)] : []))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined

/** A certificate that cannot be read ends no connection later than the next. */
function readEnd(cert: string): number {
  try {
    return new X509Certificate(cert).validToDate.getTime()
  } catch {
    return 0
  }
}
