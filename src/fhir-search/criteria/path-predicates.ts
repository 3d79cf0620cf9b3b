/** One value of one path as a predicate on index rows. R4 search.html#ptypes; docs/design/store.md#search. */
import { dayMs } from '../../core/durations.ts'
import type { Token } from '../../store/resources/index-rows.ts'
import { type IntervalTest, nothing, type Predicate } from '../../store/resources/search/predicates.ts'
import { dateOf, isBlind, listSteps } from '../index/blind-dates.ts'
import { drivingPrefixes, longestPrefix, longestText } from '../index/index-resource.ts'
import { unitMark } from '../index/quantity-rows.ts'
import { foldText } from '../index/text-folding.ts'
import type { IndexedPath, ParameterType } from '../parameters/search-parameters.ts'
import type { ValueTest } from './search-criteria.ts'

export type BuiltPredicate = {
  readonly predicate: Predicate
  /** If false, the resources that it finds must be looked at again. */
  readonly isExact: boolean
}

export const exact = (predicate: Predicate): BuiltPredicate => ({ predicate, isExact: true })
export const rough = (predicate: Predicate): BuiltPredicate => ({ predicate, isExact: false })

export const anyOf = (built: readonly BuiltPredicate[]): BuiltPredicate => {
  const [only] = built
  if (only !== undefined && built.length === 1) return only
  return {
    predicate: { kind: 'any', of: built.map(({ predicate }) => predicate) },
    isExact: built.every(({ isExact }) => isExact),
  }
}

export const tokens = (
  any: readonly Token[],
  accessTokens: readonly Token[] = any,
  isSelective = false,
): Predicate => ({
  kind: 'tokens',
  any,
  accessTokens,
  isSelective,
})

export const present = (key: string, target = ''): Predicate =>
  tokens([{ parameter: `${key}:present`, value: target }], [])

/** Alternatives that are tokens are looked up together. */
export function mergeTokens({ predicate, isExact }: BuiltPredicate): BuiltPredicate {
  if (predicate.kind !== 'any' || predicate.of.length === 0) return { predicate, isExact }
  const parts = predicate.of.flatMap((one) => (one.kind === 'tokens' ? [one] : []))
  if (parts.length < predicate.of.length || parts.some(({ accessTokens }) => accessTokens.length === 0))
    return { predicate, isExact }
  const any = parts.flatMap((part) => part.any)
  const accessTokens = parts.every((part) => part.any === part.accessTokens)
    ? any
    : parts.flatMap((part) => part.accessTokens)
  const isSelective = parts.every((part) => part.isSelective === true)
  return { predicate: { kind: 'tokens', any, accessTokens, isSelective }, isExact }
}

type Kind = { readonly kind: ParameterType; readonly isSelective: boolean }

/** One value in one path. */
export function buildPathPredicate(path: IndexedPath, test: ValueTest, { kind, isSelective }: Kind): BuiltPredicate {
  const { key } = path
  switch (test.kind) {
    case 'code':
      return exact(codePredicate(key, test, isSelective))
    case 'of-type': {
      const value = `${test.system}|${test.type}|${test.value}`
      return exact(tokens([{ parameter: `${key}:of-type`, value }], [{ parameter: key, value: test.value }], true))
    }
    case 'targets':
      return exact(targetsPredicate(key, test.targets))
    case 'text':
      return buildTextPredicate(key, test)
    case 'uri':
      return buildUriPredicate(key, test)
    case 'interval':
      if (isBlind(path.name)) return buildBlindPredicate(key, test)
      return (test.unitSystem === undefined ? exact : rough)(intervalPredicate(key, test, kind))
    default:
      return rough(present(key))
  }
}

function codePredicate(key: string, { system, code }: ValueTest & { kind: 'code' }, isSelective: boolean): Predicate {
  if (code === undefined) return tokens([{ parameter: `${key}:system`, value: system ?? '' }], [])
  const own = [{ parameter: key, value: code }]
  if (system === undefined) return tokens(own, own, isSelective)
  return tokens([{ parameter: `${key}:coding`, value: `${system}|${code}` }], own, isSelective)
}

/** One person or encounter has few resources. */
const selectiveTargets = /^(Patient|Encounter|EpisodeOfCare)\//

const targetsPredicate = (key: string, targets: readonly string[]): Predicate =>
  targets.length === 0
    ? nothing
    : {
        kind: 'references',
        parameters: [key],
        targets,
        isSelective: targets.every((target) => selectiveTargets.test(target)),
      }

