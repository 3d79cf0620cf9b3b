/** GET /v1/events: release gates, jobs, deliveries and shares as they change, by identifiers and states only. docs/design/hub.md#routes. */

import { z } from 'zod'
import { type Caller, hasRole, type Role } from '../../core/caller.ts'
import { systemClock } from '../../core/clock.ts'
import { dayMs } from '../../core/durations.ts'
import { isOff } from '../../core/features.ts'
import { errorFields } from '../../core/log.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { listDeniedPatients } from '../../domain/consent/consent-denials.ts'
import type { Reply } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { type FeedPosition, findHead, type PushedEvent, readPushed } from '../../store/audit/pushed-events.ts'
import { type EventKind, pushedKinds } from '../../store/events.ts'
import { platformOf } from '../../store/platforms.ts'
import { openCursor, sealCursor } from '../../store/resources/search/cursor.ts'
import type { Tx } from '../../store/transaction.ts'
import { leaveOutDenied, receivesContent } from '../consents/consent-denials.ts'
import type { Hub } from '../hub.ts'
import * as roles from '../platform/roles.ts'
import { streamEvents } from './event-stream.ts'

type TopicRow = { readonly topic: string; readonly prefix: string; readonly roles: readonly Role[] }

/** Each kind of event belongs to one topic; a role gets events about what it may read. */
export const eventTopics = [
  { topic: 'gates', prefix: 'artifact.', roles: roles.clinical },
  { topic: 'jobs', prefix: 'job.', roles: roles.jobs },
  { topic: 'deliveries', prefix: 'delivery.', roles: roles.operatorsAndClinical },
  { topic: 'shares', prefix: 'share.', roles: roles.clinical },
  { topic: 'access', prefix: 'access.', roles: roles.auditors },
] as const satisfies readonly TopicRow[]

const topicNames = eventTopics.map(({ topic }) => topic)

export const eventQuery = z.strictObject({
  /** Some of them, comma separated; default: all that the role may follow. */
  topics: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(topicNames)))
    .optional(),
})

export const eventHeaders = z.object({ 'Last-Event-ID': z.string().max(400).optional() })

const list = 'events'
const pageSize = 500
/** A client that was away for longer lists everything, and begins again. */
const maxAwayMs = dayMs
const stallMs = 10_000

type Request = HandlerRequest<never, undefined, z.output<typeof eventQuery>, z.output<typeof eventHeaders>>

export async function followEvents(
  { caller, identifyAgain, query, headers, signal }: Request,
  hub: Hub,
): Promise<Reply> {
  const kinds = listKinds(caller, query.topics)
  const leave = hub.streams.take(caller)
  if (leave === undefined) throw new Problem('rate-limited', { headers: { 'Retry-After': '5' } })
  try {
    // The newest reading knows the tenant's present keys.
    let seal: (position: FeedPosition) => string = () => ''
    const sealBy = (tx: Tx) => {
      seal = (position) => sealCursor(tx, list, writePosition(position, tx.at))
    }
    const from = await hub.transact(caller, (tx) => {
      sealBy(tx)
      return begin(tx, headers['Last-Event-ID'])
    })
    // The answer already was that this took too long: nobody reads the stream.
    if (signal.aborted) throw new Problem('dependency-unavailable')
    const readPage = async (after: FeedPosition) =>
      identified(identifyAgain, () =>
        hub.transact(caller, async (tx) => {
          if (isOff(platformOf(tx.tenant, caller.spoke), 'events')) return undefined
          sealBy(tx)
          const page = await readPushed(tx, { after, kinds, limit: pageSize })
          return { ...page, events: await leaveOutDeniedNow(tx, page.events) }
        }),
      ).catch((error: unknown) => {
        hub.log.warn('events.ended', { ...errorFields(error), requestId: caller.requestId })
        return undefined
      })
    const followed = {
      from,
      readPage,
      writeId: (position: FeedPosition) => seal(position),
      until: caller.expiresAt,
      present: hasRole(caller, roles.clinical) ? presentEvent : presentToOthers,
      clock: systemClock,
    }
    return {
      status: 200,
      headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
      stream: { chunks: (signal) => streamEvents(followed, signal), stallMs, end: leave },
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** Whoever is refused elsewhere meanwhile reads no further page here. D170 */
async function identified<T>(identifyAgain: Request['identifyAgain'], read: () => Promise<T>): Promise<T> {
  await identifyAgain()
  return read()
}

function listKinds(caller: Caller, asked: readonly string[] | undefined): readonly EventKind[] {
  const open = eventTopics.filter((row) => hasRole(caller, row.roles))
  const chosen = asked === undefined ? open : open.filter(({ topic }) => asked.includes(topic))
  if (chosen.length === 0 || asked?.some((topic) => !open.some((row) => row.topic === topic)))
    throw new Problem('role-required')
  return pushedKinds.filter((kind) => chosen.some(({ prefix }) => kind.startsWith(prefix)))
}

async function begin(tx: Tx, lastId: string | undefined): Promise<FeedPosition> {
  tx.record('events.followed', {})
  if (lastId === undefined) return findHead(tx)
  const text = openCursor(tx, list, lastId)
  if (text === undefined) throw invalidField('Last-Event-ID', 'is no identifier of this stream')
  const [position, at] = readPosition(text)
  if (Date.parse(tx.at) - Date.parse(at) > maxAwayMs) throw new Problem('gone')
  return position
}

/** Leaves out events by the current denials, not those of the stream's beginning. */
async function leaveOutDeniedNow(tx: Tx, events: readonly PushedEvent[]): Promise<readonly PushedEvent[]> {
  if (!receivesContent(tx.caller)) return events
  const deniedPatients = await listDeniedPatients(tx, tx.caller)
  return leaveOutDenied(tx, events, deniedPatients)
}

const writePosition = ({ tx, seq }: FeedPosition, at: string): string => `${tx} ${seq} ${at}`

function readPosition(text: string): readonly [FeedPosition, string] {
  const [tx = '0', seq = '0', at = ''] = text.split(' ')
  return [{ tx, seq }, at]
}

const presentEvent = ({ tx: _tx, seq: _seq, ...event }: PushedEvent) => event
/** Only clinicians learn whose encounter it is. */
const presentToOthers = ({ tx: _tx, seq: _seq, encounterId: _encounterId, ...event }: PushedEvent) => event
