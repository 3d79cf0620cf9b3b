/** The records of a tenant as the person at the pages may read them: by the searches and reads of the FHIR interface, with their rights and their audit. D171. */
import type { JsonObject } from '../../core/json.ts'
import type { IssuerAccount } from '../issuer/accounts.ts'

/** Somebody who has signed in, at one tenant, for one app. */
export type Reader = {
  readonly account: IssuerAccount
  readonly tenant: string
  readonly client: string
}

export type RecordType = 'Patient' | 'Encounter'

export type FoundRecords = {
  readonly resources: readonly JsonObject[]
  /** Goes on with the next page, as the parameter `_cursor`. */
  readonly next?: string | undefined
}

export type PersonRecords = {
  /** Throws a Problem if the person may not search, or a parameter is not understood. */
  readonly search: (
    reader: Reader,
    type: RecordType,
    parameters: readonly (readonly [string, string])[],
  ) => Promise<FoundRecords>
  /** Undefined if it is not there for this person. */
  readonly read: (reader: Reader, type: RecordType, id: string) => Promise<JsonObject | undefined>
  /** Those to which callers have access now, as people call them; the id of one that has no name. */
  readonly nameTenants: (tenants: readonly string[]) => Promise<readonly NamedTenant[]>
}

export type NamedTenant = { readonly id: string; readonly name: string }
