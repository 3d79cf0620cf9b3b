/** Follows commits and numbers the events of each subscription. One process at a time does so for a tenant. docs/design/store.md#writes. */

import { type Access, findPartAccess } from '../src/access/access.ts'
import type { Caller } from '../src/core/caller.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { withConsentDenials } from '../src/domain/consent/consent-denials.ts'
import { parseSubscription, type SubscriptionRules } from '../src/domain/subscription/subscription-content.ts'
import { type Change, compileMatcher, type Matcher } from '../src/domain/subscription/subscription-match.ts'
import { wholeAddress } from '../src/store/hub-resources.ts'
import { readResource } from '../src/store/resources/content.ts'
import { findVersion } from '../src/store/resources/read/versions.ts'
import type { Stored } from '../src/store/resources/types.ts'
import type { Store } from '../src/store/store.ts'
import {
  dropOldEvents,
  type NewEvents,
  putEvents,
  type SubscriptionEvent,
} from '../src/store/subscriptions/subscription-events.ts'
import {
  listCollecting,
  listCollectingTenants,
  type Subscription,
  subscriber,
} from '../src/store/subscriptions/subscriptions.ts'
import { type Followed, readFeed, tryFollow } from '../src/store/subscriptions/version-feed.ts'
import type { Tx } from '../src/store/transaction.ts'
import { openPace } from './pace.ts'

/** If work is left, or no other process can be heard; and between two looks, so that changes of one moment are matched together. */
const askMs = 100
/** In any case, because a wake-up may be lost. */
const safetyMs = 5_000
/** In any case the cursor moves this often, so that its range stays short. */
const advanceMs = 10_000
const dropMs = 600_000
/** Others run after so many versions. */
const pause = 50

export type Following = {
  readonly store: Store
  readonly rules: SubscriptionRules
  readonly log: Log
}

export type Follower = {
  readonly stop: () => Promise<void>
  /** Tenants for which this process keeps matchers. */
  readonly listTenants: () => readonly string[]
}

export function startFollower(following: Following): Follower {
  const stopping = new AbortController()
  const tenants = new Map<string, Progress>()
  const stopForgetting = following.store.onForgotten((tenant) => tenants.delete(tenant))
  const run = async (): Promise<void> => {
    const { wakeUps } = following.store
    const listen = (wake: () => void): void => wakeUps.listen('versions', wake)
    const { wait } = openPace({ listen, restMs: askMs, signal: stopping.signal })
    while (!stopping.signal.aborted) {
      const found = await followAll(following, tenants, stopping.signal).catch(report(following.log))
      if (found !== 'more') await wait(found === 'all' && wakeUps.isListening ? safetyMs : askMs)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      stopForgetting()
    },
    listTenants: () => [...tenants.keys()],
  }
}

/** This process's knowledge of a tenant; it could continue without it. */
type Progress = {
  /** Nothing was found below this transaction. */
  seenUntil: string
  advancedAt: number
  droppedAt: number
  matchers: ReadonlyMap<string, Matcher | undefined>
}

/** `open`: another process is at work, it failed, or a transaction still runs. It is looked at again, even if nothing new is written. */
type Found = 'more' | 'all' | 'open'

const report =
  (log: Log) =>
  (error: unknown): Found => {
    log.warn('subscriptions.error', errorFields(error))
    return 'open'
  }

/** One batch of each tenant in turn: a tenant that writes much, or cannot be followed, delays no other. */
async function followAll(following: Following, tenants: Map<string, Progress>, signal: AbortSignal): Promise<Found> {
  let all: Found = 'all'
  for (const { tenant, until, isSettled } of await listCollectingTenants(following.store.system)) {
    const progress = tenants.get(tenant) ?? { seenUntil: '', advancedAt: 0, droppedAt: 0, matchers: new Map() }
    tenants.set(tenant, progress)
    if (signal.aborted) break
    const found =
      progress.seenUntil === until ? 'all' : await follow(following, tenant, progress).catch(report(following.log))
    if (found === 'all') progress.seenUntil = until
    if (found === 'more' || all === 'more') all = 'more'
    else if (found === 'open' || !isSettled) all = 'open'
  }
  return all
}

