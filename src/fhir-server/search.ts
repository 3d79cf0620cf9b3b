/** FHIR search interaction of one type, by GET and by POST. R4 search.html; STORE.md "Search". */
import type { Criterion } from '../store/search.ts'
import { checkAccess, restrictSearch } from './access.ts'
import { searchAuditEvents } from './audit-event.ts'
import type { Interact } from './exchange.ts'
import { readAsked, sealAsked } from './search-cursor.ts'
import { searchsetReply, textOf } from './searchset.ts'

export const search: Interact = async (exchange, request) => {
  const { tx, server } = exchange
  const { type } = request
  const access = checkAccess(request.caller, type, 'search-type')
  if (type === 'AuditEvent') return searchAuditEvents(exchange, request, access)
  const own = restrictSearch(server.parameters, type, access)
  const asked = readAsked(exchange, request)
  const { after } = asked
  const page = await tx.search({
    space: 'fhir',
    type,
    where: [...asked.where, ...own],
    limit: asked.count,
    ...(after === undefined ? {} : { after }),
  })
  tx.record('fhir.search', { resourceType: type, count: page.items.length, ...patientOf(asked.where) })
  return searchsetReply(server, {
    type,
    texts: page.items.map(textOf),
    self: sealAsked(exchange, type, asked),
    next: page.next === undefined ? undefined : sealAsked(exchange, type, { ...asked, after: page.next }),
    ignored: asked.ignored,
    total: after === undefined && page.next === undefined ? page.items.length : undefined,
  })
}

/** Whose record was looked through, where the search says so. */
function patientOf(where: readonly Criterion[]): { patientId?: string } {
  const [value, ...others] = where.find(({ parameter }) => parameter === 'patient')?.values ?? []
  const id = value?.startsWith('Patient/') ? value.slice('Patient/'.length) : undefined
  return id === undefined || others.length > 0 ? {} : { patientId: id }
}
