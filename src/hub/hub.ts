/** What a Hub handler works with: the store, and what `app.ts` passes in. STYLE.md 4. */
import type { Coding } from '@medplum/fhirtypes'
import type { Verification } from '../core/clinical-note.ts'
import type { Config } from '../core/config.ts'
import type { Feature } from '../core/features.ts'
import type { JsonObject } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { FactTerm } from '../documents/claim-code.ts'
import type { VerifyInput } from '../drafting/verify/verify.ts'
import type { ChannelContent } from '../store/hub-resources.ts'
import type { Queryable } from '../store/resources/reader.ts'
import type { StoreView } from '../store/store.ts'
import type { Render } from './artifacts/preview.ts'
import type { Streams } from './audit/streams.ts'

/** What is said of a dependency. It names no tenant's. */
export type Probe = {
  readonly name: string
  readonly ready: boolean
  /** Enumerated. */
  readonly reason?: string
  /** How old the oldest is that waits, or how far apart clocks are. */
  readonly ageMs?: number
  readonly count?: number
  /** Only who needs it is kept from its work. */
  readonly feature?: Feature
  /** It degrades health and keeps no spoke from its work. */
  readonly isAdvisory?: true
}

export type ChannelRules = {
  readonly formats: readonly string[]
  /** Throws `validation` with places below `field`. */
  readonly parse: (destination: JsonObject, field: string) => JsonObject
  /** Throws `validation`, naming the member and the setting, where it names what may never be called. */
  readonly checkAddress: (destination: JsonObject, field: string) => void
  /** Where it leads, as a text that is the same for the same addresses. */
  readonly addressOf: (destination: JsonObject) => string
}

/** Codings of each term that are certain, in the order of the terms. */
export type FindTermCodings = (runner: Queryable, terms: readonly FactTerm[]) => Promise<readonly (readonly Coding[])[]>

export type Hub = StoreView & {
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
  /** Absent where the verifier is off. */
  readonly verify: ((input: VerifyInput, signal: AbortSignal) => Promise<Verification>) | undefined
  /** Absent where no terminology answers. */
  readonly findTermCodings?: FindTermCodings | undefined
  /** A document's bytes, on a thread of its own. */
  readonly render: Render
  readonly probes: () => Promise<readonly Probe[]>
  readonly softwareVersion: string
  readonly streams: Streams
  /** Adds to the metrics of the process what a client measured. */
  readonly observe: (name: string, value: number) => void
  readonly log: Log
  readonly channelRules: Readonly<Record<ChannelContent['transport'], ChannelRules>>
}

/** The date of the active policy set. Spec 2.2. */
export const policyVersion = '2026-11-01'