/** Numbers the events of one batch of versions. */
const follow = ({ store, rules }: Following, tenant: string, progress: Progress): Promise<Found> =>
  store.transactAsSystem(tenant, async (tx) => {
    if (!(await tryFollow(tx))) return 'open'
    const subscriptions = await listCollecting(tx)
    const feed = await readFeed(tx, [...new Set(subscriptions.flatMap(({ types }) => types))])
    const now = Date.now()
    if (feed === undefined || (feed.versions.length === 0 && now - progress.advancedAt < advanceMs)) return 'all'
    if (feed.versions.length > 0) {
      progress.matchers = await compile(tx, rules, { subscriptions, known: progress.matchers })
      await putEvents(tx, await matchAll(tx, { subscriptions, matchers: progress.matchers }, feed.versions))
    }
    if (now - progress.droppedAt >= dropMs) {
      progress.droppedAt = now
      await dropOldEvents(tx)
    }
    progress.advancedAt = now
    await feed.advance()
    return feed.isCut ? 'more' : 'all'
  })

type Compiling = {
  readonly subscriptions: readonly Subscription[]
  readonly known: ReadonlyMap<string, Matcher | undefined>
}

const keyOf = ({ id, generation }: Subscription): string => `${id} ${generation}`

/** A subscription that an earlier release accepted and this one cannot understand collects nothing; the sender reports that. */
async function compile(
  tx: Tx,
  rules: SubscriptionRules,
  { subscriptions, known }: Compiling,
): Promise<Progress['matchers']> {
  const matchers = new Map<string, Matcher | undefined>()
  for (const row of subscriptions) {
    const key = keyOf(row)
    if (known.has(key)) matchers.set(key, known.get(key))
    else {
      const stored = await tx.find(wholeAddress('Subscription', row.id))
      matchers.set(key, stored && compileOne(rules, stored))
    }
  }
  return matchers
}

function compileOne(rules: SubscriptionRules, stored: Stored): Matcher | undefined {
  try {
    return compileMatcher(rules, parseSubscription(rules, readResource(stored)))
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type Matching = { readonly subscriptions: readonly Subscription[]; readonly matchers: Progress['matchers'] }

async function matchAll(
  tx: Tx,
  { subscriptions, matchers }: Matching,
  versions: readonly Followed[],
): Promise<NewEvents[]> {
  const callers = new Map<string, Caller>()
  for (const row of subscriptions) {
    const caller = subscriber(tx.tenant.id, row)
    callers.set(row.id, await withConsentDenials(tx, caller))
  }
  const watching = subscriptions.flatMap((row) => {
    const matcher = matchers.get(keyOf(row))
    const isShown = snapshotTest(row.since ?? '')
    const events: Omit<SubscriptionEvent, 'number'>[] = []
    const accesses = listAccesses(callers.get(row.id) ?? subscriber(tx.tenant.id, row), row.types)
    return matcher === undefined ? [] : [{ row, matcher, isShown, events, accesses }]
  })
  for (const [index, followed] of versions.entries()) {
    if (index % pause === pause - 1) await new Promise((resolve) => setImmediate(resolve))
    const concerned = watching.filter(
      ({ accesses, isShown }) => accesses.has(followed.stored.type) && !isShown(followed.tx),
    )
    if (concerned.length === 0) continue
    const change = await readChange(tx, followed)
    for (const { matcher, accesses, events } of concerned) {
      const access = accesses.get(change.type)
      if (access !== undefined && (await matcher(access, change))) events.push(eventOf(followed))
    }
  }
  return watching.map(({ row, events }) => ({ subscription: row.id, events }))
}

/** The access that the subscriber has now, not that of the time of subscribing. */
const listAccesses = (caller: Caller, types: readonly string[]): ReadonlyMap<string, Access> =>
  new Map(
    types.flatMap((type) => {
      const access = findPartAccess(caller, type, 'read')
      return access === undefined ? [] : [[type, access] as const]
    }),
  )

const eventOf = ({ stored, interaction }: Followed): Omit<SubscriptionEvent, 'number'> => ({
  at: stored.updatedAt,
  type: stored.type,
  resourceId: stored.id,
  version: stored.version,
  interaction,
})

async function readChange(tx: Tx, { stored, interaction }: Followed): Promise<Change> {
  const readPrevious = async () => {
    const previous = await findVersion(tx, stored, stored.version - 1)
    return previous === undefined || previous.deleted ? {} : readResource(previous)
  }
  const content = interaction === 'delete' ? await readPrevious() : readResource(stored)
  return { type: stored.type, id: stored.id, interaction, content, readPrevious }
}

/** True if a pg_snapshot shows the transaction: `xmin:xmax:running ones between`. */
function snapshotTest(snapshot: string): (tx: string) => boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':')
  const ran = new Set(running.split(','))
  return (tx) => BigInt(tx) < BigInt(xmin) || (BigInt(tx) < BigInt(xmax) && !ran.has(tx))
}
