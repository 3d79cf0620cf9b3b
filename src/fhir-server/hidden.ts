/** What a patient's denial hides: whatever names the patient, or refers to what is of the patient's own record. D56. */

import { subjectRows } from '../fhir/record-subjects.ts'
import { findLocalTarget } from '../fhir/reference.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { findMany } from '../store/compartment.ts'
import { glanceAt } from '../store/content.ts'
import type { Reader } from '../store/reader.ts'
import { findRecordOwner, listCompartments } from './index/compartments.ts'
import type { SearchParameters } from './search/search-parameters.ts'

type Found = { readonly type: string; readonly id: string; readonly content: JsonObject }

/** Ids of patients. */
type Hidden = readonly string[]

/** In the record of one who is hidden, or naming them by any reference; of what it holds, as a Bundle does, each resource counts. */
export function namesHidden(parameters: SearchParameters, hidden: Hidden, found: Found): boolean {
  if (listCompartments(parameters, found).some((target) => isOneOf(hidden, target))) return true
  return listNamed(parameters, found.content).some((target) => isOneOf(hidden, target))
}

/** As `namesHidden`, or it refers to what is of their own record: a note of a visit may name the visit alone. */
export const isOfHidden = async (reader: Reader, parameters: SearchParameters, hiding: Hiding): Promise<boolean> =>
  (await leaveOutHidden(reader, parameters, { ...hiding, found: [hiding.found] })).length === 0

type Hiding = { readonly hidden: Hidden; readonly found: Found }

/** Those that are of nobody who is hidden; what they refer to is looked for in one statement. */
export async function leaveOutHidden<One extends Found>(
  { client, tenant }: Reader,
  parameters: SearchParameters,
  { hidden, found }: { readonly hidden: Hidden; readonly found: readonly One[] },
): Promise<readonly One[]> {
  const own = found.filter((one) => !namesHidden(parameters, hidden, one))
  const targetsOf = new Map(own.map((one) => [one, listNamed(parameters, one.content).filter(isPersonal)]))
  const targets = [...new Set([...targetsOf.values()].flat())].filter((target) => !target.startsWith('Patient/'))
  const theirs = new Set<string>()
  for (const stored of await findMany({ client, tenant }, 'fhir', targets)) {
    const { type, id } = stored
    const resource = { type, id, content: glanceAt(stored) }
    const owner = findRecordOwner(parameters, resource, listCompartments(parameters, resource))
    if (owner !== undefined && hidden.includes(owner)) theirs.add(`${type}/${id}`)
  }
  return own.filter((one) => !targetsOf.get(one)?.some((target) => theirs.has(target)))
}

/** Nothing in it, or in what it refers to, tells whose it is. D56. */
export const isNeverListed = (parameters: SearchParameters, { type, content }: Found): boolean =>
  type === 'Provenance' || (type === 'Binary' && listNamed(parameters, content).length === 0)

/** Whose it is cannot be told without what it refers to, or at all. */
export function isUntold(parameters: SearchParameters, found: Found): boolean {
  if (isNeverListed(parameters, found)) return true
  const named = listNamed(parameters, found.content)
  return named.some(isPersonal) && !named.some((target) => target.startsWith('Patient/'))
}

const isOneOf = (hidden: Hidden, target: string): boolean =>
  target.startsWith('Patient/') && hidden.includes(target.slice('Patient/'.length))

/** What may be of a patient's record. */
const isPersonal = (target: string): boolean => Object.hasOwn(subjectRows, target.slice(0, target.indexOf('/')))

/** `Type/id` of all that it refers to at any depth, and of the resources in it. */
function listNamed({ addresses }: SearchParameters, content: JsonObject): readonly string[] {
  const named = new Set<string>()
  const add = (text: JsonValue | undefined): void => {
    const target = typeof text === 'string' ? findLocalTarget(addresses, text) : undefined
    if (target !== undefined) named.add(target)
  }
  const collect = (value: JsonValue, isInside: boolean): void => {
    if (Array.isArray(value)) for (const item of value) collect(item, isInside)
    else if (isJsonObject(value)) {
      add(value['reference'])
      if (isInside && typeof value['resourceType'] === 'string') add(`${value['resourceType']}/${value['id']}`)
      for (const name in value) {
        if (name === 'fullUrl') add(value[name])
        collect(value[name] ?? null, true)
      }
    }
  }
  collect(content, false)
  return [...named]
}
