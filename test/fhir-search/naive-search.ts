/** Searches as R4 search.html describes them, answered by looking at every resource: the real searches are compared with them. */
import { evalFhirPathTyped, loadDataType, parseFhirPath, type TypedValue } from '@medplum/core'
import type { SearchParameter } from '@medplum/fhirtypes'
import type { JsonObject } from '../../src/core/json.ts'
import { openTestDefinitions } from '../profiles/open-definitions.ts'

const { registry } = await openTestDefinitions()
for (const { type = '', derivation, abstract } of registry.list('StructureDefinition')) {
  const structure = derivation === 'constraint' || abstract ? undefined : registry.findType(type)
  // The evaluator knows by it which type a value is of.
  if (structure !== undefined) loadDataType(structure)
}

export type Form = (target: string) => string

export type World = readonly JsonObject[]

/** The text of a query, and whether a resource meets it. */
export type Query = { readonly text: string; readonly meets: (resource: JsonObject) => boolean }

export class Naive {
  /** Each reference to a resource of this server is relative, in whatever form it was sent. */
  readonly world: World
  /** The forms of a reference to a resource of this server. */
  readonly forms: readonly Form[]
  readonly #published: readonly SearchParameter[]

  constructor(world: World, published: readonly SearchParameter[], forms: readonly Form[] = [String]) {
    this.world = world
    this.forms = forms
    this.#published = published
  }

  find(type: string, code: string): SearchParameter {
    const own = this.#published.find((one) => one.code === code && one.base.some((base) => base === type))
    const found =
      own ?? this.#published.find((one) => one.code === code && one.base.some((base) => String(base) === 'Resource'))
    if (found === undefined) throw new Error(`no parameter ${code}`)
    return found
  }

  /** The values of a parameter, by its published expression. */
  values(resource: JsonObject, code: string): TypedValue[] {
    const type = String(resource['resourceType'])
    const { expression = '' } = this.find(type, code)
    const own = expression.split('|').filter((part) => new RegExp(`^[\\s(]*(${type}\\b|Resource\\b|[a-z])`).test(part))
    return own.flatMap((part) => this.evaluate(part.trim(), { type, value: resource }))
  }

  evaluate(expression: string, value: TypedValue): TypedValue[] {
    const key = expression.replace(/^Resource\b/, value.type)
    return evalFhirPathTyped(parseFhirPath(key), [value])
  }

  /** The resource that a reference is to. */
  resolve(reference: string | undefined): JsonObject | undefined {
    return this.world.find(({ resourceType, id }) => `${resourceType}/${id}` === reference)
  }
}

type Coding = { readonly system?: string; readonly code?: string }
type Plain = Record<string, never> & { readonly [name: string]: never }

/** Code and system of every coding in a value. */
export function codings({ type, value }: TypedValue): Coding[] {
  if (type === 'CodeableConcept') return (value as { coding?: Coding[] }).coding ?? []
  if (type === 'Identifier') {
    const { system, value: code } = value as { system?: string; value?: string }
    return [{ ...(system === undefined ? {} : { system }), ...(code === undefined ? {} : { code }) }]
  }
  return type === 'Coding' ? [value as Coding] : [{ code: String(value) }]
}

export function texts({ value }: TypedValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.values(value as Plain)
    .flat()
    .filter((part) => typeof part === 'string')
}

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')

/** First instant and the first after it, in milliseconds. A day is one of the tenant's, in Sydney. */
export function span(value: unknown): [number, number] {
  if (typeof value === 'object' && value !== null) {
    const { start, end } = value as { start?: string; end?: string }
    return [start === undefined ? -Infinity : span(start)[0], end === undefined ? Infinity : span(end)[1]]
  }
  const text = String(value)
  if (text.includes('T')) return [Date.parse(text), Date.parse(text) + 1000]
  const [year = 0, month, day] = text.split('-').map(Number)
  const next =
    month === undefined
      ? Date.UTC(year + 1)
      : day === undefined
        ? Date.UTC(year, month)
        : Date.UTC(year, month - 1, day + 1)
  return [midnight(Date.UTC(year, (month ?? 1) - 1, day ?? 1)), midnight(next)]
}

const sydney = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Australia/Sydney',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** When the day begins in Sydney, whose clocks are ten or eleven hours ahead. */
function midnight(day: number): number {
  const shown = `${new Date(day).toISOString().slice(0, 10)} 00:00:00`
  return [10, 11].map((hours) => day - hours * 3_600_000).find((at) => sydney.format(at) === shown) ?? Number.NaN
}

/** R4 search.html#prefix over half-open spans. */
export function compare(prefix: string, [low, high]: [number, number], [from, to]: [number, number]): boolean {
  const isWithin = low >= from && high <= to
  switch (prefix) {
    case 'ne':
      return !isWithin
    case 'gt':
      return high > to
    case 'lt':
      return low < from
    case 'ge':
      return high > to || isWithin
    case 'le':
      return low < from || isWithin
    case 'sa':
      return low >= to
    case 'eb':
      return high <= from
    default:
      return isWithin
  }
}

/** Compares a number with the one in the query, with its precision if there is no comparator. */
export function compareNumber(prefix: string, own: number, asked: string): boolean {
  const value = Number(asked)
  const half = 0.5 * 10 ** -(asked.split('.')[1]?.length ?? 0)
  const isNear = own - value >= -half - 1e-9 && own - value < half - 1e-9
  const tests: Record<string, boolean> = {
    eq: isNear,
    ne: !isNear,
    gt: own > value,
    lt: own < value,
    ge: own >= value,
    le: own <= value,
  }
  return tests[prefix] ?? false
}
