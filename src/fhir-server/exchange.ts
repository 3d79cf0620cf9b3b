/** Input and output of an interaction, alone or as an entry of a Bundle. R4 http.html. */

import type { Caller } from '../core/caller.ts'
import type { Config } from '../core/config.ts'
import type { JsonObject, JsonValue } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { Platform } from '../core/platform.ts'
import { fhirPath } from '../fhir/own-addresses.ts'
import type { Parameters } from '../fhir-search/criteria/search-criteria.ts'
import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import type { ReindexProgress } from '../store/reindex/reindex-queue.ts'
import type { View } from '../store/resources/view.ts'
import type { Writing } from '../store/resources/write/write-rows.ts'
import type { Store } from '../store/store.ts'
import type { Tx } from '../store/transaction.ts'
import type { PrepareCodes, Terminology } from '../terminology/terminology.ts'
import type { Versions } from './preconditions.ts'

export type FhirServer = {
  readonly store: Pick<Store, 'transact' | 'view' | 'write' | 'hasHook'>
  readonly parameters: SearchParameters
  readonly terminology: Terminology
  /** Absent if no terminology could answer. */
  readonly prepareCodes?: PrepareCodes
  readonly config: Pick<
    Config,
    'baseUrl' | 'clientIds' | 'corsOrigins' | 'handlerTimeoutMs' | 'maxBundleBytes' | 'mode'
  >
  readonly log: Log
  readonly softwareVersion: string
  /** Endpoints of the authorisation server, if this server is one. */
  readonly oauthUris?: Readonly<Record<string, string>>
}

type Serving = {
  readonly server: FhirServer
  /** Types that are being indexed again, if a parameter waits for that. */
  readonly reindexes?: readonly ReindexProgress[]
}

export type Exchange = Serving & { readonly tx: Tx }

/** For an interaction that writes one resource at its end. */
export type WriteExchange = { readonly tx: Writing; readonly server: FhirServer }

/** For an interaction that only reads. In a transaction it sees what that has written. */
export type ReadExchange = Serving & { readonly tx: View }

export type FhirRequest = {
  readonly caller: Caller
  /** The platform config of the caller's spoke. */
  readonly platform: Platform
  /** Empty for a request to the whole system. */
  readonly type: string
  readonly id?: string
  readonly version?: number
  readonly parameters: Parameters
  /** They came in a posted form: links do not show their values. */
  readonly isForm?: boolean
  /** It is an entry of a Bundle: its links do not show them either. */
  readonly isEntry?: boolean
  /** `Type/id` of the searched compartment. */
  readonly compartment?: string
  /** The types of a search without a single type. */
  readonly types?: readonly string[]
  readonly body?: JsonValue
  /** The JSON text of an operation's body. */
  readonly bodyText?: () => string
  /** Media type of the body. */
  readonly mediaType?: string
  readonly ifMatch?: Versions
  readonly ifNoneMatch?: Versions
  /** Milliseconds since 1970. */
  readonly ifModifiedSince?: number
  /** Criteria of a conditional create. */
  readonly ifNoneExist?: Parameters
  /** The X-Provenance header, without its target. */
  readonly provenance?: JsonObject
  /** Prefer: handling=strict. */
  readonly strict: boolean
  /** Prefer: respond-async. */
  readonly isAsync: boolean
  /** Prefer: return=, if given. */
  readonly preferred: 'minimal' | 'representation' | 'OperationOutcome' | undefined
  /** The Accept header wants no FHIR format: a Binary is sent as itself. */
  readonly native: boolean
  /** The addressed resource is denied to the caller: a write treats it as one that is not there. D179. */
  readonly isDenied?: boolean
  /** The id of the new resource, if a Bundle has assigned one. */
  readonly assignedId?: string
}

export type FhirReply = {
  readonly status: number
  /** A FHIR resource. */
  readonly text?: string
  /** The same in XML, if it is available. */
  readonly xml?: () => string
  /** The bytes of a Binary, instead of `text`. */
  readonly content?: { readonly mediaType: string; readonly bytes: Uint8Array }
  /** Bytes in parts, compressed, instead of `text`. */
  readonly file?: { readonly mediaType: string; readonly gzip: AsyncIterable<Uint8Array> }
  readonly headers?: Readonly<Record<string, string>>
  /** When the version was written: finer than the header. */
  readonly modifiedAt?: string
}

export type Interact = (exchange: Exchange, request: FhirRequest) => Promise<FhirReply>
export type Look = (exchange: ReadExchange, request: FhirRequest) => Promise<FhirReply>

export type WriteOne = (exchange: WriteExchange, request: FhirRequest) => Promise<FhirReply>

/** A read needs no transaction, and neither does an interaction that writes one resource at its end. */
export type Work =
  | { readonly look: Look }
  | { readonly interact: Interact }
  /** `interact`: for the form with criteria. */
  | { readonly writeOne: WriteOne; readonly interact?: Interact }

export const baseOf = (server: FhirServer): string => `${server.config.baseUrl}${fhirPath}`

/** For building the text of a resource: members that are undefined are left out of it. */
export type Members<T> = { readonly [K in keyof T]: T[K] | undefined }
