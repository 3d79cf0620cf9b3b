/** FHIR read and search of AuditEvent, answered by the columns of the audit records. R4 auditevent.html#search. */

import type { Access } from '../../access/access.ts'
import { isUuid } from '../../core/ids.ts'
import { stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import type { SearchCriterion, ValueTest } from '../../fhir-search/criteria/search-criteria.ts'
import { unsupported } from '../../fhir-search/criteria/search-values.ts'
import { instantText } from '../../fhir-search/index/date-interval.ts'
import { type AuditFilter, type AuditTest, countAudit, listAudit, type User } from '../../store/audit/audit.ts'
import { eventKinds } from '../../store/events.ts'
import { facets } from '../audit/audit-codes.ts'
import { buildAuditEvent } from '../audit/audit-event.ts'
import { baseOf, type FhirReply, type FhirRequest, type ReadExchange } from '../exchange.ts'
import { linkTo, readAsked, selfOf } from './search-cursor.ts'
import { listNames, listUsed, parseSearch, type SearchRequest } from './search-request.ts'
import { searchsetReply } from './searchset.ts'

type ValueCriterion = SearchCriterion & { readonly kind: 'value' }

const textsOf = (tests: readonly ValueTest[]): string[] =>
  tests.flatMap((test) => (test.kind === 'code' && test.code !== undefined ? [test.code] : []))

const usersOf = (tests: readonly ValueTest[]): User[] =>
  tests.flatMap((test) => {
    if (test.kind !== 'code' || test.code === undefined) return []
    return [test.system === undefined ? { name: test.code } : { name: test.code, issuer: test.system }]
  })

const targetsOf = (tests: readonly ValueTest[]): string[] =>
  tests.flatMap((test) => (test.kind === 'targets' ? test.targets : []))

const byFacet =
  (name: keyof typeof facets) =>
  ({ tests, isNegated }: ValueCriterion): AuditTest => {
    const isAsked = ({ system, code }: { readonly system: string | undefined; readonly code: string }): boolean =>
      tests.some(
        (test) =>
          test.kind === 'code' &&
          (test.code === undefined || test.code === code) &&
          (test.system === undefined || test.system === (system ?? '')),
      )
    const asked = new Set(facets[name].filter(isAsked).map(({ kind }) => kind))
    return { by: 'kind', any: eventKinds.filter((kind) => asked.has(kind) !== isNegated) }
  }

const byDate = ({ tests }: ValueCriterion): AuditTest => ({
  by: 'at',
  any: tests.flatMap((test) => (test.kind === 'interval' ? listSpans(test.test) : [])),
})

type Interval = (ValueTest & { readonly kind: 'interval' })['test']

/** R4 search.html#prefix, of an instant against an interval of microseconds. */
function listSpans({ prefix, low, high }: Interval): (readonly [string, string])[] {
  const before = ['-infinity', instantText(low - 1)] as const
  const after = [instantText(high + 1), 'infinity'] as const
  switch (prefix) {
    case 'ne':
      return [before, after]
    case 'gt':
    case 'sa':
      return [after]
    case 'lt':
    case 'eb':
      return [before]
    case 'ge':
      return [[instantText(low), 'infinity']]
    case 'le':
      return [['-infinity', instantText(high)]]
    default:
      return [[instantText(low), instantText(high)]]
  }
}

/** Finds by the agent: a reference to the practitioner, or with `:identifier` the name of the user or client. */
const byAgent = ({ tests, isIdentifier }: ValueCriterion): AuditTest =>
  isIdentifier ? { by: 'user', any: usersOf(tests) } : { by: 'practitioner', any: targetsOf(tests) }

const byPatient = ({ tests }: ValueCriterion): AuditTest => ({
  by: 'patientId',
  any: targetsOf(tests).flatMap((target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? []),
})

/** The search parameters that audit records can answer. */
const parameters: Readonly<Record<string, (criterion: ValueCriterion) => AuditTest>> = {
  _id: ({ tests }) => ({ by: 'id', any: textsOf(tests).filter(isUuid) }),
  action: byFacet('action'),
  agent: byAgent,
  date: byDate,
  entity: ({ tests }) => ({ by: 'resource', any: targetsOf(tests) }),
  outcome: byFacet('outcome'),
  patient: byPatient,
  subtype: byFacet('subtype'),
  type: byFacet('type'),
}

export const auditParameters: readonly string[] = Object.keys(parameters)

const negatable: ReadonlySet<string> = new Set(Object.keys(facets))

function parseTest(criterion: SearchCriterion): AuditTest {
  const { code } = criterion.parameter
  const build = parameters[code]
  if (build === undefined) throw unsupported(code, 'is not supported')
  if (criterion.kind !== 'value') throw unsupported(code, 'is taken here without modifier or chain')
  if (criterion.isIdentifier && code !== 'agent') throw unsupported(code, 'the modifier is not supported')
  if (criterion.isNegated && !negatable.has(code)) throw unsupported(code, 'the modifier is not supported')
  return build(criterion)
}

export async function readAuditEvent({ tx, server }: ReadExchange, access: Access, id: string): Promise<FhirReply> {
  const where: AuditTest[] = [{ by: 'id', any: [id] }, ...withinAccess(access)]
  const [record] = isUuid(id) ? await listAudit(tx.client, tx.tenant, { where, limit: 1 }) : []
  if (record === undefined) throw new Problem('not-found')
  tx.record('fhir.read', { resourceType: 'AuditEvent', resourceId: id })
  return { status: 200, text: stringifyJson(buildAuditEvent(record, baseOf(server))) }
}

const withinAccess = ({ patient, deniedPatients }: Access): AuditTest[] => [
  ...(patient === undefined ? [] : [{ by: 'patientId', any: [patient] } as const]),
  ...(deniedPatients === undefined ? [] : [{ by: 'others', any: deniedPatients } as const]),
]

export async function searchAuditEvents(
  exchange: ReadExchange,
  request: FhirRequest,
  access: Access,
): Promise<FhirReply> {
  const { tx, server } = exchange
  const link = readAsked(exchange, request)
  const asked = parseSearch(exchange, { ...request, ...link })
  if (asked.lists.length > 0 || asked.filters.length > 0)
    throw unsupported(asked.lists.length > 0 ? '_list' : '_filter', 'is not for AuditEvent')
  const filter = { where: [...asked.criteria.map(parseTest), ...withinAccess(access)], ...orderOf(asked) }
  const found = await findPage(exchange, { ...filter, after: link.after.position?.key, limit: asked.count + 1 })
  const page = found.slice(0, asked.count)
  const last = found.length > asked.count ? page.at(-1) : undefined
  const isWhole = link.after.position === undefined && found.length <= asked.count
  recordSearch(exchange, { asked, filter, count: page.length })
  return searchsetReply(server, {
    asked,
    matches: page.map((record) => ({
      type: 'AuditEvent',
      id: record.id,
      text: stringifyJson(buildAuditEvent(record, baseOf(server))),
    })),
    included: [],
    isCut: false,
    isOutdated: false,
    self: selfOf(exchange, { type: 'AuditEvent', asked, link }),
    next: last && linkTo(exchange, 'AuditEvent', { ...link, after: { position: { d: last.at, key: last.seq } } }),
    ignored: asked.ignored,
    used: link.isForm === true ? listUsed(asked) : undefined,
    total: asked.isCounted ? await countAudit(tx.client, tx.tenant, filter.where) : isWhole ? page.length : undefined,
  })
}

const findPage = async ({ tx }: ReadExchange, filter: AuditFilter) =>
  filter.limit === 1 ? [] : listAudit(tx.client, tx.tenant, filter)

/** Newest first, or by the one key that orders the records. */
function orderOf({ sort }: SearchRequest): Pick<AuditFilter, 'isOldestFirst'> {
  const [key, ...others] = sort
  if (key === undefined) return { isOldestFirst: false }
  if (key.parameter.code !== 'date' || others.length > 0) throw invalidField('_sort', 'is taken here by date alone')
  return { isOldestFirst: !key.isDescending }
}

type Searched = { readonly asked: SearchRequest; readonly filter: Omit<AuditFilter, 'limit'>; readonly count: number }

function recordSearch({ tx }: ReadExchange, { asked, filter, count }: Searched): void {
  const [patientId, ...others] = filter.where.flatMap((test) => (test.by === 'patientId' ? test.any : []))
  tx.record('fhir.search', {
    resourceType: 'AuditEvent',
    count,
    query: listNames(asked),
    ...(patientId === undefined || others.length > 0 ? {} : { patientId }),
  })
}
