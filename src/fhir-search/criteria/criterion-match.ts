/** Search criteria on a resource itself, for what index rows cannot tell. R4 search.html; docs/design/store.md#search. */
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { Interval } from '../../store/resources/index-rows.ts'
import type { IntervalTest, Prefix } from '../../store/resources/search/predicates.ts'
import { dateInterval, type Fine, fineOf } from '../index/date-interval.ts'
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
import type { Component, ParameterType, SearchParameters } from '../parameters/search-parameters.ts'
import type { Node } from '../parameters/search-paths.ts'
import type { Zone } from '../parameters/time-zone.ts'
import { listAncestors } from './path-predicates.ts'
import type { LeafCriterion, ValueTest } from './search-criteria.ts'

type Subject = { readonly type: string; readonly content: JsonObject }

export function meetsCriterion(
  parameters: SearchParameters,
  criterion: LeafCriterion,
  { type, content }: Subject,
): boolean {
  const { parameter } = criterion
  const isTuple = criterion.kind !== 'missing' && criterion.tests.every(({ kind }) => kind === 'tuple')
  const nodes = isTuple ? [] : parameters.paths(type, parameter).flatMap((path) => path.read(content))
  if (criterion.kind === 'missing') return (nodes.length === 0) === criterion.isMissing
  const values = criterion.isIdentifier ? nodes.flatMap(identifierOf) : nodes
  const fold = foldOnce()
  const meets = (test: ValueTest): boolean => {
    if (test.kind === 'tuple') return meetsTuple(parameters, { type, content, criterion }, test.parts)
    return values.some((node) =>
      meetsTest(parameters, criterion.isIdentifier ? 'token' : parameter.type, { node, test, fold }),
    )
  }
  return criterion.tests.some(meets) !== criterion.isNegated
}

type Fold = (text: string) => string

/** A resource may have long texts and a search 1,000 alternatives, so each text is folded once. */
function foldOnce(): Fold {
  const known = new Map<string, string>()
  return (text) => {
    const folded = known.get(text) ?? foldText(text)
    known.set(text, folded)
    return folded
  }
}

type Tried = { readonly node: Node; readonly test: ValueTest; readonly fold: Fold }

function meetsTest(parameters: SearchParameters, kind: ParameterType, { node, test, fold }: Tried): boolean {
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
      return listDisplays(node).some((text) => fold(text).startsWith(fold(test.text)))
    case 'targets':
      return listTargets(parameters.addresses, node).some((target) => test.targets.includes(target))
    case 'text':
      return listTexts(node).some((text) => meetsText(text, test, fold))
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

/** A code alone has no system, or that of its value set. */
const isOfSystem = ({ valueSet }: Node, systems: readonly string[], asked: string | undefined): boolean =>
  asked === undefined || systems.includes(asked) || (asked === '' && (systems.length === 0 || valueSet !== undefined))

function meetsText(text: string, { how, text: asked }: ValueTest & { kind: 'text' }, fold: Fold): boolean {
  if (how === 'exact') return text.normalize() === asked.normalize()
  if (how === 'sounds') return soundexOf(asked).every((sound) => soundexOf(text).includes(sound))
  const folded = fold(text)
  if (how === 'equals') return folded === fold(asked)
  return how === 'contains' ? folded.includes(fold(asked)) : folded.startsWith(fold(asked))
}

function meetsUri(text: string, { how, value }: ValueTest & { kind: 'uri' }): boolean {
  if (how === 'equals') return text === value
  return how === 'above' ? listAncestors(value).includes(text) : listAncestors(text).includes(value)
}

type Ordered = { readonly kind: ParameterType; readonly zone: Zone }

function meetsInterval({ kind, zone }: Ordered, node: Node, asked: ValueTest & { kind: 'interval' }): boolean {
  const { test, unit, unitSystem } = asked
  if (kind === 'date') {
    const interval = dateInterval(node.value, zone)
    if (interval === undefined || asked.fine === undefined) return interval !== undefined && meetsPrefix(interval, test)
    return meetsFinely({ ...interval, fine: fineOf(node.value) }, { ...test, fine: asked.fine })
  }
  if (kind === 'number') return listNumbers(node).some((interval) => meetsPrefix(interval, test))
  return listQuantities(node).some(
    (quantity) =>
      (unit === undefined || listUnits(quantity).includes(unit)) &&
      (unitSystem === undefined || quantity.system === unitSystem) &&
      meetsPrefix(quantity, test),
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

type Finely<T> = T & { readonly fine: Fine }

/** In nanoseconds since the searched microsecond, which doubles tell apart. */
function meetsFinely(own: Finely<Interval>, { prefix, low, high, fine }: Finely<IntervalTest>): boolean {
  const since = (time: number, part: number): number => (time - low) * 1000 + part
  return meetsPrefix(
    { low: since(own.low, own.fine.low), high: since(own.high, own.fine.high) },
    { prefix, low: since(low, fine.low), high: since(high, fine.high) },
  )
}

type Tuple = Subject & { readonly criterion: LeafCriterion }

/** All components within one element. */
const meetsTuple = (
  parameters: SearchParameters,
  { type, content, criterion }: Tuple,
  parts: readonly ValueTest[],
): boolean =>
  parameters.composites(type, criterion.parameter).some((composite) =>
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
    path
      .read(path.isOfResource ? content : value)
      .some((node) => meetsTest(parameters, type, { node, test, fold: foldText })),
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
