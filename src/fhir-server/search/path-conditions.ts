/** One value of one path as a condition on index rows. R4 search.html#ptypes; STORE.md "Search". */
import { dayMs } from '../../core/durations.ts'
import type { Token } from '../../store/resources/index-rows.ts'
import { type Condition, type IntervalTest, nothing } from '../../store/resources/search/search-conditions.ts'
import { dateOf, isBlind, listSteps } from '../index/blind-dates.ts'
import { drivingPrefixes, longestPrefix, longestText } from '../index/index-resource.ts'
import { unitMark } from '../index/quantity-rows.ts'
import { foldText } from '../index/text-folding.ts'
import type { ValueTest } from './search-filters.ts'
import type { IndexedPath, ParameterType } from './search-parameters.ts'

export type Answer = {
  readonly condition: Condition
  /** Otherwise the resources that it finds are looked at again. */
  readonly isExact: boolean
}

export const exact = (condition: Condition): Answer => ({ condition, isExact: true })
export const rough = (condition: Condition): Answer => ({ condition, isExact: false })

export const anyOf = (answers: readonly Answer[]): Answer => {
  const [only] = answers
  if (only !== undefined && answers.length === 1) return only
  return {
    condition: { kind: 'any', of: answers.map(({ condition }) => condition) },
    isExact: answers.every(({ isExact }) => isExact),
  }
}

export const tokens = (any: readonly Token[], drivers: readonly Token[] = any, isSelective = false): Condition => ({
  kind: 'tokens',
  any,
  drivers,
  isSelective,
})

export const present = (key: string, target = ''): Condition =>
  tokens([{ parameter: `${key}:present`, value: target }], [])

/** Alternatives that are tokens are looked up together. */
export function mergeTokens({ condition, isExact }: Answer): Answer {
  if (condition.kind !== 'any' || condition.of.length === 0) return { condition, isExact }
  const parts = condition.of.flatMap((one) => (one.kind === 'tokens' ? [one] : []))
  if (parts.length < condition.of.length || parts.some(({ drivers }) => drivers.length === 0))
    return { condition, isExact }
  const any = parts.flatMap((part) => part.any)
  const drivers = parts.every((part) => part.any === part.drivers) ? any : parts.flatMap((part) => part.drivers)
  const isSelective = parts.every((part) => part.isSelective === true)
  return { condition: { kind: 'tokens', any, drivers, isSelective }, isExact }
}

type Kind = { readonly kind: ParameterType; readonly isSelective: boolean }

/** One value in one path. */
export function answerPath(path: IndexedPath, test: ValueTest, { kind, isSelective }: Kind): Answer {
  const { key } = path
  switch (test.kind) {
    case 'code':
      return exact(codeCondition(key, test, isSelective))
    case 'of-type': {
      const value = `${test.system}|${test.type}|${test.value}`
      return exact(tokens([{ parameter: `${key}:of-type`, value }], [{ parameter: key, value: test.value }], true))
    }
    case 'targets':
      return exact(targetsCondition(key, test.targets))
    case 'text':
      return answerText(key, test)
    case 'uri':
      return answerUri(key, test)
    case 'interval':
      return isBlind(path.name) ? answerBlind(key, test) : exact(intervalCondition(key, test, kind))
    default:
      return rough(present(key))
  }
}

function codeCondition(key: string, { system, code }: ValueTest & { kind: 'code' }, isSelective: boolean): Condition {
  if (code === undefined) return tokens([{ parameter: `${key}:system`, value: system ?? '' }], [])
  const own = [{ parameter: key, value: code }]
  if (system === undefined) return tokens(own, own, isSelective)
  return tokens([{ parameter: `${key}:coding`, value: `${system}|${code}` }], own, isSelective)
}

/** What belongs to one person or visit is little. */
const selectiveTargets = /^(Patient|Encounter|EpisodeOfCare)\//

const targetsCondition = (key: string, targets: readonly string[]): Condition =>
  targets.length === 0
    ? nothing
    : {
        kind: 'references',
        parameters: [key],
        targets,
        isSelective: targets.every((target) => selectiveTargets.test(target)),
      }

function answerText(key: string, { how, text }: ValueTest & { kind: 'text' }): Answer {
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

function answerUri(key: string, { how, value }: ValueTest & { kind: 'uri' }): Answer {
  if (how === 'below') return rough(present(key))
  const values = how === 'equals' ? [value] : listAncestors(value)
  return exact(tokens(values.map((one) => ({ parameter: key, value: one }))))
}

/** `http://a/b/c` lies below `http://a/b` and `http://a`; R4 search.html#uri. */
export const listAncestors = (uri: string): string[] =>
  [...uri.matchAll(/(?<=[^/:])\/(?=[^/])/g)].map(({ index }) => uri.slice(0, index)).concat(uri)

function intervalCondition(
  key: string,
  { test, unit }: ValueTest & { kind: 'interval' },
  kind: ParameterType,
): Condition {
  return rangeCondition(key, test, { plain: '', withUnit: kind === 'quantity' ? unit : undefined })
}

/** Of a quantity with a unit: its own row, or a row without one and the mark that all have that unit. */
export function rangeCondition(
  parameter: string,
  test: IntervalTest,
  { plain, withUnit }: { plain: string; withUnit: string | undefined },
): Condition {
  const rows = (value: string): Condition => ({ kind: 'ranges', any: [{ parameter, value }], test })
  if (withUnit === undefined) return rows(plain)
  const mark = tokens([{ parameter: unitMark(parameter), value: withUnit }], [])
  return { kind: 'any', of: [{ kind: 'all', of: [rows(plain), mark] }, rows(withUnit)] }
}

/** R4 search.html#prefix, in days: what asks for a time of day is let through by its day. */
function answerBlind(key: string, { test, date }: ValueTest & { kind: 'interval' }): Answer {
  const { prefix } = test
  const { text = '', wall: { low, high } = test } = date ?? {}
  const isDay = text.length <= 10
  const own = [{ parameter: `${key}:within`, value: isDay ? text : dateOf(low) }]
  // Few are born on one day.
  const within = tokens(own, own, text.length >= 10)
  const day = dayMs * 1_000
  const [from, to] = isDay ? [low - day, high + day] : [low, high]
  const after = (side: 'low' | 'high', time: number) => tokens(listSteps(key, side, { low: time, high: Infinity }))
  const before = (side: 'low' | 'high', time: number) => tokens(listSteps(key, side, { low: -Infinity, high: time }))
  const conditions: Readonly<Record<IntervalTest['prefix'], Condition>> = {
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
  return { condition: conditions[prefix], isExact: isDay && prefix !== 'ap' }
}

const mergeAny = (of: readonly Condition[]): Condition => mergeTokens(exact({ kind: 'any', of })).condition
