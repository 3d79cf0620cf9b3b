/** The index rows of a resource: one row of the table for each type of parameter. R4 search.html#ptypes; docs/design/store.md#search. */

import type { JsonObject } from '../../core/json.ts'
import { atOnce, itemsOfSlice } from '../../core/turns.ts'
import { hasKnownTargets } from '../../fhir/record-owner.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { Index, Indexed, IndexRows } from '../../store/resources/index-rows.ts'
import type { Tenant } from '../../store/tenants/tenant.ts'
import type { IndexedValues } from '../parameters/indexed-values.ts'
import type { IndexedPath, Indexer, ParameterType, SearchParameters } from '../parameters/search-parameters.ts'
import type { Node } from '../parameters/search-paths.ts'
import type { Zone } from '../parameters/time-zone.ts'
import { isBlind, listBlindTokens } from './blind-dates.ts'
import { findRecordOwner, knownTargets, listCompartments } from './compartments.ts'
import { indexComposite, isIndexed } from './composite-values.ts'
import { dateInterval } from './date-interval.ts'
import { identifierOf, listCodes, listNumbers, listQuantities, listTargets, listTexts } from './index-values.ts'
import { findPrincipalDate, isPrincipal } from './principal-dates.ts'
import { writeQuantities } from './quantity-rows.ts'
import { listReferred } from './referred-targets.ts'
import { foldText, prefixesOf } from './text-folding.ts'

/** Longer prefixes are not indexed; their matches are looked at again. */
export const longestPrefix = 16
/** A search may start from prefixes of these lengths. */
export const drivingPrefixes: readonly number[] = [2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16]
export const longestText = 1024

type Write = (path: IndexedPath, nodes: readonly Node[], out: IndexedValues) => void

/** One value after the other. */
const each =
  (write: (path: IndexedPath, node: Node, out: IndexedValues) => void): Write =>
  (path, nodes, out) => {
    for (const node of nodes) write(path, node, out)
  }

const writeCodes = (definitions: Definitions): Write =>
  each(({ key }, node, { tokens, marks }) => {
    for (const { code, systems, types } of listCodes(definitions, node)) {
      tokens.push({ parameter: key, value: code })
      if (systems.length === 0 || node.valueSet !== undefined)
        marks.push({ parameter: `${key}:coding`, value: `|${code}` })
      for (const system of systems)
        marks.push(
          { parameter: `${key}:coding`, value: `${system}|${code}` },
          { parameter: `${key}:system`, value: system },
        )
      for (const type of types)
        marks.push({ parameter: `${key}:of-type`, value: `${type.system ?? ''}|${type.code}|${code}` })
    }
  })

const writeReferences =
  ({ definitions, addresses }: SearchParameters): Write =>
  (path, nodes, out) => {
    const named = { ...path, key: `${path.key}:identifier` }
    for (const node of nodes)
      for (const target of listTargets(addresses, node)) out.references.push({ parameter: path.key, target })
    writeCodes(definitions)(named, nodes.flatMap(identifierOf), out)
  }

const writeTexts: Write = ({ key }, nodes, { tokens, marks }) => {
  const [prefix, exact] = [`${key}:prefix`, `${key}:exact`]
  for (const text of nodes.flatMap(listTexts)) {
    prefixesOf(foldText(text), longestPrefix).forEach((value, index) => {
      ;(drivingPrefixes.includes(index + 1) ? tokens : marks).push({ parameter: prefix, value })
    })
    if (text.length <= longestText) tokens.push({ parameter: exact, value: text.normalize() })
  }
}

const writeDate = (zone: Zone): Write =>
  each(({ key, name }, { value }, out) => {
    if (isBlind(name)) {
      if (typeof value === 'string') out.tokens.push(...listBlindTokens(key, value, zone))
      return
    }
    const interval = dateInterval(value, zone)
    if (interval !== undefined) out.ranges.push({ parameter: key, value: '', ...interval })
  })

/** Together, everything else is written value by value. */
const writeAllQuantities: Write = ({ key }, nodes, out) =>
  writeQuantities(key, { quantities: nodes.flatMap(listQuantities), toValue: (unit) => unit }, out)

