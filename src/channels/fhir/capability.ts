/** Reads from a CapabilityStatement which requests a FHIR server takes. R4 capabilitystatement.html. */

import { listObjects } from '../../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'

export type TypeCapability = {
  readonly create: boolean
  readonly update: boolean
  /** A search by `identifier`. */
  readonly find: boolean
  /** If-None-Exist. */
  readonly conditionalCreate: boolean
}

export type Capability = {
  readonly isTransactional: boolean
  readonly types: ReadonlyMap<string, TypeCapability>
  /** The capability of each type that `types` does not name. */
  readonly others?: TypeCapability
}

const nothing: TypeCapability = { create: false, update: false, find: false, conditionalCreate: false }

export const capabilityOf = ({ types, others = nothing }: Capability, type: string): TypeCapability =>
  types.get(type) ?? others

/** The capability of a server without a statement, of which nobody knows anything. */
export const unknownCapability: Capability = { isTransactional: true, types: new Map() }

/** The capability of a server without a statement, whose form the operator names. We do not rely on If-None-Exist there. */
const assumed: TypeCapability = { create: true, update: true, find: true, conditionalCreate: false }
export const assumedCapability: Capability = { isTransactional: true, types: new Map(), others: assumed }

/** It can be created so that a repetition makes no second one: by a condition, or after a search. */
export function isPlaceable(capability: Capability, type: string): boolean {
  const { create, conditionalCreate, find } = capabilityOf(capability, type)
  return create && (conditionalCreate || find)
}

/** It can be found by its identifier and changed. */
export function isWithdrawable(capability: Capability, type: string): boolean {
  const { find, update } = capabilityOf(capability, type)
  return find && update
}

/** Undefined for anything but the statement of an R4 server. */
export function parseCapability(statement: unknown): Capability | undefined {
  if (!isJsonObject(statement) || statement['resourceType'] !== 'CapabilityStatement') return undefined
  if (!/^4\./.test(String(statement['fhirVersion']))) return undefined
  const rest = listObjects(statement['rest']).find(({ mode }) => mode === 'server')
  if (rest === undefined) return undefined
  const types = listObjects(rest['resource']).map((row) => [String(row['type']), parseType(row)] as const)
  return { isTransactional: listCodes(rest['interaction']).has('transaction'), types: new Map(types) }
}

function parseType(row: JsonObject): TypeCapability {
  const codes = listCodes(row['interaction'])
  const parameters = listObjects(row['searchParam']).map(({ name }) => name)
  return {
    create: codes.has('create'),
    update: codes.has('update'),
    find: codes.has('search-type') && parameters.includes('identifier'),
    conditionalCreate: row['conditionalCreate'] === true,
  }
}

const listCodes = (value: JsonValue | undefined): ReadonlySet<unknown> =>
  new Set(listObjects(value).map(({ code }) => code))
