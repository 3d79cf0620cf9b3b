/** Finds the patients whose record a resource is in: the people that it is about, without those who took part. R4 compartmentdefinition.html; D20. */

import { listObjects } from '../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { impersonalTypes, type SubjectRow, subjectRows } from './record-subjects.ts'
import { namedType, parseReference } from './reference.ts'

type Resource = { readonly type: string; readonly content: JsonObject }

export type Concerned = {
  /** Ids of the patients that it is about. */
  readonly patients: ReadonlySet<string>
  /** It may be about somebody that no reference here identifies. */
  readonly isUnclear: boolean
}

/** The people in the elements of the table, of the resource and its contained resources; a Patient is about itself. */
export function readConcerned(own: OwnAddresses, { type, content }: Resource): Concerned {
  if (type === 'Patient') return { patients: new Set([String(content['id'])]), isUnclear: false }
  const contained = listObjects(content['contained'])
  const reading = { own, contained, patients: new Set<string>(), isUnclear: false }
  collect(reading, content, { row: subjectRows[type], isNobody: impersonalTypes })
  // A contained resource belongs to the record of its container, unless it names somebody else.
  for (const resource of contained) collect(reading, resource, { row: subjectRows[String(resource['resourceType'])] })
  return reading
}

/** True if each target of a Provenance is a reference that leads to a record. */
export function hasKnownTargets(own: OwnAddresses, content: JsonObject): boolean {
  const reading = { own, contained: listObjects(content['contained']), patients: new Set<string>(), isUnclear: false }
  collect(reading, content, { row: subjectRows['Provenance'] })
  return !reading.isUnclear
}

const person = 'Patient/'

/**
 * The one patient whose record it is in; undefined if there is none, or it is about somebody else too. `compartments`: `Type/id` of its
 * compartments. If a resource is about nobody, a participant is its patient, unless it belongs to an encounter, which may be another's.
 */
export function findOwner(own: OwnAddresses, resource: Resource, compartments: readonly string[]): string | undefined {
  const members = compartments.flatMap((target) => (target.startsWith(person) ? [target.slice(person.length)] : []))
  if (members.length === 0) return undefined
  const { patients, isUnclear } = readConcerned(own, resource)
  const isOfVisit = patients.size === 0 && compartments.length > members.length
  if (isUnclear || isOfVisit) return undefined
  const [owner, ...others] = patients.size === 0 ? members : patients
  return others.length === 0 && owner !== undefined && members.includes(owner) ? owner : undefined
}

/** True if it is, or may be, about somebody else than this patient. */
export function concernsOthers(own: OwnAddresses, resource: Resource, patient: string): boolean {
  const { patients, isUnclear } = readConcerned(own, resource)
  return isUnclear || [...patients].some((id) => id !== patient)
}

type Reading = {
  readonly own: OwnAddresses
  readonly contained: readonly JsonObject[]
  readonly patients: Set<string>
  isUnclear: boolean
}

/** `isNobody`: a resource of another type does not name its patient by itself; absent: that matters for no type except people. */
type Rule = { readonly row: SubjectRow | undefined; readonly isNobody?: ReadonlySet<string> }

function collect(reading: Reading, resource: JsonObject, { row, isNobody }: Rule): void {
  const { of = [], about = [], beside = [] } = row ?? {}
  const isClear = ({ type = '', isContainer = false }: Named): boolean =>
    isNobody === undefined
      ? isContainer || (type !== '' && !people.has(type))
      : isNobody.has(type) || beside.includes(type)
  for (const named of readAll(reading, resource, of)) if (!isClear(named)) reading.isUnclear = true
  // Someone named by text or identifier only is most often no patient.
  for (const { type, isLiteral } of readAll(reading, resource, about))
    if (type === undefined ? isLiteral : people.has(type)) reading.isUnclear = true
}

const people: ReadonlySet<string> = new Set(['Patient', 'Group'])

/** Everything that the elements name besides patients of this server. */
function readAll(reading: Reading, resource: JsonObject, paths: readonly string[]): readonly Named[] {
  return paths
    .flatMap((path) => readPath(resource, stepsOf(path)))
    .flatMap((value) => {
      const { patient, ...named } = readNamed(reading, value)
      if (patient === undefined) return [named]
      reading.patients.add(patient)
      return []
    })
}

type Named = {
  /** As far as it is known. */
  readonly type?: string | undefined
  /** The id, if it is a patient of this server. */
  readonly patient?: string
  /** The resource that contains it. R4 references.html#contained. */
  readonly isContainer?: boolean
  readonly isLiteral?: boolean
}

function readNamed({ own, contained }: Reading, value: JsonValue): Named {
  if (!isJsonObject(value)) return { isLiteral: true }
  const { reference, type } = value
  if (typeof reference !== 'string') return { type: typeof type === 'string' ? lastOf(type) : undefined }
  const named = parseReference(own, reference)
  switch (named?.kind) {
    case 'local':
      return named.type === 'Patient' ? { patient: named.id } : { isLiteral: true, type: named.type }
    case 'fragment':
      return named.id === ''
        ? { isLiteral: true, isContainer: true }
        : { isLiteral: true, type: typeIn(contained, named.id) }
    case 'elsewhere':
      return { isLiteral: true, type: namedType(reference) }
    default:
      return { isLiteral: true }
  }
}

function typeIn(contained: readonly JsonObject[], id: string): string | undefined {
  const [found, ...others] = contained.filter((one) => one['id'] === id)
  return found === undefined || others.length > 0 ? undefined : String(found['resourceType'])
}

/** R4 references.html#Reference.type is a relative URL. */
const lastOf = (type: string): string => type.slice(type.lastIndexOf('/') + 1)

/** `*`: the element may hold itself, at any depth. */
type Step = { readonly name: string; readonly isNested: boolean }

const steps = new Map<string, readonly Step[]>()

/** Paths come from the table. */
function stepsOf(path: string): readonly Step[] {
  const known = steps.get(path)
  if (known !== undefined) return known
  const made = path.split('.').map((step) => ({ name: step.replace('*', ''), isNested: step.includes('*') }))
  steps.set(path, made)
  return made
}

function readPath(object: JsonObject, path: readonly Step[], from = 0): readonly JsonValue[] {
  const step = path[from]
  const own = step === undefined ? undefined : object[step.name]
  if (step === undefined || own === undefined) return []
  const values = Array.isArray(own) ? own : [own]
  if (from === path.length - 1) return values
  return values
    .filter(isJsonObject)
    .flatMap((value) => [...readPath(value, path, from + 1), ...(step.isNested ? readPath(value, path, from) : [])])
}
