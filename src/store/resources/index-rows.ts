/** The values that a resource is found by: given by `index(tenant, resource)`, blinded here. docs/design/store.md#search. */
import type { JsonObject } from '../../core/json.ts'
import { inSlices } from '../../core/turns.ts'
import { blind } from '../keys/seal.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { Space } from './types.ts'

export type Token = { readonly parameter: string; readonly value: string }

/** The target of a parameter: `Type/id`, or an absolute address. */
export type Reference = { readonly parameter: string; readonly target: string }

/** An interval, ends included: microseconds since 1970 for a time, the number itself for a number. */
export type Interval = { readonly low: number; readonly high: number }
export type Range = Token & Interval

export type IndexRows = {
  /** A search may start from them. */
  readonly tokens: readonly Token[]
  /** A search only tests them on rows that it found otherwise. */
  readonly marks?: readonly Token[]
  readonly references?: readonly Reference[]
  readonly ranges?: readonly Range[]
  /** `Type/id` of every resource that it refers to, and that must not be deleted before it. */
  readonly targets?: readonly string[]
  /** `Binary/id` of every Binary that it refers to or attaches. */
  readonly binaries?: readonly string[]
  /** True if anything in it refers by an http or https address, even if that address is not ours. */
  readonly hasAddress?: boolean
  /** `Type/id` of the compartments that it is in. */
  readonly compartments?: readonly string[]
  /** `Type/id` of the one patient whose own record it is in; it is in that compartment. D20. */
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
  /** The same in slices, for large resources. */
  readonly inSlices?: (tenant: Tenant, resource: Indexed) => Generator<undefined, IndexRows>
}

type TypePlace = { readonly space: Space; readonly type: string }

/** Types without patients: their names and addresses come often. */
const impersonal: ReadonlySet<string> = new Set(['HealthcareService', 'Location', 'Medication', 'Organization'])

/** Texts that name a person, or were written about one, are not kept in memory with their hash. */
const isTelling = (type: string, parameter: string): boolean =>
  !/:(?:present|system)$/.test(parameter) &&
  (parameter === '_id' ||
    /identifier|^birthdate|^death-date/i.test(parameter) ||
    (!impersonal.has(type) && /:exact$|:prefix$|^email|^phone|^telecom/.test(parameter)))

export function tokenHash({ keys }: Tenant, { space, type }: TypePlace, { parameter, value }: Token): string {
  const kept = keys.hashes.open(space, type, parameter, isTelling)
  return kept.find(value) ?? kept.keep(value, blind(keys.index, `${space}|${type}|${parameter}|${value}`))
}

/** Kinds of hashes of references. */
const constants: Readonly<Record<Space, string>> = {
  hub: 'reference hub',
  fhir: 'reference fhir',
  definitions: 'reference definitions',
}
const targets: Readonly<Record<Space, string>> = { hub: 'to hub', fhir: 'to fhir', definitions: 'to definitions' }

export const selfHash = (tenant: Tenant, { space, type, id }: TypePlace & { readonly id: string }): string =>
  selfOf(tenant, space, `${type}/${id}`)

/** Hash of `Type/id`. */
export function selfOf({ keys }: Tenant, space: Space, target: string): string {
  const kept = keys.hashes.open('self', space, '')
  return kept.find(target) ?? kept.keep(target, blind(keys.index, `self|${space}|${target}`))
}

/** Combined with `self`: a statement can go from a row to the rows that refer to it without the key. */
export function referenceConstant({ keys }: Tenant, { space, type }: TypePlace, parameter: string): string {
  const kept = keys.hashes.open(constants[space], type, parameter)
  return kept.find('') ?? kept.keep('', blind(keys.index, `reference|${space}|${type}|${parameter}`))
}

const combine = (self: string, constant: string): string =>
  BigInt.asIntN(64, BigInt(self) ^ BigInt(constant)).toString()

export function referenceHash(tenant: Tenant, place: TypePlace, { parameter, target }: Reference): string {
  const kept = tenant.keys.hashes.open(targets[place.space], place.type, parameter)
  return (
    kept.find(target) ??
    kept.keep(target, combine(selfOf(tenant, place.space, target), referenceConstant(tenant, place, parameter)))
  )
}

/** For members of any type. */
export const compartmentHash = (tenant: Tenant, space: Space, target: string): string =>
  referenceHash(tenant, { space, type: '*' }, { parameter: 'compartment', target })

/** For resources of any type: it is about this patient and nobody else. Tested only within the compartment. D20. */
export const ownerHash = (tenant: Tenant, space: Space, target: string): string =>
  referenceHash(tenant, { space, type: '*' }, { parameter: 'owner', target })

/** Every resource that refers to another, by any element, has this entry: a deletion looks for it. D19. */
export const referredHash = (tenant: Tenant, target: string): string =>
  referenceHash(tenant, { space: 'fhir', type: '*' }, { parameter: 'referred', target })

/** A resource that refers to a Binary, or attaches it, has this entry: it tells whose Binary it is. D86. */
export const attachedHash = (tenant: Tenant, target: string): string =>
  referenceHash(tenant, { space: 'fhir', type: '*' }, { parameter: 'attached', target })

/** A resource that refers by an address has this entry: our addresses may change. D65. */
export const addressHash = (tenant: Tenant): string =>
  tokenHash(tenant, { space: 'fhir', type: '*' }, { parameter: '_address', value: '' })

export type HashedRows = {
  /** Without duplicates. */
  readonly drivers: readonly string[]
  /** First the access tokens, then the marks. */
  readonly tokens: readonly string[]
  readonly refs: readonly string[]
  readonly ranges: readonly (Interval & { readonly hash: string })[]
}

/** With the principal date, which orders pages and is not hashed. */
export type HashedIndex = HashedRows & Pick<IndexRows, 'd' | 'dEnd'>

export function* hashRows(tenant: Tenant, place: TypePlace, rows: IndexRows): Generator<undefined, HashedRows> {
  const { references = [], marks = [], ranges = [], compartments = [], owner } = rows
  const drivers = new Set<string>()
  const refs = new Set<string>()
  yield* inSlices(rows.tokens, (token) => drivers.add(tokenHash(tenant, place, token)))
  yield* inSlices(references, (reference) => {
    drivers.add(referenceHash(tenant, place, reference))
    refs.add(selfOf(tenant, place.space, reference.target))
  })
  yield* inSlices(compartments, (target) => drivers.add(compartmentHash(tenant, place.space, target)))
  if (tenant.references === 'enforce')
    yield* inSlices(rows.targets ?? [], (target) => drivers.add(referredHash(tenant, target)))
  yield* inSlices(rows.binaries ?? [], (target) => drivers.add(attachedHash(tenant, target)))
  if (rows.hasAddress === true) drivers.add(addressHash(tenant))

  const tokens = new Set(drivers)
  yield* inSlices(marks, (token) => tokens.add(tokenHash(tenant, place, token)))
  if (owner !== undefined) tokens.add(ownerHash(tenant, place.space, owner))
  const keyed = new Map<string, Interval & { readonly hash: string }>()
  yield* inSlices(ranges, (range) => {
    const hash = tokenHash(tenant, place, range)
    keyed.set(`${hash} ${range.low} ${range.high}`, { hash, low: range.low, high: range.high })
  })
  return { drivers: [...drivers], tokens: [...tokens], refs: [...refs], ranges: [...keyed.values()] }
}
