/** Which of the versions of one step an export holds, as lines of NDJSON. Bulk Data Access 2.0 export.html. */
import { newId } from '../../ids.ts'
import { isJsonObject, type JsonObject, stringifyJson } from '../../json.ts'
import type { BulkExport } from '../../store/bulk-export/bulk-exports.ts'
import { glanceAt, resourceText, type Stored } from '../../store/content.ts'
import { isDirectory, isHidden } from '../access.ts'
import { isUntold } from '../hidden.ts'
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
  readonly linesOf: (type: string, items: readonly Stored[]) => Lines
}

export type BulkContext = Pick<FilterContext, 'parameters'>

/** Put by the kick-off. */
export const readAsked = ({ asked }: Pick<BulkExport, 'asked'>): AskedBulk => JSON.parse(asked) as AskedBulk

/** `hidden`: patients who deny it to who asked. */
export function openBulkReader(
  { parameters, hidden = [] }: BulkContext & { readonly hidden?: readonly string[] },
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
    if (filters.length === 0 && !isInAny && hidden.length === 0) return true
    const content: JsonObject = glanceAt(stored)
    if (hidden.length > 0 && isUnseen(parameters, hidden, { type, id, content })) return false
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
    linesOf(type, items) {
      const filters = filtersOf(type)
      const isHiddenPatient = ({ id }: Stored): boolean => type === 'Patient' && hidden.includes(id)
      const deleted =
        one.since === undefined ? [] : items.filter((stored) => stored.deleted && !isHiddenPatient(stored))
      const current = items.filter((stored) => !stored.deleted && isWanted(stored, filters))
      return { output: current.map(textOf), deleted: deleted.length === 0 ? [] : [deletionText(deleted)] }
    },
  }
}

type Found = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** A line is judged alone: what only refers to somebody's record is not shown. */
export const isUnseen = (parameters: SearchParameters, hidden: readonly string[], found: Found): boolean =>
  isUntold(parameters, found) || isHidden(parameters, { hidden }, found)

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
