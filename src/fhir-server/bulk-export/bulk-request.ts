/** What a bulk export is asked for: types, filters, patients. Bulk Data Access 2.0 export.html "Bulk Data Kick-off Request". */

import { isJsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import type { Named } from '../../domain/consent/asker.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import type { BulkLevel } from '../../store/bulk-export/bulk-exports.ts'
import { checkAccess, isDirectory, listPermitted } from '../access.ts'
import type { Exchange, FhirRequest, Parameters } from '../exchange.ts'
import { listMemberTypes } from '../index/compartments.ts'
import { listInputs, valueOfInput } from '../parameters.ts'
import { parseSpan } from '../read/history-request.ts'
import { versionedTypes } from '../resource-types.ts'
import { type FilterContext, parseFilter } from '../search/parse-filter.ts'
import { isLeaf } from '../search/resolve-filters.ts'
import type { Filter } from '../search/search-filters.ts'
import { notSupported } from '../search/search-values.ts'

/** One search of `_typeFilter`: all its parameters must be met. */
export type BulkQuery = { readonly type: string; readonly parameters: Parameters }

/** What is kept of the request, sealed. */
export type AskedBulk = {
  /** The address that was asked. */
  readonly request: string
  readonly queries: readonly BulkQuery[]
  readonly elements: readonly string[]
  /** Ids; absent: all. */
  readonly patients?: readonly string[]
  /** Who asked, as Consents may name them. */
  readonly asker?: Named
}

export type BulkRequest = Pick<AskedBulk, 'queries' | 'elements'> & {
  readonly types: readonly string[]
  readonly since?: string
  readonly patients?: readonly string[]
  /** Whether a parameter was left out because it is none of an export's. */
  readonly isPartly: boolean
}

const known: ReadonlySet<string> = new Set([
  '_outputFormat',
  '_since',
  '_type',
  '_typeFilter',
  '_elements',
  'patient',
  '_format',
  '_pretty',
])

const formats: ReadonlySet<string> = new Set(['application/fhir+ndjson', 'application/ndjson', 'ndjson'])

const maxPatients = 10_000

export function parseBulk(exchange: Exchange, request: FhirRequest, level: BulkLevel): BulkRequest {
  const given = listGiven(request)
  const valuesOf = (name: string): readonly string[] => given.flatMap(([own, value]) => (own === name ? [value] : []))
  const listOf = (name: string): readonly string[] => valuesOf(name).flatMap((value) => value.split(','))
  if (valuesOf('_outputFormat').some((format) => !formats.has(format.replace(' ', '+'))))
    throw invalidField('_outputFormat', 'must be application/fhir+ndjson, application/ndjson or ndjson')
  const isPartly = given.some(([name]) => !known.has(name))
  if (isPartly && request.strict) throw unknownParameter()
  const types = listTypes(request, level, listOf('_type'))
  const since = valuesOf('_since').at(-1)
  const patients = valuesOf('patient')
  if (patients.length > 0 && (level === 'system' || request.body === undefined))
    throw invalidField('patient', 'is taken in the body of an export of patients or of a group')
  if (patients.length > maxPatients) throw invalidField('patient', 'must be at most 10000 patients')
  const queries = valuesOf('_typeFilter').flatMap(splitQueries).map(parseQuery)
  for (const query of queries) checkQuery(exchange, types, query)
  return {
    types,
    queries,
    elements: listOf('_elements').filter((name) => name !== ''),
    isPartly,
    ...(since === undefined ? {} : { since: parseSpan(exchange.server.parameters.zone, '_since', since)[0] }),
    ...(patients.length === 0
      ? {}
      : { patients: patients.map((one) => parsePatient(exchange.server.parameters.addresses, one)) }),
  }
}

/** By GET the address has them, by POST a Parameters. */
function listGiven(request: FhirRequest): Parameters {
  const inputs = listInputs(request).map((input): [string, string] => {
    const value = valueOfInput(input)
    const text = isJsonObject(value) ? value['reference'] : value
    if (typeof text === 'object' || text === undefined)
      throw invalidField('Parameters.parameter', 'must have a simple value, or a reference')
    return [String(input['name']), String(text)]
  })
  return [...request.parameters, ...inputs]
}

/** A name that is no parameter's could hold anything, so it is not repeated. */
const unknownParameter = (): Problem =>
  new Problem('validation', { errors: [notSupported('parameter', 'is not a parameter of a bulk export')] })

/** Without `_type` all that the level has and the caller may have whole; what is asked for must be among it. */
function listTypes({ caller }: FhirRequest, level: BulkLevel, asked: readonly string[]): readonly string[] {
  const members = level === 'system' ? versionedTypes : listMemberTypes('Patient')
  const readable = listPermitted(caller, 'read')
  const permitted = listPermitted(caller, 'search-type').filter((type) => readable.includes(type))
  if (asked.length === 0) return members.filter((type) => permitted.includes(type))
  for (const type of asked) {
    if (!versionedTypes.includes(type) || !(members.includes(type) || isDirectory(type)))
      throw invalidField('_type', 'names a type that is not exported here')
    if (permitted.includes(type)) continue
    // Says why, where it knows.
    checkAccess(caller, type, 'read')
    throw new Problem('insufficient-scope')
  }
  return [...new Set(asked)]
}

/** A comma parts two searches where a type and a question mark follow. */
const splitQueries = (value: string): string[] => value.split(/,(?=[A-Z][A-Za-z]*\?)/)

function parseQuery(text: string): BulkQuery {
  const [, type, query] = /^([A-Z][A-Za-z]*)\?(.+)$/s.exec(text) ?? []
  if (type === undefined) throw invalidField('_typeFilter', 'must be searches, as Type?name=value')
  return { type, parameters: [...new URLSearchParams(query)] }
}

function checkQuery({ server, tx }: Exchange, types: readonly string[], query: BulkQuery): void {
  if (!types.includes(query.type)) throw invalidField('_typeFilter', 'names a type that is not exported with it')
  parseFilters({ parameters: server.parameters, now: Date.parse(tx.at) }, query)
}

/** What is not known is refused: leaving it out would export more than was asked for. */
export function parseFilters(context: FilterContext, { type, parameters }: BulkQuery): readonly LeafFilter[] {
  return parameters.flatMap(([name, value]) => {
    const filter = parseFilter(context, type, { name, value })
    if (filter === null) return []
    if (filter === undefined || !isLeaf(filter))
      throw new Problem('validation', {
        errors: [notSupported('_typeFilter', 'has a parameter by which nothing is exported here')],
      })
    return [filter]
  })
}

export type LeafFilter = Filter & { readonly kind: 'value' | 'missing' }

/** An id alone, or a reference. */
function parsePatient(addresses: OwnAddresses, text: string): string {
  const id = findLocalId(addresses, 'Patient', text.includes('/') ? text : `Patient/${text}`)
  if (id === undefined) throw invalidField('patient', 'must be references to patients of this server')
  return id
}
