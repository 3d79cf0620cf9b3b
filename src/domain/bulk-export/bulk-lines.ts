/** Chooses the versions of one step that an export holds, and writes them as lines of NDJSON. Bulk Data Access 2.0 export.html. */

import { isDirectory } from '../../access/access.ts'
import { foundOf } from '../../access/consent-denials/judged-resource.ts'
import { leaveOutDenied } from '../../access/consent-denials/leave-out-denied.ts'
import { newId } from '../../core/ids.ts'
import { isJsonObject, type JsonObject, stringifyJson } from '../../core/json.ts'
import { meetsCriterion } from '../../fhir-search/criteria/criterion-match.ts'
import type { CriterionContext } from '../../fhir-search/criteria/parse-criterion.ts'
import type { LeafCriterion } from '../../fhir-search/criteria/search-criteria.ts'
import { listCompartments } from '../../fhir-search/index/compartments.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import { subsetText } from '../../fhir-search/results/subset.ts'
import type { BulkExport } from '../../store/bulk-export/bulk-exports.ts'
import { parseForReading, resourceText } from '../../store/resources/content.ts'
import type { Reader, Stored } from '../../store/resources/types.ts'
import { type AskedBulk, parseQueryCriteria } from './bulk-query.ts'

export type Lines = { readonly output: readonly string[]; readonly deleted: readonly string[] }

export type BulkReader = {
  /** `Type/id` of the compartments that limit the type. */
  readonly compartmentsOf: (type: string) => readonly string[] | undefined
  readonly linesOf: (type: string, items: readonly Stored[]) => Promise<Lines>
}

export type BulkContext = Pick<CriterionContext, 'parameters'>

/** Written by the kick-off. */
export const readAsked = ({ asked }: Pick<BulkExport, 'asked'>): AskedBulk => JSON.parse(asked) as AskedBulk

/** `deniedPatients`: patients who deny it to the caller. `source`: reads what other resources say about whose a resource is. */
export function openBulkReader(
  {
    parameters,
    source,
    deniedPatients = [],
  }: BulkContext & { readonly source: Reader; readonly deniedPatients?: readonly string[] },
  one: BulkExport,
): BulkReader {
  const asked = readAsked(one)
  const context = { parameters, now: Date.parse(one.createdAt) }
  const criteriaOf = (type: string): readonly (readonly LeafCriterion[])[] =>
    asked.queries.filter((query) => query.type === type).map((query) => parseQueryCriteria(context, query))
  const isKept = (type: string): boolean => one.level !== 'system' && !isDirectory(type)
  const patients = asked.patients?.map((id) => `Patient/${id}`)

  /** Meets one of the searches for its type, and is in a wanted record. */
  const isWanted = (stored: Stored, criteria: readonly (readonly LeafCriterion[])[]): boolean => {
    const { type, id } = stored
    const isInAny = isKept(type) && patients === undefined
    if (criteria.length === 0 && !isInAny) return true
    const content: JsonObject = parseForReading(stored)
    const isMet = criteria.some((all) =>
      all.every((criterion) => meetsCriterion(parameters, criterion, { type, content })),
    )
    return (criteria.length === 0 || isMet) && (!isInAny || isInRecord({ type, id, content }))
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
      const criteria = criteriaOf(type)
      const isDeniedPatient = ({ id }: Stored): boolean => type === 'Patient' && deniedPatients.includes(id)
      const deleted =
        one.since === undefined ? [] : items.filter((stored) => stored.deleted && !isDeniedPatient(stored))
      const wanted = items.filter((stored) => !stored.deleted && isWanted(stored, criteria))
      const current =
        deniedPatients.length === 0 ? wanted : await listSeen({ parameters, source, deniedPatients }, wanted)
      return { output: current.map(textOf), deleted: deleted.length === 0 ? [] : [deletionText(deleted)] }
    },
  }
}

type Seeing = {
  readonly parameters: SearchParameters
  readonly source: Reader
  readonly deniedPatients: readonly string[]
}

/** Judges each as a read would. */
async function listSeen(
  { parameters, source, deniedPatients }: Seeing,
  items: readonly Stored[],
): Promise<readonly Stored[]> {
  const found = items.map((stored) => ({ ...foundOf(stored), stored }))
  return (await leaveOutDenied(source, parameters, { deniedPatients, found })).map(({ stored }) => stored)
}

/** In a Bundle of deletions an identifier does not name the other people that it concerned. */
export const withoutDeniedPatients = (bundle: JsonObject, deniedPatients: readonly string[]): JsonObject => ({
  ...bundle,
  entry: (Array.isArray(bundle['entry']) ? bundle['entry'] : []).filter((entry) => {
    const request = isJsonObject(entry) ? entry['request'] : undefined
    const url = isJsonObject(request) ? request['url'] : undefined
    return !deniedPatients.some((id) => url === `Patient/${id}`)
  }),
})

/** A client that replays it deletes the same resources. */
const deletionText = (deleted: readonly Stored[]): string =>
  stringifyJson({
    resourceType: 'Bundle',
    id: newId(),
    meta: { lastUpdated: deleted.at(-1)?.updatedAt },
    type: 'transaction',
    entry: deleted.map(({ type, id }) => ({ request: { method: 'DELETE', url: `${type}/${id}` } })),
  })