const writers = (parameters: SearchParameters): Readonly<Partial<Record<ParameterType, Write>>> => ({
  token: writeCodes(parameters.definitions),
  reference: writeReferences(parameters),
  string: writeTexts,
  uri: ({ key }, nodes, { tokens }) => {
    tokens.push(...nodes.flatMap(listTexts).map((value) => ({ parameter: key, value })))
  },
  date: writeDate(parameters.zone),
  number: ({ key }, nodes, { ranges }) => {
    ranges.push(...nodes.flatMap(listNumbers).map(({ low, high }) => ({ parameter: key, value: '', low, high })))
  },
  quantity: writeAllQuantities,
})

/** The row itself answers these. */
const fromRow: ReadonlySet<string> = new Set(['_id', '_lastUpdated'])

/** The paths of a type's parameters, each once, with the way to write their values. */
function compileType(parameters: SearchParameters, type: string): Indexer {
  const table = writers(parameters)
  const seen = new Set<string>()
  const listed = parameters.list(type).flatMap((parameter) => {
    const write = table[parameter.type]
    if (write === undefined || fromRow.has(parameter.code) || isPrincipal(type, parameter.code)) return []
    return parameters.paths(type, parameter).flatMap((path) => {
      const id = `${parameter.type} ${path.key} ${path.target ?? ''}`
      if (seen.has(id)) return []
      seen.add(id)
      return [{ path, write }]
    })
  })
  // A path without a target also writes for paths of the same name with one.
  const wide = new Set(listed.flatMap(({ path }) => (path.target === undefined ? [path.key] : [])))
  const steps = listed.map((step) => ({ ...step, writes: step.path.target === undefined || !wide.has(step.path.key) }))
  const composites = parameters
    .list(type)
    .flatMap((parameter) => (parameter.type === 'composite' ? parameters.composites(type, parameter) : []))
    .filter(({ key, isRoot }, index, all) => !isRoot && all.findIndex((other) => other.key === key) === index)
    .filter(isIndexed)
  return function* (content, out) {
    for (const { path, write, writes } of steps) {
      const nodes = path.read(content)
      if (nodes.length === 0) continue
      out.marks.push({ parameter: `${path.key}:present`, value: path.target ?? '' })
      if (!writes) continue
      if (nodes.length <= itemsOfSlice || write === writeAllQuantities) write(path, nodes, out)
      else yield* writeInSlices(write, { path, nodes }, out)
    }
    for (const composite of composites) {
      indexComposite(parameters, composite, { content, out })
      yield
    }
  }
}

/** For the resources of all interfaces: `ofHub` indexes those of the Hub. */
export function openIndex(parameters: SearchParameters, ofHub: (resource: Indexed) => IndexRows): Index {
  const isFhir = ({ space }: Indexed): boolean => space === 'fhir'
  return Object.assign(
    (tenant: Tenant, resource: Indexed) =>
      isFhir(resource) ? indexResource(parameters.of(tenant), resource) : ofHub(resource),
    {
      *inSlices(tenant: Tenant, resource: Indexed): Generator<undefined, IndexRows> {
        return isFhir(resource) ? yield* indexInSlices(parameters.of(tenant), resource) : ofHub(resource)
      },
    },
  )
}

export type Indexable = { readonly type: string; readonly id: string; readonly content: JsonObject }

type Found = { readonly path: IndexedPath; readonly nodes: readonly Node[] }

function* writeInSlices(write: Write, { path, nodes }: Found, out: IndexedValues): Generator<undefined, void> {
  yield
  for (let at = 0; at < nodes.length; at += itemsOfSlice) {
    write(path, nodes.slice(at, at + itemsOfSlice), out)
    yield
  }
}

export const indexResource = (parameters: SearchParameters, resource: Indexable): IndexRows =>
  atOnce(indexInSlices(parameters, resource))

export function* indexInSlices(parameters: SearchParameters, resource: Indexable): Generator<undefined, IndexRows> {
  const { type, id, content } = resource
  const out: IndexedValues = { tokens: [{ parameter: '_id', value: id }], marks: [], references: [], ranges: [] }
  const write = parameters.readIndexer(type, (own) => compileType(own, type))
  yield* write(content, out)
  if (type === 'Provenance' && hasKnownTargets(parameters.addresses, content)) out.marks.push(knownTargets)
  const compartments = listCompartments(parameters, resource)
  const owner = findRecordOwner(parameters, resource, compartments)
  return {
    ...out,
    ...listReferred(parameters.addresses, content),
    compartments,
    ...(owner === undefined ? {} : { owner: `Patient/${owner}` }),
    ...findPrincipalDate(parameters.zone, type, content),
  }
}
