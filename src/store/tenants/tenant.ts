/** A tenant as this process has it in memory: its settings, its keys, and the facts that every request needs. D77. */
import type { JsonObject } from '../../core/json.ts'
import type { Platform } from '../../core/platform.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import type { TenantKeys } from '../keys/keys.ts'
import type { Tables } from '../postgres/parts.ts'
import type { TenantState } from '../transitions.ts'

export type TenantSettings = {
  readonly id: string
  readonly requiredProfiles: 'au-core' | 'base'
  readonly references: 'enforce' | 'allow'
  /** IANA name; used in documents and HL7 time stamps. */
  readonly timeZone: string
  /** How many days after its end the content of a message is kept; null: for good. D250 */
  readonly messageDays?: number | null
  /** For operators; it appears in no document. */
  readonly name?: string
}

/** A SearchParameter, and the types that are still being indexed by it: no search may use it there. */
export type OwnParameter = { readonly resource: JsonObject; readonly pending: ReadonlySet<string> }

export type OwnDefinition = {
  /** Changes with the resource. */
  readonly key: string
  readonly resource: JsonObject
}

/** A FHIR Consent that denies something, as it was written. */
export type ConsentDenial = { readonly id: string; readonly consent: JsonObject }

/** By spoke, the newest platform config. */
export type Platforms = ReadonlyMap<string, Platform>

export type Tenant = TenantSettings & {
  readonly number: number
  /** Our addresses, which references are read by. */
  readonly addresses: OwnAddresses
  readonly state: TenantState
  readonly tables: Tables
  readonly keys: TenantKeys
  /** Grows with each change of these settings. */
  readonly generation: string
  readonly parameters: readonly OwnParameter[]
  readonly definitions: readonly OwnDefinition[]
  readonly platforms: Platforms
  readonly consentDenials: readonly ConsentDenial[]
  /** Some resources are not yet indexed as this release indexes them. */
  readonly isOutdated: boolean
}
