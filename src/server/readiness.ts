/** Whether this process can do its work: asks each dependency, with a time limit; no answer means not ready. */
import { statfs } from 'node:fs/promises'
import { type Clock, systemClock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { Feature } from '../core/features.ts'
import { newId } from '../core/ids.ts'
import { type CertificateState, soonDays } from '../http/tls/tls-files.ts'
import type { Probe } from '../hub/hub.ts'
import type { IssuerState } from '../identity/key-set.ts'
import type { OutboundPolicy } from '../outbound/policy.ts'
import { isReachable } from '../outbound/reach.ts'
import { checkDatabase, forgetProcess } from '../store/health.ts'
import { findUnavailable } from '../store/postgres/unavailable.ts'
import type { Store } from '../store/store.ts'
import { probeDrafter } from './providers/probe-drafter.ts'

type Found = Omit<Probe, 'name'>

type CheckRow = {
  readonly name: string
  /** Without it no request can be served. */
  readonly isRequired?: true
  /** Only spokes that need this feature are affected. */
  readonly feature?: Feature
  readonly isAdvisory?: true
  readonly check: () => Promise<Found>
}

export type Readiness = {
  readonly probes: () => Promise<readonly Probe[]>
  /** Required dependencies that are not ready: `/readyz`. */
  readonly listFailed: () => Promise<readonly Probe[]>
  readonly close: () => Promise<void>
}

type Checking = {
  readonly config: Config
  readonly store: Store
  readonly policy: OutboundPolicy
  readonly isQueueReady: () => Promise<boolean>
  /** For a process that serves requests. */
  readonly listIssuerStates?: () => readonly IssuerState[]
  /** For a process that speaks TLS. */
  readonly readCertificate?: () => CertificateState
  readonly clock?: Clock
}

const timeLimitMs = 2_000
const maxDriftMs = 5_000
const maxLagMs = 60_000
const maxBacklogMs = 60_000
/** The answer is kept for this time, because anybody may ask. */
const heldMs = 1_000
const seenEveryMs = 5_000

export function openReadiness({
  config,
  store,
  policy,
  isQueueReady,
  listIssuerStates = () => [],
  readCertificate,
  clock = systemClock,
}: Checking): Readiness {
  const self = { id: newId(), role: config.role }
  const look = () => checkDatabase(store.system, self)
  const provider = (url: string | undefined, ifNone: Found) => async (): Promise<Found> => {
    if (url === undefined) return ifNone
    return (await isReachable(policy, url, timeLimitMs)) ? { ready: true } : { ready: false, reason: 'no_answer' }
  }
  const rows: readonly CheckRow[] = [
    {
      name: 'database',
      isRequired: true,
      check: async () => Promise.all([look(), store.checkRoom()]).then(() => ({ ready: true })),
    },
    ...(config.databaseUrl === undefined
      ? [{ name: 'disk', isRequired: true as const, check: () => checkDisk(config.dataDir) }]
      : []),
    {
      name: 'clock',
      check: async () => {
        const { now } = await look()
        const driftMs = Math.abs(clock().getTime() - now)
        return driftMs > maxDriftMs ? { ready: false, reason: 'drift', ageMs: Math.round(driftMs) } : { ready: true }
      },
    },
    { name: 'keys', check: async () => store.checkKeys().then(() => ({ ready: true })) },
    ...(config.databaseReplicaUrl === undefined ? [] : [{ name: 'replica', check: () => checkReplica(store) }]),
    { name: 'queue', isRequired: true, check: async () => ({ ready: await isQueueReady() }) },
    { name: 'workers', check: () => look().then(describeWorkers) },
    { name: 'issuers', isAdvisory: true, check: async () => describeIssuers(listIssuerStates()) },
    { name: 'issuer_keys', isRequired: true, check: async () => describeKeys(listIssuerStates()) },
    ...certificateRows(readCertificate),
    {
      // R3.2: without it everything stays in review, but the server serves.
      name: 'verifier',
      feature: 'verify',
      check: async () => (config.verifier === 'off' ? { ready: false, reason: 'off' } : { ready: true }),
    },
    { name: 'drafter', feature: 'generate', check: () => probeDrafter(config, policy, timeLimitMs) },
    {
      name: 'transcription',
      feature: 'transcription',
      check: provider(config.transcriptionUrl, { ready: false, reason: 'not_configured' }),
    },
    { name: 'terminology', check: provider(config.terminologyUrl, { ready: true, reason: 'embedded' }) },
  ]
  const askAll = held(() => Promise.all(rows.map(ask)), clock)
  // The next look says it again, and the page asks by itself.
  const seen = setInterval(() => void look().catch(() => undefined), seenEveryMs).unref()
  // The next look comes soon.
  void look().catch(() => undefined)
  return {
    probes: askAll,
    listFailed: async () => (await askAll()).filter(({ name, ready }) => !ready && isRequired(rows, name)),
    async close() {
      clearInterval(seen)
      // A process that is not seen any more is forgotten in time.
      await forgetProcess(store.system, self.id).catch(() => undefined)
    },
  }
}

const isRequired = (rows: readonly CheckRow[], name: string): boolean =>
  rows.some((row) => row.name === name && row.isRequired === true)

/** Two segments of the write-ahead log: with less, the embedded database stops at its next one. */
const minFreeBytes = 32 * 2 ** 20

async function checkDisk(dataDir: string): Promise<Found> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize < minFreeBytes ? { ready: false, reason: 'disk_full' } : { ready: true }
}

