/** Values of the elements that search parameters name, in the form that is compared. R4 search.html#ptypes. */

import { listObjects } from '../../core/json/json-lists.ts'
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { targetOf } from '../../fhir/reference.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Interval } from '../../store/resources/index-rows.ts'
import type { Node } from '../parameters/search-paths.ts'

export type Code = {
  readonly code: string
  /** Absent: it has none. */
  readonly systems: readonly string[]
  /** The codings in the type of an Identifier. */
  readonly types: readonly { readonly system: string | undefined; readonly code: string }[]
}

/** R4 search.html#token: which members of each type are the code and its system. */
export function listCodes(definitions: Definitions, { type, value, valueSet }: Node): Code[] {
  if (!isJsonObject(value)) return typeof value === 'object' ? [] : [plainCode(definitions, String(value), valueSet)]
  if (type === 'CodeableConcept')
    return listObjects(value['coding']).flatMap((coding) => codeOf(coding, 'system', 'code'))
  if (type === 'Identifier') return identifierCodes(value)
  if (type === 'ContactPoint') return codeOf(value, 'use', 'value')
  return codeOf(value, 'system', 'code')
}

function codeOf(object: JsonObject, systemName: string, codeName: string): Code[] {
  const code = textOf(object, codeName)
  const system = textOf(object, systemName)
  return code === undefined ? [] : [{ code, systems: system === undefined ? [] : [system], types: [] }]
}

const identifierCodes = (identifier: JsonObject): Code[] => {
  const { type } = identifier
  const types = isJsonObject(type) ? listObjects(type['coding']) : []
  const known = types.flatMap((coding) => {
    const code = textOf(coding, 'code')
    return code === undefined ? [] : [{ system: textOf(coding, 'system'), code }]
  })
  return codeOf(identifier, 'system', 'value').map((code) => ({ ...code, types: known }))
}

/** A code alone has the system of its required value set. */
function plainCode(definitions: Definitions, code: string, valueSet: string | undefined): Code {
  const sets = valueSet === undefined ? undefined : definitions.findCodes(valueSet)
  const systems = [...(sets ?? [])].filter(([, codes]) => codes?.has(code)).map(([system]) => system)
  return { code, systems, types: [] }
}

/** R4 search.html#modifiers :text: the words that say what the code means. */
export function listDisplays({ type, value }: Node): string[] {
  if (!isJsonObject(value)) return []
  const concept = type === 'Identifier' ? value['type'] : value
  if (!isJsonObject(concept)) return []
  const displays = listObjects(concept['coding']).flatMap((coding) => textOf(coding, 'display') ?? [])
  return [textOf(concept, 'text'), textOf(concept, 'display'), ...displays].filter((text) => text !== undefined)
}

export const listTexts = ({ value }: Node): string[] => (typeof value === 'string' ? [value] : [])

/** In the one form that is compared (D64); a contained target has none. A canonical is indexed with and without its version. */
export function listTargets(addresses: OwnAddresses, { type, value }: Node): string[] {
  if (typeof value === 'string') return value.includes('|') ? [value, value.slice(0, value.indexOf('|'))] : [value]
  if (!isJsonObject(value)) return []
  const id = textOf(value, 'id')
  if (typeof value['resourceType'] === 'string') return id === undefined ? [] : [`${type}/${id}`]
  const reference = textOf(value, 'reference')
  const target = reference === undefined ? undefined : targetOf(addresses, reference)
  return target === undefined ? [] : [target]
}

/** The identifier of a reference without a resource. */
export function identifierOf({ value }: Node): Node[] {
  const identifier = isJsonObject(value) ? value['identifier'] : undefined
  return isJsonObject(identifier) ? [{ type: 'Identifier', value: identifier }] : []
}

export type Quantity = Interval & {
  readonly system: string | undefined
  readonly code: string | undefined
  readonly unit: string | undefined
}

const numberIn = (object: JsonValue | undefined, name = 'value'): number | undefined => {
  const value = isJsonObject(object) ? object[name] : undefined
  return typeof value === 'number' ? value : undefined
}

/** Numbers that a comparator includes too. R4 datatypes-definitions.html#Quantity.comparator. */
const comparators: Readonly<Record<string, (value: number) => Interval>> = {
  '<': (value) => ({ low: -Infinity, high: previous(value) }),
  '<=': (value) => ({ low: -Infinity, high: value }),
  '>': (value) => ({ low: next(value), high: Infinity }),
  '>=': (value) => ({ low: value, high: Infinity }),
}

/** Quantity and its specialisations, Money, and Range. */
export function listQuantities({ type, value }: Node): Quantity[] {
  if (!isJsonObject(value)) return []
  if (type === 'Range') return rangeOf(value)
  const number = numberIn(value)
  if (number === undefined) return []
  if (type === 'Money')
    return [
      { low: number, high: number, system: 'urn:iso:std:iso:4217', code: textOf(value, 'currency'), unit: undefined },
    ]
  const compare = comparators[textOf(value, 'comparator') ?? '']
  return [{ ...(compare?.(number) ?? { low: number, high: number }), ...unitOf(value) }]
}

const unitOf = (quantity: JsonObject) => ({
  system: textOf(quantity, 'system'),
  code: textOf(quantity, 'code'),
  unit: textOf(quantity, 'unit'),
})

function rangeOf({ low, high }: JsonObject): Quantity[] {
  const [lowest, highest] = [numberIn(low), numberIn(high)]
  const stated = [low, high].find(isJsonObject)
  if (stated === undefined || (lowest === undefined && highest === undefined)) return []
  return [{ low: lowest ?? -Infinity, high: highest ?? Infinity, ...unitOf(stated) }]
}

export function listNumbers(node: Node): Interval[] {
  if (typeof node.value === 'number') return [{ low: node.value, high: node.value }]
  return listQuantities(node)
}

const buffer = new DataView(new ArrayBuffer(8))

/** The next larger double. */
export function next(value: number): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return Number.MIN_VALUE
  buffer.setFloat64(0, value)
  buffer.setBigInt64(0, buffer.getBigInt64(0) + (value > 0 ? 1n : -1n))
  return buffer.getFloat64(0)
}

export const previous = (value: number): number => -next(-value)