function buildTextPredicate(key: string, { how, text }: ValueTest & { kind: 'text' }): BuiltPredicate {
  if (how === 'exact' && text.length <= longestText)
    return exact(tokens([{ parameter: `${key}:exact`, value: text.normalize() }]))
  const letters = [...foldText(text)]
  if (how === 'contains' || how === 'sounds' || letters.length === 0) return rough(present(key))
  const prefix = (length: number) => ({ parameter: `${key}:prefix`, value: letters.slice(0, length).join('') })
  const driving = drivingPrefixes.findLast((length) => length <= letters.length)
  const any = [prefix(Math.min(letters.length, longestPrefix))]
  const starts = tokens(any, driving === undefined ? [] : [prefix(driving)])
  return how === 'starts' && letters.length <= longestPrefix ? exact(starts) : rough(starts)
}

function buildUriPredicate(key: string, { how, value }: ValueTest & { kind: 'uri' }): BuiltPredicate {
  if (how === 'below') return rough(present(key))
  const values = how === 'equals' ? [value] : listAncestors(value)
  return exact(tokens(values.map((one) => ({ parameter: key, value: one }))))
}

/**
 * `http://a/b/c` lies below `http://a/b` and `http://a`, which may end in a slash or not. An address that is no URL (`urn:oid:1.2`) lies
 * below itself alone. R4 search.html#uri.
 */
export function listAncestors(uri: string): string[] {
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/?#]+/i.exec(uri)?.[0]
  if (path === undefined) return [uri]
  const end = uri.search(/[?#]/)
  const steps = [...uri.matchAll(/\//g)].map(({ index }) => index)
  const cuts = steps.filter((index) => index >= path.length && (end < 0 || index < end))
  const above = cuts.flatMap((index) => [uri.slice(0, index), uri.slice(0, index + 1)])
  const whole = end < 0 ? [] : [uri.slice(0, end)]
  const slashed = end < 0 && !uri.endsWith('/') ? [`${uri}/`] : []
  return [...new Set([...above, ...whole, uri, ...slashed])]
}

function intervalPredicate(
  key: string,
  { test, unit }: ValueTest & { kind: 'interval' },
  kind: ParameterType,
): Predicate {
  return rangePredicate(key, test, { plain: '', withUnit: kind === 'quantity' ? unit : undefined })
}

/** For a quantity with a unit: its own row, or a row without a unit and the mark that all have that unit. */
export function rangePredicate(
  parameter: string,
  test: IntervalTest,
  { plain, withUnit }: { plain: string; withUnit: string | undefined },
): Predicate {
  const rows = (value: string): Predicate => ({ kind: 'ranges', any: [{ parameter, value }], test })
  if (withUnit === undefined) return rows(plain)
  const mark = tokens([{ parameter: unitMark(parameter), value: withUnit }], [])
  return { kind: 'any', of: [{ kind: 'all', of: [rows(plain), mark] }, rows(withUnit)] }
}

/** R4 search.html#prefix, in days: a search by the time of day finds the whole day. */
function buildBlindPredicate(key: string, { test, date }: ValueTest & { kind: 'interval' }): BuiltPredicate {
  const { prefix } = test
  const { text = '', wall: { low, high } = test } = date ?? {}
  const isDay = text.length <= 10
  const own = [{ parameter: `${key}:within`, value: isDay ? text : dateOf(low) }]
  // Few people are born on one day.
  const within = tokens(own, own, text.length >= 10)
  const day = dayMs * 1_000
  const [from, to] = isDay ? [low - day, high + day] : [low, high]
  const after = (side: 'low' | 'high', time: number) => tokens(listSteps(key, side, { low: time, high: Infinity }))
  const before = (side: 'low' | 'high', time: number) => tokens(listSteps(key, side, { low: -Infinity, high: time }))
  const predicates: Readonly<Record<IntervalTest['prefix'], Predicate>> = {
    eq: within,
    ne: isDay ? { kind: 'all', of: [present(key), { kind: 'not', of: within }] } : present(key),
    gt: after('high', to),
    lt: before('low', from),
    ge: mergeAny([after('high', to), after('low', low)]),
    le: mergeAny([before('low', from), before('high', high)]),
    sa: after('low', to),
    eb: before('high', from),
    ap: { kind: 'all', of: [before('low', high), after('high', low)] },
  }
  return { predicate: predicates[prefix], isExact: isDay && prefix !== 'ap' }
}

const mergeAny = (of: readonly Predicate[]): Predicate => mergeTokens(exact({ kind: 'any', of })).predicate
