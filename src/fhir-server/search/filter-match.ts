/** Filters on a resource itself, for what index rows cannot tell. R4 search.html; STORE.md "Search". */
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { Interval } from '../../store/resources/index-rows.ts'
import type { IntervalTest, Prefix } from '../../store/resources/search/search-conditions.ts'
import { dateInterval } from '../index/date-interval.ts'
import {
  identifierOf,
  listCodes,
  listDisplays,
  listNumbers,
  listQuantities,
  listTargets,
  listTexts,
} from '../index/index-values.ts'
import { listUnits } from '../index/quantity-rows.ts'
import { foldText, soundexOf } from '../index/text-folding.ts'
import type { Zone } from '../index/time-zone.ts'
import { listAncestors } from './path-conditions.ts'
import type { Filter, ValueTest } from './search-filters.ts'
import type { Component, ParameterType, SearchParameters } from './search-parameters.ts'
import type { Node } from './search-paths.ts'

type Leaf = Filter & { readonly kind: 'value' | 'missing' }
type Subject = { readonly type: string; readonly content: JsonObject }

export function meetsFilter(parameters: SearchParameters, filter: Leaf, { type, content }: Subject): boolean {
  const { parameter } = filter
  const nodes = () => parameters.paths(type, parameter).flatMap((path) => path.read(content))
  if (filter.kind === 'missing') return (nodes().length === 0) === filter.isMissing
  const meets = (test: ValueTest): boolean => {
    if (test.kind === 'tuple') return meetsTuple(parameters, { type, content, filter }, test.parts)
    const values = filter.isIdentifier ? nodes().flatMap(identifierOf) : nodes()
    return values.some((node) => meetsTest(parameters, filter.isIdentifier ? 'token' : parameter.type, { node, test }))
  }
  return filter.tests.some(meets) !== filter.isNegated
}

type Tried = { readonly node: Node; readonly test: ValueTest }

function meetsTest(parameters: SearchParameters, kind: ParameterType, { node, test }: Tried): boolean {
  switch (test.kind) {
    case 'code':
      return listCodes(parameters.definitions, node).some(
        ({ code, systems }) =>
          (test.code === undefined || code === test.code) && isOfSystem(node, systems, test.system),
      )
    case 'of-type':
      return listCodes(parameters.definitions, node).some(
        ({ code, types }) =>
          code === test.value && types.some((one) => one.code === test.type && (one.system ?? '') === test.system),
      )
    case 'display':
      return listDisplays(node).some((text) => foldText(text).startsWith(foldText(test.text)))
    case 'targets':
      return listTargets(parameters.addresses, node).some((target) => test.targets.includes(target))
    case 'text':
      return listTexts(node).some((text) => meetsText(text, test))
    case 'uri':
      return listTexts(node).some((text) => meetsUri(text, test))
    case 'interval':
      return meetsInterval({ kind, zone: parameters.zone }, node, test)
    case 'near':
      return distanceTo(node, test) <= test.km
    case 'tuple':
      return false
  }
}

/** A code alone has no system, and that of its value set. */
const isOfSystem = ({ valueSet }: Node, systems: readonly string[], asked: string | undefined): boolean =>
  asked === undefined || systems.includes(asked) || (asked === '' && (systems.length === 0 || valueSet !== undefined))

function meetsText(text: string, { how, text: asked }: ValueTest & { kind: 'text' }): boolean {
  if (how === 'exact') return text.normalize() === asked.normalize()
  if (how === 'sounds') return soundexOf(asked).every((sound) => soundexOf(text).includes(sound))
  const folded = foldText(text)
  return how === 'contains' ? folded.includes(foldText(asked)) : folded.startsWith(foldText(asked))
}

function meetsUri(text: string, { how, value }: ValueTest & { kind: 'uri' }): boolean {
  if (how === 'equals') return text === value
  return how === 'above' ? listAncestors(value).includes(text) : listAncestors(text).includes(value)
}

type Ordered = { readonly kind: ParameterType; readonly zone: Zone }

function meetsInterval({ kind, zone }: Ordered, node: Node, { test, unit }: ValueTest & { kind: 'interval' }): boolean {
  if (kind === 'date') {
    const interval = dateInterval(node.value, zone)
    return interval !== undefined && meetsPrefix(interval, test)
  }
  if (kind === 'number') return listNumbers(node).some((interval) => meetsPrefix(interval, test))
  return listQuantities(node).some(
    (quantity) => (unit === undefined || listUnits(quantity).includes(unit)) && meetsPrefix(quantity, test),
  )
}

/** R4 search.html#prefix. */
const prefixes: Readonly<Record<Prefix, (own: Interval, asked: Interval) => boolean>> = {
  eq: (own, asked) => own.low >= asked.low && own.high <= asked.high,
  ne: (own, asked) => own.low < asked.low || own.high > asked.high,
  gt: (own, asked) => own.high > asked.high,
  lt: (own, asked) => own.low < asked.low,
  ge: (own, asked) => own.high > asked.high || own.low >= asked.low,
  le: (own, asked) => own.low < asked.low || own.high <= asked.high,
  sa: (own, asked) => own.low > asked.high,
  eb: (own, asked) => own.high < asked.low,
  ap: (own, asked) => own.low <= asked.high && own.high >= asked.low,
}

const meetsPrefix = (own: Interval, test: IntervalTest): boolean => prefixes[test.prefix](own, test)

type Tuple = Subject & { readonly filter: Leaf }

/** All components within one element. */
const meetsTuple = (
  parameters: SearchParameters,
  { type, content, filter }: Tuple,
  parts: readonly ValueTest[],
): boolean =>
  parameters.composites(type, filter.parameter).some((composite) =>
    composite.context.read(content).some(({ value }) =>
      composite.components.every((component, index) => {
        const test = parts[index]
        const root = composite.isRoot ? content : value
        return (
          test !== undefined &&
          isJsonObject(root) &&
          meetsComponent(parameters, component, { value: root, content, test })
        )
      }),
    ),
  )

const meetsComponent = (
  parameters: SearchParameters,
  { type, paths }: Component,
  { value, content, test }: { value: JsonObject; content: JsonObject; test: ValueTest },
): boolean =>
  paths.some((path) =>
    path.read(path.isOfResource ? content : value).some((node) => meetsTest(parameters, type, { node, test })),
  )

const earthKm = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance to a Location.position. R4 location.html#near. */
function distanceTo({ value }: Node, { latitude, longitude }: ValueTest & { kind: 'near' }): number {
  if (!isJsonObject(value)) return Infinity
  const { latitude: north, longitude: east } = value
  if (typeof north !== 'number' || typeof east !== 'number') return Infinity
  const [a, b] = [radians(latitude), radians(north)]
  const chord = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(east - longitude) / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}
