/** What an interaction is given and what it answers, whether it came alone or as an entry of a Bundle. R4 http.html. */
import type { Caller } from '../core/caller.ts'
import type { Config } from '../core/config.ts'
import type { JsonObject, JsonValue } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { Platform } from '../core/platform.ts'
import { fhirPath } from '../fhir/own-addresses.ts'
import type { ReindexProgress } from '../store/reindex/reindex-queue.ts'
import type { Reading } from '../store/resources/reader.ts'
import type { Writing } from '../store/resources/write/write-rows.ts'
import type { ReadableStore } from '../store/store.ts'
import type { Tx } from '../store/transaction.ts'
import type { PrepareCodes, Terminology } from '../terminology/terminology.ts'
import type { Versions } from './preconditions.ts'
import type { SearchParameters } from './search/search-parameters.ts'

export type FhirServer = {
  readonly store: ReadableStore
  readonly parameters: SearchParameters
  readonly terminology: Terminology
  /** Absent where nothing would answer. */
  readonly prepareCodes?: PrepareCodes
  readonly config: Pick<Config, 'baseUrl' | 'clientIds' | 'handlerTimeoutMs' | 'maxBundleBytes' | 'mode'>
  readonly log: Log
  readonly softwareVersion: string
}

type Serving = {
  readonly server: FhirServer
  /** Types that are being indexed again, where a parameter waits for it. */
  readonly reindexes?: readonly ReindexProgress[]
}

export type Exchange = Serving & { readonly tx: Tx }

/** Of what writes one resource at its end. */
export type WriteExchange = { readonly tx: Writing; readonly server: FhirServer }

/** Of what only reads: in a transaction it sees what that has written. */
export type ReadExchange = Serving & { readonly tx: Reading }

export type Parameters = readonly (readonly [name: string, value: string])[]

export type FhirRequest = {
  readonly caller: Caller
  /** What holds for the caller's spoke. */
  readonly platform: Platform
  /** Empty where the request is to the whole system. */
  readonly type: string
  readonly id?: string
  readonly version?: number
  readonly parameters: Parameters
  /** `Type/id` of the compartment that is searched. */
  readonly compartment?: string
  /** The types that a search of no single one looks at. */
  readonly types?: readonly string[]
  readonly body?: JsonValue
  /** The JSON that an operation's body was read from. */
  readonly bodyText?: () => string
  /** Media type of the body. */
  readonly mediaType?: string
  readonly ifMatch?: Versions
  readonly ifNoneMatch?: Versions
  /** Milliseconds since 1970. */
  readonly ifModifiedSince?: number
  /** Criteria of a conditional create. */
  readonly ifNoneExist?: Parameters
  /** Of the X-Provenance header, without its target. */
  readonly provenance?: JsonObject
  /** Prefer: handling=strict. */
  readonly strict: boolean
  /** Prefer: respond-async. */
  readonly isAsync: boolean
  /** Prefer: return=, where it is given. */
  readonly preferred: 'minimal' | 'representation' | 'OperationOutcome' | undefined
  /** The Accept header asks for no FHIR format: a Binary goes out as itself. */
  readonly native: boolean
  /** The id of what will be created, where a Bundle has given it already. */
  readonly assignedId?: string
}

export type FhirReply = {
  readonly status: number
  /** A FHIR resource. */
  readonly text?: string
  /** The same in XML, where it is at hand. */
  readonly xml?: () => string
  /** A Binary's own bytes, in place of `text`. */
  readonly content?: { readonly mediaType: string; readonly bytes: Uint8Array }
  /** Bytes that come bit by bit, compressed, in place of `text`. */
  readonly file?: { readonly mediaType: string; readonly gzip: AsyncIterable<Uint8Array> }
  readonly headers?: Readonly<Record<string, string>>
  /** When the version was written: finer than its header. */
  readonly modifiedAt?: string
}

export type Interact = (exchange: Exchange, request: FhirRequest) => Promise<FhirReply>
export type Look = (exchange: ReadExchange, request: FhirRequest) => Promise<FhirReply>

export type WriteOne = (exchange: WriteExchange, request: FhirRequest) => Promise<FhirReply>

/** A look needs no transaction, nor does what writes one resource, and no more than that, at its end. */
export type Work =
  | { readonly look: Look }
  | { readonly interact: Interact }
  /** `interact`: where it does so by criteria. */
  | { readonly writeOne: WriteOne; readonly interact?: Interact }

export const baseOf = (server: FhirServer): string => `${server.config.baseUrl}${fhirPath}`
