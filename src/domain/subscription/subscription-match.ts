/** Decides which changes are events of a subscription: topic, criteria, and what its subscriber may read. Subscriptions R5 Backport 1.1.0 components.html. */

import { type Access, isWithin } from '../../access/access.ts'
import type { JsonObject } from '../../core/json.ts'
import { meetsCriterion } from '../../fhir-search/criteria/criterion-match.ts'
import { parseLeaf } from '../../fhir-search/criteria/parse-criterion.ts'
import { listCompartments } from '../../fhir-search/index/compartments.ts'
import type { SearchParameters } from '../../fhir-search/parameters/search-parameters.ts'
import type { SubscriptionContent, SubscriptionRules } from './subscription-content.ts'
import type { Criterion } from './subscription-criteria.ts'
import type { ChangeKind, Topic } from './subscription-topics.ts'

export type Change = {
  readonly type: string
  readonly id: string
  readonly interaction: ChangeKind
  /** For a deletion, the content before it. */
  readonly content: JsonObject
  /** The content before an update. */
  readonly readPrevious: () => Promise<JsonObject>
}

/** `access`: the resources of the change's type that the subscriber may read. */
export type Matcher = (access: Access, change: Change) => Promise<boolean>

type Rules = Pick<SubscriptionRules, 'parameters'>

/** Compiles the topic's criteria and the subscription's own. */
export function compileMatcher(
  rules: Rules,
  { topic, criteria }: Pick<SubscriptionContent, 'topic' | 'criteria'>,
): Matcher {
  const { parameters } = rules
  const current = compileCriteria(rules, topic, topic.current)
  const previous = compileCriteria(rules, topic, topic.previous)
  return async (access, change) => {
    if (!topic.on.includes(change.interaction) || !topic.types.includes(change.type)) return false
    if (!isWithin(parameters, access, change)) return false
    if (topic.isOfPatient === true && !isOfPatient(parameters, change)) return false
    if (!criteria.every((criterion) => meets(parameters, criterion, change))) return false
    if (change.interaction === 'delete') return true
    if (!current(change.type, change.content)) return false
    return (
      change.interaction === 'create' ||
      topic.previous === undefined ||
      previous(change.type, await change.readPrevious())
    )
  }
}

const isOfPatient = (parameters: SearchParameters, change: Change): boolean =>
  listCompartments(parameters, change).some((target) => target.startsWith('Patient/'))

type Test = (type: string, content: JsonObject) => boolean

function compileCriteria(rules: Rules, { types }: Topic, text = ''): Test {
  const criteria = types.flatMap((type) =>
    [...new URLSearchParams(text)].map(([name, value]) => {
      const criterion = parseLeaf({ parameters: rules.parameters, now: 0 }, type, { name, value })
      if (criterion === undefined) throw new Error('a topic’s own criteria cannot be read')
      return { type, criterion }
    }),
  )
  return (type, content) =>
    criteria.every((one) => one.type !== type || meetsCriterion(rules.parameters, one.criterion, { type, content }))
}

function meets(parameters: SearchParameters, criterion: Criterion, change: Change): boolean {
  if (criterion.type !== undefined && criterion.type !== change.type) return true
  if (criterion.kind === 'search') return meetsCriterion(parameters, criterion.criterion, change)
  const compartments = listCompartments(parameters, change)
  return criterion.patients.some((id) => compartments.includes(`Patient/${id}`))
}
