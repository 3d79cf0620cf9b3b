/** A Subscription resource as it is understood, or what is wrong with it. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-subscription.html. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { type FieldError, Problem } from '../problems.ts'
import { backportDefinition } from './backport.ts'
import { parseFilter } from './parse-filter.ts'
import { isLeaf } from './resolve-filters.ts'
import type { Filter } from './search-filters.ts'
import type { SearchParameters } from './search-parameters.ts'
import { findTopic, type Topic } from './subscription-topics.ts'

export const payloadContents = ['empty', 'id-only', 'full-resource'] as const
export type PayloadContent = (typeof payloadContents)[number]

type LeafFilter = Extract<Filter, { kind: 'value' | 'missing' }>

export type Criterion =
  /** Of this type alone, or of each. */
  | { readonly kind: 'filter'; readonly type: string; readonly filter: LeafFilter }
  | { readonly kind: 'patient'; readonly type: string | undefined; readonly patients: readonly string[] }

export type SubscriptionContent = {
  readonly topic: Topic
  readonly canonical: string
  readonly criteria: readonly Criterion[]
  readonly endpoint: string
  readonly mediaType: string
  readonly content: PayloadContent
  readonly heartbeatMs: number | undefined
  readonly timeoutMs: number
  readonly maxCount: number
  readonly endsAt: string | undefined
}

export type SubscriptionRules = {
  readonly parameters: SearchParameters
  /** Our FHIR base address. */
  readonly base: string
  /** Whether it is an absolute address that may be called, by its form. */
  readonly isAddress: (text: string) => boolean
}

const mediaTypes = ['application/fhir+json', 'application/json', 'application/fhir+xml']
const longest = { heartbeatS: 7 * 86_400, timeoutS: 60, maxCount: 100 }
const defaults = { timeoutMs: 20_000, maxCount: 20 }

