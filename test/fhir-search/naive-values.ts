/** Queries of a parameter of any type for a value that a resource has, and the other resources that meet them. R4 search.html#ptypes. */
import type { TypedValue } from '@medplum/core'
import type { JsonObject } from '../../src/core/json.ts'
import { compare, fold, type Naive, type Query, span } from './naive-search.ts'

type Plain = Readonly<Record<string, unknown>>
/** A value as it may be asked for, and whether another value meets that. */
type Asking = { readonly text: string; readonly meets: (own: TypedValue) => boolean }

const plainOf = ({ value }: TypedValue): Plain => (typeof value === 'object' && value !== null ? (value as Plain) : {})
const escaped = (text: string): string => text.replace(/[,|$\\]/g, '\\$&')

type Code = { readonly system?: string | undefined; readonly code?: string | undefined }

function codesOf(typed: TypedValue): Code[] {
  const own = plainOf(typed) as { system?: string; value?: string; use?: string; coding?: Code[] }
  if (typed.type === 'CodeableConcept') return own.coding ?? []
  if (typed.type === 'Identifier') return [{ system: own.system, code: own.value }]
  if (typed.type === 'ContactPoint') return [{ system: own.use, code: own.value }]
  return typed.type === 'Coding' ? [own as Code] : [{ code: String(typed.value) }]
}

function askToken(typed: TypedValue): Asking | undefined {
  const asked = codesOf(typed).find(({ code }) => code !== undefined)
  if (asked?.code === undefined) return undefined
  const { system, code } = asked
  const meets = (own: TypedValue): boolean =>
    codesOf(own).some((one) => one.code === code && (system === undefined || one.system === system))
  return { text: system === undefined ? escaped(code) : `${escaped(system)}|${escaped(code)}`, meets }
}

const parts: Readonly<Record<string, readonly string[]>> = {
  HumanName: ['family', 'given', 'prefix', 'suffix', 'text'],
  Address: ['line', 'city', 'district', 'state', 'country', 'postalCode', 'text'],
}

const textsOf = (typed: TypedValue): string[] =>
  typeof typed.value === 'string'
    ? [typed.value]
    : (parts[typed.type] ?? []).flatMap((name) => plainOf(typed)[name] ?? []).filter((one) => typeof one === 'string')

/** Texts that these tests can fold. */
const isPlain = (text: string): boolean => /^[A-Za-z0-9 ]{2,40}$/.test(text.trim())

function askString(typed: TypedValue): Asking | undefined {
  const text = textsOf(typed).find(isPlain)
  if (text === undefined) return undefined
  const start = fold(text.trim()).slice(0, 12)
  return {
    text: text.trim().slice(0, 12),
    meets: (own) => textsOf(own).some((one) => fold(one).trim().startsWith(start)),
  }
}

const targetOf = ({ value }: TypedValue): string | undefined => {
  if (typeof value === 'string') return value
  const { reference } = (value ?? {}) as { reference?: unknown }
  return typeof reference === 'string' ? reference.replace(/\/_history\/.*$/, '') : undefined
}

function askReference(typed: TypedValue): Asking | undefined {
  const target = targetOf(typed)
  if (target === undefined || target.startsWith('#')) return undefined
  const meets = (own: TypedValue): boolean => [target, undefined].includes(targetOf(own)) && targetOf(own) !== undefined
  const isCanonical = typeof typed.value === 'string'
  return {
    text: escaped(target),
    meets: isCanonical ? (own) => targetOf(own)?.split('|')[0] === target || meets(own) : meets,
  }
}

/** As far as its text says; a fraction of a second is as long as its last digit. */
function spanOf(value: unknown): [number, number] {
  const fraction = typeof value === 'string' ? /\.(\d+)/.exec(value)?.[1] : undefined
  if (fraction === undefined) return span(value)
  const at = Date.parse(String(value))
  return [at, at + 10 ** Math.max(0, 3 - fraction.length)]
}

const isSpan = ({ type }: TypedValue): boolean => ['date', 'dateTime', 'instant', 'Period'].includes(type)

function askDate(typed: TypedValue): Asking | undefined {
  const { start, end } = plainOf(typed)
  const text = typeof typed.value === 'string' ? typed.value : (start ?? end)
  if (!isSpan(typed) || typeof text !== 'string' || /T\d\d:\d\d(?!:)/.test(text)) return undefined
  const prefix = typeof typed.value === 'string' ? '' : start === undefined ? 'le' : 'ge'
  return { text: `${prefix}${text}`, meets: (own) => isSpan(own) && compare(prefix, spanOf(own.value), spanOf(text)) }
}

type Measured = { readonly low: number; readonly high: number; readonly system?: unknown; readonly code?: unknown }

function measuredOf(typed: TypedValue): Measured | undefined {
  const own = plainOf(typed) as { value?: number; comparator?: string; low?: Plain; high?: Plain }
  if (typeof typed.value === 'number') return { low: typed.value, high: typed.value }
  if (typed.type === 'Range') {
    const [low, high] = [own.low?.['value'] ?? -Infinity, own.high?.['value'] ?? Infinity] as [number, number]
    return { ...(own.low ?? own.high ?? {}), low, high }
  }
  if (own.value === undefined) return undefined
  const { value, comparator = '' } = own
  return {
    ...own,
    low: comparator.startsWith('<') ? -Infinity : value,
    high: comparator.startsWith('>') ? Infinity : value,
  }
}

function askMeasured(typed: TypedValue): Asking | undefined {
  const own = measuredOf(typed)
  if (own === undefined || own.low !== own.high || !/^-?\d{1,9}(\.\d+)?$/.test(String(own.low))) return undefined
  const { low: value, system, code } = own
  const half = 0.5 * 10 ** -(String(value).split('.')[1]?.length ?? 0)
  const meets = (other: TypedValue): boolean => {
    const measured = measuredOf(other)
    const isUnit = code === undefined || (measured?.code === code && measured?.system === system)
    return measured !== undefined && isUnit && measured.low >= value - half && measured.high < value + half
  }
  return {
    text: code === undefined ? String(value) : `${value}|${escaped(String(system ?? ''))}|${escaped(String(code))}`,
    meets,
  }
}

const askers: Readonly<Record<string, (typed: TypedValue) => Asking | undefined>> = {
  token: askToken,
  string: askString,
  reference: askReference,
  uri: (typed) => ({ text: escaped(String(typed.value)), meets: (own) => own.value === typed.value }),
  date: askDate,
  number: askMeasured,
  quantity: askMeasured,
}

/** Types without a value to ask for, and types that last for ever. */
const unasked: ReadonlySet<string> = new Set(['SampledData', 'Timing'])

/** A search for one of the values that this resource has; undefined where it has none that these tests can tell. */
export function askForOwn(naive: Naive, resource: JsonObject, code: string): Query | undefined {
  const { type } = naive.find(String(resource['resourceType']), code)
  const asking = naive.values(resource, code).flatMap((typed) => askers[type]?.(typed) ?? [])[0]
  if (asking === undefined) return undefined
  return {
    text: `${code}=${encodeURIComponent(asking.text)}`,
    meets: (other) => naive.values(other, code).some((own) => !unasked.has(own.type) && asking.meets(own)),
  }
}
