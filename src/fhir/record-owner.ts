/** Whose record a resource is, by whom it is about and not by who had a part in it. R4 compartmentdefinition.html; D20. */
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { impersonalTypes, type SubjectRow, subjectRows } from './record-subjects.ts'
import { namedType, parseReference } from './reference.ts'

type Resource = { readonly type: string; readonly content: JsonObject }

export type Concerned = {
  /** Ids of the patients whom it is about. */
  readonly patients: ReadonlySet<string>
  /** Somebody whom no reference here tells may be among them. */
  readonly isUnclear: boolean
}

/** Whom the elements of the table name, of the resource and of what it contains; a Patient is about itself. */
export function readConcerned(own: OwnAddresses, { type, content }: Resource): Concerned {
  if (type === 'Patient') return { patients: new Set([String(content['id'])]), isUnclear: false }
  const contained = listObjects(content['contained'])
  const reading = { own, contained, patients: new Set<string>(), isUnclear: false }
  collect(reading, content, { row: subjectRows[type], isNobody: impersonalTypes })
  // What is contained is of the record that contains it, unless it says that it is somebody else's.
  for (const resource of contained) collect(reading, resource, { row: subjectRows[String(resource['resourceType'])] })
  return reading
}

/** Whether each target of a Provenance is named by a reference that can be followed to whose record it is. */
export function hasKnownTargets(own: OwnAddresses, content: JsonObject): boolean {
  const reading = { own, contained: listObjects(content['contained']), patients: new Set<string>(), isUnclear: false }
  collect(reading, content, { row: subjectRows['Provenance'] })
  return !reading.isUnclear
}

const person = 'Patient/'

/**
 * The one patient whose record it is; undefined where there is none, or where it is about somebody else as well. `compartments`: `Type/id`
 * of those in which it is. Who had a part in what names nobody is its patient, unless it belongs to a visit, which may be another's.
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

/** Whether it is about somebody else than this patient, or may be. */
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

/** `isNobody`: of other types the resource alone does not tell whose they are; absent: of all types but people that does not count. */
type Rule = { readonly row: SubjectRow | undefined; readonly isNobody?: ReadonlySet<string> }

function collect(reading: Reading, resource: JsonObject, { row, isNobody }: Rule): void {
  const { of = [], about = [], beside = [] } = row ?? {}
  const isClear = ({ type = '', isContainer = false }: Named): boolean =>
    isNobody === undefined
      ? isContainer || (type !== '' && !people.has(type))
      : isNobody.has(type) || beside.includes(type)
  for (const named of readAll(reading, resource, of)) if (!isClear(named)) reading.isUnclear = true
  // Whom a text or an identifier alone names here is most often no patient.
  for (const { type, isLiteral } of readAll(reading, resource, about))
    if (type === undefined ? isLiteral : people.has(type)) reading.isUnclear = true
}

const people: ReadonlySet<string> = new Set(['Patient', 'Group'])

/** What the elements name beside patients of this server, who are known. */
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
  /** Of what is named, as far as it can be told. */
  readonly type?: string | undefined
  /** The id, where it is a patient of this server. */
  readonly patient?: string
  /** Whatever contains it. R4 references.html#contained. */
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

const listObjects = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** `*`: the element may hold itself, at any depth. */
type Step = { readonly name: string; readonly isNested: boolean }

const steps = new Map<string, readonly Step[]>()

/** The paths are those of the table. */
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
