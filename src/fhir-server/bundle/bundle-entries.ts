/** Turns the entries of a batch or transaction into requests. R4 http.html#transaction, bundle.html#request. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { attempt, type MaybePromise } from '../../core/maybe-promise.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { parseCriteria } from '../conditional-criteria.ts'
import type { FhirRequest, FhirServer } from '../exchange.ts'
import { checkFeatures } from '../features.ts'
import { parseModifiedSince, parseVersions } from '../fhir-headers.ts'
import { type Matched, matchInteraction } from '../match-interaction.ts'
import { checkNoParameters } from '../write/written-resource.ts'

export type Entry = {
  readonly index: number
  readonly method: string
  readonly fullUrl: string | undefined
  readonly row: Matched['row']
  readonly request: FhirRequest
}

const maxEntries = 2000

/** The raw entries; each is parsed separately. */
export function listEntries(bundle: JsonObject): readonly JsonValue[] {
  const entries = bundle['entry'] ?? []
  if (!Array.isArray(entries)) throw invalidField('Bundle.entry', 'must be an array')
  if (entries.length > maxEntries)
    throw new Problem('payload-too-large', { detail: 'The Bundle has more than 2000 entries' })
  return entries
}

export const entryPlace = (index: number): string => `Bundle.entry[${index}]`

/** `whole` is the request with the Bundle: its caller and preferences hold for every entry. */
export function parseEntry(server: FhirServer, whole: FhirRequest, at: { entry: JsonValue; index: number }): Entry {
  const { entry, index } = at
  const asked = isJsonObject(entry) ? entry['request'] : undefined
  if (!isJsonObject(entry) || !isJsonObject(asked)) throw invalidField('request', 'is missing')
  const { method, url } = asked
  if (typeof method !== 'string' || !/^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method))
    throw invalidField('request.method', 'is not a method')
  if (typeof url !== 'string') throw invalidField('request.url', 'is missing')
  const [path = '', query = ''] = splitOnce(relativeTo(server, url), '?')
  const { row, type, id, version } = matchInteraction(method, path)
  checkFeatures(whole, { row, type })
  const parameters = [...new URLSearchParams(query)]
  checkNoParameters(row.code, { parameters, ...(id === undefined ? {} : { id }) })
  return {
    index,
    method,
    fullUrl: filledText(entry, 'fullUrl'),
    row,
    request: {
      caller: whole.caller,
      platform: whole.platform,
      type,
      parameters,
      isEntry: true,
      strict: whole.strict,
      isAsync: false,
      preferred: whole.preferred,
      native: false,
      ...(id === undefined ? {} : { id }),
      ...(version === undefined ? {} : { version }),
      ...(entry['resource'] === undefined ? {} : { body: entry['resource'] }),
      ...parseConditions(asked),
    },
  }
}

type Conditions = Pick<FhirRequest, 'ifMatch' | 'ifNoneMatch' | 'ifModifiedSince' | 'ifNoneExist'>

function parseConditions(asked: JsonObject): Conditions {
  const ifMatch = parseVersions('request.ifMatch', filledText(asked, 'ifMatch') ?? '')
  const ifNoneMatch = parseVersions('request.ifNoneMatch', filledText(asked, 'ifNoneMatch') ?? '')
  const ifModifiedSince = parseModifiedSince(filledText(asked, 'ifModifiedSince') ?? '')
  const ifNoneExist = filledText(asked, 'ifNoneExist')
  return {
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }),
    ...(ifModifiedSince === undefined ? {} : { ifModifiedSince }),
    ...(ifNoneExist === undefined ? {} : { ifNoneExist: parseCriteria(ifNoneExist) }),
  }
}

function filledText(object: JsonObject, name: string): string | undefined {
  const value = object[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function relativeTo(server: FhirServer, url: string): string {
  const base = server.parameters.addresses.bases.find((one) => url.startsWith(`${one}/`))
  return base === undefined ? url.replace(/^\//, '') : url.slice(base.length + 1)
}

/** Adds the number of the entry to a refusal. */
export function inEntry(index: number, problem: Problem): Problem {
  const place = entryPlace(index)
  const errors = problem.errors.map((error) => ({ ...error, field: placeInEntry(place, error.field) }))
  const own = errors.length > 0 ? errors : [{ field: place, message: problem.detail, code: problem.row.issue }]
  return new Problem(problem.slug, { detail: problem.detail, errors: own, headers: problem.headers, cause: problem })
}

/** Does the same as `inPlace`, for work that mostly has nothing to wait for. */
export const inPlaceSoon = <T>(index: number, work: () => MaybePromise<T>): MaybePromise<T> =>
  attempt(work, (error) => {
    throw error instanceof Problem ? inEntry(index, error) : error
  })

/** Runs the work of one entry; its refusals name the entry. */
export async function inPlace<T>(index: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Problem ? inEntry(index, error) : error
  }
}

/** `Patient.name` is in the entry's resource; a place without a type is in the entry itself. */
function placeInEntry(place: string, field: string): string {
  if (field.startsWith('Bundle.entry[')) return field
  const [, rest] = /^[A-Z][A-Za-z]*((?:[.[].*)?)$/.exec(field) ?? []
  return rest === undefined ? `${place}.${field}` : `${place}.resource${rest}`
}
