/** What a resource is found by: given by `index(tenant, resource)`, blinded here. STORE.md "Search". */
import type { JsonObject } from '../../core/json.ts'
import { mapInSlices } from '../../core/turns.ts'
import { blind } from '../keys/seal.ts'
import type { Tenant } from '../keys/tenants.ts'
import type { Space } from './content.ts'

export type Token = { readonly parameter: string; readonly value: string }

/** What a parameter points to: `Type/id`, or an absolute address. */
export type Reference = { readonly parameter: string; readonly target: string }

/** An interval, ends included: microseconds since 1970 for a time, the number itself for a number. */
export type Interval = { readonly low: number; readonly high: number }
export type Range = Token & Interval

export type IndexRows = {
  /** They can drive a search. */
  readonly tokens: readonly Token[]
  /** They are only looked at on rows that something else found. */
  readonly marks?: readonly Token[]
  readonly references?: readonly Reference[]
  readonly ranges?: readonly Range[]
  /** `Type/id` of all that it refers to and that may not be deleted before it. */
  readonly targets?: readonly string[]
  /** `Binary/id` of all that it refers to or attaches. */
  readonly binaries?: readonly string[]
  /** Something in it refers by an http or https address, whosever that is. */
  readonly hasAddress?: boolean
  /** `Type/id` of whose compartments it is in. */
  readonly compartments?: readonly string[]
  /** `Type/id` of the one patient whose own record it is; it is in that compartment. D20. */
  readonly owner?: string
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

export type Index = {
  (tenant: Tenant, resource: Indexed): IndexRows
  /** The same in slices, where resources may be large. */
  readonly inSlices?: (tenant: Tenant, resource: Indexed) => Generator<undefined, IndexRows>
}

type TypePlace = { readonly space: Space; readonly type: string }

/** Of nobody: their names and addresses come again and again. */
const impersonal: ReadonlySet<string> = new Set(['HealthcareService', 'Location', 'Medication', 'Organization'])

/** Who somebody is, and what was written of them, stays in memory no longer than it takes: it is not kept with its hash. */
const isTelling = (type: string, parameter: string): boolean =>
  !/:(?:present|system)$/.test(parameter) &&
  (parameter === '_id' ||
    /identifier|^birthdate|^death-date/i.test(parameter) ||
    (!impersonal.has(type) && /:exact$|:prefix$|^email|^phone|^telecom/.test(parameter)))

/** The tenant's own; `text` is short, and comes again. */
const hashKept = ({ number, keys }: Tenant, text: string): string =>
  keys.hashes.read(`${number}|${keys.indexId}|${text}`, () => blind(keys.index, text))

export function tokenHash(tenant: Tenant, { space, type }: TypePlace, { parameter, value }: Token): string {
  const text = `${space}|${type}|${parameter}|${value}`
  const isNotKept = tenant.keys.hashes.isTelling(type, parameter, isTelling)
  return isNotKept ? blind(tenant.keys.index, text) : hashKept(tenant, text)
}

export const selfHash = (tenant: Tenant, { space, type, id }: TypePlace & { readonly id: string }): string =>
  selfOf(tenant, space, `${type}/${id}`)

/** Of `Type/id`. */
export const selfOf = (tenant: Tenant, space: Space, target: string): string =>
  hashKept(tenant, `self|${space}|${target}`)

/** What `self` is combined with: a statement goes from a row to those that refer to it without knowing the key. */
export const referenceConstant = (tenant: Tenant, { space, type }: TypePlace, parameter: string): string =>
  hashKept(tenant, `reference|${space}|${type}|${parameter}`)

const combine = (self: string, constant: string): string =>
  BigInt.asIntN(64, BigInt(self) ^ BigInt(constant)).toString()

export const referenceHash = (tenant: Tenant, { space, type }: TypePlace, { parameter, target }: Reference): string =>
  tenant.keys.hashes.read(`${tenant.number}|${tenant.keys.indexId}|to|${space}|${type}|${parameter}|${target}`, () =>
    combine(selfOf(tenant, space, target), referenceConstant(tenant, { space, type }, parameter)),
  )

/** Of whatever type the member is. */
export const compartmentHash = (tenant: Tenant, space: Space, target: string): string =>
  referenceHash(tenant, { space, type: '*' }, { parameter: 'compartment', target })

/** Of whatever type the resource is: it is about this patient and nobody else. Only looked at in the compartment. D20. */
export const ownerHash = (tenant: Tenant, space: Space, target: string): string =>
  referenceHash(tenant, { space, type: '*' }, { parameter: 'owner', target })

/** What refers to a resource, by whatever element, has an entry here: deletion asks for it. D19. */
export const referredHash = (tenant: Tenant, target: string): string =>
  referenceHash(tenant, { space: 'fhir', type: '*' }, { parameter: 'referred', target })

/** What refers to a Binary, or attaches it, has an entry here: whose it is. D86. */
export const attachedHash = (tenant: Tenant, target: string): string =>
  referenceHash(tenant, { space: 'fhir', type: '*' }, { parameter: 'attached', target })

/** What refers by an address, of whatever type, has an entry here: which addresses are ours may change. D65. */
export const addressHash = (tenant: Tenant): string =>
  tokenHash(tenant, { space: 'fhir', type: '*' }, { parameter: '_address', value: '' })

export type HashedRows = {
  /** Distinct. */
  readonly drivers: readonly string[]
  /** First the drivers, then the marks. */
  readonly tokens: readonly string[]
  readonly refs: readonly string[]
  readonly ranges: readonly (Interval & { readonly hash: string })[]
}

/** With the principal date, which orders pages and is not hashed. */
export type HashedIndex = HashedRows & Pick<IndexRows, 'd' | 'dEnd'>

const distinct = (hashes: readonly string[]): string[] => [...new Set(hashes)]

export function* hashRows(tenant: Tenant, place: TypePlace, rows: IndexRows): Generator<undefined, HashedRows> {
  const { references = [], marks = [], ranges = [], compartments = [], owner } = rows
  const targets = tenant.references === 'enforce' ? (rows.targets ?? []) : []
  const drivers = distinct([
    ...(yield* mapInSlices(rows.tokens, (token) => tokenHash(tenant, place, token))),
    ...(yield* mapInSlices(references, (reference) => referenceHash(tenant, place, reference))),
    ...(yield* mapInSlices(compartments, (target) => compartmentHash(tenant, place.space, target))),
    ...(yield* mapInSlices(targets, (target) => referredHash(tenant, target))),
    ...(yield* mapInSlices(rows.binaries ?? [], (target) => attachedHash(tenant, target))),
    ...(rows.hasAddress === true ? [addressHash(tenant)] : []),
  ])
  return {
    drivers,
    tokens: distinct([
      ...drivers,
      ...(yield* mapInSlices(marks, (token) => tokenHash(tenant, place, token))),
      ...(owner === undefined ? [] : [ownerHash(tenant, place.space, owner)]),
    ]),
    refs: distinct(yield* mapInSlices(references, ({ target }) => selfOf(tenant, place.space, target))),
    ranges: yield* hashRanges(tenant, place, ranges),
  }
}

function* hashRanges(
  tenant: Tenant,
  place: TypePlace,
  ranges: readonly Range[],
): Generator<undefined, HashedRows['ranges']> {
  const hashed = yield* mapInSlices(ranges, (range) => ({
    hash: tokenHash(tenant, place, range),
    low: range.low,
    high: range.high,
  }))
  const keyed = new Map(hashed.map((range) => [`${range.hash} ${range.low} ${range.high}`, range]))
  return [...keyed.values()]
}
