/** Whether a JSON has the shape of R4's document Bundle, so that its parts can be read as their types. R4 json.html, documents.html. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { isFhirDate } from '../../exports/people-rules.ts'
import type { Refusal } from '../../exports/refusal.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { type Element, unquoted } from '../../profiles/definitions/elements.ts'

/** More of them help nobody. */
const maxFaults = 20

/** What stops a reader, by element; empty if nothing does. Elements that R4 does not know are not read, and no fault. */
export function listShapeFaults(definitions: Definitions, root: JsonValue): readonly Refusal[] {
  if (!isJsonObject(root) || root['resourceType'] !== 'Bundle')
    return [{ element: 'Bundle', message: 'is missing: the file holds another thing' }]
  const faults: Refusal[] = []
  new ShapeReader(definitions, faults).readResource(root, 'Bundle')
  return (faults.length > 0 ? faults : listDocumentFaults(root)).slice(0, maxFaults)
}

class ShapeReader {
  readonly #definitions: Definitions
  readonly #faults: Refusal[]

  constructor(definitions: Definitions, faults: Refusal[]) {
    this.#definitions = definitions
    this.#faults = faults
  }

  readResource(value: JsonObject, path: string): void {
    const type = value['resourceType']
    if (typeof type !== 'string' || !this.#definitions.isResourceType(type)) this.#fault(path, 'is no resource of R4')
    else this.#readMembers(value, type, path)
  }

  #fault(element: string, message: string): void {
    if (this.#faults.length < maxFaults) this.#faults.push({ element, message })
  }

  #readMembers(object: JsonObject, type: string, path: string): void {
    const elements = this.#definitions.findElements(type)?.elements
    for (const [name, value] of Object.entries(object)) {
      const element = elements?.get(name)
      if (element !== undefined) this.#readElement(value, element, `${path}.${name}`)
    }
  }

  #readElement(value: JsonValue, element: Element, path: string): void {
    if (!element.array) this.#readValue(value, element, path)
    else if (!Array.isArray(value)) this.#fault(path, 'is no array')
    else for (const [index, item] of value.entries()) this.#readItem(item, element, `${path}[${index}]`)
  }

  /** A primitive of an array may be null where its extensions stand alone. R4 json.html#primitive. */
  #readItem(item: JsonValue, element: Element, path: string): void {
    if (item !== null || element.form !== 'primitive') this.#readValue(item, element, path)
  }

  #readValue(value: JsonValue, { form, type }: Element, path: string): void {
    if (form === 'resource' || form === 'object') {
      if (!isJsonObject(value)) this.#fault(path, 'is no object')
      else if (form === 'resource') this.readResource(value, path)
      else this.#readMembers(value, type, path)
      return
    }
    const expected = unquoted[type] ?? 'string'
    if (typeof value !== expected) this.#fault(path, `is no ${expected}`)
  }
}

/** R4 composition-status. */
const statuses: ReadonlySet<string> = new Set(['preliminary', 'final', 'amended', 'entered-in-error'])

/** R4 documents.html#content, composition.html: elements that a document cannot do without. */
function listDocumentFaults(bundle: JsonObject): readonly Refusal[] {
  const faults: Refusal[] = []
  const need = (isThere: boolean, element: string, message: string): void => {
    if (!isThere) faults.push({ element, message })
  }
  need(bundle['type'] === 'document', 'Bundle.type', 'is not document')
  const entries = Array.isArray(bundle['entry']) ? bundle['entry'].filter(isJsonObject) : []
  const composition = isJsonObject(entries[0]?.['resource']) ? entries[0]['resource'] : {}
  need(composition['resourceType'] === 'Composition', 'Bundle.entry[0]', 'is not a Composition')
  if (faults.length > 0) return faults
  for (const name of ['title', 'status', 'date'])
    need(typeof composition[name] === 'string' && composition[name] !== '', `Composition.${name}`, 'is missing')
  need(isJsonObject(composition['type']), 'Composition.type', 'is missing')
  need(Array.isArray(composition['author']), 'Composition.author', 'is missing')
  need(statuses.has(String(composition['status'])), 'Composition.status', 'is no status of R4')
  need(bundle['timestamp'] === undefined || isDate(bundle['timestamp']), 'Bundle.timestamp', 'is no date')
  return [...faults, ...entries.flatMap(listGenderFaults), ...entries.flatMap(listDateFaults)]
}

/** R4 administrative-gender. Another word would be shown as one that is not stated. */
const genders: ReadonlySet<unknown> = new Set([undefined, 'male', 'female', 'other', 'unknown'])

function listGenderFaults({ resource }: JsonObject, index: number): readonly Refusal[] {
  if (!isJsonObject(resource) || resource['resourceType'] !== 'Patient' || genders.has(resource['gender'])) return []
  return [{ element: `Bundle.entry[${index}].resource.gender`, message: 'is no gender of R4' }]
}

/** The dates that a form shows: what is none would be shown as one. */
const shownDates: Readonly<Record<string, readonly string[]>> = {
  Composition: ['date', 'attester.time'],
  Patient: ['birthDate', 'deceasedDateTime'],
  Encounter: ['period.start', 'period.end'],
}

function listDateFaults(entry: JsonObject, index: number): readonly Refusal[] {
  const { resource } = entry
  if (!isJsonObject(resource)) return []
  return (shownDates[String(resource['resourceType'])] ?? []).flatMap((path) =>
    valuesAt(resource, path.split('.'))
      .filter((value) => !isDate(value))
      .map(() => ({ element: `Bundle.entry[${index}].resource.${path}`, message: 'is no date' })),
  )
}

const isDate = (value: JsonValue): boolean => typeof value === 'string' && isFhirDate(value)

function valuesAt(value: JsonValue | undefined, [name, ...rest]: readonly string[]): readonly JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return value === undefined ? [] : [value]
  return isJsonObject(value) ? valuesAt(value[name], rest) : []
}
