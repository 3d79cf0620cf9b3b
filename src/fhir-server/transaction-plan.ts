/** Which resource each entry of a transaction is, before any of them is written. R4 http.html#trules. */
import { newId } from '../ids.ts'
import { isJsonObject } from '../json.ts'
import { Problem } from '../problems.ts'
import type { Stored } from '../store/content.ts'
import type { Conditional } from '../store/transaction.ts'
import { checkAccess } from './access.ts'
import { type Entry, inEntry, inPlace } from './bundle-entries.ts'
import { parseConditional } from './criteria.ts'
import type { Exchange } from './exchange.ts'

/** An entry with the identity that it will have. */
export type Planned = Entry & {
  readonly id: string | undefined
  /** What the criteria of a conditional entry found. */
  readonly existing: Stored | undefined
  readonly criteria: Conditional | undefined
}

/** Throws where the caller may not do it all, or two entries are one resource. */
export async function planEntries(exchange: Exchange, entries: readonly Entry[]): Promise<Planned[]> {
  const criteria = new Map<number, Conditional>()
  for (const entry of entries) {
    const where = await inPlace(entry.index, () => readCriteria(exchange, entry))
    if (where !== undefined) criteria.set(entry.index, where)
  }
  const found = new Map<number, Stored | undefined>()
  // In the order of their criteria, so that transactions wait for one another in one order.
  for (const [index, where] of [...criteria].sort(([, a], [, b]) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    found.set(index, await inPlace(index, () => exchange.tx.findWhere(where)))
  }
  const deleted = new Set(
    entries.filter(isDelete).map((entry) => `${entry.request.type}/${identify(entry, found.get(entry.index))}`),
  )
  const planned = entries.map((entry) => {
    const existing = withoutDeleted(entry, found.get(entry.index), deleted)
    return { ...entry, existing, criteria: criteria.get(entry.index), id: identify(entry, existing) }
  })
  checkIdentities(planned)
  return planned
}

function readCriteria({ server }: Exchange, { row, request }: Entry): Conditional | undefined {
  const { caller, type, ifNoneExist, parameters, id } = request
  // An operation, and the history of the system, check for themselves.
  if (row.code === 'operation' || row.code === 'history-system') return undefined
  checkAccess(caller, type, row.code)
  const isConditional = row.code === 'create' ? ifNoneExist !== undefined : isChange(row.code) && id === undefined
  if (!isConditional) return undefined
  checkAccess(caller, type, 'search-type')
  return parseConditional(server, type, ifNoneExist ?? parameters)
}

const keyOf = ({ type, token }: Conditional): string => `${type} ${token.parameter} ${token.value}`

const isChange = (code: Entry['row']['code']): boolean => code === 'update' || code === 'patch' || code === 'delete'

const isDelete = ({ row }: Entry): boolean => row.code === 'delete'

/** Deletes come first: a conditional create does not find what they take away. */
const withoutDeleted = (
  { row }: Entry,
  existing: Stored | undefined,
  deleted: ReadonlySet<string>,
): Stored | undefined =>
  row.code === 'create' && existing !== undefined && deleted.has(`${existing.type}/${existing.id}`)
    ? undefined
    : existing

/** The id of what a writing entry creates or changes; a patch or a delete by criteria may have found nothing. */
function identify({ row, request }: Entry, existing: Stored | undefined): string | undefined {
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
