/** Parses the request of a bulk export: types, criteria, patients. Bulk Data Access 2.0 export.html "Bulk Data Kick-off Request". */

import { checkAccess, insufficientScope, isDirectory, listPermitted } from '../../access/access.ts'
import { isJsonObject } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { type AskedBulk, type BulkQuery, parseQueryCriteria } from '../../domain/bulk-export/bulk-query.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import { versionedTypes } from '../../fhir/resource-types.ts'
import type { Parameters } from '../../fhir-search/criteria/search-criteria.ts'
import { notSupported } from '../../fhir-search/criteria/search-values.ts'
import { listMemberTypes } from '../../fhir-search/index/compartments.ts'
import type { BulkLevel } from '../../store/bulk-export/bulk-exports.ts'
import type { Exchange, FhirRequest } from '../exchange.ts'
import { listInputs, valueOfInput } from '../parameters.ts'
import { parseSpan } from '../read/history-request.ts'

export type BulkRequest = Pick<AskedBulk, 'queries' | 'elements'> & {
  readonly types: readonly string[]
  readonly since?: string
  readonly patients?: readonly string[]
  /** True if a parameter was ignored because exports do not have it. */
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

/** A GET has them in the address, a POST in a Parameters resource. */
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

/** An unknown name could hold anything, so it is not repeated. */
const unknownParameter = (): Problem =>
  new Problem('validation', { errors: [notSupported('parameter', 'is not a parameter of a bulk export')] })

/** Without `_type`: everything of the level that the caller may have whole. A wanted type must be among it. */
function listTypes({ caller }: FhirRequest, level: BulkLevel, asked: readonly string[]): readonly string[] {
  const members = level === 'system' ? versionedTypes : listMemberTypes('Patient')
  const readable = listPermitted(caller, 'read')
  const permitted = listPermitted(caller, 'search-type').filter((type) => readable.includes(type))
  if (asked.length === 0) return members.filter((type) => permitted.includes(type))
  for (const type of asked) {
    if (!versionedTypes.includes(type) || !(members.includes(type) || isDirectory(type)))
      throw invalidField('_type', 'names a type that is not exported here')
    if (permitted.includes(type)) continue
    // Throws with the reason, if there is one.
    checkAccess(caller, type, 'read')
    throw insufficientScope()
  }
  return [...new Set(asked)]
}

/** A comma separates two searches if a type and a question mark follow it. */
const splitQueries = (value: string): string[] => value.split(/,(?=[A-Z][A-Za-z]*\?)/)

function parseQuery(text: string): BulkQuery {
  const [, type, query] = /^([A-Z][A-Za-z]*)\?(.+)$/s.exec(text) ?? []
  if (type === undefined) throw invalidField('_typeFilter', 'must be searches, as Type?name=value')
  return { type, parameters: [...new URLSearchParams(query)] }
}

function checkQuery({ server, tx }: Exchange, types: readonly string[], query: BulkQuery): void {
  if (!types.includes(query.type)) throw invalidField('_typeFilter', 'names a type that is not exported with it')
  parseQueryCriteria({ parameters: server.parameters, now: Date.parse(tx.at) }, query)
}

/** An id, or a reference. */
function parsePatient(addresses: OwnAddresses, text: string): string {
  const id = findLocalId(addresses, 'Patient', text.includes('/') ? text : `Patient/${text}`)
  if (id === undefined) throw invalidField('patient', 'must be references to patients of this server')
  return id
}
