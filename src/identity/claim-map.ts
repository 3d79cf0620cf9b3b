/** Which values of which claims of an issuer grant which tenants, roles, spokes and scopes. D161, D191. */
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { roles } from '../core/caller.ts'
import { isUuid } from '../core/ids.ts'
import { JsonError, type JsonValue, parseJson } from '../core/json.ts'
import { findClaim, listClaim } from './claim-path.ts'
import type { Identity } from './identity.ts'
import { hubScopes } from './issuer/granted-scopes.ts'
import { parseFhirScope } from './scopes.ts'

const mostRows = 10_000

/** What a row grants. */
const members = ['tenants', 'roles', 'spokes', 'scopes'] as const

const row = z
  .strictObject({
    claim: z.string().min(1).max(300),
    value: z.string().min(1).max(1000),
    tenants: z.array(z.string().toLowerCase().refine(isUuid, 'is no UUID')).min(1).optional(),
    roles: z.array(z.enum(roles)).min(1).optional(),
    spokes: z.array(z.string()).min(1).optional(),
    scopes: z.array(z.string().max(1000)).min(1).optional(),
  })
  .refine((one) => members.some((member) => one[member] !== undefined), 'grants nothing')

const mapFile = z.strictObject({
  issuers: z.array(z.strictObject({ issuer: z.string(), rows: z.array(row).min(1).max(mostRows) })),
})

type MapFile = z.output<typeof mapFile>
type ClaimMapRow = z.output<typeof row>

/** The rows of each issuer that has any. */
export type ClaimMap = ReadonlyMap<string, readonly ClaimMapRow[]>

export type KnownNames = {
  /** The trusted issuers. */
  readonly issuers: readonly string[]
  readonly spokes: readonly string[]
  /** Of the scopes of `/v1`. */
  readonly scopeNamespace: string
  /** Whether the issuer may name the tenant. */
  readonly mayName: (issuer: string, tenant: string) => boolean
}

/** The faults name places like `issuers.0.rows.2.spokes.1`, and no value. */
type Parsed = { readonly map: ClaimMap } | { readonly faults: readonly string[] }

export function parseClaimMap(text: string, known: KnownNames): Parsed {
  let json: JsonValue
  try {
    json = parseJson(text)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return { faults: [`the file: ${error.message}`] }
  }
  const { success, data, error } = mapFile.safeParse(json)
  if (!success) return { faults: error.issues.map(({ path, message }) => `${path.join('.') || 'the file'} ${message}`) }
  const faults = findUnknown(data, known)
  return faults.length > 0 ? { faults } : { map: new Map(data.issuers.map(({ issuer, rows }) => [issuer, rows])) }
}

function findUnknown({ issuers }: MapFile, known: KnownNames): readonly string[] {
  const names = issuers.map(({ issuer }) => issuer)
  return issuers.flatMap(({ issuer, rows }, at) => {
    const place = `issuers.${at}`
    if (!known.issuers.includes(issuer))
      return [`${place}.issuer is none of BANKSIA_ISSUERS, as they are written there`]
    if (names.indexOf(issuer) !== at) return [`${place}.issuer occurs twice`]
    return rows.flatMap(({ spokes = [], tenants = [], scopes = [] }, number) => [
      ...scopes.flatMap((scope, index) =>
        isScope(scope, known.scopeNamespace) ? [] : [`${place}.rows.${number}.scopes.${index} is no scope of ours`],
      ),
      ...spokes.flatMap((spoke, index) =>
        known.spokes.includes(spoke) ? [] : [`${place}.rows.${number}.spokes.${index} is no spoke`],
      ),
      ...tenants.flatMap((tenant, index) =>
        known.mayName(issuer, tenant)
          ? []
          : [`${place}.rows.${number}.tenants.${index} is no tenant that BANKSIA_ISSUER_TENANTS gives this issuer`],
      ),
    ])
  })
}

const isScope = (scope: string, namespace: string): boolean =>
  hubScopes(namespace).includes(scope) || parseFhirScope(scope) !== undefined

/** Every tenant that the map names. */
export const listMappedTenants = (map: ClaimMap): readonly string[] =>
  unique([...map.values()].flat().flatMap(({ tenants = [] }) => tenants))

/** A value with a space may be a name in a claim of one text. */
const isMet = (payload: JWTPayload, { claim, value }: ClaimMapRow): boolean => {
  const found = findClaim(payload, claim)
  return found === value || listClaim(found).includes(value)
}

/** The identity with the grants of the map; unchanged for an issuer without rows. A token that meets no row gets nothing. */
export function grantByMap(map: ClaimMap, payload: JWTPayload, identity: Identity): Identity {
  const rows = map.get(identity.issuer)
  if (rows === undefined) return identity
  const met = rows.filter((one) => isMet(payload, one))
  if (met.length === 0) return { ...identity, tenants: [], roles: [], spokes: [], scopes: [] }
  const speaksOf = (member: (typeof members)[number]): boolean => rows.some((one) => one[member] !== undefined)
  return {
    ...identity,
    ...(speaksOf('tenants') ? { tenants: unique(met.flatMap(({ tenants = [] }) => tenants)) } : {}),
    ...(speaksOf('roles') ? { roles: unique(met.flatMap(({ roles: granted = [] }) => granted)) } : {}),
    ...(speaksOf('spokes') ? { spokes: unique(met.flatMap(({ spokes = [] }) => spokes)) } : {}),
    ...(speaksOf('scopes') ? { scopes: unique(met.flatMap(({ scopes = [] }) => scopes)) } : {}),
  }
}

const unique = <T>(items: readonly T[]): readonly T[] => [...new Set(items)]
