/** The things that a Hub handler works with: the store, and values from `app.ts`. docs/design/house.md#handlers. */
import type { Coding } from '@medplum/fhirtypes'
import type { Caller } from '../core/caller.ts'
import type { Note, Verification } from '../core/clinical-note.ts'
import type { Config } from '../core/config.ts'
import type { Feature } from '../core/features.ts'
import type { JsonObject } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { FactTerm } from '../documents/claim-code.ts'
import type { FilterExpressions } from '../domain/channel/filter-expression.ts'
import type { Reviser } from '../drafting/providers/revision.ts'
import type { SecondReader } from '../drafting/providers/second-reader.ts'
import type { VerifyInput } from '../drafting/verify/verify.ts'
import type { Decision } from '../intake/apply/applied.ts'
import type { ChannelContent } from '../store/hub-resources.ts'
import type { ReceivedOutcome } from '../store/messages/received-messages.ts'
import type { ProviderBudget } from '../store/operations/provider-use.ts'
import type { Queryable } from '../store/postgres/queryable.ts'
import type { Store } from '../store/store.ts'
import type { Tx } from '../store/transaction.ts'
import type { Streams } from './audit/streams.ts'
import type { Render } from './render.ts'

/** The state of a dependency. It names no tenant's. */
export type Probe = {
  readonly name: string
  readonly ready: boolean
  /** Enumerated. */
  readonly reason?: string
  /** Age of the oldest waiting item, or the difference of clocks. */
  readonly ageMs?: number
  readonly count?: number
  /** Only spokes that need this feature are affected. */
  readonly feature?: Feature
  /** It degrades health, but affects no spoke. */
  readonly isAdvisory?: true
}

export type ChannelRules = {
  readonly formats: readonly string[]
  /** Throws `validation` with places below `field`. */
  readonly parse: (destination: JsonObject, field: string) => JsonObject
  /** Throws `validation` with the member and the setting if the address may never be called. */
  readonly checkAddress: (destination: JsonObject, field: string) => void
  /** With the members that a new record gets; `before`: the record that is changed. */
  readonly complete: (destination: JsonObject, before?: JsonObject) => JsonObject
  /** The address as a text, equal for equal addresses. */
  readonly addressOf: (destination: JsonObject) => string
}

/** The certain codings of each term, in the order of the terms. */
export type FindTermCodings = (runner: Queryable, terms: readonly FactTerm[]) => Promise<readonly (readonly Coding[])[]>

/** Runs a received message again. docs/inbound.md#run-again. */
export type MessageRuns = {
  /** In a transaction that rolls back: how the message is to be settled if the record does not take it, undefined if it does. */
  readonly attempt: (
    store: Pick<Store, 'transact'>,
    caller: Caller,
    run: MessageRun,
  ) => Promise<ReceivedOutcome | undefined>
  /** Applies the message and settles it. */
  readonly run: (tx: Tx, run: MessageRun) => Promise<void>
}

/** `decision`: whose record it is, as a person has decided. */
export type MessageRun = { readonly id: string; readonly decision?: Decision | undefined }

export type SecondReadings = { readonly reader: SecondReader; readonly budget: ProviderBudget }

export type Revisions = {
  readonly reviser: Reviser
  readonly budget: ProviderBudget
  /** Codes the claims of a note. */
  readonly code: (note: Note) => Promise<Note>
}

export type Hub = Pick<Store, 'transact'> & {
  readonly config: Pick<
    Config,
    | 'baseUrl'
    | 'claimMinutes'
    | 'environment'
    | 'hubTarget'
    | 'iosSpoke'
    | 'scopeNamespace'
    | 'maxJsonBytes'
    | 'maxTranscriptBytes'
    | 'maxBundleBytes'
    | 'handlerTimeoutMs'
    | 'verifyTimeoutMs'
    | 'requestsPerMinute'
    | 'terminologyFail'
    | 'maxChunkBytes'
    | 'maxAudioBytes'
    | 'drafter'
    | 'drafterUrl'
    | 'drafterFallback'
  >
  /** Absent if the verifier is off. */
  readonly verify: ((input: VerifyInput, signal: AbortSignal) => Promise<Verification>) | undefined
  /** Absent if no endpoint reads statements a second time. D296. */
  readonly secondReadings?: SecondReadings | undefined
  /** Absent if no outside drafter is configured. D297. */
  readonly revisions?: Revisions | undefined
  /** Absent if no terminology answers. */
  readonly findTermCodings?: FindTermCodings | undefined
  /** Renders a document in a worker thread. */
  readonly render: Render
  readonly probes: () => Promise<readonly Probe[]>
  readonly softwareVersion: string
  readonly streams: Streams
  /** Adds a client's measurement to the metrics of the process. */
  readonly observe: (name: string, value: number) => void
  readonly log: Log
  readonly filterExpressions: FilterExpressions
  readonly alertTargets: Pick<ChannelRules, 'parse' | 'checkAddress' | 'addressOf'>
  readonly messageRuns: MessageRuns
  readonly channelRules: Readonly<Record<ChannelContent['transport'], ChannelRules>>
}

/** The date of the active policy set. */
export const policyVersion = '2026-11-01'
