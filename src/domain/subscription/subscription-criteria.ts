/** The criteria of a subscription within its topic. Subscriptions R5 Backport 1.1.0 StructureDefinition-backport-filter-criteria.html. */

import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { backportDefinition } from '../../fhir/backport.ts'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocalId } from '../../fhir/reference.ts'
import { parseLeaf } from '../../fhir-search/criteria/parse-criterion.ts'
import type { LeafCriterion } from '../../fhir-search/criteria/search-criteria.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import type { Topic } from './subscription-topics.ts'

export type Criterion =
  /** For this type only. */
  | { readonly kind: 'search'; readonly type: string; readonly criterion: LeafCriterion }
  /** In the compartment of one of these patients; without a type, resources of any type. */
  | { readonly kind: 'patient'; readonly type: string | undefined; readonly patients: readonly string[] }

type Offer = { readonly rules: { readonly parameters: SearchParameters }; readonly topic: Topic }

/** A resource must meet all criteria for its type. Undefined if one is not offered or not valid. */
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
      const criterion = parseLeaf({ parameters: rules.parameters, now: 0 }, one, { name, value })
      return criterion && [{ kind: 'search', type: one, criterion }]
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
