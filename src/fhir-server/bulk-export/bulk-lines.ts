/** Which of the versions of one step an export holds, as lines of NDJSON. Bulk Data Access 2.0 export.html. */
import { newId } from '../../core/ids.ts'
import { isJsonObject, type JsonObject, stringifyJson } from '../../core/json.ts'
import type { BulkExport } from '../../store/bulk-export/bulk-exports.ts'
import { parseForReading, resourceText, type Stored } from '../../store/resources/content.ts'
import type { Reader } from '../../store/resources/reader.ts'
import { isDirectory } from '../access.ts'
import { leaveOutHidden } from '../hidden/hidden.ts'
import { listCompartments } from '../index/compartments.ts'
import { meetsFilter } from '../search/filter-match.ts'
import type { FilterContext } from '../search/parse-filter.ts'
import type { SearchParameters } from '../search/search-parameters.ts'
import { subsetText } from '../search/subset.ts'
import { type AskedBulk, type LeafFilter, parseFilters } from './bulk-request.ts'

export type Lines = { readonly output: readonly string[]; readonly deleted: readonly string[] }

export type BulkReader = {
  /** `Type/id` of the compartments to which resources of the type are kept. */
  readonly compartmentsOf: (type: string) => readonly string[] | undefined
  readonly linesOf: (type: string, items: readonly Stored[]) => Promise<Lines>
}

export type BulkContext = Pick<FilterContext, 'parameters'>

/** Put by the kick-off. */
export const readAsked = ({ asked }: Pick<BulkExport, 'asked'>): AskedBulk => JSON.parse(asked) as AskedBulk

/** `hidden`: patients who deny it to who asked; `source`: by which it is known whose is what does not say so itself. */
export function openBulkReader(
  { parameters, source, hidden = [] }: BulkContext & { readonly source: Reader; readonly hidden?: readonly string[] },
  one: BulkExport,
): BulkReader {
  const asked = readAsked(one)
  const context = { parameters, now: Date.parse(one.createdAt) }
  const filtersOf = (type: string): readonly (readonly LeafFilter[])[] =>
    asked.queries.filter((query) => query.type === type).map((query) => parseFilters(context, query))
  const isKept = (type: string): boolean => one.level !== 'system' && !isDirectory(type)
  const patients = asked.patients?.map((id) => `Patient/${id}`)

  /** Any of the searches for its type, and in anybody's record. */
  const isWanted = (stored: Stored, filters: readonly (readonly LeafFilter[])[]): boolean => {
    const { type, id } = stored
    const isInAny = isKept(type) && patients === undefined
    if (filters.length === 0 && !isInAny) return true
    const content: JsonObject = parseForReading(stored)
    const isMet = filters.some((all) => all.every((filter) => meetsFilter(parameters, filter, { type, content })))
    return (filters.length === 0 || isMet) && (!isInAny || isInRecord({ type, id, content }))
  }
  const isInRecord = (found: { type: string; id: string; content: JsonObject }): boolean =>
    listCompartments(parameters, found).some((target) => target.startsWith('Patient/'))

  const textOf = (stored: Stored): string => {
    const text = resourceText(stored)
    if (asked.elements.length === 0) return text
    return subsetText(
      parameters.definitions,
      { type: stored.type, text },
      { summary: 'false', elements: asked.elements },
    )
  }

  return {
    compartmentsOf: (type) => (isKept(type) ? patients : undefined),
    async linesOf(type, items) {
      const filters = filtersOf(type)
      const isHiddenPatient = ({ id }: Stored): boolean => type === 'Patient' && hidden.includes(id)
      const deleted =
        one.since === undefined ? [] : items.filter((stored) => stored.deleted && !isHiddenPatient(stored))
      const wanted = items.filter((stored) => !stored.deleted && isWanted(stored, filters))
      const current = hidden.length === 0 ? wanted : await listSeen({ parameters, source, hidden }, wanted)
      return { output: current.map(textOf), deleted: deleted.length === 0 ? [] : [deletionText(deleted)] }
    },
  }
}

type Seeing = {
  readonly parameters: SearchParameters
  readonly source: Reader
  readonly hidden: readonly string[]
}

/** Judged as a read of each would be. */
async function listSeen({ parameters, source, hidden }: Seeing, items: readonly Stored[]): Promise<readonly Stored[]> {
  const found = items.map((stored) => ({ type: stored.type, id: stored.id, stored, content: parseForReading(stored) }))
  return (await leaveOutHidden(source, parameters, { hidden, found })).map(({ stored }) => stored)
}

/** Of a Bundle of deletions; whose else it was nobody can tell of an identifier. */
export const withoutHiddenPatients = (bundle: JsonObject, hidden: readonly string[]): JsonObject => ({
  ...bundle,
  entry: (Array.isArray(bundle['entry']) ? bundle['entry'] : []).filter((entry) => {
    const request = isJsonObject(entry) ? entry['request'] : undefined
    const url = isJsonObject(request) ? request['url'] : undefined
    return !hidden.some((id) => url === `Patient/${id}`)
  }),
})

/** Whoever plays it back deletes what is gone. */
const deletionText = (deleted: readonly Stored[]): string =>
  stringifyJson({
    resourceType: 'Bundle',
    id: newId(),
    meta: { lastUpdated: deleted.at(-1)?.updatedAt },
    type: 'transaction',
    entry: deleted.map(({ type, id }) => ({ request: { method: 'DELETE', url: `${type}/${id}` } })),
  })
