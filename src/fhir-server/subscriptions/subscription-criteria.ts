/** What narrows a subscription within its topic. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-filter-criteria.html. */

import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import { parseFilter } from '../search/parse-filter.ts'
import { isLeaf } from '../search/resolve-filters.ts'
import type { Filter } from '../search/search-filters.ts'
import { backportDefinition } from './backport.ts'
import type { SubscriptionRules } from './subscription-content.ts'
import type { Topic } from './subscription-topics.ts'

type LeafFilter = Extract<Filter, { kind: 'value' | 'missing' }>

export type Criterion =
  /** Of this type alone. */
  | { readonly kind: 'filter'; readonly type: string; readonly filter: LeafFilter }
  /** In the compartment of one of these; without a type, of whatever type. */
  | { readonly kind: 'patient'; readonly type: string | undefined; readonly patients: readonly string[] }

type Offer = { readonly rules: Pick<SubscriptionRules, 'parameters'>; readonly topic: Topic }

/** All of those that concern a resource have to hold. Undefined where one is not offered, or not valid. */
export function parseCriteria(offer: Offer, resource: JsonObject): readonly Criterion[] | undefined {
  const element = resource['_criteria']
  const extensions = isJsonObject(element) && Array.isArray(element['extension']) ? element['extension'] : []
  const parsed = extensions
    .filter(isJsonObject)
    .filter(({ url }) => url === backportDefinition('backport-filter-criteria'))
    .map(({ valueString }) => parseText(offer, typeof valueString === 'string' ? valueString : ''))
  return join(parsed)
}

const join = (parts: readonly (readonly Criterion[] | undefined)[]): readonly Criterion[] | undefined =>
  parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? [])

/** `Type?name=value&...`, or `name=value` for every type of the topic. */
function parseText(offer: Offer, text: string): readonly Criterion[] | undefined {
  const [, type, query = ''] = /^(?:([A-Za-z]+)\?)?(.+)$/s.exec(text) ?? []
  if (query === '' || (type !== undefined && !offer.topic.types.includes(type))) return undefined
  return join([...new URLSearchParams(query)].map(([name, value]) => parseOne(offer, { type, name, value })))
}

type Asked = { readonly type: string | undefined; readonly name: string; readonly value: string }

function parseOne({ rules, topic }: Offer, { type, name, value }: Asked): readonly Criterion[] | undefined {
  if (!topic.filters.includes(/^[^:]*/.exec(name)?.[0] ?? '')) return undefined
  if (name === 'patient') {
    const patients = parsePatients(rules.parameters.addresses, value)
    return patients && [{ kind: 'patient', type, patients }]
  }
  const types = type === undefined ? topic.types : [type]
  return join(
    types.map((one) => {
      const filter = parseLeaf(rules, one, { name, value })
      return filter && [{ kind: 'filter', type: one, filter }]
    }),
  )
}

/** Ids, or references to a Patient of ours. */
function parsePatients(addresses: OwnAddresses, value: string): readonly string[] | undefined {
  const ids = value
    .split(',')
    .map((one) => findLocalId(addresses, 'Patient', one.includes('/') ? one : `Patient/${one}`))
  return ids.includes(undefined) ? undefined : ids.flatMap((id) => id ?? [])
}

/** A filter that one resource answers by itself. */
export function parseLeaf(
  { parameters }: Offer['rules'],
  type: string,
  asked: { readonly name: string; readonly value: string },
): LeafFilter | undefined {
  try {
    const filter = parseFilter({ parameters, now: 0 }, type, asked)
    return filter != null && isLeaf(filter) ? filter : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
