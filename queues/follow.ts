/** Follows what is committed and numbers the events of each subscription. One process at a time does so for a tenant. STORE.md "Writes". */
import type { Caller } from '../src/core/caller.ts'
import { errorFields, type Log } from '../src/core/log.ts'
import { Problem } from '../src/core/problems.ts'
import { hideDenied } from '../src/domain/consent/hide-denied.ts'
import { type Access, findPartAccess } from '../src/fhir-server/access.ts'
import { parseSubscription, type SubscriptionRules } from '../src/fhir-server/subscriptions/subscription-content.ts'
import { type Change, compileMatcher, type Matcher } from '../src/fhir-server/subscriptions/subscription-match.ts'
import { fhirAddress } from '../src/store/hub-resources.ts'
import { readResource, type Stored } from '../src/store/resources/content.ts'
import { findVersion } from '../src/store/resources/read/versions.ts'
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

/** Where something is left, or no other process is heard; and between two looks, so that what comes together is matched together. */
const askMs = 100
/** Whatever happens: a wake-up may be lost. */
const safetyMs = 5_000
/** Whatever happens, the cursor moves on so often: what it has to look through stays short. */
const advanceMs = 10_000
const dropMs = 600_000
/** Others have their turn after so many versions. */
const pause = 50

export type Following = {
  readonly store: Store
  readonly rules: SubscriptionRules
  readonly log: Log
}

export type Follower = {
  readonly stop: () => Promise<void>
  /** Of which tenants this process keeps matchers. */
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

/** What this process knows of a tenant: nothing of it is needed to go on. */
type Progress = {
  /** Nothing was there below this transaction. */
  seenUntil: string
  advancedAt: number
  droppedAt: number
  matchers: ReadonlyMap<string, Matcher | undefined>
}

/** `open`: somebody else is at it, it went wrong, or a transaction still runs: it is looked at again, even where nothing new has been written. */
type Found = 'more' | 'all' | 'open'

const report =
  (log: Log) =>
  (error: unknown): Found => {
    log.warn('subscriptions.error', errorFields(error))
    return 'open'
  }

/** One batch of each tenant in turn: one that writes much, or cannot be followed, holds up no other. */
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

/** One that a former release took and this one does not understand collects nothing; whoever sends for it says so. */
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
      const stored = await tx.find(fhirAddress('Subscription', row.id))
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
    callers.set(row.id, await hideDenied(tx, caller))
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

/** What the subscriber may read now, whatever it was when it subscribed. */
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

/** Whether a transaction is one that a pg_snapshot shows: `xmin:xmax:those between that ran`. */
function snapshotTest(snapshot: string): (tx: string) => boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':')
  const ran = new Set(running.split(','))
  return (tx) => BigInt(tx) < BigInt(xmin) || (BigInt(tx) < BigInt(xmax) && !ran.has(tx))
}
