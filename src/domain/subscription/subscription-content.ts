/** Parses a Subscription resource, or says what is wrong with it. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-subscription.html. */
import type { JsonObject } from '../../core/json.ts'
import { type FieldError, Problem } from '../../core/problems.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import { type Fail, parseChannel, type SubscriptionChannel } from './subscription-channel.ts'
import { type Criterion, parseCriteria } from './subscription-criteria.ts'
import { findTopic, type Topic } from './subscription-topics.ts'

export type SubscriptionContent = SubscriptionChannel & {
  readonly topic: Topic
  readonly canonical: string
  readonly criteria: readonly Criterion[]
  readonly endsAt: string | undefined
}

export type SubscriptionRules = {
  readonly parameters: SearchParameters
  /** Our FHIR base address. */
  readonly base: string
  /** True for an absolute address of a form that may be called. */
  readonly isAddress: (text: string) => boolean
}

/** Throws with every wrong place. */
export function parseSubscription(rules: SubscriptionRules, resource: JsonObject): SubscriptionContent {
  const errors: FieldError[] = []
  const fail: Fail = (field, message, code = 'value') => {
    errors.push({ field: `Subscription.${field}`, message, code })
  }
  const channel = parseChannel(resource['channel'], rules.isAddress, fail)
  const canonical = String(resource['criteria'] ?? '')
  const topic = findTopic(rules.parameters.addresses, canonical)
  if (topic === undefined)
    fail('criteria', 'is no topic of this server: its CapabilityStatement lists them', 'not-supported')
  const criteria = topic && parseCriteria({ rules, topic }, resource)
  if (topic !== undefined && criteria === undefined)
    fail('criteria.extension', 'filters by what the topic does not offer, or by no valid value', 'not-supported')
  if (topic === undefined || criteria === undefined || errors.length > 0)
    throw new Problem('resource-invalid', { errors })
  const { end } = resource
  return { ...channel, topic, canonical, criteria, endsAt: typeof end === 'string' ? end : undefined }
}