/** Throws with every place that is wrong. */
export function parseSubscription(rules: SubscriptionRules, resource: JsonObject): SubscriptionContent {
  const errors: FieldError[] = []
  const fail = (field: string, message: string, code = 'value'): void => {
    errors.push({ field: `Subscription.${field}`, message, code })
  }
  const channel = isJsonObject(resource['channel']) ? resource['channel'] : {}
  const canonical = textOf(resource['criteria'])
  const topic = findTopic(rules.base, canonical)
  if (topic === undefined)
    fail('criteria', 'is no topic of this server: its CapabilityStatement lists them', 'not-supported')
  const endpoint = textOf(channel['endpoint'])
  if (!rules.isAddress(endpoint))
    fail('channel.endpoint', 'must be an http or https address without user, query and fragment')
  if (channel['type'] !== 'rest-hook') fail('channel.type', 'is not supported: rest-hook is', 'not-supported')
  const mediaType = textOf(channel['payload'])
  if (!mediaTypes.includes(mediaType))
    fail('channel.payload', 'must be application/fhir+json or application/fhir+xml', 'not-supported')
  const content = readContent(channel)
  if (content === undefined) fail('channel.payload', 'has a payload content that is not known')
  const [heartbeatS, timeoutS, maxCount] = [
    readNumber(channel, 'backport-heartbeat-period', longest.heartbeatS),
    readNumber(channel, 'backport-timeout', longest.timeoutS),
    readNumber(channel, 'backport-max-count', longest.maxCount),
  ]
  if ([heartbeatS, timeoutS, maxCount].includes(Number.NaN))
    fail('channel.extension', 'has a period, timeout or count that is no whole number or too large')
  const criteria = topic === undefined ? [] : listTexts(resource, topic, rules, fail)
  if (errors.length > 0 || topic === undefined) throw new Problem('resource-invalid', { errors })
  const end = textOf(resource['end'])
  return {
    topic,
    canonical,
    criteria,
    endpoint,
    mediaType,
    content: content ?? 'id-only',
    heartbeatMs: heartbeatS === undefined || heartbeatS === 0 ? undefined : heartbeatS * 1000,
    timeoutMs: timeoutS === undefined || timeoutS === 0 ? defaults.timeoutMs : timeoutS * 1000,
    maxCount: maxCount === undefined || maxCount === 0 ? defaults.maxCount : maxCount,
    endsAt: end === '' ? undefined : end,
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const listOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

const findExtension = (element: JsonValue | undefined, name: string): JsonObject | undefined =>
  isJsonObject(element) ? listOf(element['extension']).find(({ url }) => url === backportDefinition(name)) : undefined

/** The least that serves, where nothing is said. */
function readContent(channel: JsonObject): PayloadContent | undefined {
  const extension = findExtension(channel['_payload'], 'backport-payload-content')
  if (extension === undefined) return 'id-only'
  return payloadContents.find((content) => content === extension['valueCode'])
}

function readNumber(channel: JsonObject, name: string, most: number): number | undefined {
  const extension = findExtension(channel, name)
  if (extension === undefined) return undefined
  const value = extension['valueUnsignedInt'] ?? extension['valuePositiveInt'] ?? extension['valueInteger']
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : Number.NaN
}

type Fail = (field: string, message: string, code?: string) => void

/** `Type?name=value&...`, or `name=value` for every type of the topic; all that concern a resource have to hold. */
function listTexts(resource: JsonObject, topic: Topic, rules: SubscriptionRules, fail: Fail): readonly Criterion[] {
  const element = resource['_criteria']
  const extensions = isJsonObject(element) ? listOf(element['extension']) : []
  return extensions
    .filter(({ url }) => url === backportDefinition('backport-filter-criteria'))
    .flatMap(({ valueString }) => {
      const criteria = parseCriteria(textOf(valueString), topic, rules)
      if (criteria !== undefined) return criteria
      fail(
        'criteria.extension',
        'filters by what the topic does not offer, or by a value that is not valid',
        'not-supported',
      )
      return []
    })
}

function parseCriteria(text: string, topic: Topic, rules: SubscriptionRules): readonly Criterion[] | undefined {
  const [, type, query = ''] = /^(?:([A-Za-z]+)\?)?(.+)$/s.exec(text) ?? []
  if (type !== undefined && !topic.types.includes(type)) return undefined
  const asked = [...new URLSearchParams(query)]
  const criteria = asked.map(([name, value]) => parseOne(rules, topic, { type, name, value }))
  return asked.length === 0 || criteria.includes(undefined) ? undefined : criteria.flatMap((one) => one ?? [])
}

type AskedFilter = { readonly type: string | undefined; readonly name: string; readonly value: string }

function parseOne(rules: SubscriptionRules, topic: Topic, { type, name, value }: AskedFilter): Criterion[] | undefined {
  const code = /^[^:]*/.exec(name)?.[0] ?? ''
  if (!topic.filters.includes(code)) return undefined
  if (name === 'patient') {
    const patients = value.split(',').map((one) => one.replace(`${rules.base}/`, ''))
    const named = patients.map((one) => /^(?:Patient\/)?([A-Za-z0-9\-.]{1,64})$/.exec(one)?.[1])
    return named.includes(undefined)
      ? undefined
      : [{ kind: 'patient', type, patients: named.flatMap((id) => id ?? []) }]
  }
  const types = type === undefined ? topic.types : [type]
  const parsed = types.map((one) => parseLeaf(rules, one, { name, value }))
  return parsed.includes(undefined)
    ? undefined
    : types.flatMap((one, index) => {
        const filter = parsed[index]
        return filter === undefined ? [] : [{ kind: 'filter', type: one, filter }]
      })
}

/** A filter that one resource answers by itself. */
export function parseLeaf(
  { parameters, base }: Omit<SubscriptionRules, 'isAddress'>,
  type: string,
  asked: { readonly name: string; readonly value: string },
): LeafFilter | undefined {
  try {
    const filter = parseFilter({ parameters, base, now: 0 }, type, asked)
    return filter != null && isLeaf(filter) ? filter : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
