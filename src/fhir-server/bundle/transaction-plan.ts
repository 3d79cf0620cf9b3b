/** Finds out which resource each entry of a transaction is, before it writes any. R4 http.html#trules. */

import { checkPartAccess, checkWholeAccess } from '../../access/access.ts'
import { leaveOutStored } from '../../access/consent-denials/leave-out-denied.ts'
import { newId } from '../../core/ids.ts'
import { isJsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { openTurns } from '../../core/turns.ts'
import { type Conditional, checkMatches, type Lookup } from '../../store/resources/conditional.ts'
import type { Stored } from '../../store/resources/types.ts'
import { parseConditional } from '../conditional-criteria.ts'
import type { Exchange } from '../exchange.ts'
import { parseDeletion } from '../write/delete.ts'
import { type Entry, inEntry, inPlace } from './bundle-entries.ts'

/** An entry and the identity that it will have. */
export type Planned = Entry & {
  readonly id: string | undefined
  /** The resource that the criteria of a conditional entry found; one of them if several are to be deleted. */
  readonly existing: Stored | undefined
  readonly criteria: Conditional | undefined
}

/** Throws if the caller may not do all of it, or two entries are one resource. */
export async function planEntries(exchange: Exchange, entries: readonly Entry[]): Promise<Planned[]> {
  const criteria = new Map<number, Lookup>()
  const turns = openTurns()
  for (const entry of entries) {
    if (turns.isOver()) await turns.next()
    const where = await inPlace(entry.index, () => readCriteria(exchange, entry))
    if (where !== undefined) criteria.set(entry.index, where)
  }
  const found = await findExisting(exchange, criteria)
  const all = entries.flatMap((entry) =>
    spread({ ...entry, criteria: criteria.get(entry.index)?.where }, found.get(entry.index) ?? []),
  )
  const deleted = new Set(all.filter(isDelete).map((entry) => `${entry.request.type}/${identify(entry)}`))
  const planned = all.map((entry) => {
    const kept = withoutDeleted(entry, deleted)
    return { ...kept, id: identify(kept) }
  })
  checkIdentities(planned)
  return planned
}

/** Finds existing resources by the numbers of the entries. The reply is the same for a denied resource and for several resources. D95. */
async function findExisting(
  exchange: Exchange,
  criteria: ReadonlyMap<number, Lookup>,
): Promise<ReadonlyMap<number, readonly Stored[]>> {
  const looked = await exchange.tx.listAllWhere([...criteria.values()])
  const hasDenials = exchange.tx.caller.deniedPatients !== undefined
  const seen = hasDenials ? new Set(await leaveOutStored(exchange, looked.flat())) : undefined
  const found = new Map<number, readonly Stored[]>()
  for (const [at, [index, { limit }]] of [...criteria].entries()) {
    const all = looked[at] ?? []
    if (seen !== undefined && !all.every((stored) => seen.has(stored))) throw inEntry(index, new Problem('not-found'))
    found.set(index, await inPlace(index, () => checkMatches(all, limit)))
  }
  return found
}

type Found = Omit<Planned, 'id'>

/** A delete by criteria becomes one delete for each resource that it finds; they answer in one place. */
function spread(entry: Omit<Found, 'existing'>, found: readonly Stored[]): Found[] {
  const [first, ...others] = found
  const { fullUrl: _url, criteria: _criteria, ...rest } = entry
  return [
    { ...entry, existing: first },
    ...others.map((existing) => ({ ...rest, fullUrl: undefined, criteria: undefined, existing })),
  ]
}

function readCriteria({ server }: Exchange, { row, request }: Entry): Lookup | undefined {
  const { caller, type, ifNoneExist, parameters, id } = request
  // An entry that reads checks for itself, after everything is written.
  if (row.code !== 'create' && !isChange(row.code)) return undefined
  checkPartAccess(caller, type, row.code)
  const isConditional = row.code === 'create' ? ifNoneExist !== undefined : id === undefined
  if (!isConditional) return undefined
  const scope = checkWholeAccess(caller, type, 'search-type')
  const { criteria, limit = 1 } = row.code === 'delete' ? parseDeletion(parameters) : { criteria: parameters }
  return { where: parseConditional(server, { type, scope }, ifNoneExist ?? criteria), limit }
}

const keyOf = ({ type, token }: Conditional): string => `${type} ${token.parameter} ${token.value}`

const isChange = (code: Entry['row']['code']): code is 'update' | 'patch' | 'delete' =>
  code === 'update' || code === 'patch' || code === 'delete'

const isDelete = ({ row }: Entry): boolean => row.code === 'delete'

/** Deletes come first: a conditional create does not find what they delete. */
const withoutDeleted = (entry: Found, deleted: ReadonlySet<string>): Found =>
  entry.row.code === 'create' &&
  entry.existing !== undefined &&
  deleted.has(`${entry.existing.type}/${entry.existing.id}`)
    ? { ...entry, existing: undefined }
    : entry

/** The id of the resource that an entry creates or changes. A patch or delete by criteria may have found none. */
function identify({ row, request, existing }: Found): string | undefined {
  if (row.code === 'patch' || row.code === 'delete') return request.id ?? existing?.id
  if (row.code !== 'create' && row.code !== 'update') return undefined
  const given = row.code === 'update' && isJsonObject(request.body) ? request.body['id'] : undefined
  return request.id ?? existing?.id ?? (typeof given === 'string' ? given : newId())
}

/** A conditional create that found its resource changes nothing. */
export const isKept = ({ row, existing }: Planned): boolean => row.code === 'create' && existing !== undefined

function checkIdentities(planned: readonly Planned[]): void {
  const seen = new Set<string>()
  for (const entry of planned) {
    const keys = listIdentities(entry)
    if (keys.some((key) => seen.has(key))) {
      const detail = 'Another entry is the same resource, or has the same fullUrl'
      throw inEntry(entry.index, new Problem('validation', { detail }))
    }
    for (const key of keys) seen.add(key)
  }
}

function listIdentities(entry: Planned): string[] {
  const { id, criteria, request, fullUrl } = entry
  const url = fullUrl === undefined ? [] : [`fullUrl ${fullUrl}`]
  if (id === undefined || isKept(entry)) return url
  return [...url, `${request.type}/${id}`, ...(criteria === undefined ? [] : [keyOf(criteria)])]
}
