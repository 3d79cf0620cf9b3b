/** FHIR history interactions of an instance, a type and the system. R4 http.html#history. */

import type { Bundle } from '@medplum/fhirtypes'
import { checkAccess, checkPartAccess, listPermitted } from '../../access/access.ts'
import { historyScopeOf, historyScopeOfTypes } from '../../access/read-scope.ts'
import { stringifyJson } from '../../core/json.ts'
import { Problem } from '../../core/problems.ts'
import { fhirAddress } from '../../store/hub-resources.ts'
import { resourceText } from '../../store/resources/content.ts'
import type { VersionSearch } from '../../store/resources/read/versions.ts'
import { findSettledAt } from '../../store/resources/read/versions.ts'
import type { Stored } from '../../store/resources/types.ts'
import { recordAccess } from '../audit/audit-trail.ts'
import { baseOf, type FhirReply, type FhirRequest, type Look, type Members, type ReadExchange } from '../exchange.ts'
import { statusText } from '../reply/versioned-reply.ts'
import { type AskedHistory, readAskedHistory, sealHistory } from './history-request.ts'

/** Every version, also of a deleted resource. */
export const historyOfInstance: Look = async (exchange, request) => {
  const { tx } = exchange
  const { type, id = '' } = request
  const access = checkPartAccess(request.caller, type, 'history-instance')
  const own = fhirAddress(type, id, historyScopeOf(exchange, access, type))
  const current = await tx.findCurrent(own)
  if (current === undefined) throw new Problem('not-found')
  await recordAccess(exchange, 'fhir.history', current)
  const asked = readAskedHistory(exchange, request)
  const page = await tx.listVersions({ ...asked, ...own, types: [type] })
  return reply(exchange, request, { asked, page })
}

export const historyOfType: Look = async (exchange, request) => {
  checkAccess(request.caller, request.type, 'history-type')
  return historyOf(exchange, request, [request.type])
}

/** Reads the history of every type that the caller may read. */
export const historyOfSystem: Look = async (exchange, request) => {
  return historyOf(exchange, request, listPermitted(request.caller, 'history-system'))
}

async function historyOf(exchange: ReadExchange, request: FhirRequest, types: readonly string[]): Promise<FhirReply> {
  const { tx } = exchange
  const asked = readAskedHistory(exchange, request)
  const settledAt = asked.after === undefined ? await findSettledAt(tx.client) : undefined
  const scope = historyScopeOfTypes(exchange, request.caller)
  const page = await listFilled(tx, { ...asked, space: 'fhir', scope, types })
  tx.record('fhir.history', {
    count: page.items.length,
    ...(request.type === '' ? {} : { resourceType: request.type }),
  })
  return reply(exchange, request, { asked, page, settledAt })
}

type Page = Awaited<ReturnType<ReadExchange['tx']['listVersions']>>

/** Versions that are looked at for one page. */
const mostLookedAt = 5000
const lookAhead = 50

/** Later versions take the places of those that are left out, so that no page, and no link to an empty one, tells of them. D179. */
async function listFilled(tx: ReadExchange['tx'], search: VersionSearch): Promise<Page> {
  const first = await tx.listVersions(search)
  if (tx.caller.deniedPatients === undefined) return first
  const { limit } = search
  const more = (from: Page, wanted: number) =>
    tx.listVersions({ ...search, snapshot: from.snapshot, limit: wanted, ...(from.next && { after: from.next }) })
  const items = [...first.items]
  let page = first
  let looked = limit
  while (page.next !== undefined && items.length < limit && looked < mostLookedAt) {
    looked += limit - items.length
    page = await more(page, limit - items.length)
    items.push(...page.items)
  }
  // A link leads on only if something is there.
  let ahead = page
  while (ahead.next !== undefined && looked < mostLookedAt) {
    looked += lookAhead
    ahead = await more(ahead, lookAhead)
    if (ahead.items.length > 0) return { ...page, items }
  }
  return ahead.next === undefined ? { ...page, items, next: undefined } : { ...page, items }
}

type Found = {
  readonly asked: AskedHistory
  readonly page: Page
  /** A client that follows asks next time for versions since then, and misses none. */
  readonly settledAt?: string | undefined
}

function reply(exchange: ReadExchange, request: FhirRequest, { asked, page, settledAt }: Found): FhirReply {
  const { server } = exchange
  const address = [baseOf(server), request.type, request.id ?? '', '_history'].filter((part) => part !== '').join('/')
  const link = (relation: string, cursor: AskedHistory) => ({
    relation,
    url: `${address}?_cursor=${sealHistory(exchange, request, cursor)}`,
  })
  const after = page.next && { ...asked, after: page.next, snapshot: page.snapshot }
  const isWhole = asked.after === undefined && after === undefined
  const head = stringifyJson({
    resourceType: 'Bundle',
    meta: settledAt === undefined ? undefined : { lastUpdated: settledAt },
    type: 'history',
    total: isWhole ? page.items.length : undefined,
    link: [link('self', asked), ...(after === undefined ? [] : [link('next', after)])],
  } satisfies Members<Bundle>).slice(0, -1)
  const entries = page.items.map((stored) => entryText(baseOf(server), stored))
  return { status: 200, text: entries.length === 0 ? `${head}}` : `${head},"entry":[${entries.join(',')}]}` }
}

/** R4 bundle.html#history: the request that made the version, as far as its row says. */
function entryText(base: string, stored: Stored): string {
  const { type, id, version, deleted, updatedAt } = stored
  const [method, status] = deleted ? ['DELETE', 204] : version === 1 ? ['POST', 201] : ['PUT', 200]
  const rest = stringifyJson({
    request: { method, url: method === 'POST' ? type : `${type}/${id}` },
    response: { status: statusText(Number(status)), etag: `W/"${version}"`, lastModified: updatedAt },
  }).slice(1)
  const resource = deleted ? '' : `"resource":${resourceText(stored)},`
  return `{"fullUrl":${JSON.stringify(`${base}/${type}/${id}`)},${resource}${rest}`
}
