/** Names, addresses, contacts and numbers of a person that are in use: neither old nor ended. R4 datatypes.html. */
import type { Address, HumanName, Identifier, Period } from '@medplum/fhirtypes'
import { identifierSystems } from '../documents/code-systems.ts'

export type Used = { readonly use?: string; readonly period?: Period }

/** Those that were in use at a time, a FHIR dateTime. */
export const listInUse = <T extends Used>(items: readonly T[] = [], on: string): readonly T[] =>
  items.filter(({ use, period }) => use !== 'old' && !hasEnded(period?.end, on))

/** A date ends with its last moment: R4 Period.end. */
function hasEnded(end: string | undefined, on: string): boolean {
  if (end === undefined) return false
  return end.includes('T') && on.includes('T') ? Date.parse(end) < Date.parse(on) : end < on.slice(0, end.length)
}

/** R4 name-use, the name by which a record knows a person first; a name without a use comes after the usual one. */
const uses: readonly (string | undefined)[] = [
  'official',
  'usual',
  undefined,
  'temp',
  'maiden',
  'nickname',
  'anonymous',
]

const rankOf = ({ use }: HumanName): number => {
  const rank = uses.indexOf(use)
  return rank === -1 ? uses.length : rank
}

/** A name that is over is better than none. */
export function usualName(names: readonly HumanName[] | undefined, on: string): HumanName {
  const [name] = listInUse(names, on).toSorted((a, b) => rankOf(a) - rankOf(b))
  return withoutNulls(name ?? names?.[0] ?? {})
}

/** A null stands in an array for a part that has extensions alone. R4 json.html#primitive. */
const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      Array.isArray(part) ? part.filter((item) => item !== null) : part,
    ]),
  ) as T

export const addressesOf = (addresses: readonly Address[] | undefined, on: string): readonly Address[] =>
  listInUse(addresses, on).map(withoutNulls)

type Issuer = { readonly name: string; readonly identifiers: readonly Identifier[] }

export const isRecordNumber = ({ type }: Identifier): boolean =>
  type?.coding?.some(({ code }) => code === 'MR') ?? false

/** The custodian's own record number (v2-0203 `MR`), else the first one. */
export const findRecordNumber = (
  { identifiers }: { readonly identifiers: readonly Identifier[] },
  custodian: Issuer,
): Identifier | undefined =>
  identifiers.find((one) => isRecordNumber(one) && issuerOf(one, custodian) === undefined) ??
  identifiers.find(isRecordNumber)

/** Who gave a number, if it says that another than the custodian did. AU Base scopes record numbers by the HPI-O of their issuer. */
export function issuerOf(
  { system = '', assigner }: Identifier,
  custodian: Issuer,
): { readonly name?: string; readonly hpio?: string } | undefined {
  const given = assigner?.identifier?.system === identifierSystems.hpio ? assigner.identifier.value : undefined
  const hpio = (/\/hpio-scoped\/[^/]+\/[^/]+\/(\d{16})$/.exec(system)?.[1] ?? given)?.replaceAll(' ', '')
  const name = assigner?.display
  const own = custodian.identifiers.find((one) => one.system === identifierSystems.hpio)?.value?.replaceAll(' ', '')
  if (hpio === undefined ? name === undefined || name === custodian.name : hpio === own) return undefined
  return { ...(name === undefined ? {} : { name }), ...(hpio === undefined ? {} : { hpio }) }
}
