/** FHIR read and search of AuditEvent, answered by the columns of the audit records. R4 auditevent.html#search. */
import { isUuid } from '../../core/ids.ts'
import { stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { type AuditFilter, type AuditTest, countAudit, listAudit, type User } from '../../store/audit/audit.ts'
import type { EventKind } from '../../store/events.ts'
import type { Access } from '../access.ts'
import { baseOf, type FhirReply, type FhirRequest, type ReadExchange } from '../exchange.ts'
import { instantText } from '../index/date-interval.ts'
import { readAsked, sealAsked } from '../search/search-cursor.ts'
import type { Filter, ValueTest } from '../search/search-filters.ts'
import { listNames, parseSearch, type SearchRequest } from '../search/search-request.ts'
import { unsupported } from '../search/search-values.ts'
import { searchsetReply } from '../search/searchset.ts'
import { buildAuditEvent, facets } from './audit-event.ts'

type ValueFilter = Filter & { readonly kind: 'value' }

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
  ({ tests, isNegated }: ValueFilter): AuditTest => {
    const isAsked = ({ system, code }: { readonly system: string | undefined; readonly code: string }): boolean =>
      tests.some(
        (test) =>
          test.kind === 'code' &&
          (test.code === undefined || test.code === code) &&
          (test.system === undefined || test.system === (system ?? '')),
      )
    const kinds = facets[name].filter((facet) => isAsked(facet) !== isNegated).map(({ kind }) => kind)
    return { by: 'kind', any: [...new Set<EventKind>(kinds)] }
  }

const byDate = ({ tests }: ValueFilter): AuditTest => ({
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

/** Who did it: by the reference of the practitioner, or with `:identifier` by the name of the user or the client. */
const byAgent = ({ tests, isIdentifier }: ValueFilter): AuditTest =>
  isIdentifier ? { by: 'user', any: usersOf(tests) } : { by: 'practitioner', any: targetsOf(tests) }

const byPatient = ({ tests }: ValueFilter): AuditTest => ({
  by: 'patientId',
  any: targetsOf(tests).flatMap((target) => /^Patient\/(.+)$/.exec(target)?.[1] ?? []),
})

/** The search parameters that the records answer. */
const parameters: Readonly<Record<string, (filter: ValueFilter) => AuditTest>> = {
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

function parseTest(filter: Filter): AuditTest {
  const { code } = filter.parameter
  const build = parameters[code]
  if (build === undefined) throw unsupported(code, 'is not supported')
  if (filter.kind !== 'value') throw unsupported(code, 'is taken here without modifier or chain')
  if (filter.isIdentifier && code !== 'agent') throw unsupported(code, 'the modifier is not supported')
  if (filter.isNegated && !negatable.has(code)) throw unsupported(code, 'the modifier is not supported')
  return build(filter)
}

export async function readAuditEvent({ tx, server }: ReadExchange, access: Access, id: string): Promise<FhirReply> {
  const where: AuditTest[] = [{ by: 'id', any: [id] }, ...withinAccess(access)]
  const [record] = isUuid(id) ? await listAudit(tx.client, tx.tenant, { where, limit: 1 }) : []
  if (record === undefined) throw new Problem('not-found')
  tx.record('fhir.read', { resourceType: 'AuditEvent', resourceId: id })
  return { status: 200, text: stringifyJson(buildAuditEvent(record, baseOf(server))) }
}

const withinAccess = ({ patient, hidden }: Access): AuditTest[] => [
  ...(patient === undefined ? [] : [{ by: 'patientId', any: [patient] } as const]),
  ...(hidden === undefined ? [] : [{ by: 'others', any: hidden } as const]),
]

export async function searchAuditEvents(
  exchange: ReadExchange,
  request: FhirRequest,
  access: Access,
): Promise<FhirReply> {
  const { tx, server } = exchange
  const link = readAsked(exchange, request)
  const asked = parseSearch(exchange, { ...request, ...link })
  const filter = { where: [...asked.filters.map(parseTest), ...withinAccess(access)], ...orderOf(asked) }
  const found = await findPage(exchange, { ...filter, after: link.after.position?.key, limit: asked.count + 1 })
  const page = found.slice(0, asked.count)
  const last = found.length > asked.count ? page.at(-1) : undefined
  const isWhole = link.after.position === undefined && found.length <= asked.count
  recordSearch(exchange, { asked, filter, count: page.length })
  return searchsetReply(server, {
    type: 'AuditEvent',
    asked,
    matches: page.map((record) => ({
      type: 'AuditEvent',
      id: record.id,
      text: stringifyJson(buildAuditEvent(record, baseOf(server))),
    })),
    included: [],
    isCut: false,
    isOutdated: false,
    self: sealAsked(exchange, 'AuditEvent', link),
    next: last && sealAsked(exchange, 'AuditEvent', { ...link, after: { position: { d: last.at, key: last.seq } } }),
    ignored: asked.ignored,
    total: asked.isCounted ? await countAudit(tx.client, tx.tenant, filter.where) : isWhole ? page.length : undefined,
  })
}

const findPage = async ({ tx }: ReadExchange, filter: AuditFilter) =>
  filter.limit === 1 ? [] : listAudit(tx.client, tx.tenant, filter)

/** Newest first, or by the one key that the records are ordered by. */
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
