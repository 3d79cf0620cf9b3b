/** What a resource is found by: given by `index(tenant, resource)`, blinded here. STORE.md "Search". */
import type { JsonObject } from '../json.ts'
import type { Space } from './content.ts'
import { blind } from './seal.ts'
import type { Tenant } from './tenants.ts'

export type Token = { readonly parameter: string; readonly value: string }

export type IndexRows = {
  readonly tokens: readonly Token[]
  /** The type's principal date (ISO instant); pages are in its order. Absent: the time of creation. */
  readonly d?: string
  readonly dEnd?: string
}

export type Indexed = {
  readonly space: Space
  readonly type: string
  readonly id: string
  readonly content: JsonObject
}

export type Index = (tenant: string, resource: Indexed) => IndexRows

export const tokenHash = (tenant: Tenant, place: { space: Space; type: string }, token: Token): string =>
  blind(tenant.keys.index, `${place.space}|${place.type}|${token.parameter}|${token.value}`)

export const selfHash = (tenant: Tenant, place: { space: Space; type: string; id: string }): string =>
  blind(tenant.keys.index, `self|${place.space}|${place.type}/${place.id}`)

/** Distinct hashes, sorted, so that writers touch the index in one order. */
export const tokenHashes = (
  tenant: Tenant,
  place: { space: Space; type: string },
  tokens: readonly Token[],
): string[] => [...new Set(tokens.map((token) => tokenHash(tenant, place, token)))].sort()