async function checkReplica(store: Store): Promise<Found> {
  const lagMs = await store.readReplicaLagMs()
  return lagMs > maxLagMs ? { ready: false, reason: 'lagging', ageMs: Math.round(lagMs) } : { ready: true }
}

const describeWorkers = ({ workers, outboxMs }: { readonly workers: number; readonly outboxMs: number }): Found => {
  if (workers === 0) return { ready: false, reason: 'none_seen', count: 0 }
  const isBehind = outboxMs > maxBacklogMs
  return { ready: !isBehind, ...(isBehind ? { reason: 'backlog' } : {}), ageMs: Math.round(outboxMs), count: workers }
}

/** Gives the reason of one that does not answer; the next row covers the keys that users need. D79. */
function describeIssuers(issuers: readonly IssuerState[]): Found {
  const away = issuers.flatMap(({ failure }) => (failure === undefined ? [] : [failure.reason]))
  const [reason] = away
  return reason === undefined ? { ready: true } : { ready: false, reason, count: away.length }
}

const certificateRows = (read: Checking['readCertificate']): readonly CheckRow[] =>
  read === undefined
    ? []
    : [{ name: 'certificate', isAdvisory: true, check: async () => describeCertificateState(read()) }]

/** `count`: days left. */
function describeCertificateState({ daysLeft, isListOver }: CertificateState): Found {
  const reason = daysLeft < 0 ? 'expired' : isListOver ? 'list_expired' : daysLeft < soonDays ? 'ends_soon' : undefined
  return { ready: reason === undefined, ...(reason === undefined ? {} : { reason }), count: daysLeft }
}

/** While the keys of an issuer are in memory, its tokens are accepted. */
const describeKeys = (issuers: readonly IssuerState[]): Found =>
  issuers.length === 0 || issuers.some(({ isHeld }) => isHeld) ? { ready: true } : { ready: false, reason: 'none_held' }

/** Fails closed: an error, or no answer in time, means not ready. */
async function ask({ check, isRequired: _, ...row }: CheckRow): Promise<Probe> {
  const late = Promise.withResolvers<Found>()
  const timer = setTimeout(() => late.resolve({ ready: false, reason: 'timeout' }), timeLimitMs)
  try {
    const found = await Promise.race([check(), late.promise])
    return { ...row, ...found }
  } catch (error) {
    return { ...row, ready: false, reason: findUnavailable(error) ?? 'unreachable' }
  } finally {
    clearTimeout(timer)
  }
}

/** One answer for all who ask at the same time or shortly after. */
function held<T>(work: () => Promise<T>, clock: Clock): () => Promise<T> {
  let [last, until]: [Promise<T> | undefined, number] = [undefined, 0]
  return () => {
    const now = clock().getTime()
    if (last === undefined || now >= until) {
      last = work()
      until = now + heldMs
    }
    return last
  }
}
