/** The elements of a resource with what R4 says of each, so that a rule can be broken on purpose. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/core/json.ts'
import type { Registry } from '../../../src/profiles/registry.ts'

/** One value: where it hangs, and its element. The resource itself has no path. */
export type Place = {
  readonly parent: JsonObject | JsonValue[]
  readonly key: string | number
  readonly value: JsonValue
  /** The object and the member that it is of; the array is between them where the element repeats. */
  readonly holder: JsonObject
  readonly name: string
  /** Path of the definition, e.g. `Patient.contact.name` or `HumanName.family`. */
  readonly path: string
  readonly type: string
  readonly element: ElementDefinition | undefined
  /** The type of its parent's definition, e.g. `HumanName`. */
  readonly owner: string
}

export function listPlaces(registry: Registry, root: JsonObject): Place[] {
  const itself = { parent: root, key: '', value: root, holder: root, name: '', path: '', type: 'Resource' }
  const places: Place[] = [{ ...itself, element: undefined, owner: '' }]
  walkObject({ registry, places }, root, String(root['resourceType']))
  return places
}

type Walk = { readonly registry: Registry; readonly places: Place[] }

function walkObject(walk: Walk, object: JsonObject, path: string): void {
  const elements = elementsOf(walk.registry, path)
  for (const [key, value] of Object.entries(object)) {
    if (key === 'resourceType' || key.startsWith('_') || value === undefined) continue
    const found = findElement(elements, path, key)
    if (found === undefined) continue
    const items = Array.isArray(value) ? value : [value]
    items.forEach((item, index) => {
      const parent = Array.isArray(value) ? value : object
      const own = { parent, key: Array.isArray(value) ? index : key, value: item, holder: object, name: key }
      const place = { ...own, ...found, owner: path }
      walk.places.push(place)
      if (isJsonObject(item)) walkObject(walk, item, innerPath(place))
    })
  }
}

function innerPath({ type, path, value }: Pick<Place, 'type' | 'path' | 'value'>): string {
  if (type === 'Resource') return String(isJsonObject(value) ? value['resourceType'] : '')
  return type === 'BackboneElement' || type === 'Element' ? path : type
}

const elementsOf = (registry: Registry, path: string): readonly ElementDefinition[] =>
  registry.findType(path.split('.')[0] ?? '')?.snapshot?.element ?? []

type Found = Pick<Place, 'path' | 'type' | 'element'>

function findElement(elements: readonly ElementDefinition[], path: string, key: string): Found | undefined {
  for (const element of elements) {
    const own = element.path ?? ''
    if (own === `${path}.${key}`) return follow(element, own)
    if (!own.endsWith('[x]') || !`${path}.${key}`.startsWith(own.slice(0, -3))) continue
    const type = key.slice(own.length - 3 - path.length - 1)
    const match = element.type?.find(({ code = '' }) => code.toLowerCase() === type.toLowerCase())
    if (match !== undefined) return { path: own, type: match.code ?? '', element }
  }
  return undefined
}

function follow(element: ElementDefinition, path: string): Found {
  const { contentReference } = element
  if (contentReference !== undefined)
    return { path: contentReference.split('#')[1] ?? '', type: 'BackboneElement', element }
  const code = element.type?.[0]?.code ?? ''
  return { path, type: code.startsWith('http://hl7.org/fhirpath/') ? 'string' : code, element }
}
